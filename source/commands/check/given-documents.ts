import type {Manifest} from '../../go/yaml/yaml.js';
import {nestedField, nestedString} from '../../objects/unstructured.js';

/** A document of a file that is checked. */
export interface GivenDocument {
	readonly file: string;
	/** Which one of its file, from 0; empty ones do not count. */
	readonly index: number;
	readonly apiVersion: string;
	readonly kind: string;
	/** As written; empty where the file has none. */
	readonly namespace: string;
	readonly name: string;
	readonly value: unknown;
	/** Where its text begins and ends in the file. */
	readonly range: readonly [from: number, to: number];
}

/** Its kind in any version, its namespace and name: two documents with the same are one object. */
export const identityOf = ({apiVersion, kind, namespace, name}: GivenDocument): string =>
	`${apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''} ${kind} ${namespace} ${name}`;

/** The documents that were read from a file. */
export const documentsOf = (
	file: string,
	manifests: ReadonlyArray<Pick<Manifest, 'object' | 'range'>>,
): readonly GivenDocument[] =>
	manifests.map(({object, range}, index) => ({
		file,
		index,
		apiVersion: nestedString(object, 'apiVersion') ?? '',
		kind: nestedString(object, 'kind') ?? '',
		namespace: nestedString(object, 'metadata', 'namespace') ?? '',
		name: String(nestedField(object, 'metadata', 'name') ?? ''),
		value: object,
		range,
	}));

/** Text of which only line ends are left. */
const blank = (text: string): string => text.replaceAll(/[^\r\n]+/g, '');

/** The text of a file with only these of its documents; what is left stands on its lines. */
export const onlyDocuments = (text: string, chosen: ReadonlyArray<Pick<GivenDocument, 'range'>>): string => {
	let written = '';
	let at = 0;
	for (const {
		range: [from, to],
	} of [...chosen].sort((a, b) => a.range[0] - b.range[0])) {
		written += blank(text.slice(at, from)) + text.slice(from, to);
		at = to;
	}

	return written + blank(text.slice(at));
};
