import {isRecord} from '../kernel/record.js';
import {memoised} from '../kernel/memoised.js';
import {readManifests} from '../go/yaml/yaml.js';
import {nestedMap} from '../objects/unstructured.js';
import type {ManifestObject} from './manifest-object.js';

const read = (text: string) => readManifests(text, '');

/** The texts of a folder, as a command and its verdict both read them. */
const readShort = memoised(read, 512);
const readLong = memoised(read, 8);

const readOnce = (text: string) => (text.length > 20_000 ? readLong : readShort)(text);

/** The objects of a document: of a `List`, its items. */
const namedObjects = (
	value: unknown,
	{positionOf, ...place}: Pick<ManifestObject, 'file' | 'positionOf' | 'document' | 'within'>,
): readonly ManifestObject[] => {
	const {apiVersion, kind, items} = isRecord(value) ? value : {};
	if (Array.isArray(items) && String(kind).endsWith('List')) {
		return items.flatMap((item, index) =>
			namedObjects(item, {
				...place,
				within: [...place.within, 'items', index],
				positionOf: (path) => positionOf(['items', index, ...path]),
			}),
		);
	}

	const {name, namespace} = nestedMap(value, 'metadata') ?? {};
	return [
		{
			apiVersion: String(apiVersion ?? ''),
			kind: String(kind ?? ''),
			name: String(name ?? ''),
			namespace: typeof namespace === 'string' && namespace !== '' ? namespace : undefined,
			written: value,
			positionOf,
			...place,
		},
	];
};

/**
The objects in a manifest file, in their order, with the warnings about its keys.

@throws ManifestError for the first mistake.
*/
export const documentsIn = (file: string, text: string) => {
	const {documents, duplicates} = readOnce(text);
	return {
		duplicates,
		objects: documents.flatMap(({object, positionOf}, document) =>
			namedObjects(object, {file, positionOf, document, within: []}),
		),
	};
};
