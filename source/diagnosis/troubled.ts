import type {ClusterRecording} from '../cluster.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {registryPrefix, resourceNamed, type ResourceName} from '../objects/resources.js';
import {all, isSystem, type Entry} from './look.js';
import {sceneOf, standingOf} from './settle.js';
import type {Scene} from './symptom.js';
import {ailments} from './table.js';

/** The kinds to check, the most telling ones first. */
const looked: readonly ResourceName[] = [
	'pods',
	'persistentvolumeclaims',
	'deployments.apps',
	'statefulsets.apps',
	'daemonsets.apps',
	'replicationcontrollers',
	'jobs.batch',
	'cronjobs.batch',
	'services',
	'ingresses.networking.k8s.io',
	'horizontalpodautoscalers.autoscaling',
	'rolebindings.rbac.authorization.k8s.io',
	'clusterrolebindings.rbac.authorization.k8s.io',
	'networkpolicies.networking.k8s.io',
	'poddisruptionbudgets.policy',
];

/** The cluster as it was after a step. */
const sceneAt = ({kernel: {ledger, wallClockMs, now}, stops}: ClusterRecording, step: number): Scene => ({
	wallMs: wallClockMs - now + (stops.get(step)?.timeMs ?? 0),
	ledger: {
		read: (key) => ledger.readAt(key, step),
		keys: (prefix) => ledger.keys(prefix, step),
		versions: (key) => ledger.versions(key).filter((version) => version.step <= step),
		writes: ledger.writes,
	},
});

/** Objects of a cluster that are not in their desired state. Objects that only wait for such a Pod are left out. */
export const troubledIn = (recording: ClusterRecording): ReadonlyArray<Entry<KubernetesObject>> =>
	troubledOf(sceneOf(recording));

/** Healthy objects of a cluster with a remark. */
export const remarkable = (recording: ClusterRecording): ReadonlyArray<Entry<KubernetesObject>> => {
	const scene = sceneOf(recording);
	return looked
		.flatMap((name) => all<KubernetesObject>(scene.ledger, `${registryPrefix(resourceNamed(name))}/`))
		.filter(({key}) => ailments(key, scene).some(({isRemark}) => isRemark));
};

/**
Objects that left their desired state: the effect of a command. The cluster's own objects are left out.

@param since the step before the command.
*/
export const troubledSince = (recording: ClusterRecording, since: number): ReadonlyArray<Entry<KubernetesObject>> => {
	const now = troubledIn(recording).filter(({object}) => !isSystem(object));
	const scene = sceneAt(recording, since);
	const wasTroubled = ({key}: Entry<KubernetesObject>): boolean => {
		const before = scene.ledger.read<KubernetesObject>(key);
		return before !== undefined && standingOf(key, before, scene).state !== 'done';
	};
	return now.filter((entry) => !wasTroubled(entry));
};

const troubledOf = (scene: Scene): ReadonlyArray<Entry<KubernetesObject>> => {
	const {ledger} = scene;
	const found = looked.flatMap((name) => {
		const resource = resourceNamed(name);
		return ledger.keys(`${registryPrefix(resource)}/`).flatMap((key) => {
			const object = ledger.read<KubernetesObject>(key);
			return object && standingOf(key, object, scene).state !== 'done' ? [{key, object}] : [];
		});
	});
	const hasPods = new Set(
		found.flatMap(({object: {kind, metadata}}) =>
			kind === 'Pod' ? (metadata.ownerReferences ?? []).map(({uid}) => uid) : [],
		),
	);
	const isExplained = ({kind, metadata: {uid}}: KubernetesObject): boolean =>
		kind !== 'Pod' && (hasPods.has(uid) || ownsOne(uid, hasPods));
	const replicaSets = ledger.keys(`${registryPrefix(resourceNamed('replicasets.apps'))}/`);

	/** A Deployment owns its Pods through a ReplicaSet. */
	function ownsOne(uid: string, uids: ReadonlySet<string>): boolean {
		return replicaSets.some((key) => {
			const set = ledger.read<KubernetesObject>(key);
			return set && uids.has(set.metadata.uid) && set.metadata.ownerReferences?.some((owner) => owner.uid === uid);
		});
	}

	return found.filter(({object}) => !isExplained(object));
};
