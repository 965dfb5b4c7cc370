import type {CSIDriver} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {nodeOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';

/** Whether volumes of the driver are attached before they are mounted. */
const isAttached = (known: Known, storage: string): boolean => {
	const [, , driver = ''] = storage.split('/');
	return known.at<CSIDriver>(`/registry/csidrivers/${driver}`)?.spec.attachRequired !== false;
};

const attachedFirst: Rule = {
	name: 'a volume is mounted on a node that its driver has attached it to',
	source: 'k8s.io/kubernetes/pkg/kubelet/volumemanager/reconciler Reconciler.waitForVolumeAttach',
	watch: (known) => ({
		changes: {
			'node/volumes'({key, before, after}, _stop, broken) {
				const storage = before ? undefined : after?.storage;
				if (storage === undefined || !isAttached(known, storage)) {
					return;
				}

				const nodes = known.all('storage').get(storage)?.nodes ?? [];
				if (!nodes.includes(nodeOf(key))) {
					broken(key, `${storage} is attached to ${nodes.join(', ') || 'no node'}`);
				}
			},
		},
	}),
};

const unmountedFirst: Rule = {
	name: 'a volume is detached from a ready node when no Pod there has it mounted',
	source: 'k8s.io/kubernetes/pkg/controller/volume/attachdetach/reconciler reconciler.reconcile',
	watch: (known) => ({
		changes: {
			storage({key, before, after}, _stop, broken) {
				for (const node of before?.nodes ?? []) {
					const described = known.all('minions').get(`/registry/minions/${node}`);
					const isReady = described?.status?.conditions?.some(
						({type, status}) => type === 'Ready' && status === 'True',
					);
					if (after?.nodes.includes(node) || !isReady) {
						continue;
					}

					for (const [mount, {storage}] of known.all('node/volumes')) {
						if (storage === key && nodeOf(mount) === node) {
							broken(key, `${mount} has it`);
						}
					}
				}
			},
		},
	}),
};

const usedClaims: Rule = {
	name: 'a claim is removed when no Pod on a node uses it',
	source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#storage-object-in-use-protection',
	watch: (known) => ({
		changes: {
			persistentvolumeclaims({key, before, after}, _stop, broken) {
				if (after || !before) {
					return;
				}

				const {namespace, name} = before.metadata;
				for (const {metadata, spec, status} of known.all('pods').values()) {
					const uses = spec.volumes?.some(({persistentVolumeClaim}) => persistentVolumeClaim?.claimName === name);
					if (metadata.namespace === namespace && uses && spec.nodeName && !isTerminal({status})) {
						broken(key, `${metadata.name} uses it on ${spec.nodeName}`);
					}
				}
			},
		},
	}),
};

/** Rules about volumes from the driver to the mount. */
export const volumeRules: readonly Rule[] = [attachedFirst, unmountedFirst, usedClaims];
