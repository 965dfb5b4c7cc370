import {parseTimestamp} from '../../kernel/clock.js';
import type {Node, Taint} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import type {Rule} from '../rule.js';
import {isAtWork, runs} from '../second-reading.js';

const conditionOf = (node: Node, name: string): string =>
	node.status?.conditions?.find(({type}) => type === name)?.status ?? 'Unknown';

/** The taint that follows from the condition Ready, where the kubelet reports it. */
const healthTaints: ReadonlyMap<string, string> = new Map([
	['True', ''],
	['False', 'not-ready'],
]);

/** The taints of a node that follow from its conditions and its cordon, as `key:effect`. */
const wantedTaints = (node: Node): readonly string[] => {
	const ready = conditionOf(node, 'Ready');
	const health = healthTaints.get(ready) ?? 'unreachable';
	const pressures = (['Memory', 'Disk', 'PID'] as const).filter(
		(name) => conditionOf(node, `${name}Pressure`) === 'True',
	);
	return [
		...(health === '' ? [] : [`${health}:NoSchedule`, `${health}:NoExecute`]),
		...pressures.map((name) => `${name.toLowerCase()}-pressure:NoSchedule`),
		...(node.spec?.unschedulable ? ['unschedulable:NoSchedule'] : []),
	];
};

const ours = /^node\.kubernetes\.io\/(not-ready|unreachable|memory-pressure|disk-pressure|pid-pressure|unschedulable)$/;

const shortOf = ({key, effect}: Taint): string => `${ours.exec(key)?.[1] ?? ''}:${effect}`;

const taints: Rule = {
	name: 'at rest, a Node has the taints of its conditions',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#taint-nodes-by-condition',
	watch: (known) => ({
		atRest(broken) {
			const nodes = [...known.all('minions')];
			// While no node is ready, nothing is evicted.
			const isAnyReady = nodes.some(([, node]) => conditionOf(node, 'Ready') === 'True');
			for (const [key, node] of runs(known, 'node-lifecycle') ? nodes : []) {
				const wanted = wantedTaints(node).filter((one) => isAnyReady || !one.endsWith('NoExecute'));
				const has = (node.spec?.taints ?? []).filter((taint) => ours.test(taint.key)).map((taint) => shortOf(taint));
				const missing = wanted.find((one) => !has.includes(one));
				const surplus = has.find((one) => !wanted.includes(one));
				if (missing !== undefined || surplus !== undefined) {
					broken(key, missing === undefined ? `it has ${surplus}` : `it lacks ${missing}`);
				}
			}
		},
	}),
};

const leaseMs = 40_000;
const reportMs = 200_000;

const health: Rule = {
	name: 'at rest, a Node is ready while its kubelet runs',
	source: 'https://kubernetes.io/docs/reference/node/node-status/#condition',
	watch(known) {
		/** Names of nodes that have been ready: a starting kubelet works at its own pace. */
		const began = new Set<string>();
		return {
			changes: {
				minions({after}) {
					if (after && conditionOf(after, 'Ready') === 'True') {
						began.add(after.metadata.name);
					}
				},
			},
			atRest(broken) {
				for (const [key, node] of known.all('minions')) {
					const {name} = node.metadata;
					const lease = known.all('leases').get(`/registry/leases/kube-node-lease/${name}`);
					const renewedMs = lease?.spec?.renewTime === undefined ? undefined : parseTimestamp(lease.spec.renewTime);
					const isAlive = isAtWork(known, `kubelet/${name}`) && began.has(name) && known.isCalm;
					if (!isAlive || renewedMs === undefined) {
						continue;
					}

					const told = node.status?.conditions?.find(({type}) => type === 'Ready');
					// Its kubelet reports again within ten seconds, or later where its requests are limited.
					if (told?.status === 'Unknown' && known.wallMs - parseTimestamp(told.lastTransitionTime ?? '') > reportMs) {
						broken(key, 'it is Unknown');
					} else if (known.wallMs - renewedMs > leaseMs) {
						broken(key, `its Lease is ${(known.wallMs - renewedMs) / 1000} s old`);
					}
				}
			},
		};
	},
};

const fallen: Rule = {
	name: 'at rest, no Pod of a Node that is silent is ready, and those that do not tolerate it for longer are being deleted',
	source: 'https://kubernetes.io/docs/concepts/architecture/nodes/#condition',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, pod] of known.all('pods')) {
				const node = known.all('minions').get(`/registry/minions/${pod.spec.nodeName ?? ''}`);
				const isReady = pod.status?.conditions?.some(({type, status}) => type === 'Ready' && status === 'True');
				if (
					node &&
					conditionOf(node, 'Ready') === 'Unknown' &&
					isReady &&
					runs(known, 'node-lifecycle') &&
					!isTerminal(pod)
				) {
					broken(key, `${node.metadata.name} is silent`);
				}
			}
		},
	}),
};

const ranges: Rule = {
	name: 'no two Nodes have the same range of Pod addresses',
	source: 'https://kubernetes.io/docs/concepts/cluster-administration/networking/',
	watch: (known) => ({
		changes: {
			minions({key, before, after}, _stop, broken) {
				const range = after?.spec?.podCIDR;
				if (range === undefined || range === before?.spec?.podCIDR) {
					return;
				}

				const other = [...known.all('minions')].find(([at, {spec}]) => at !== key && spec?.podCIDR === range);
				if (other) {
					broken(key, `${other[1].metadata.name} has ${range}`);
				}
			},
		},
	}),
};

const volumes: Rule = {
	name: 'at rest, a Node names the volumes that are attached to it, and those that are in use there',
	source: 'https://kubernetes.io/docs/reference/node/node-status/',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {metadata, status}] of known.all('minions')) {
				const {name} = metadata;
				const attached = [...known.all('volumeattachments').values()].filter(
					({spec, status: own}) => spec.nodeName === name && own?.attached,
				).length;
				const inUse = new Set(
					[...known.all('node/volumes')].flatMap(([at, {storage}]) =>
						at.startsWith(`/nodes/${name}/`) &&
						storage !== undefined &&
						known.all('storage').get(storage)?.nodes.includes(name)
							? [`kubernetes.io/csi/${storage.slice('/storage/'.length).replace('/', '^')}`]
							: [],
					),
				);
				if (runs(known, 'persistentvolume-attach-detach') && (status?.volumesAttached ?? []).length !== attached) {
					broken(key, `it names ${(status?.volumesAttached ?? []).length} attached volumes of ${attached}`);
				}

				const missing = [...inUse].find((one) => !status?.volumesInUse?.includes(one));
				const surplus = status?.volumesInUse?.find((one) => !inUse.has(one));
				// A volume is in use as soon as a Pod waits for it.
				const isWanted = [...known.all('pods').values()].some(
					({spec, status: own}) =>
						spec.nodeName === name &&
						!isTerminal({status: own}) &&
						spec.volumes?.some(
							({configMap, secret, projected, emptyDir, downwardAPI}) =>
								!(configMap ?? secret ?? projected ?? emptyDir ?? downwardAPI),
						),
				);
				if (isAtWork(known, `kubelet/${name}`) && known.isCalm && missing !== undefined) {
					broken(key, `it does not name ${missing}, which is in use`);
				} else if (isAtWork(known, `kubelet/${name}`) && known.isCalm && surplus !== undefined && !isWanted) {
					broken(key, `it names ${surplus}, which no Pod uses`);
				}
			}
		},
	}),
};

/** Rules about the report of a Node. */
export const nodeHealthRules: readonly Rule[] = [taints, health, fallen, ranges, volumes];
