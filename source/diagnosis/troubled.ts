import type {ClusterRecording} from '../cluster.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {registryPrefix, resourceNamed, type ResourceName} from '../objects/resources.js';
import type {ManifestObject} from './manifest-object.js';
import {progressOf} from './progress.js';
import {sceneOf} from './settle.js';

/** What is looked at, the kinds first whose objects say most. */
const looked: readonly ResourceName[] = [
	'pods',
	'persistentvolumeclaims',
	'deployments.apps',
	'statefulsets.apps',
	'daemonsets.apps',
	'jobs.batch',
];

const nowhere = {line: 1, column: 1};

/** An object that no file describes. */
const unwritten = ({apiVersion, kind, metadata: {name, namespace}}: KubernetesObject): ManifestObject => ({
	apiVersion,
	kind,
	name,
	...(namespace ? {namespace} : {}),
	file: '',
	positionOf: () => nowhere,
	written: {},
	document: 0,
	within: [],
});

/** Objects of a cluster that are not as they are meant to be. Those that only wait for a Pod which is among them are left out. */
export const troubledObjects = (recording: ClusterRecording): readonly ManifestObject[] => {
	const scene = sceneOf(recording);
	const {ledger} = recording.kernel;
	const found = looked.flatMap((name) => {
		const resource = resourceNamed(name);
		return ledger.keys(`${registryPrefix(resource)}/`).flatMap((key) => {
			const object = ledger.read<KubernetesObject>(key);
			return object && progressOf(key, object, scene).state !== 'done' ? [object] : [];
		});
	});
	const hasPods = new Set(
		found.flatMap(({kind, metadata}) => (kind === 'Pod' ? (metadata.ownerReferences ?? []).map(({uid}) => uid) : [])),
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

	return found.filter((object) => !isExplained(object)).map((object) => unwritten(object));
};
