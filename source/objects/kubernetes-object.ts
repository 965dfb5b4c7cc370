import {copyOf, withFields} from './copy.js';
import type {Kinds, ObjectMeta} from './kubernetes.generated.js';
import {isRecord} from '../kernel/record.js';

/** The fields of every API object. */
export interface KubernetesObject {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: ObjectMeta;
}

/** A built-in kind in one version, in one spelling: `v1 Pod`, `apps/v1 Deployment`. */
export type KindName = keyof Kinds;

/** Whether a value has the three parts of an API object. Metadata that only the server sets may be missing. */
export const isObject = (value: unknown): value is KubernetesObject =>
	isRecord(value) &&
	typeof value['apiVersion'] === 'string' &&
	typeof value['kind'] === 'string' &&
	isRecord(value['metadata']);

/**
The value as an API object, if the caller has made it one.

@throws {TypeError} when a part is missing: a programmer's mistake.
*/
export const asObject = (value: unknown): KubernetesObject => {
	if (!isObject(value)) {
		throw new TypeError('expected an API object: apiVersion, kind and metadata');
	}

	return value;
};

/** Whether an object has this kind. Its fields have been checked when it was decoded. */
export const isKind = <K extends KindName>(object: KubernetesObject, name: K): object is Kinds[K] => {
	const {apiVersion, kind} = object;
	const {length} = apiVersion;
	return (
		name.length === length + 1 + kind.length &&
		name.charCodeAt(length) === 32 &&
		name.startsWith(apiVersion) &&
		name.endsWith(kind)
	);
};

/**
The object, if the caller knows its kind: from the route of the request, or from its storage key.

@throws {TypeError} when it is missing or of another kind, which is a programming mistake.
*/
export const asKind = <K extends KindName>(object: KubernetesObject | undefined, name: K): Kinds[K] => {
	if (object === undefined || !isKind(object, name)) {
		throw new TypeError(`expected ${name}, found ${object ? `${object.apiVersion} ${object.kind}` : 'no object'}`);
	}

	return object;
};

/** The object with some of its metadata replaced; `undefined` removes a field. */
export const withMetadata = <T extends KubernetesObject>(object: T, change: Partial<ObjectMeta>): T => {
	const changed = copyOf(object);
	changed.metadata = withFields<ObjectMeta>(object.metadata, change);
	return changed;
};
