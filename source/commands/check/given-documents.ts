import type {Manifest} from '../../go/yaml/yaml.js';
import {nestedField, nestedString} from '../../objects/unstructured.js';

/** A document of a file that is checked. */
export interface GivenDocument {
	readonly file: string;
	/** Its index in the file, from 0; empty documents do not count. */
	readonly index: number;
	readonly apiVersion: string;
	readonly kind: string;
	/** As written; empty where the file has none. */
	readonly namespace: string;
	readonly name: string;
	readonly value: unknown;
	/** The beginning and the end of its text in the file. */
	readonly range: readonly [from: number, to: number];
}

/** Its kind without version, its namespace and name: documents with equal ones are the same object. A List is not an object. */
export const identityOf = ({apiVersion, kind, namespace, name, file, index}: GivenDocument): string =>
	kind.endsWith('List') && name === ''
		? `${kind} ${index} of ${file}`
		: `${apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''} ${kind} ${namespace} ${name}`;

const documentWith = (
	value: unknown,
	{file, index, range}: Pick<GivenDocument, 'file' | 'index' | 'range'>,
): GivenDocument => ({
	file,
	index,
	apiVersion: nestedString(value, 'apiVersion') ?? '',
	kind: nestedString(value, 'kind') ?? '',
	namespace: nestedString(value, 'metadata', 'namespace') ?? '',
	name: String(nestedField(value, 'metadata', 'name') ?? ''),
	value,
	range,
});

/** The documents that were read from a file. */
export const documentsOf = (
	file: string,
	manifests: ReadonlyArray<Pick<Manifest, 'object' | 'range'>>,
): readonly GivenDocument[] => manifests.map(({object, range}, index) => documentWith(object, {file, index, range}));

/** The objects of a document: the items of a `List`, each with the place of the whole document; otherwise, the document itself. */
export const objectsIn = (document: GivenDocument): readonly GivenDocument[] => {
	const items = document.kind.endsWith('List') ? nestedField(document.value, 'items') : undefined;
	return Array.isArray(items) ? items.flatMap((item: unknown) => objectsIn(documentWith(item, document))) : [document];
};

/** The text, reduced to its line ends. */
const blank = (text: string): string => text.replaceAll(/[^\r\n]+/g, '');

/** The most blank lines before the first document: further ones are left out, since every reader would count them. */
const mostBlank = 500;

/** Some documents of a file, and the number of omitted lines before them. */
export interface Excerpt {
	readonly text: string;
	readonly linesBefore: number;
}

/** The text of a file with only these of its documents; each stays on its line, less the lines left out before it. */
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
