import {isObject} from '../../objects/kubernetes-object.js';
import type {OwnerReference} from '../../objects/kubernetes.generated.js';
import {registryKey, resourceOfKind} from '../../objects/resources.js';
import {nestedString} from '../../objects/unstructured.js';
import type {Reader} from '../look.js';
import type {Found} from '../row.js';
import type {Saying} from '../words/words.js';

/** Whether an owner exists or existed. An owner of an unknown kind counts as existing: the garbage collector leaves its dependents alone. */
const wasThere = (
	ledger: Reader,
	{apiVersion, kind, name, uid}: OwnerReference,
	namespace: string | undefined,
): boolean => {
	const resource = resourceOfKind(apiVersion, kind);
	return (
		resource === undefined ||
		ledger
			.versions(registryKey(resource, resource.namespaced ? namespace : undefined, name))
			.some(({value}) => nestedString(value, 'metadata', 'uid') === uid)
	);
};

/**
The owner of an object that the garbage collector deleted, if that owner never existed, as in manifests copied from another cluster.

@param key the ledger key of the object
@see https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
*/
export const missingOwnerOf = (ledger: Reader, key: string): OwnerReference | undefined => {
	const last =
		ledger.read(key) === undefined ? ledger.versions(key).findLast(({value}) => value !== undefined)?.value : undefined;
	const {ownerReferences = [], namespace} = (isObject(last) ? last.metadata : undefined) ?? {};
	return ownerReferences.some((owner) => wasThere(ledger, owner, namespace)) ? undefined : ownerReferences[0];
};

export const collectedWords =
	({kind, name}: OwnerReference): Saying =>
	({progress}) =>
		progress.collected(kind, name);

/** The finding of a deleted object. */
export const collected = (ledger: Reader, key: string): Found => {
	const owner = missingOwnerOf(ledger, key);
	const field = ['metadata', 'ownerReferences'];
	return (
		owner && {
			message: collectedWords(owner),
			field,
			stage: 'controller.garbage-collector.delete',
			advice: [({pods}) => pods.collected(owner.kind, owner.name, owner.uid)],
			candidates: [{field, change: {remove: true}}],
		}
	);
};
