import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {sizeBound} from '../../objects/size-bound.js';
import {encodeProtobuf} from '../../registry/protobuf/encode.js';

/**
The bytes that etcd keeps of an object: protobuf, or JSON where its kind has no message. For objects that are certainly small, it is an
upper bound: nearly all are small, and encoding takes longer than storing.

@param limitBytes an object up to this size is small.
*/
export const storedBytes = (object: KubernetesObject, limitBytes: number): number => {
	const bound = sizeBound(object);
	return bound <= limitBytes
		? bound
		: (encodeProtobuf({...object})?.length ?? Buffer.byteLength(JSON.stringify(object)));
};
