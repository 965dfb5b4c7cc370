import type {Pod} from '../../objects/kubernetes.generated.js';
import type {Stop} from '../../kernel/stop.js';
import {isRecord} from '../../kernel/record.js';
import {nodeOf, type Known} from '../known.js';
import type {Broken, Rule} from '../rule.js';

/** A call of a driver on a node. */
interface Call {
	readonly node: string;
	readonly volume: string;
	readonly staging: string;
	readonly target: string;
}

const callOf = ({facts}: Stop): Call | undefined => {
	const request = facts?.['request'];
	return isRecord(request)
		? {
				node: String(facts?.['node']),
				volume: String(request['volumeId']),
				staging: String(request['stagingTargetPath'] ?? ''),
				target: String(request['targetPath'] ?? ''),
			}
		: undefined;
};

/** The volumes that drivers hold on nodes: those that are staged, and the places where each is published. A node without power loses them. */
class Held {
	readonly staged = new Set<string>();
	readonly published = new Map<string, Set<string>>();

	of(volume: string): Set<string> {
		const found = this.published.get(volume) ?? new Set<string>();
		this.published.set(volume, found);
		return found;
	}

	forget(node: string): void {
		for (const key of [...this.staged, ...this.published.keys()].filter((one) => one.startsWith(`${node} `))) {
			this.staged.delete(key);
			this.published.delete(key);
		}
	}
}

/** Watches the volumes that drivers hold. */
const watchHeld = (
	known: Known,
	looks: {
		readonly publish?: (held: Held, key: string, call: Call, stop: Stop, broken: Broken) => void;
		readonly unstage?: (held: Held, key: string, stop: Stop, broken: Broken) => void;
		readonly detach?: (held: Held, key: string, broken: Broken) => void;
		readonly atRest?: (held: Held, broken: Broken) => void;
	},
): ReturnType<Rule['watch']> => {
	const held = new Held();
	const on = (does: (key: string, call: Call, stop: Stop, broken: Broken) => void) => (stop: Stop, broken: Broken) => {
		const call = callOf(stop);
		if (call) {
			does(`${call.node} ${call.volume}`, call, stop, broken);
		}
	};

	const dark = ({facts}: Stop): void => {
		held.forget(String(facts?.['node'] ?? facts?.['target']));
	};

	return {
		stops: {
			'csi.NodeStageVolume': on((key) => {
				held.staged.add(key);
			}),
			'csi.NodePublishVolume': on((key, call, stop, broken) => {
				looks.publish?.(held, key, call, stop, broken);
				held.of(key).add(call.target);
			}),
			'csi.NodeUnpublishVolume': on((key, {target}) => {
				held.of(key).delete(target);
			}),
			'csi.NodeUnstageVolume': on((key, _call, stop, broken) => {
				looks.unstage?.(held, key, stop, broken);
				held.staged.delete(key);
			}),
			'fault.power': dark,
			'fault.shutdown': dark,
		},
		changes: {
			storage({key, before, after}, _stop, broken) {
				for (const node of before?.nodes ?? []) {
					if (!after?.nodes.includes(node)) {
						looks.detach?.(held, `${node} ${key.slice(key.lastIndexOf('/') + 1)}`, broken);
					}
				}
			},
		},
		...(looks.atRest
			? {
					atRest(broken: Broken) {
						looks.atRest?.(held, broken);
					},
				}
			: {}),
	};
};

const stagedFirst: Rule = {
	name: 'a volume is published for a Pod only while it is staged on the node',
	source: 'https://github.com/container-storage-interface/spec/blob/master/spec.md#nodepublishvolume',
	watch: (known) =>
		watchHeld(known, {
			publish(held, key, {staging}, {object}, broken) {
				if (staging !== '' && !held.staged.has(key) && !known.isTakenOver) {
					broken(object ?? '', `${key} is not staged`);
				}
			},
		}),
};

const unpublishedFirst: Rule = {
	name: 'a volume is unstaged when it is published for no Pod of the node',
	source: 'https://github.com/container-storage-interface/spec/blob/master/spec.md#nodeunstagevolume',
	watch: (known) =>
		watchHeld(known, {
			unstage(held, key, {object}, broken) {
				const [target] = held.of(key);
				if (target !== undefined) {
					broken(object ?? '', `${key} is published at ${target}`);
				}
			},
		}),
};

const unstagedFirst: Rule = {
	name: 'a volume is detached from a ready node when it is not staged there',
	source: 'https://github.com/container-storage-interface/spec/blob/master/spec.md#controllerunpublishvolume',
	watch: (known) =>
		watchHeld(known, {
			detach(held, key, broken) {
				const [node = ''] = key.split(' ');
				const isReady = known
					.all('minions')
					.get(`/registry/minions/${node}`)
					?.status?.conditions?.some(({type, status}) => type === 'Ready' && status === 'True');
				if (isReady && held.staged.has(key)) {
					broken(`/registry/minions/${node}`, `${key} is staged`);
				}
			},
		}),
};

const cleanNodes: Rule = {
	name: 'at rest, a node has a volume staged or published only for its Pods',
	source: 'k8s.io/kubernetes/pkg/kubelet/volumemanager/reconciler Reconciler.unmountDetachDevices',
	watch: (known) =>
		watchHeld(known, {
			atRest(held, broken) {
				for (const key of held.staged) {
					const [node = ''] = key.split(' ');
					const isUsed = [...known.all('node/volumes')].some(
						([at, {storage}]) => nodeOf(at) === node && storage?.endsWith(`/${key.slice(node.length + 1)}`),
					);
					if (!isUsed && known.isCalm) {
						broken(`/registry/minions/${node}`, `${key} is staged for no Pod`);
					}
				}
			},
		}),
};

const singleNode: Rule = {
	name: 'a volume that one node may have is attached to one node',
	source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes',
	watch: (known) => ({
		changes: {
			storage({key, before, after}, _stop, broken) {
				const isMore = (after?.nodes.length ?? 0) > Math.max(1, before?.nodes.length ?? 0);
				const handle = key.slice(key.lastIndexOf('/') + 1);
				const volume = [...known.all('persistentvolumes').values()].find(({spec}) => spec.csi?.volumeHandle === handle);
				const {accessModes = []} = volume?.spec ?? {};
				if (isMore && accessModes.length > 0 && accessModes.every((mode) => mode.startsWith('ReadWriteOnce'))) {
					broken(key, `it is attached to ${after?.nodes.join(' and ')}`);
				}
			},
		},
	}),
};

/** The time for which a silent node keeps a volume that it had mounted. */
const forcedAfterMs = 360_000;

const claimsOf = ({metadata, spec}: Pod): readonly string[] =>
	(spec.volumes ?? []).flatMap(({persistentVolumeClaim}) =>
		persistentVolumeClaim ? [`${metadata.namespace}/${persistentVolumeClaim.claimName}`] : [],
	);

const forced: Rule = {
	name: 'a volume that a silent node has mounted is detached six minutes after its last Pod is gone, and not before',
	source:
		'k8s.io/kubernetes/pkg/controller/volume/attachdetach/reconciler reconciler.reconcile, maxWaitForUnmountDuration',
	watch(known) {
		/** By node and claim: the end of the last Pod that used the claim there. */
		const goneMs = new Map<string, number>();
		return {
			changes: {
				pods({before, after}) {
					const isOver = !after || after.status?.phase === 'Succeeded' || after.status?.phase === 'Failed';
					for (const claim of before?.spec.nodeName && isOver ? claimsOf(before) : []) {
						goneMs.set(`${before?.spec.nodeName} ${claim}`, known.timeMs);
					}
				},
				storage({key, before, after}, _stop, broken) {
					const handle = key.slice(key.lastIndexOf('/') + 1);
					const volume = [...known.all('persistentvolumes').values()].find(
						({spec}) => spec.csi?.volumeHandle === handle,
					);
					const {namespace, name} = volume?.spec.claimRef ?? {};
					for (const node of (before?.nodes ?? []).filter((one) => !after?.nodes.includes(one))) {
						const {spec, status} = known.all('minions').get(`/registry/minions/${node}`) ?? {};
						const isReady = status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True');
						const isOut = spec?.taints?.some((taint) => taint.key === 'node.kubernetes.io/out-of-service');
						const sinceMs = known.timeMs - (goneMs.get(`${node} ${namespace}/${name}`) ?? Number.NEGATIVE_INFINITY);
						if (
							!isReady &&
							!isOut &&
							status?.volumesInUse?.some((one) => one.endsWith(`^${handle}`)) &&
							sinceMs < forcedAfterMs
						) {
							broken(key, `it is detached from ${node} after ${sinceMs / 1000} s`);
						}
					}
				},
			},
		};
	},
};

/** Rules about the volumes of drivers on nodes. */
export const stagingRules: readonly Rule[] = [
	stagedFirst,
	unpublishedFirst,
	unstagedFirst,
	cleanNodes,
	singleNode,
	forced,
];
