import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {sizeBound} from '../../objects/size-bound.js';
import {encodeProtobuf} from '../../registry/protobuf/encode.js';

/**
The bytes that etcd keeps of an object: protobuf, or JSON where its kind has no message. Of what is small for certain, a bound: nearly all objects are, and to encode each would take longer than to store it.

@param limitBytes what is no larger is small.
*/
export const storedBytes = (object: KubernetesObject, limitBytes: number): number => {
	const bound = sizeBound(object);
	return bound <= limitBytes
		? bound
		: (encodeProtobuf({...object})?.length ?? Buffer.byteLength(JSON.stringify(object)));
};
