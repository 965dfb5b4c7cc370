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

/** More blank lines before the first document are left out: all readers would count them. */
const mostBlank = 500;

/** Some documents of a file, and how many of its lines are left out before them. */
export interface Excerpt {
	readonly text: string;
	readonly linesBefore: number;
}

/** The text of a file with only these of its documents; but for the lines left out before it, each stays on its line. */
export const onlyDocuments = (text: string, chosen: ReadonlyArray<Pick<GivenDocument, 'range'>>): Excerpt => {
	let written = '';
	let linesBefore = 0;
	let at = 0;
	for (const {
		range: [from, to],
	} of [...chosen].sort((a, b) => a.range[0] - b.range[0])) {
		const gap = blank(text.slice(at, from));
		const lines = gap.split('\n').length - 1;
		if (at === 0 && lines > mostBlank) {
			linesBefore = lines;
		} else {
			written += gap;
		}

		written += text.slice(from, to);
		at = to;
	}

	return {text: written, linesBefore};
};
