import {goJSON} from '../../go/encode-json.js';
import {ManifestError, type Position} from '../../go/yaml/manifest-error.js';
import {leadingManifests, readManifests, type Manifest as ReadManifest} from '../../go/yaml/yaml.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {nestedString, type FieldPath} from '../../objects/unstructured.js';
import {CommandFailure} from '../failure.js';
import {emptyFault, jsonFile} from './syntax.js';

/** One object from a file, and the places of its fields in the file. It may not be an object of the API. */
export interface Document {
	readonly source: string;
	readonly object: Fields;
	readonly positionOf: (path: FieldPath) => Position;
	/** Whether it is an item of a list. */
	readonly inList?: boolean;
}

/** The kind and the name of an object, as far as present. */
export const namesIn = (object: Fields) => ({
	objectKind: nestedString(object, 'kind'),
	objectName: nestedString(object, 'metadata', 'name'),
});

/** The objects of a file. */
export interface Parsed {
	/** The documents before the first unreadable one. */
	readonly documents: readonly Document[];
	/** Reports the document that cannot be read. @throws {CommandFailure} in the words of Go's libraries */
	readonly refuse?: () => Routine<never>;
}

/** A line that ends a document, as the reader of cli-runtime cuts a file. @see k8s.io/apimachinery/pkg/util/yaml YAMLReader */
const separator = /^---[ \t]*(?=\r?$)/gm;

/** A parser notices an open bracket or quote only in a later document. */
const mostCuts = 3;

/** The documents of a text before the one in which a reader found a mistake. @param line of the mistake */
const documentsBefore = (text: string, source: string, line: number): readonly ReadManifest[] => {
	const end = text.split('\n', line - 1).join('\n').length;
	const cuts = [...text.slice(0, end).matchAll(separator)].map(({index}) => index);
	for (const cut of cuts.slice(-mostCuts).toReversed()) {
		try {
			return readManifests(text.slice(0, cut), source).documents;
		} catch (error) {
			if (!(error instanceof ManifestError)) {
				throw error;
			}
		}
	}

	return [];
};

function* readDocuments(
	source: string,
	text: string,
	documents: readonly ReadManifest[],
): Routine<readonly Document[]> {
	for (const {object, line} of documents) {
		yield* note('kubectl.parse', {
			case: 'document',
			...namesIn(object),
			file: source,
			line,
			column: 1,
			input: text,
			output: goJSON(object),
		});
	}

	return documents.map(({object, positionOf}) => ({source, object, positionOf}));
}

/** Reads a file up to the first document that cannot be read. */
export function* parseFile(source: string, text: string): Routine<Parsed> {
	try {
		const {documents} = readManifests(text, source);
		const fault = documents.length === 0 ? emptyFault(text) : undefined;
		if (fault) {
			throw new CommandFailure(`error parsing ${source}: error converting YAML to JSON: yaml: ${fault}`, {
				facts: {file: source, line: 1, column: 1},
			});
		}

		return {documents: yield* readDocuments(source, text, documents)};
	} catch (error) {
		if (!(error instanceof ManifestError)) {
			throw error;
		}

		const objects = leadingManifests(text, source);
		return {
			documents: yield* readDocuments(
				source,
				text,
				objects.length > 0 ? objects : documentsBefore(text, source, error.line),
			),
			*refuse() {
				return yield* refused(source, text, error);
			},
		};
	}
}

function* refused(source: string, text: string, error: ManifestError): Routine<never> {
	const {line, column, message, remedy, goMessage} = error;
	yield* note(
		'kubectl.parse',
		{case: 'refused', file: source, line, column, message, remedy, input: text},
		{outcome: 'refused'},
	);
	throw new CommandFailure(
		wrongObject.test(message)
			? `error validating "${source}": error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false`
			: `error parsing ${source}: ${jsonFile(text) ?? `error converting YAML to JSON: yaml: ${goMessage ?? `line ${line}: ${message}`}`}`,
		{
			facts: {file: source, line, column},
		},
	);
}

/** The reader's error for a document that is not a mapping. */
const wrongObject = /^expected an object, found /;

/** An item without kind and apiVersion has those of its list. @mirrors apimachinery/pkg/apis/meta/v1/unstructured decodeToList */
const asItemOf = (list: Fields, item: Fields): Fields => {
	const kind = nestedString(list, 'kind')?.replace(/List$/, '') ?? '';
	const bare = kind !== '' && !item['kind'] && !item['apiVersion'];
	return bare ? {apiVersion: list['apiVersion'], kind, ...item} : item;
};

/** `List` and `PodList` objects are replaced by their items. */
export const flatten = (document: Document): readonly Document[] => {
	const {source, object, positionOf} = document;
	if (!nestedString(object, 'kind')?.endsWith('List') || !Array.isArray(object['items'])) {
		return [document];
	}

	return object['items'].flatMap((item: unknown, index) =>
		flatten({
			source,
			object: isRecord(item) ? asItemOf(object, item) : {},
			positionOf: (path) => positionOf(['items', index, ...path]),
			inList: true,
		}),
	);
};
