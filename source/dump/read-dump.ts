// Not `yaml`, as elsewhere: places do not matter in a dump, and js-yaml takes a third of the time (manual/own-code.md).
import {CORE_SCHEMA, loadAll, YAMLException} from 'js-yaml';
import {errorText} from '../kernel/error-text.js';
import {isRecord, type Fields} from '../kernel/record.js';
import {ManifestError} from '../go/yaml/manifest-error.js';
import {readManifests} from '../go/yaml/yaml.js';
import {itemsOf, nestedSlice, type FieldPath} from '../objects/unstructured.js';
import {Mistake} from '../scenario/mistake.js';
import type {DumpItem, DumpText, Place} from './dump-item.js';
import {jsonValues} from './json-values.js';

const again = 'dump it again, and keep all of the output';
/** The maximum depth: no object of Kubernetes is nested more deeply, including schemas of custom resources. */
const deepest = 1000;

/** A document of a file, with how the place of a field in it is found. */
interface Document {
	readonly value: unknown;
	readonly placeOf: (path: FieldPath) => Place;
}

const placeAt = (file: string, text: string, offset: number): Place => {
	const before = text.slice(0, offset).split('\n');
	return {file, line: before.length, column: (before.at(-1) ?? '').length + 1};
};

/** `kubectl cluster-info dump` writes logs between the objects: their lines become empty ones. */
const withoutLogs = (text: string): string =>
	// Most dumps have none, and are too large to search for each.
	!text.includes('==== START logs ')
		? text
		: text.replaceAll(/^==== START logs .*$(?:[^]*?^==== END logs .*$|[^]*)/gm, (logs) =>
				logs.replaceAll(/[^\n]+/g, ''),
			);

/** The n-th document of a text, for the place of a field. A text that is too large for that has the place of its file. */
const placesIn =
	({file, text}: DumpText, document: number, start: Place) =>
	(path: FieldPath): Place => {
		try {
			const {line, column} = readManifests(text, file).documents[document]?.positionOf(path) ?? start;
			return {file, line: line + start.line - 1, column: line === 1 ? column + start.column - 1 : column};
		} catch (error) {
			if (error instanceof ManifestError) {
				return start;
			}

			throw error;
		}
	};

/** The length of text that V8 shows before a mistake. */
const shownBefore = 10;

/** The place of a mistake that V8 has found in JSON: its message has the position, or a part of the text. */
const faultIn = (text: string, message: string): number => {
	const position = / at position (\d+)/.exec(message)?.[1];
	if (position !== undefined) {
		return Number(position);
	}

	const [, token = '', dots, shown = ''] =
		/^Unexpected token '([^]+?)', (\.\.\.)?"([^]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
	return Math.max(0, text.indexOf(shown)) + (dots ? shownBefore : Math.max(0, shown.indexOf(token)));
};

const jsonDocument = (source: DumpText, from: number, to: number): Document => {
	const {file, text} = source;
	const part = text.slice(from, to);
	try {
		const value: unknown = JSON.parse(part);
		return {value, placeOf: (path) => placesIn({...source, text: part}, 0, placeAt(file, text, from))(path)};
	} catch (error) {
		const message = errorText(error);
		const fault = faultIn(part, message);
		const isCutOff = /^(?:Unexpected end|Unterminated string)/.test(message) || fault >= part.trimEnd().length;
		throw new Mistake(
			isCutOff ? 'the JSON ends too soon' : message.replace(/ in JSON at .*|, (?:\.\.\.)?"[^]*/, ' in JSON'),
			placeAt(file, text, from + (isCutOff ? part.trimEnd().length : fault)),
			again,
		);
	}
};

const jsonDocuments = (source: DumpText): readonly Document[] => {
	const {file, text} = source;
	try {
		const value: unknown = JSON.parse(text);
		return [{value, placeOf: placesIn(source, 0, {file, line: 1, column: 1})}];
	} catch {
		return jsonValues(text).map(({from, to}) => jsonDocument(source, from, to));
	}
};

const yamlDocuments = (source: DumpText): readonly Document[] => {
	const {file, text} = source;
	try {
		const documents = loadAll(text, {schema: CORE_SCHEMA, maxAliases: 0, maxDepth: deepest});
		return documents.map((value, index) => ({value, placeOf: placesIn(source, index, {file, line: 1, column: 1})}));
	} catch (error) {
		if (!(error instanceof YAMLException)) {
			throw error;
		}

		const {reason, mark} = error;
		const isCutOff = mark !== undefined && text.slice(mark.position).trim() === '';
		throw new Mistake(
			`${reason}${isCutOff ? ': the file ends too soon' : ''}`,
			mark ? {file, line: mark.line + 1, column: mark.column + 1} : {file},
			isCutOff ? again : 'kubectl get … -o yaml writes a readable file',
		);
	}
};

/** A file without Kubernetes objects that does not look like a manifest. */
export class ForeignFile extends Mistake {
	override name = 'ForeignFile';
}

/** The mistake for a value that is not an object of Kubernetes. */
const notAnObject = ({placeOf}: Document, value: unknown): Mistake => {
	const items = nestedSlice(value, 'items');
	return items.length > 0
		? new Mistake(
				'a list of objects without a kind: the file ends too soon',
				placeOf(['items', items.length - 1]),
				again,
			)
		: new ForeignFile(
				isRecord(value) ? 'an object without apiVersion and kind' : 'expected a Kubernetes object',
				placeOf([]),
				'name files that kubectl get … -o yaml or -o json has written',
			);
};

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';

const isNamed = (value: unknown): value is Fields =>
	isRecord(value) && isName(value['apiVersion']) && isName(value['kind']);

/** The objects of a document: of a list, its items. */
const itemsIn = (document: Document): readonly DumpItem[] => {
	const {value, placeOf} = document;
	if (Array.isArray(value)) {
		return value.flatMap((item: unknown, index) =>
			itemsIn({value: item, placeOf: (path) => placeOf([index, ...path])}),
		);
	}

	if (!isNamed(value)) {
		throw notAnObject(document, value);
	}

	if (!String(value['kind']).endsWith('List') || !Object.hasOwn(value, 'items')) {
		return [{value, placeOf}];
	}

	return itemsOf(value).map((item, index) => {
		const place = (path: FieldPath): Place => placeOf(['items', index, ...path]);
		if (!isNamed(item)) {
			throw notAnObject({value: item, placeOf: place}, item);
		}

		return {value: item, placeOf: place};
	});
};

/**
The objects of one file of a dump: YAML or JSON of `kubectl get`, one document or several, lists or single objects; also the output of
`kubectl cluster-info dump`, with logs in between.

@throws {ForeignFile} when it has other contents.
@throws {Mistake} with file, line and column, where it cannot be read.
*/
export const readDumpText = (found: DumpText): readonly DumpItem[] => {
	const source = {...found, text: withoutLogs(found.text.replace(/^\uFEFF/, ''))};
	const isJSON = /^\s*[[{]/.test(source.text);
	const documents = isJSON ? jsonDocuments(source) : yamlDocuments(source);
	return documents.filter(({value}) => value !== null && value !== undefined).flatMap((document) => itemsIn(document));
};
