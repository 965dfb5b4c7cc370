import {isKind, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Deployment, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {all, inNamespace} from '../look.js';
import type {Candidate, Scene} from '../symptom.js';

/** Back to the template before, where Pods of an earlier one of the same Deployment are still ready. @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#rolling-back-a-deployment */
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
