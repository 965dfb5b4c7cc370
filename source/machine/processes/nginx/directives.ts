import {memoised} from '../../../kernel/memoised.js';

/** One directive of a configuration of nginx, such as `listen 80;`, or a block of them. */
export interface Directive {
	readonly name: string;
	/** Its arguments, without quotes. */
	readonly args: readonly string[];
	/** The directives between its braces. */
	readonly block?: readonly Directive[];
	readonly file: string;
	/** The line, from 1. */
	readonly line: number;
}

/** nginx refuses its configuration. The message is the text after `[emerg]`. */
export class ConfigurationError extends Error {
	override name = 'ConfigurationError';

	/** @param at where; without it the message is whole. */
	constructor(problem: string, at?: Pick<Directive, 'file' | 'line'>) {
		super(at ? `${problem} in ${at.file}:${at.line}` : problem);
	}
}

interface Token {
	readonly text: string;
	readonly line: number;
	/** A quoted `;` is a word. */
	readonly isQuoted: boolean;
}

const escapes: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t'};

const withoutEscapes = (quoted: string): string =>
	quoted.replaceAll(/\\(["'\\nrt])/g, (_, character: string) => escapes[character] ?? character);

const token =
	/\n|[^\S\n]+|#[^\n]*|(?<mark>[{};])|"(?<double>(?:[^"\\]|\\[^])*)"|'(?<single>(?:[^'\\]|\\[^])*)'|(?<word>(?:\$\{\w*\}|[^\s{};"'#\\]|\\[^]|(?<=[^\s{};])["'#])+)|(?<rest>[^])/y;

const tokensOf = (text: string): readonly Token[] => {
	const tokens: Token[] = [];
	let line = 1;
	token.lastIndex = 0;
	for (;;) {
		const match = token.exec(text);
		if (!match) {
			return tokens;
		}

		const {mark, double, single, word, rest} = match.groups ?? {};
		const quoted = double ?? single;
		const plain = mark ?? word ?? rest;
		if (quoted !== undefined) {
			tokens.push({text: withoutEscapes(quoted), line, isQuoted: true});
		} else if (plain !== undefined) {
			tokens.push({text: plain, line, isQuoted: false});
		}

		line += match[0].split('\n').length - 1;
	}
};

/** Reads directives up to the end of the text or of their block. */
class Reader {
	readonly #tokens: readonly Token[];
	readonly #lines: number;
	#next = 0;

	constructor(
		readonly file: string,
		text: string,
	) {
		this.#tokens = tokensOf(text);
		this.#lines = text.split('\n').length;
	}

	directives(depth = 0): readonly Directive[] {
		const directives: Directive[] = [];
		for (;;) {
			const first = this.#tokens[this.#next++];
			if (!first) {
				if (depth > 0) {
					throw this.#unexpectedEnd('expecting "}"');
				}

				return directives;
			}

			if (!first.isQuoted && first.text === '}') {
				if (depth === 0) {
					throw new ConfigurationError('unexpected "}"', this.#at(first));
				}

				return directives;
			}

			if (!first.isQuoted && /^[{;]$/.test(first.text)) {
				throw new ConfigurationError(`unexpected "${first.text}"`, this.#at(first));
			}

			directives.push(this.#directive(first, depth));
		}
	}

	#directive({text: name}: Token, depth: number): Directive {
		const args: string[] = [];
		for (;;) {
			const next = this.#tokens[this.#next++];
			if (!next) {
				throw this.#unexpectedEnd('expecting ";" or "}"');
			}

			if (next.isQuoted || !/^[{};]$/.test(next.text)) {
				args.push(next.text);
				continue;
			}

			if (next.text === '}') {
				throw new ConfigurationError('unexpected "}"', this.#at(next));
			}

			// nginx reports it at its end.
			const at = this.#at(next);
			if (next.text === '{' && depth >= deepest) {
				throw new ConfigurationError('too many nested blocks', at);
			}

			return {name, args, ...(next.text === '{' ? {block: this.directives(depth + 1)} : {}), ...at};
		}
	}

	#at({line}: Pick<Token, 'line'>): Pick<Directive, 'file' | 'line'> {
		return {file: this.file, line};
	}

	#unexpectedEnd(expected: string): ConfigurationError {
		return new ConfigurationError(`unexpected end of file, ${expected}`, {file: this.file, line: this.#lines});
	}
}

const deepest = 50;

const read = memoised((fileAndText: string): readonly Directive[] => {
	const end = fileAndText.indexOf('\n');
	return new Reader(fileAndText.slice(0, end), fileAndText.slice(end + 1)).directives();
}, 200);

/**
The directives of one file.

@throws {ConfigurationError} in nginx's words.
@mirrors nginx src/core/ngx_conf_file.c ngx_conf_parse, ngx_conf_read_token
*/
export const parseDirectives = (file: string, text: string): readonly Directive[] => read(`${file}\n${text}`);
