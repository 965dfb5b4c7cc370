import type {Manifest} from '../go/yaml/yaml.js';
import {resourceOfKind} from '../objects/resources.js';
import type {FieldPath} from '../objects/unstructured.js';

/** An object in a manifest file. */
export interface ManifestObject {
	readonly apiVersion: string;
	readonly kind: string;
	readonly namespace?: string;
	readonly name: string;
	/** The file; empty for an object that is only in the cluster. */
	readonly file: string;
	/** The place of a field, counted from 1; of a missing field, the nearest enclosing one. */
	readonly positionOf: Manifest['positionOf'];
	/** The object as written. */
	readonly written: unknown;
	/** The index of its document in the file, from 0, and its path in the document: items of a `List` are deeper. */
	readonly document: number;
	readonly within: FieldPath;
}

/** The object of the files with a kind and a name, as one of another object's namespace refers to it. Objects of the cluster have no namespace. */
export const referredObject = (
	all: readonly ManifestObject[],
	{kind, name}: {readonly kind?: string | undefined; readonly name?: string | undefined},
	from: ManifestObject,
): ManifestObject | undefined =>
	all.find(
		(one) =>
			one.kind === kind &&
			one.name === name &&
			one.file !== '' &&
			(resourceOfKind(one.apiVersion, one.kind)?.namespaced === false ||
				(one.namespace ?? 'default') === (from.namespace ?? 'default')),
	);
