import {LineCounter, type Document, type Lexer} from 'yaml';
import {RecentMap} from '../../kernel/memoised.js';
import {isRecord} from '../../kernel/record.js';
import {readJSON, sortKeys} from '../json.js';
import {composed, faultOf, looseLexer} from './compose.js';
import {DocumentReader, offsetOf, Unreadable} from './document-reader.js';
import {JSONPlaces} from './json-places.js';
import {explain, ManifestError, tooDeep, type Position} from './manifest-error.js';
import {leadingObjects, objectsOfStream, placeInWhole, type StreamPart} from './json-stream.js';
import {Places} from './places.js';
import {isTooDeep, yamlSyntaxError} from './syntax.js';

/** One document of a file. */
export interface Manifest {
	readonly object: Readonly<Record<string, unknown>>;
	/** The line of its beginning. */
	readonly line: number;
	/** The beginning and end of its text, after a byte order mark. */
	readonly range: readonly [from: number, to: number];
	/** The place of a field; of a repeated one, the last place, which counts; of a missing one, the nearest enclosing field. */
	readonly positionOf: (path: ReadonlyArray<string | number>) => Position;
}

/** A key that one mapping has more than once: where it is set again. */
export interface DuplicateKey extends Position {
	readonly key: string;
	readonly firstLine: number;
}

/** The contents of a file. */
export interface Manifests {
	readonly documents: readonly Manifest[];
	readonly duplicates: readonly DuplicateKey[];
}

const largestBytes = 10 * 1024 * 1024;
const positionAt = (lines: LineCounter, offset: number): Position => {
	const {line, col} = lines.linePos(offset);
	return {line: Math.max(1, line), column: Math.max(1, col)};
};

/** The text of a file, without the mark before it. @throws ManifestError where it is not text to parse */
const parsable = (text: string, fileName: string): string => {
	if (text.length > largestBytes) {
		throw new ManifestError(
			fileName,
			{line: 1, column: 1},
			`the file is too large: ${Math.ceil(text.length / 1024 / 1024)} MiB, at most ${largestBytes / 1024 / 1024} MiB are read`,
			'The API accepts at most 3 MiB per object: split the file, or give another one.',
		);
	}

	if (isTooDeep(text)) {
		throw new ManifestError(fileName, {line: 1, column: 1}, 'nested too deeply', tooDeep);
	}

	const nul = text.indexOf('\0');
	if (nul !== -1) {
		const before = text.slice(0, nul).split('\n');
		throw new ManifestError(
			fileName,
			{line: before.length, column: (before.at(-1) ?? '').length + 1},
			'control characters are not allowed',
			'This does not look like a text file.',
			'control characters are not allowed',
		);
	}

	return text.startsWith('\uFEFF') ? text.slice(1) : text;
};

/** A text that YAML 1.2 does not allow. */
class Malformed extends Error {
	constructor(
		readonly position: Position,
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

/** Converts a document to a value. */
type Make<T> = (document: Document, lines: LineCounter, index: number) => T;

/** Maps each document of a text, and releases its tree. @throws {Malformed} for the first mistake in any of them, before any error of `make` */
const made = <T>(text: string, make: Make<T>, lexer?: Lexer): readonly T[] => {
	const lines = new LineCounter();
	const results: T[] = [];
	const failures: unknown[] = [];
	let index = 0;
	for (const document of composed(text, lines, lexer)) {
		const [error] = document.errors;
		if (error) {
			throw new Malformed(positionAt(lines, error.pos[0]), error.code, error.message);
		}

		try {
			if (failures.length === 0) {
				results.push(make(document, lines, index++));
			}
		} catch (failure) {
			failures.push(failure);
		}
	}

	if (failures.length > 0) {
		throw failures[0];
	}

	return results;
};

/** Converts the documents of a text, as go-yaml reads it. @throws ManifestError */
const ofDocuments = <T>(text: string, fileName: string, make: Make<T>): readonly T[] => {
	try {
		return made(text, make);
	} catch (error) {
		if (!(error instanceof Malformed)) {
			throw error;
		}

		const fault = faultOf(text);
		const lexer = fault === undefined ? looseLexer() : undefined;
		try {
			if (lexer) {
				return made(text, make, lexer);
			}
		} catch (other) {
			if (!(other instanceof Malformed)) {
				throw other;
			}
		}

		const [message, remedy] = explain(error.code, error.message);
		throw new ManifestError(fileName, error.position, message, remedy, fault);
	}
};

const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'a list';
	}

	if (typeof value === 'string') {
		return 'text';
	}

	return `a ${typeof value}`;
};

/** The length from which results are cached, and JSON is read without a tree. */
const mostShort = 500_000;

/**
Reads the objects of a YAML or JSON file: documents separated by `---`, or JSON objects one after the other; empty documents are left out. They are not checked against the API. If a mapping repeats
a key, the last one counts, as in kubectl.

@param fileName only for messages.
@throws ManifestError for the first mistake.
*/
export const readManifests = (text: string, fileName: string): Manifests => {
	const known = text.length > mostShort ? longTexts.get(text) : undefined;
	if (known) {
		// Readers may change their objects.
		return {
			...known,
			documents: known.documents.map((document) => ({...document, object: structuredClone(document.object)})),
		};
	}

	const manifests = readAll(text, fileName);
	if (text.length > mostShort) {
		longTexts.set(text, manifests);
	}

	return manifests;
};

/** The long texts read most recently: a command, its verdict and a check read the same one, and parsing takes seconds. */
const longTexts = new RecentMap<string, Manifests>(2);

const readAll = (text: string, fileName: string): Manifests => {
	const plain = parsable(text, fileName);
	const parts = objectsOfStream(plain);
	return parts ? manifestsOfStream(parts, fileName) : readOne(plain, fileName);
};

const readOne = (text: string, fileName: string): Manifests =>
	(text.length > mostShort ? manifestOfJSON(text) : undefined) ?? manifestsIn(text, fileName);

/** The object of a part of a text, with its places in the whole text. @throws ManifestError */
const manifestsOfPart = (part: StreamPart, fileName: string): Manifests => {
	try {
		const {documents, duplicates} = readOne(part.text, fileName);
		return {
			documents: documents.map(({object, line, range: [from, to], positionOf}) => ({
				object,
				line: line + part.start.line - 1,
				range: [from + part.at, to + part.at],
				positionOf: (path) => placeInWhole(positionOf(path), part),
			})),
			duplicates: duplicates.map((duplicate) => ({
				...duplicate,
				...placeInWhole(duplicate, part),
				firstLine: duplicate.firstLine + part.start.line - 1,
			})),
		};
	} catch (error) {
		if (!(error instanceof ManifestError)) {
			throw error;
		}

		const {message, remedy, goMessage} = error;
		throw new ManifestError(fileName, placeInWhole(error, part), message, remedy, goMessage);
	}
};

const manifestsOfStream = (parts: readonly StreamPart[], fileName: string): Manifests => {
	const all = parts.map((part) => manifestsOfPart(part, fileName));
	return {
		documents: all.flatMap(({documents}) => documents),
		duplicates: all.flatMap(({duplicates}) => duplicates),
	};
};

/** The JSON objects with which a text begins, of which another part cannot be read. @throws ManifestError */
export const leadingManifests = (text: string, fileName: string): readonly Manifest[] =>
	manifestsOfStream(leadingObjects(text).parts, fileName).documents;

/** The object of a long JSON text; `undefined` if the YAML reader reports more about it. */
const manifestOfJSON = (text: string): Manifests | undefined => {
	const value = fromJSON(text.trimStart());
	if (!isRecord(value)) {
		return undefined;
	}

	const lines = new LineCounter();
	for (let at = 0; at !== -1; at = text.indexOf('\n', at) + 1 || -1) {
		lines.addNewLine(at);
	}

	const places = new JSONPlaces(text);
	const positionOf: Manifest['positionOf'] = (path) => positionAt(lines, places.offsetOf(path));
	return {
		documents: [{object: value, line: positionOf([]).line, range: [0, text.length], positionOf}],
		duplicates: [],
	};
};

const manifestsIn = (text: string, fileName: string): Manifests => {
	const all = ofDocuments(text, fileName, (document, lines) => {
		const {value: object, duplicates} = valueOf(document, lines, fileName);
		if (object === null) {
			return {duplicates, manifests: []};
		}

		const start = positionAt(lines, offsetOf(document.contents));
		if (!isRecord(object)) {
			throw new ManifestError(
				fileName,
				start,
				`expected an object, found ${kindOf(object)}`,
				'A manifest begins with apiVersion, kind and metadata.',
			);
		}

		const places = new Places(document);
		const [from = 0, , to = text.length] = document.range ?? [];
		const manifest: Manifest = {
			object,
			line: start.line,
			range: [from, to],
			positionOf: (path) => (path.length === 0 ? start : positionAt(lines, places.offsetOf(path))),
		};
		return {duplicates, manifests: [manifest]};
	});
	return {
		documents: all.flatMap(({manifests}) => manifests),
		duplicates: all.flatMap(({duplicates}) => duplicates),
	};
};

/** The value of a document, and its repeated keys. @throws ManifestError */
const valueOf = (
	document: Document,
	lines: LineCounter,
	fileName: string,
): {readonly value: unknown; readonly duplicates: readonly DuplicateKey[]} => {
	const reader = new DocumentReader(document);
	try {
		const value = reader.read(document.contents);
		return {
			value,
			duplicates: reader.duplicates.map(({key, offset, firstOffset}) => ({
				key,
				...positionAt(lines, offset),
				firstLine: positionAt(lines, firstOffset).line,
			})),
		};
	} catch (error) {
		if (error instanceof Unreadable) {
			throw new ManifestError(fileName, positionAt(lines, error.offset), error.message, error.remedy, error.goMessage);
		}

		throw error;
	}
};

/** A request body in YAML, as the apiserver reads it. */
export interface YamlBody {
	/** Keys are sorted: upstream converts it to JSON first. */
	readonly value: unknown;
	/** The errors of strict decoding, one text each: `line 5: key "name" already set in map`. */
	readonly problems: readonly string[];
}

/** Escape sequences of JSON that YAML 1.1 does not have: a slash, and halves of characters. */
const notInYAML = /\\(?:\/|u[dD][89a-fA-F])/;

/**
The value of a JSON text; `undefined` where it has repeated keys, mistakes, or escape sequences other than YAML's: the YAML reader reports
these. JSON is also YAML, and nearly all programs write it: this reader takes a tenth of the time.
*/
const fromJSON = (text: string): unknown => {
	if (!text.startsWith('{') || notInYAML.test(text)) {
		return undefined;
	}

	try {
		const {value, duplicates} = readJSON(text);
		return duplicates.size > 0 ? undefined : value;
	} catch {
		return undefined;
	}
};

/**
Reads a request body in YAML: its first document. Repeated keys are reported, and the last one counts.

@throws ManifestError if it is not YAML.
*/
export const readYamlBody = (text: string): YamlBody => {
	const json = fromJSON(text);
	if (json !== undefined) {
		return {value: sortKeys(json), problems: []};
	}

	const fault = yamlSyntaxError(text);
	if (fault !== undefined) {
		throw new ManifestError('body', {line: 1, column: 1}, fault, 'Check the quotes, colons and indentation.', fault);
	}

	const [body] = ofDocuments(parsable(text, 'body'), 'body', (document, lines, index) =>
		index === 0 ? valueOf(document, lines, 'body') : undefined,
	);
	return {
		value: sortKeys(body?.value ?? null),
		problems: (body?.duplicates ?? []).map(
			({key, line}) => `line ${line}: key ${JSON.stringify(key)} already set in map`,
		),
	};
};

/** The messages of strict decoding about repeated keys in a YAML body. */
export const yamlUnmarshalErrors = (problems: readonly string[]): string =>
	`yaml: unmarshal errors:${problems.map((problem) => `\n  ${problem}`).join('')}`;
