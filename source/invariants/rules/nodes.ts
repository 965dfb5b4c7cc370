import {parseTimestamp} from '../../kernel/clock.js';
import type {Lease, Node, Pod, Taint, Toleration} from '../../objects/kubernetes.generated.js';
import {controllerOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';

const leaseMs = 40_000;
const graceMs = 50_000;

const leases: Rule = {
	name: 'without faults, a kubelet renews its Lease before it ends',
	source: 'https://kubernetes.io/docs/concepts/architecture/leases/#node-heart-beats',
	watch: (known) => ({
		changes: {
			leases({key, before, after}, _stop, broken) {
				if (
					!key.includes('/kube-node-lease/') ||
					!before?.spec?.renewTime ||
					!after?.spec?.renewTime ||
					!known.isCalm
				) {
					return;
				}

				const pauseMs = parseTimestamp(after.spec.renewTime) - parseTimestamp(before.spec.renewTime);
				if (pauseMs > leaseMs) {
					broken(key, `${pauseMs / 1000} s lie between two renewals`);
				}
			},
		},
	}),
};

const readyOf = (node: Node | undefined): string | undefined =>
	node?.status?.conditions?.find(({type}) => type === 'Ready')?.status;

const heartbeatOf = (node: Node | undefined): string | undefined =>
	node?.status?.conditions?.find(({type}) => type === 'Ready')?.lastHeartbeatTime;

const silence: Rule = {
	name: 'a Node becomes Unknown when it has been silent for 50 seconds',
	source: 'https://kubernetes.io/docs/reference/node/node-status/#condition',
	watch(known) {
		/** Name of a node → the time of its last sign of life. */
		const heard = new Map<string, number>();
		return {
			changes: {
				leases({key, after}) {
					if (after && key.includes('/kube-node-lease/')) {
						heard.set(after.metadata.name, known.timeMs);
					}
				},
				minions({key, before, after}, {process}, broken) {
					if (!after) {
						return;
					}

					const {name} = after.metadata;
					if (controllerOf(process) !== 'node-lifecycle') {
						if (heartbeatOf(before) !== heartbeatOf(after)) {
							heard.set(name, known.timeMs);
						}

						return;
					}

					const cached = known.cached<Lease>(
						process.split('/')[0] ?? '',
						'leases.coordination.k8s.io',
						`kube-node-lease/${name}`,
					);
					const lease = known.all('leases').get(`/registry/leases/kube-node-lease/${name}`);
					// A controller that is cut off may not have seen the last sign of life.
					const isCurrent = cached?.metadata.resourceVersion === lease?.metadata.resourceVersion;
					const silentMs = known.timeMs - (heard.get(name) ?? Number.NEGATIVE_INFINITY);
					if (readyOf(before) === 'True' && readyOf(after) === 'Unknown' && isCurrent && silentMs < graceMs) {
						broken(key, `its last sign of life is ${silentMs / 1000} s old`);
					}
				},
			},
		};
	},
};

const matches = ({key, operator = 'Equal', value = '', effect}: Toleration, taint: Taint): boolean =>
	(!effect || effect === taint.effect) &&
	(!key || key === taint.key) &&
	(operator !== 'Equal' || value === (taint.value ?? ''));

/** How long a Pod may stay on a node with the taint, in seconds. */
const staySeconds = ({spec}: Pod, taint: Taint): number => {
	const own = (spec.tolerations ?? []).filter((toleration) => matches(toleration, taint));
	return own.length === 0
		? 0
		: Math.min(...own.map(({tolerationSeconds}) => tolerationSeconds ?? Number.POSITIVE_INFINITY));
};

/** Why a Pod may not be evicted yet; empty if it may, or if no time is known. */
const tooEarly = (pod: Pod, node: Node | undefined, wallMs: number): string => {
	const taints = (node?.spec?.taints ?? []).filter(({effect}) => effect === 'NoExecute');
	const isDue = taints.some((taint) => {
		const seconds = staySeconds(pod, taint);
		const since = taint.timeAdded === undefined ? undefined : parseTimestamp(taint.timeAdded);
		// Timestamps have whole seconds.
		return seconds !== Number.POSITIVE_INFINITY && (since === undefined || wallMs - since >= (seconds - 1) * 1000);
	});
	if (isDue || !node) {
		return '';
	}

	if (taints.length === 0) {
		return 'the node has no taint';
	}

	return 'it is tolerated for longer';
};

const evictions: Rule = {
	name: 'a Pod is evicted by a taint when its toleration is over',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions',
	watch: (known: Known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				const isMarked = before && !before.metadata.deletionTimestamp && (!after || after.metadata.deletionTimestamp);
				const name = before?.spec.nodeName;
				if (!isMarked || controllerOf(process) !== 'taint-eviction' || name === undefined) {
					return;
				}

				const node = known.all('minions').get(`/registry/minions/${name}`);
				const cached = known.cached<Node>(process.split('/')[0] ?? '', 'nodes', name);
				const [now, then] = [tooEarly(before, node, known.wallMs), tooEarly(before, cached, known.wallMs)];
				if (now !== '' && then !== '') {
					broken(key, now);
				}
			},
		},
	}),
};

/** Rules about the life of nodes and its effect on Pods. */
export const nodeLifeRules: readonly Rule[] = [leases, silence, evictions];
