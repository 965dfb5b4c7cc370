import type {ObjectMeta, OwnerReference} from './kubernetes.generated.js';

/** The fields of every API object. */
export interface KubernetesObject {
	readonly apiVersion?: string;
	readonly kind?: string;
	readonly metadata?: ObjectMeta;
}

interface Owned {
	readonly metadata?: {readonly ownerReferences?: readonly OwnerReference[]};
}

/** The reference to the one owner that manages the object. @mirrors metav1.GetControllerOf */
export const controllerOf = (object: Owned): OwnerReference | undefined =>
	object.metadata?.ownerReferences?.find(({controller}) => controller === true);

/** Whether `owner` is the object's managing owner: uids decide, names can be reused. */
export const isControlledBy = (object: Owned, owner: KubernetesObject): boolean =>
	controllerOf(object)?.uid === owner.metadata?.uid;

/** A reference that makes `object` the managing owner and blocks its removal before its dependents. @mirrors metav1.NewControllerRef */
export const ownerReference = (object: KubernetesObject): OwnerReference => ({
	apiVersion: object.apiVersion ?? '',
	kind: object.kind ?? '',
	name: object.metadata?.name ?? '',
	uid: object.metadata?.uid ?? '',
	controller: true,
	blockOwnerDeletion: true,
});
