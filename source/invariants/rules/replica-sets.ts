import type {ReplicaSet} from '../../objects/kubernetes.generated.js';
import {isPodActive, isPodReady} from '../../objects/pod.js';
import {controllerOf} from '../known.js';
import type {Rule} from '../rule.js';
import {byUid, isOwnedBy, ownerOf, podsIn, runs, versionsOf} from '../second-reading.js';

/** The desired number of Pods. */
const replicaSetSize: Rule = {
	name: 'a ReplicaSet makes Pods only up to the replicas that it has, or has in the cache of its controller',
	source: 'k8s.io/kubernetes/pkg/controller/replicaset ReplicaSetController.manageReplicas',
	watch: (known) => ({
		changes: {
			pods({key, before, after}, {process}, broken) {
				if (before || !after || controllerOf(process) !== 'replicaset') {
					return;
				}

				const uid = ownerOf(after, 'ReplicaSet');
				const [name, set] = byUid(known.all('replicasets'), uid) ?? [];
				if (name === undefined || uid === undefined) {
					return;
				}

				let active = 0;
				for (const pod of known.all('pods').values()) {
					active += ownerOf(pod, 'ReplicaSet') === uid && isPodActive(pod) ? 1 : 0;
				}

				const versions: readonly ReplicaSet[] = versionsOf(known, process, 'replicasets.apps', name, set);
				const most = Math.max(...versions.map(({spec}) => spec.replicas ?? 1)) + known.lostCreates;
				if (active > most) {
					broken(key, `it has ${active} Pods of ${most}`);
				}
			},
		},
	}),
};

const sets: Rule = {
	name: 'at rest, the status of a ReplicaSet counts its Pods, and there are as many as it wants',
	source: 'k8s.io/kubernetes/pkg/controller/replicaset calculateStatus',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'replicaset')) {
				return;
			}

			for (const [key, {metadata, status}] of known.all('replicasets')) {
				const pods = podsIn(known, metadata.namespace, (pod) => isOwnedBy(pod, metadata.uid) && isPodActive(pod));
				const ready = pods.filter((pod) => isPodReady(pod)).length;
				if (metadata.deletionTimestamp) {
					continue;
				}

				if ((status?.replicas ?? 0) !== pods.length) {
					broken(key, `it counts ${status?.replicas ?? 0} Pods of ${pods.length}`);
				} else if ((status?.readyReplicas ?? 0) !== ready) {
					broken(key, `it counts ${status?.readyReplicas ?? 0} ready Pods of ${ready}`);
				}
			}
		},
	}),
};

/** Rules about ReplicaSets. */
export const replicaSetRules: readonly Rule[] = [replicaSetSize, sets];
