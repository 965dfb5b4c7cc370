import {
	Composer,
	isAlias,
	isMap,
	isScalar,
	isSeq,
	Lexer,
	LineCounter,
	parseAllDocuments,
	Parser,
	type Document,
} from 'yaml';
import {RecentMap} from '../../kernel/memoised.js';
import {readJSON, sortKeys} from '../json.js';
import {DocumentReader, offsetOf, Unreadable} from './document-reader.js';
import {explain, ManifestError, tooDeep, type Position} from './manifest-error.js';
import {isTooDeep, yamlSyntaxError} from './syntax.js';

/** One document of a file. */
export interface Manifest {
	readonly object: Readonly<Record<string, unknown>>;
	/** Where it begins. */
	readonly line: number;
	/** Where its text begins and ends, behind a byte order mark. */
	readonly range: readonly [from: number, to: number];
	/** Where a field is written, where it is set twice the last place, which counts; the place of the nearest enclosing field if it is not written at all. */
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
/** A text as its parser gives it. */
interface Text {
	readonly documents: readonly Document[];
	readonly lines: LineCounter;
}

const positionAt = (lines: LineCounter, offset: number): Position => {
	const {line, col} = lines.linePos(offset);
	return {line: Math.max(1, line), column: Math.max(1, col)};
};

const options = {schema: 'failsafe', uniqueKeys: false, logLevel: 'silent', prettyErrors: false} as const;

/** The documents of a text as trees; all scalars are text. */
export const parseDocuments = (text: string, lineCounter = new LineCounter()): readonly Document[] => {
	const documents = parseAllDocuments(text, {...options, lineCounter}) as unknown as readonly Document[];
	const hasErrors = documents.some(({errors}) => errors.length > 0);
	return hasErrors ? (looselyIndented(text, lineCounter) ?? documents) : documents;
};

/**
The documents of a text whose quoted texts, braces and brackets go on further left than YAML 1.2 allows: go-yaml does not look at their indentation.

@mirrors sigs.k8s.io/yaml/goyaml.v2 yaml_parser_scan_flow_scalar, yaml_parser_unroll_indent
@returns `undefined` where something else is wrong
*/
const looselyIndented = (text: string, lines: LineCounter): readonly Document[] | undefined => {
	if (text.split(/^---[ \t\r]*\n/m).some((document) => yamlSyntaxError(document) !== undefined)) {
		return undefined;
	}

	const lexer = new Lexer();
	for (const name of ['parseQuotedScalar', 'parseFlowCollection']) {
		const scan: unknown = Reflect.get(lexer, name);
		if (typeof scan !== 'function') {
			return undefined;
		}

		Reflect.set(lexer, name, function* () {
			const indent: unknown = Reflect.get(lexer, 'indentNext');
			Reflect.set(lexer, 'indentNext', 0);
			const next: unknown = yield* Reflect.apply(scan, lexer, []);
			Reflect.set(lexer, 'indentNext', indent);
			return next;
		});
	}

	// The first attempt counted lines as far as it came.
	lines.lineStarts.length = 0;
	lines.addNewLine(0);
	const parser = new Parser(lines.addNewLine);
	const documents = [
		...new Composer(options).compose(
			(function* () {
				for (const lexeme of lexer.lex(text)) {
					yield* parser.next(lexeme);
				}

				yield* parser.end();
			})(),
		),
	];
	return documents.some(({errors}) => errors.length > 0) ? undefined : documents;
};

/** Parses without giving meaning to anything. */
const parse = (text: string, fileName: string): Text => {
	if (text.length > largestBytes) {
		throw new ManifestError(
			fileName,
			{line: 1, column: 1},
			`the file is too large: ${Math.ceil(text.length / 1024 / 1024)} MiB, at most ${largestBytes / 1024 / 1024} MiB are read`,
			'The API takes at most 3 MiB an object: split the file, or give another one.',
		);
	}

	if (isTooDeep(text)) {
		throw new ManifestError(fileName, {line: 1, column: 1}, 'nested too deeply', tooDeep);
	}

	const nul = text.indexOf('\0');
	const lines = new LineCounter();
	const documents = nul === -1 ? parseDocuments(text, lines) : [];

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

	for (const {errors} of documents) {
		const [error] = errors;
		if (error) {
			const [message, remedy] = explain(error.code, error.message);
			throw new ManifestError(fileName, positionAt(lines, error.pos[0]), message, remedy, faultOf(text));
		}
	}

	return {documents, lines};
};

/** Upstream cuts a file at its separators first, and counts the lines of each document. */
const faultOf = (text: string): string | undefined => {
	for (const document of text.split(/^---[ \t\r]*\n/m)) {
		const fault = yamlSyntaxError(document);
		if (fault !== undefined) {
			return fault;
		}
	}

	return undefined;
};

const locate = (document: Document, path: ReadonlyArray<string | number>): number => {
	let node: unknown = document.contents;
	let offset = offsetOf(node);
	for (const part of path) {
		if (isAlias(node)) {
			node = node.resolve(document);
		}

		if (isMap(node)) {
			const pair = node.items.findLast(({key}) => isScalar(key) && String(key.value) === String(part));
			if (!pair) {
				break;
			}

			offset = offsetOf(pair.key);
			node = pair.value;
		} else if (isSeq(node) && node.items[Number(part)] !== undefined) {
			node = node.items[Number(part)];
			offset = offsetOf(node);
		} else {
			break;
		}
	}

	return offset;
};

/** A text of more characters has a tree of some 100 MB. */
const mostHeld = 500_000;

/** The tree of a text. A long text keeps its tree only while there is memory; a place then needs another parse. */
const treeOf = (text: string, parsed: Text): (() => Text) => {
	if (text.length <= mostHeld) {
		return () => parsed;
	}

	let known = new WeakRef(parsed);
	return () => {
		const tree = known.deref();
		if (tree) {
			return tree;
		}

		const lines = new LineCounter();
		const again = {documents: parseDocuments(text, lines), lines};
		known = new WeakRef(again);
		return again;
	};
};

const kindOf = (value: unknown): string =>
	Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : `a ${typeof value}`;

/**
Reads the objects of a YAML or JSON file, documents separated by `---`; empty documents are left out. Nothing is checked against the API. Of a key that
one mapping has more than once the last counts, as for kubectl.

@param fileName only for messages.
@throws ManifestError for the first mistake.
*/
export const readManifests = (text: string, fileName: string): Manifests => {
	const known = text.length > mostHeld ? longTexts.get(text) : undefined;
	if (known) {
		// Readers may change their objects.
		return {
			...known,
			documents: known.documents.map((document) => ({...document, object: structuredClone(document.object)})),
		};
	}

	const manifests = readAll(text, fileName);
	if (text.length > mostHeld) {
		longTexts.set(text, manifests);
	}

	return manifests;
};

/** Long texts that were read last: a command, its verdict and a check read the same one, and parsing takes seconds. */
const longTexts = new RecentMap<string, Manifests>(2);

const readAll = (text: string, fileName: string): Manifests => {
	const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
	const parsed = parse(plain, fileName);
	const {documents, lines} = parsed;
	const tree = treeOf(plain, parsed);
	const manifests: Manifest[] = [];
	const duplicates: DuplicateKey[] = [];
	for (const [index, document] of documents.entries()) {
		const reader = new DocumentReader(document);
		let object: unknown;
		try {
			object = reader.read(document.contents);
		} catch (error) {
			if (error instanceof Unreadable) {
				throw new ManifestError(
					fileName,
					positionAt(lines, error.offset),
					error.message,
					error.remedy,
					error.goMessage,
				);
			}

			throw error;
		}

		for (const {key, offset, firstOffset} of reader.duplicates) {
			duplicates.push({key, ...positionAt(lines, offset), firstLine: positionAt(lines, firstOffset).line});
		}

		if (object === null) {
			continue;
		}

		const start = positionAt(lines, offsetOf(document.contents));
		if (typeof object !== 'object' || Array.isArray(object)) {
			throw new ManifestError(
				fileName,
				start,
				`expected an object, found ${kindOf(object)}`,
				'A manifest begins with apiVersion, kind and metadata.',
			);
		}

		manifests.push({
			object: object as Readonly<Record<string, unknown>>,
			line: start.line,
			range: [document.range?.[0] ?? 0, document.range?.[2] ?? plain.length],
			positionOf(path) {
				const {documents: all, lines: counted} = tree();
				const own = all[index];
				return path.length === 0 || !own ? start : positionAt(counted, locate(own, path));
			},
		});
	}

	return {documents: manifests, duplicates};
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

/** JSON is YAML too, and what nearly all programs send: it takes a tenth of the time. Texts with repeated keys or mistakes are left to the reader of YAML, which names them. */
const fromJSON = (text: string): YamlBody | undefined => {
	try {
		const {value, duplicates} = readJSON(text);
		return duplicates.size > 0 ? undefined : {value: sortKeys(value), problems: []};
	} catch {
		return undefined;
	}
};

/**
Reads a request body in YAML: its first document. Repeated keys are reported, and the last one counts.

@throws ManifestError if it is not YAML.
*/
export const readYamlBody = (text: string): YamlBody => {
	const json = text.startsWith('{') && !notInYAML.test(text) ? fromJSON(text) : undefined;
	if (json) {
		return json;
	}

	const fault = yamlSyntaxError(text);
	if (fault !== undefined) {
		throw new ManifestError('body', {line: 1, column: 1}, fault, 'Check the quotes, colons and indentation.', fault);
	}

	const {documents, lines} = parse(text, 'body');
	const [document] = documents;
	if (!document) {
		return {value: null, problems: []};
	}

	const reader = new DocumentReader(document);
	try {
		const value = sortKeys(reader.read(document.contents));
		return {
			value,
			problems: reader.duplicates.map(
				({key, offset}) => `line ${positionAt(lines, offset).line}: key ${JSON.stringify(key)} already set in map`,
			),
		};
	} catch (error) {
		if (error instanceof Unreadable) {
			throw new ManifestError('body', positionAt(lines, error.offset), error.message, error.remedy, error.goMessage);
		}

		throw error;
	}
};

/** How strict decoding names the repeated keys of a YAML body. */
export const yamlUnmarshalErrors = (problems: readonly string[]): string =>
	`yaml: unmarshal errors:${problems.map((problem) => `\n  ${problem}`).join('')}`;
