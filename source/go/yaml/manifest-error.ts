import {printable} from '../printable.js';

/** Place in a file; both count from 1. */
export interface Position {
	readonly line: number;
	readonly column: number;
}

/** A mistake in a manifest, with its place and remedy. Its texts are safe to print. */
export class ManifestError extends Error {
	override name = 'ManifestError';
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly remedy: string;
	/** The message of upstream's programs, after `yaml: `; nothing if they accept the text. */
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

/** Levels of a document that are read. */
export const deepest = 1000;

export const tooDeep = `Nothing in Kubernetes is nested more than ${deepest} levels deep.`;

const remedies: Readonly<Record<string, readonly [string | undefined, string]>> = {
	TAB_AS_INDENT: ['found a tab in the indentation', 'YAML indents with spaces only: replace the tab.'],
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
	BLOCK_IN_FLOW: [undefined, 'Inside {…} and […], separate entries with commas: {key: value, other: value}.'],
	BAD_SCALAR_START: [undefined, 'Put text that begins with @, % or ` in quotes.'],
	BAD_DQ_ESCAPE: [undefined, 'Write a backslash twice inside double quotes, or use single quotes.'],
	BAD_ALIAS: [undefined, 'Put text that begins with * or & in quotes.'],
	BAD_COLLECTION_TYPE: [undefined, 'Check the tag in front of the value.'],
};

const closeBracket = 'Close the bracket, and indent its content more than the key.';
/** The message for an error of the parser, and its remedy. @param code of the package `yaml`. */
export const explain = (code: string, message: string): readonly [string, string] => {
	if (message.includes('call stack')) {
		return ['nested too deeply', tooDeep];
	}

	const [said, remedy] = remedies[code] ?? [undefined, 'Check the quotes, colons and indentation here.'];
	return [said ?? firstLine(message), message.startsWith('Flow ') ? closeBracket : remedy];
};

const firstLine = (message: string): string => message.replace(/\n.*$/s, '').replace(/ at line \d+, column \d+:?$/, '');
