import {ansiText} from './ansi-text.js';
import {SourceReader} from './source-reader.js';
import type {Operation, ParameterPart, Part, Script, Word} from './tree.js';
import {Parts} from './word-parts.js';

/** The end of a word: one of these characters outside quotes. */
const metacharacters = new Set(' \t\n;&|<>()');

/** Reads words with their quotes and expansions; a parser of commands builds on it. */
export abstract class WordReader extends SourceReader {
	/** Reads commands up to a closing parenthesis, and that. */
	abstract commandsInParentheses(): Script;
	/** Reads the commands of backquotes. */
	abstract commandsOf(source: string, line: number): Script;

	/** The word at the position. @returns `undefined` without a word at the position. */
	word(): Word | undefined {
		const parts = new Parts();
		const from = this.position;
		while (this.position < this.source.length) {
			const character = this.source.charAt(this.position);
			if (this.dialect === 'bash' && this.matched(/[<>]\(/y)) {
				this.position += 2;
				const script = this.nested(() => this.commandsInParentheses());
				parts.add({kind: 'process', operator: character === '<' ? '<' : '>', script, quoted: false});
			} else if (metacharacters.has(character)) {
				break;
			} else {
				this.#unquoted(parts);
			}
		}

		return this.position === from ? undefined : parts.word;
	}

	/** Text up to a character, with expansions. @param quoted as inside double quotes. */
	until(closer: string, quoted: boolean): Word {
		const parts = new Parts();
		while (!this.startsWith(closer)) {
			if (this.position >= this.source.length) {
				this.fail({kind: 'unterminated', closer});
			}

			if (quoted) {
				// Inside a quoted text, the quotes around the default value are only removed.
				if (closer === '}' && this.startsWith('"')) {
					this.position++;
				} else if (closer === '}' && this.startsWith('\\}')) {
					parts.text('}', true);
					this.position += 2;
				} else {
					this.#quoted(parts, true);
				}
			} else {
				this.#unquoted(parts);
			}
		}

		this.position += closer.length;
		return parts.word;
	}

	/** The text of a heredoc. */
	heredoc(): Word {
		const parts = new Parts();
		while (this.position < this.source.length) {
			this.#quoted(parts, false);
		}

		return parts.word;
	}

	/** A pattern of `=~`: blanks and `]]` end it, brackets do not. */
	pattern(): Word {
		const parts = new Parts();
		let depth = 0;
		while (this.position < this.source.length) {
			const character = this.source.charAt(this.position);
			if (/\s/.test(character) && depth === 0) {
				break;
			}

			if (character === '(' || character === ')') {
				depth += character === '(' ? 1 : -1;
				if (depth < 0) {
					break;
				}
			}

			if (/[()|<>;&\s]/.test(character)) {
				parts.text(character, false);
				this.position++;
			} else {
				this.#unquoted(parts);
			}
		}

		return parts.word;
	}

	#unquoted(parts: Parts): void {
		const character = this.source.charAt(this.position);
		switch (character) {
			case '\\': {
				if (!this.continuation()) {
					parts.text(this.source.charAt(this.position + 1) || '\\', true);
					this.position += 2;
				}

				return;
			}

			case "'": {
				const end = this.source.indexOf("'", this.position + 1);
				if (end === -1) {
					this.fail({kind: 'unterminated', closer: "'"});
				}

				this.#literal(parts, this.source.slice(this.position + 1, end), end + 1);
				return;
			}

			case '"': {
				this.position++;
				this.#inQuotes(parts);
				return;
			}

			case '$':
			case '`': {
				this.#expansion(parts, false);
				return;
			}

			default: {
				parts.text(character, false);
				this.position++;
			}
		}
	}

	/** Text that means itself. */
	#literal(parts: Parts, text: string, end: number): void {
		if (text === '') {
			parts.empty();
		} else {
			parts.text(text, true);
		}

		this.position = end;
	}

	/** The rest of a text in double quotes. */
	#inQuotes(parts: Parts): void {
		const word = this.nested(() => this.until('"', true));
		if (word.length === 0) {
			parts.empty();
		}

		for (const part of word) {
			if (part.kind === 'text') {
				parts.text(part.text, true);
			} else {
				parts.add(part);
			}
		}
	}

	/** @param escapesQuotes whether a backslash escapes a double quote. */
	#quoted(parts: Parts, escapesQuotes: boolean): void {
		const character = this.source.charAt(this.position);
		if (character === '$' || character === '`') {
			this.#expansion(parts, true);
		} else if (character === '\\') {
			if (this.continuation()) {
				return;
			}

			const next = this.source.charAt(this.position + 1);
			const escaped = /[$`\\]/.test(next) || (next === '"' && escapesQuotes);
			parts.text(escaped ? next : `\\${next}`, true);
			this.position += 2;
		} else {
			parts.text(character, true);
			this.position++;
		}
	}

	/** An expansion that begins with `$` or a backquote. */
	#expansion(parts: Parts, quoted: boolean): void {
		if (this.source.charAt(this.position) === '`') {
			parts.add({kind: 'command', script: this.#backquotes(quoted), quoted});
			return;
		}

		const next = this.source.charAt(this.position + 1);
		if (next === '(') {
			this.#parentheses(parts, quoted);
		} else if (next === '{') {
			const from = this.position;
			this.position += 2;
			parts.add(this.nested(() => this.#braces(from, quoted)));
		} else if (next === "'" && !quoted && this.dialect !== 'dash') {
			const [all, text = ''] = this.matched(/\$'((?:[^'\\]|\\.)*)'/sy) ?? [];
			if (all === undefined) {
				this.fail({kind: 'unterminated', closer: "'"});
			}

			this.#literal(parts, ansiText(text), this.position + all.length);
		} else if (next === '"' && !quoted && this.dialect === 'bash') {
			this.position += 2;
			this.#inQuotes(parts);
		} else {
			const [, name] = this.matched(/\$([A-Za-z_]\w*|[\d@*#?$!-])/y) ?? [];
			if (name === undefined) {
				parts.text('$', quoted);
			} else {
				parts.add({kind: 'parameter', name, quoted});
			}

			this.position += 1 + (name ?? '').length;
		}
	}

	/** `$(…)`, or `$((…))` if its content ends with two parentheses. */
	#parentheses(parts: Parts, quoted: boolean): void {
		if (this.startsWith('$((')) {
			const expression = this.arithmetic(3);
			if (expression) {
				parts.add({kind: 'arithmetic', expression, quoted});
				return;
			}
		}

		this.position += 2;
		parts.add({kind: 'command', script: this.nested(() => this.commandsInParentheses()), quoted});
	}

	/**
	An expression up to `))`.

	@param skip the text before it.
	@returns `undefined` if it is a command in two pairs of parentheses; the position is then as before.
	*/
	arithmetic(skip: number): Word | undefined {
		const start = this.position;
		this.position += skip;
		const parts = new Parts();
		let depth = 0;
		while (this.position < this.source.length) {
			const character = this.source.charAt(this.position);
			if (character === ')' && depth === 0) {
				if (this.startsWith('))')) {
					this.position += 2;
					return parts.word;
				}

				this.position = start;
				return undefined;
			}

			if (character === '(') {
				depth++;
			} else if (character === ')') {
				depth--;
			}

			if (character === '"') {
				this.position++;
			} else {
				this.nested(() => {
					this.#quoted(parts, false);
				});
			}
		}

		this.position = start;
		if (this.source.indexOf('))', start) === -1 && skip === 3) {
			this.fail({kind: 'unterminated', closer: '))'});
		}

		return undefined;
	}

	#backquotes(quoted: boolean): Script {
		const {line} = this;
		let end = this.position + 1;
		while (end < this.source.length && this.source[end] !== '`') {
			end += this.source[end] === '\\' ? 2 : 1;
		}

		if (end >= this.source.length) {
			this.fail({kind: 'unterminated', closer: '`'});
		}

		const text = this.source.slice(this.position + 1, end).replaceAll(quoted ? /\\([$`\\"])/g : /\\([$`\\])/g, '$1');
		this.position = end + 1;
		return this.nested(() => this.commandsOf(text, line));
	}

	/** `${…}`, after its opening. @param from where it begins. */
	#braces(from: number, quoted: boolean): Part {
		const [head, prefix, name = ''] =
			// Before an operator, # is the number of arguments.
			this.matched(/#(?=\}|[:%#-][^}])/y)
				? ['#', undefined, '#']
				: (this.matched(/([#!](?=[\w@*#?$!-]))?([A-Za-z_]\w*|\d+|[@*#?$!-])/y) ?? []);
		if (head === undefined) {
			return this.#bad(from, quoted);
		}

		this.position += head.length;
		let part: ParameterPart = {kind: 'parameter', name, quoted};
		if (prefix === '#' || (prefix === '!' && this.dialect === 'bash')) {
			part = {...part, prefix};
		} else if (prefix) {
			return this.#bad(from, quoted);
		}

		if (this.dialect === 'bash' && this.startsWith('[')) {
			this.position++;
			part = {...part, index: this.until(']', false)};
		}

		if (this.startsWith('}')) {
			this.position++;
			return part;
		}

		const operation = part.prefix === '#' ? undefined : this.#operation(part, quoted);
		return operation ? {...part, operation} : this.#bad(from, quoted);
	}

	/** An expansion that the shell will refuse when it reaches it: skipped up to its closing brace. */
	#bad(from: number, quoted: boolean): Part {
		this.until('}', quoted);
		return {kind: 'bad', text: this.source.slice(from, this.position), quoted};
	}

	/** An operation on a parameter, with the closing brace. */
	#operation(part: ParameterPart, quoted: boolean): Operation | undefined {
		const {dialect} = this;
		const taken = (operator: RegExp): string | undefined => {
			const [found] = this.matched(operator) ?? [];
			this.position += found?.length ?? 0;
			return found;
		};

		const fallback = taken(/:?[-=?+]/y);
		if (fallback) {
			const word = this.until('}', quoted);
			const operator = (['-', '=', '?'] as const).find((sign) => fallback.endsWith(sign)) ?? '+';
			return {kind: 'default', operator, colon: fallback.startsWith(':'), word};
		}

		const removal = taken(/(?:##?|%%?)/y);
		if (removal === '#' || removal === '##' || removal === '%' || removal === '%%') {
			return {kind: 'remove', operator: removal, pattern: this.until('}', false)};
		}

		if (dialect === 'dash') {
			return undefined;
		}

		const replacing = taken(dialect === 'bash' ? /\/[/#%]?/y : /\/\/?/y);
		if (replacing) {
			const [pattern, end] = this.#upTo(['/', '}']);
			const replacement = end === '/' ? this.until('}', false) : [];
			const at = (['#', '%'] as const).find((sign) => replacing.endsWith(sign));
			return {kind: 'replace', all: replacing === '//', at, pattern, replacement};
		}

		if (taken(/:/y)) {
			const [offset, end] = this.#upTo([':', '}']);
			return {kind: 'slice', offset, length: end === ':' ? this.until('}', false) : undefined};
		}

		const letters = dialect === 'bash' ? taken(/(?:\^\^?|,,?)/y) : undefined;
		if (letters === '^' || letters === '^^' || letters === ',' || letters === ',,') {
			return {kind: 'case', operator: letters, pattern: this.until('}', false)};
		}

		return part.prefix === '!' && taken(/[*@](?=\})/y) && taken(/\}/y) ? {kind: 'names'} : undefined;
	}

	/** Text up to the first of two characters. @returns the text, and the found character. */
	#upTo(closers: readonly [string, string]): readonly [Word, string] {
		const parts = new Parts();
		for (;;) {
			const closer = closers.find((one) => this.startsWith(one));
			if (closer !== undefined) {
				this.position++;
				return [parts.word, closer];
			}

			if (this.position >= this.source.length) {
				this.fail({kind: 'unterminated', closer: '}'});
			}

			this.#unquoted(parts);
		}
	}
}
