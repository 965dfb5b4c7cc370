import {isDeferred} from '../../kernel/deferred-list.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {sizeBound} from '../../objects/size-bound.js';
import {encodeProtobuf} from '../../registry/protobuf/encode.js';

/** More entries than the managers of an object have: each names at most every field of the object. */
const mostEntries = 32;

/** An upper bound of an object's size. It leaves `managedFields` uncomputed where no reader has asked for them. */
const boundOf = (object: KubernetesObject): number =>
	sizeBound(object) * (isDeferred(object.metadata.managedFields) ? mostEntries : 1);

/**
The bytes that etcd keeps of an object: protobuf, or JSON where its kind has no message. For objects that are certainly small, it is an
upper bound: nearly all are small, and encoding takes longer than storing.

@param limitBytes an object up to this size is small.
*/
export const storedBytes = (object: KubernetesObject, limitBytes: number): number => {
	const bound = boundOf(object);
	return bound <= limitBytes
		? bound
		: (encodeProtobuf({...object})?.length ?? Buffer.byteLength(JSON.stringify(object)));
};
