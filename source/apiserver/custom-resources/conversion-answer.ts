import {isRecord, type Fields} from '../../kernel/record.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {groupVersionOf} from '../../objects/resources.js';
import {nestedString} from '../../objects/unstructured.js';

/** `example.com/v1, Kind=Box`, as Go prints a kind. */
const kindText = (apiVersion: string, kind: string): string => {
	const {group, version} = groupVersionOf(apiVersion);
	return `${group}/${version}, Kind=${kind}`;
};

const typeOf = (value: unknown): readonly [apiVersion: string, kind: string] => [
	nestedString(value, 'apiVersion') ?? '',
	nestedString(value, 'kind') ?? '',
];

/** The result of a conversion: the object in the wanted version, or the reason why it failed, in upstream's words. */
export type Conversion = {readonly object: KubernetesObject} | {readonly error: string};

/** The words for a server that could not be reached, or refused. */
export const conversionFailed = ({apiVersion, kind}: KubernetesObject, why: string): Conversion => ({
	error: `conversion webhook for ${kindText(apiVersion, kind)} failed: ${why}`,
});

/**
The objects in the answer of a server, or why the answer is not usable.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/conversion getConvertedObjectsFromResponse
*/
export const objectsIn = (
	review: unknown,
	uid: string,
	reviewVersion: string,
): {readonly objects: readonly unknown[]} | {readonly error: string} => {
	const [apiVersion, kind] = typeOf(review);
	const response = isRecord(review) ? review['response'] : undefined;
	const expected = `apiextensions.k8s.io/${reviewVersion}`;
	if (reviewVersion === 'v1' && (apiVersion !== expected || kind !== 'ConversionReview')) {
		return {
			error: `expected webhook response of ${kindText(expected, 'ConversionReview')}, got ${kindText(apiVersion, kind)}`,
		};
	}

	if (!isRecord(response)) {
		return {error: 'no response provided'};
	}

	if (reviewVersion === 'v1' && response['uid'] !== uid) {
		return {error: `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`};
	}

	const status = nestedString(response, 'result', 'status') ?? '';
	if (status !== 'Success') {
		return {
			error: nestedString(response, 'result', 'message') || `response.result.status was '${status}', not 'Success'`,
		};
	}

	const objects: unknown = response['convertedObjects'];
	return {objects: Array.isArray(objects) ? objects : []};
};

/** @mirrors validateConvertedObject */
const changedIdentity = (before: KubernetesObject, after: Fields): string | undefined => {
	for (const [name, field] of [
		['name', 'name'],
		['namespace', 'namespace'],
		['UID', 'uid'],
	] as const) {
		const [had, has] = [before.metadata[field] ?? '', nestedString(after, 'metadata', field) ?? ''];
		if (had !== has) {
			return `must have the same ${name}: ${had} != ${has}`;
		}
	}

	return undefined;
};

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
	isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** The metadata as it was, with the labels and annotations of the converted object. @mirrors restoreObjectMeta */
const restoredMetadata = (
	before: KubernetesObject,
	after: Fields,
): {readonly metadata: KubernetesObject['metadata']} | {readonly error: string} => {
	const {metadata} = after;
	if (!isRecord(metadata)) {
		return {error: 'missing metadata in converted object'};
	}

	const {labels: _labels, annotations: _annotations, ...kept} = before.metadata;
	const {labels, annotations} = metadata;
	for (const [name, value] of Object.entries({labels, annotations})) {
		if (value !== undefined && value !== null && !isTexts(value)) {
			return {error: `invalid metadata.${name} in converted object: its values must be strings`};
		}
	}

	return {
		metadata: {
			...kept,
			...(isTexts(labels) ? {labels} : {}),
			...(isTexts(annotations) ? {annotations} : {}),
		},
	};
};

/**
An object as a server's answer converts it: checked, and with the metadata that no server may change.

@param wanted the apiVersion.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/conversion webhookConverter.Convert
*/
export const conversionOf = (before: KubernetesObject, objects: readonly unknown[], wanted: string): Conversion => {
	const what = `conversion webhook for ${kindText(before.apiVersion, before.kind)}`;
	const [after] = objects;
	if (objects.length !== 1) {
		return {error: `${what} returned ${objects.length} objects, expected 1`};
	}

	if (!isRecord(after)) {
		return conversionFailed(before, 'the converted object is no object');
	}

	const [apiVersion, kind] = typeOf(after);
	if (apiVersion !== wanted) {
		return {
			error: `${what} returned invalid object at index 0: invalid groupVersion (expected ${wanted}, received ${apiVersion})`,
		};
	}

	if (kind !== before.kind) {
		return {
			error: `${what} returned invalid object at index 0: invalid kind (expected ${before.kind}, received ${kind})`,
		};
	}

	const changed = changedIdentity(before, after);
	if (changed !== undefined) {
		return {error: `${what} returned invalid object: ${changed}`};
	}

	const restored = restoredMetadata(before, after);
	return 'error' in restored
		? {error: `${what} returned invalid metadata: ${restored.error}`}
		: {object: {...after, apiVersion, kind, metadata: restored.metadata}};
};
