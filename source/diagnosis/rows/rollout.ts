import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Deployment, Pod, ReplicaSet, StatefulSet} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {isPodReady} from '../../objects/pod.js';
import {all, inNamespace} from '../look.js';
import {row, type Found, type Row} from '../row.js';
import type {Candidate, Scene} from '../symptom.js';

/**
Back to the previous template, if Pods of an earlier ReplicaSet of the same Deployment are still ready.

@see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-back-a-deployment
*/
export const rollback = (object: KubernetesObject, {ledger}: Scene): readonly Candidate[] => {
	if (!isKind(object, 'v1 Pod')) {
		return [];
	}

	const prefix = `/registry/replicasets/${object.metadata.namespace}/`;
	const set = ledger.read<ReplicaSet>(`${prefix}${controllerOf(object)?.name}`);
	const owner = set && controllerOf(set);
	const deployment = ledger.read<Deployment>(`/registry/deployments/${object.metadata.namespace}/${owner?.name}`);
	const isReady = all<ReplicaSet>(ledger, prefix).some(
		({object: other}) =>
			owner !== undefined &&
			controllerOf(other)?.uid === owner.uid &&
			other.metadata.uid !== set?.metadata.uid &&
			(other.status?.readyReplicas ?? 0) > 0,
	);
	return deployment && isReady
		? [
				{
					command: `kubectl rollout undo deployment ${deployment.metadata.name}${inNamespace(object.metadata.namespace)}`,
				},
			]
		: [];
};

const revisionLabel = 'controller-revision-hash';

/**
A Pod from an old, broken template of a StatefulSet whose template has changed: the controller waits for the Pod, and the Pod for the new template.

@see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#forced-rollback
*/
const ofBrokenTemplate = (pod: Pod, {ledger}: Scene): Found => {
	const {name, namespace, labels = {}, deletionTimestamp} = pod.metadata;
	const owner = controllerOf(pod);
	const set =
		owner?.kind === 'StatefulSet'
			? ledger.read<StatefulSet>(`/registry/statefulsets/${namespace}/${owner.name}`)
			: undefined;
	const {podManagementPolicy, updateStrategy} = set?.spec ?? {};
	const revision = set?.status?.updateRevision;
	const ordinal = Number(name.slice(name.lastIndexOf('-') + 1));
	if (
		revision === undefined ||
		labels[revisionLabel] === undefined ||
		labels[revisionLabel] === revision ||
		deletionTimestamp !== undefined ||
		isPodReady(pod) ||
		podManagementPolicy !== 'OrderedReady' ||
		updateStrategy?.type !== 'RollingUpdate' ||
		ordinal < (updateStrategy.rollingUpdate?.partition ?? 0)
	) {
		return undefined;
	}

	return {
		message: ({pods}) => pods.ofBrokenTemplate(name, set?.metadata.name ?? ''),
		advice: [({pods}) => pods.forcedRollback],
		candidates: [{command: `kubectl delete pod ${name}${inNamespace(namespace)}`}],
	};
};

/** Problems that a rollout cannot solve automatically. */
export const rolloutRows: readonly Row[] = [row('pod of a broken template', 'v1 Pod', ofBrokenTemplate)];
