import {
	isAlias,
	isMap,
	isScalar,
	isSeq,
	LineCounter,
	parseAllDocuments,
	type Alias,
	type Document,
	type Node,
	type Pair,
	type Scalar,
} from 'yaml';
import {setKey, sortKeys} from '../json.js';
import {printable} from '../printable.js';
import {resolveScalar, resolveTagged} from './scalar.js';
import {yamlSyntaxError} from './syntax.js';
import {errorText} from '../../kernel/error-text.js';

export {printYaml} from './print.js';

/** Place in a file; both count from 1. */
export interface Position {
	readonly line: number;
	readonly column: number;
}

/** A mistake in a manifest: where, what, and what to do about it. Its texts are safe to print. */
export class ManifestError extends Error {
	override name = 'ManifestError';
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly remedy: string;
	/** What upstream's programs say about it, after `yaml: `; nothing if they accept it. */
	readonly goMessage: string | undefined;

	constructor(file: string, {line, column}: Position, message: string, remedy: string, goMessage?: string) {
		super(printable(message));
		this.goMessage =
			goMessage === undefined
				? undefined
				: goMessage
						.split('\n')
						.map((line) => printable(line))
						.join('\n');
		this.file = printable(file);
		this.line = line;
		this.column = column;
		this.remedy = printable(remedy);
	}

	override toString(): string {
		return `${this.file}:${this.line}:${this.column}: ${this.message}\n${this.remedy}`;
	}
}

/** One document of a file. */
export interface Manifest {
	readonly object: Readonly<Record<string, unknown>>;
	/** Where it begins. */
	readonly line: number;
	/** Where a field is written; the place of the nearest enclosing field if it is not written at all. */
	readonly positionOf: (path: ReadonlyArray<string | number>) => Position;
}

/** A key that one mapping has more than once. */
interface Duplicate {
	readonly key: string;
	readonly offset: number;
	readonly firstOffset: number;
}

const largestBytes = 10 * 1024 * 1024;
const mostAliased = 100_000;
const deepest = 1000;

class Unreadable extends Error {
	constructor(
		readonly offset: number,
		message: string,
		readonly remedy: string,
		readonly goMessage: string | undefined = message,
	) {
		super(message);
	}
}

const offsetOf = (node: unknown): number => (node as Node | undefined)?.range?.[0] ?? 0;

/** A value as Go's `%#v` prints it. */
const goSyntax = (value: unknown): string => {
	if (Array.isArray(value)) {
		return `[]interface {}{${value.map((item) => goSyntax(item)).join(', ')}}`;
	}

	if (typeof value === 'object' && value !== null) {
		const pairs = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
		return `map[interface {}]interface {}{${pairs.map(([key, item]) => `${goSyntax(key)}:${goSyntax(item)}`).join(', ')}}`;
	}

	return value === null ? 'interface {}(nil)' : JSON.stringify(value);
};

/** Makes plain values from the nodes of one document. */
class Reader {
	readonly duplicates: Duplicate[] = [];
	readonly #anchors = new Map<unknown, {value: unknown; size: number}>();
	readonly #open = new Set<unknown>();
	#size = 0;
	#aliased = 0;

	constructor(readonly document: Document) {}

	read(node: unknown, depth = 0): unknown {
		if (depth > deepest) {
			throw new Unreadable(offsetOf(node), 'nested too deeply', tooDeep);
		}

		this.#size++;
		if (isAlias(node)) {
			return this.#alias(node);
		}

		const before = this.#size;
		this.#open.add(node);
		const value = isScalar(node)
			? this.#scalar(node)
			: isMap(node)
				? this.#map(node.items, depth)
				: isSeq(node)
					? node.items.map((item) => this.read(item, depth + 1))
					: null;
		this.#open.delete(node);
		if ((node as {anchor?: string} | null)?.anchor) {
			this.#anchors.set(node, {value, size: this.#size - before + 1});
		}

		return value;
	}

	#alias(node: Alias): unknown {
		const target = node.resolve(this.document);
		const name = node.source;
		if (!target) {
			throw new Unreadable(
				offsetOf(node),
				`unknown anchor '${name}' referenced`,
				`Define it before its use: &${name}.`,
			);
		}

		if (this.#open.has(target)) {
			throw new Unreadable(offsetOf(node), `anchor '${name}' value contains itself`, 'Write the value out.');
		}

		const known = this.#anchors.get(target) ?? {value: this.read(target), size: 1};
		this.#aliased += known.size;
		this.#size += known.size;
		if (this.#aliased > mostAliased) {
			throw new Unreadable(
				offsetOf(node),
				'document contains excessive aliasing',
				'Write the values out, or use fewer aliases.',
			);
		}

		return known.value;
	}

	#scalar(node: Scalar): unknown {
		const text = String(node.value ?? '');
		if (node.tag === 'tag:yaml.org,2002:str' || node.tag === '!') {
			return text;
		}

		try {
			const tagged = node.tag === undefined ? undefined : resolveTagged(node.tag, text);
			if (tagged !== undefined) {
				return tagged;
			}
		} catch (error) {
			throw new Unreadable(offsetOf(node), errorText(error), 'Check the tag in front of the value.');
		}

		return node.type === 'PLAIN' || node.type === undefined ? resolveScalar(text) : text;
	}

	#map(items: readonly Pair[], depth: number): Record<string, unknown> {
		const result: Record<string, unknown> = {};
		const offsets = new Map<string, number>();
		const merges: unknown[] = [];
		for (const {key, value} of items) {
			if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') {
				merges.push(value);
				continue;
			}

			const name = this.#key(key);
			const first = offsets.get(name);
			if (first !== undefined) {
				this.duplicates.push({key: name, offset: offsetOf(key), firstOffset: first});
			}

			offsets.set(name, offsetOf(key));
			setKey(result, name, this.read(value, depth + 1));
		}

		for (const merge of merges) {
			const sources = isSeq(merge) ? merge.items : [merge];
			for (const source of sources) {
				const fields = this.read(source, depth + 1);
				if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
					throw new Unreadable(
						offsetOf(source),
						'map merge requires map or sequence of maps as the value',
						'Give << an alias of a mapping.',
					);
				}

				for (const [key, value] of Object.entries(fields)) {
					if (!Object.hasOwn(result, key)) {
						setKey(result, key, value);
					}
				}
			}
		}

		return result;
	}

	#key(key: unknown): string {
		const value = this.read(key);
		if (typeof value === 'object' && value !== null) {
			throw new Unreadable(
				offsetOf(key),
				'a key is a mapping or a list',
				'Keys have to be words. Text that begins with { or [ needs quotes.',
				`invalid map key: ${goSyntax(value)}`,
			);
		}

		return String(value as string);
	}
}

const remedies: Readonly<Record<string, readonly [string | undefined, string]>> = {
	TAB_AS_INDENT: ['found a tab where spaces indent', 'YAML indents with spaces only: replace the tab.'],
	BAD_INDENT: [undefined, 'Items of one mapping or list must begin in the same column.'],
	MISSING_CHAR: [undefined, 'Look for a missing colon, comma, quote or bracket here or on the line before.'],
	BLOCK_AS_IMPLICIT_KEY: [
		'a mapping is not allowed in this place',
		'Check the indentation, and put text with a colon in quotes.',
	],
	MULTILINE_IMPLICIT_KEY: [
		'a key must be on one line and end with a colon',
		'Check the indentation, and that a colon and a space follow the key.',
	],
	UNEXPECTED_TOKEN: [undefined, 'Put text that begins with a special character in quotes.'],
	BLOCK_IN_FLOW: [undefined, 'Inside of {…} and […] write {key: value} on, separated by commas.'],
	BAD_SCALAR_START: [undefined, 'Put text that begins with @, % or ` in quotes.'],
	BAD_DQ_ESCAPE: [undefined, 'Write a backslash inside of double quotes twice, or use single quotes.'],
	BAD_ALIAS: [undefined, 'Put text that begins with * or & in quotes.'],
	BAD_COLLECTION_TYPE: [undefined, 'Check the tag in front of the value.'],
};

const closeBracket = 'Close the bracket, and indent what is inside of it more than the key.';
const tooDeep = `Nothing in Kubernetes is nested more than ${deepest} levels deep.`;

/** What to say about an error of the parser. */
const explain = (code: string, message: string): readonly [string, string] => {
	if (message.includes('call stack')) {
		return ['nested too deeply', tooDeep];
	}

	const [said, remedy] = remedies[code] ?? [undefined, 'Check the quotes, colons and indentation here.'];
	return [said ?? firstLine(message), message.startsWith('Flow ') ? closeBracket : remedy];
};

const firstLine = (message: string): string => message.replace(/\n.*$/s, '').replace(/ at line \d+, column \d+:?$/, '');

interface Text {
	readonly documents: readonly Document[];
	readonly lines: LineCounter;
}

const positionAt = (lines: LineCounter, offset: number): Position => {
	const {line, col} = lines.linePos(offset);
	return {line: Math.max(1, line), column: Math.max(1, col)};
};

/** Parses without giving meaning to anything: all scalars are text. */
const parse = (text: string, fileName: string): Text => {
	if (text.length > largestBytes) {
		throw new ManifestError(
			fileName,
			{line: 1, column: 1},
			`the file is too large: ${Math.ceil(text.length / 1024 / 1024)} MiB, at most ${largestBytes / 1024 / 1024} MiB are read`,
			'The API takes at most 3 MiB an object: split the file, or give another one.',
		);
	}

	const nul = text.indexOf('\0');
	const lines = new LineCounter();
	let documents: readonly Document[];
	try {
		documents =
			nul === -1
				? (parseAllDocuments(text, {
						schema: 'failsafe',
						uniqueKeys: false,
						lineCounter: lines,
						logLevel: 'silent',
						prettyErrors: false,
					}) as unknown as readonly Document[])
				: [];
	} catch (error) {
		if (!(error instanceof RangeError)) {
			throw error;
		}

		throw new ManifestError(fileName, {line: 1, column: 1}, 'nested too deeply', tooDeep);
	}

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
			const pair = node.items.find(({key}) => isScalar(key) && String(key.value) === String(part));
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

const kindOf = (value: unknown): string =>
	Array.isArray(value) ? 'a list' : typeof value === 'string' ? 'text' : `a ${typeof value}`;

/**
Reads the objects of a YAML or JSON file, documents separated by `---`; empty documents are left out. Nothing is checked against the API.

@param fileName only for messages.
@throws ManifestError for the first mistake.
*/
export const readManifests = (text: string, fileName: string): {readonly documents: readonly Manifest[]} => {
	const {documents, lines} = parse(text.startsWith('\uFEFF') ? text.slice(1) : text, fileName);
	const manifests: Manifest[] = [];
	for (const document of documents) {
		const reader = new Reader(document);
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

		const [duplicate] = reader.duplicates;
		if (duplicate) {
			const first = positionAt(lines, duplicate.firstOffset);
			throw new ManifestError(
				fileName,
				positionAt(lines, duplicate.offset),
				`key ${JSON.stringify(duplicate.key)} already set in map`,
				`It is set on line ${first.line} already: remove one of the two.`,
				`unmarshal errors:\n  line ${positionAt(lines, duplicate.offset).line}: key ${JSON.stringify(duplicate.key)} already set in map`,
			);
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
			positionOf: (path) => positionAt(lines, locate(document, path)),
		});
	}

	return {documents: manifests};
};

/** A request body in YAML, as the apiserver reads it. */
export interface YamlBody {
	/** Keys are sorted: upstream converts it to JSON first. */
	readonly value: unknown;
	/** The errors of strict decoding, one text each: `line 5: key "name" already set in map`. */
	readonly problems: readonly string[];
}

/**
Reads a request body in YAML: its first document. Repeated keys are reported, and the last one counts.

@throws ManifestError if it is not YAML.
*/
export const readYamlBody = (text: string): YamlBody => {
	const fault = yamlSyntaxError(text);
	if (fault !== undefined) {
		throw new ManifestError('body', {line: 1, column: 1}, fault, 'Check the quotes, colons and indentation.', fault);
	}

	const {documents, lines} = parse(text, 'body');
	const [document] = documents;
	if (!document) {
		return {value: null, problems: []};
	}

	const reader = new Reader(document);
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
