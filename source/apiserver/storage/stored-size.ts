import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {encodeProtobuf} from '../../registry/protobuf/encode.js';

/** What a value may need at most: three bytes for each character, and some for each name and number. */
const boundOf = (value: unknown): number => {
	if (typeof value === 'string') {
		return value.length * 3 + 8;
	}

	if (typeof value !== 'object' || value === null) {
		return 24;
	}

	let sum = 16;
	if (Array.isArray(value)) {
		for (const item of value) {
			sum += boundOf(item);
		}
	} else {
		for (const key in value) {
			sum += key.length * 3 + 8 + boundOf((value as Readonly<Record<string, unknown>>)[key]);
		}
	}

	return sum;
};

/**
The bytes that etcd keeps of an object: protobuf, or JSON where its kind has no message. Of what is small for certain, a bound: nearly all objects are, and to encode each would take longer than to store it.

@param limitBytes what is no larger is small.
*/
export const storedBytes = (object: KubernetesObject, limitBytes: number): number => {
	const bound = boundOf(object);
	return bound <= limitBytes
		? bound
		: (encodeProtobuf({...object})?.length ?? Buffer.byteLength(JSON.stringify(object)));
};
