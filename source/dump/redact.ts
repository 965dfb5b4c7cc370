import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import {lastApplied} from '../objects/last-applied.js';

/** The replacement for every value of a Secret: the word in base64. */
const redacted = 'cmVkYWN0ZWQ=';

/** A Secret without its values; the keys stay. Other objects stay unchanged. */
export const redactedObject = (object: KubernetesObject): KubernetesObject => {
	if (!isKind(object, 'v1 Secret')) {
		return object;
	}

	const {stringData: _stringData, data, metadata, ...rest} = object;
	const {[lastApplied]: _applied, ...annotations} = metadata.annotations ?? {};
	return {
		...rest,
		metadata: {...metadata, ...(metadata.annotations ? {annotations} : {})},
		...(data ? {data: Object.fromEntries(Object.keys(data).map((key) => [key, redacted]))} : {}),
	};
};
