/** A place: lines and columns count from 0. */
export interface Mark {
	readonly index: number;
	readonly line: number;
	readonly column: number;
}

export type TokenType =
	| 'stream-end'
	| 'version'
	| 'tag-directive'
	| 'document-start'
	| 'document-end'
	| 'sequence-start'
	| 'mapping-start'
	| 'block-end'
	| '['
	| ']'
	| '{'
	| '}'
	| ','
	| '-'
	| 'key'
	| 'value'
	| 'alias'
	| 'anchor'
	| 'tag'
	| 'scalar';

export interface Token {
	readonly type: TokenType;
	readonly start: Mark;
	/** A version, or the handle of a tag. */
	readonly value?: string;
}

/** What is wrong, and where it was found. */
export class YamlFault extends Error {
	constructor(
		message: string,
		readonly problem: Mark,
		readonly isScanner: boolean,
	) {
		super(message);
	}
}

interface SimpleKey {
	readonly required: boolean;
	readonly number: number;
	readonly mark: Mark;
}

const isBreak = (character: string | undefined): boolean =>
	character !== undefined && /[\n\r\u0085\u2028\u2029]/.test(character);
const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';
const isBreakOrEnd = (character: string | undefined): boolean => character === undefined || isBreak(character);
const isBlankOrEnd = (character: string | undefined): boolean => isBlank(character) || isBreakOrEnd(character);
const isWord = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);
const isDigit = (character: string | undefined): boolean => character !== undefined && /\d/.test(character);

/** Characters of a `\x41`, a `\u0041` and a `\U00000041`. */
const codeLengths: Readonly<Record<string, number>> = {x: 2, u: 4, U: 8};
const mostOfKey = 1024;
const deepest = 10_000;

/**
Cuts YAML into tokens, as libyaml does, to find mistakes: the values of tokens are not kept.

@mirrors go.yaml.in/yaml/v2 scannerc.go
*/
export class YamlScanner {
	#index = 0;
	#line = 0;
	#column = 0;
	#flow = 0;
	#indent = -1;
	readonly #indents: number[] = [];
	readonly #tokens: Token[] = [];
	#parsed = 0;
	#keyAllowed = true;
	readonly #keys: Array<SimpleKey | undefined> = [undefined];
	#ended = false;

	constructor(readonly text: string) {
		if (text.startsWith('\uFEFF')) {
			this.#index = 1;
		}
	}

	/** @throws YamlFault */
	peek(): Token {
		while ((this.#tokens.length === 0 || this.#mayBecomeKey()) && !this.#ended) {
			this.#fetch();
		}

		return this.#tokens[0]!;
	}

	skip(): void {
		this.#tokens.shift();
		this.#parsed++;
	}

	/** Whether a key may still have to be put before the first token. */
	#mayBecomeKey(): boolean {
		const at = this.#keys.findIndex((key) => key?.number === this.#parsed);
		return at !== -1 && this.#isValid(at);
	}

	/** Keys are on one line and not too long. */
	#isValid(at: number): boolean {
		const key = this.#keys[at];
		if (!key) {
			return false;
		}

		if (key.mark.line < this.#line || key.mark.index + mostOfKey < this.#index) {
			if (key.required) {
				this.#fail("could not find expected ':'");
			}

			this.#keys[at] = undefined;
			return false;
		}

		return true;
	}

	#mark(): Mark {
		return {index: this.#index, line: this.#line, column: this.#column};
	}

	#at(offset = 0): string | undefined {
		return this.text[this.#index + offset];
	}

	#fail(message: string): never {
		throw new YamlFault(message, this.#mark(), true);
	}

	#skip(count = 1): void {
		this.#index += count;
		this.#column += count;
	}

	#skipLine(): void {
		this.#index += this.#at() === '\r' && this.#at(1) === '\n' ? 2 : 1;
		this.#line++;
		this.#column = 0;
	}

	#emit(type: TokenType, start = this.#mark(), value?: string): void {
		this.#tokens.push(value === undefined ? {type, start} : {type, start, value});
	}

	#isDocumentMark(mark: string): boolean {
		return this.#column === 0 && this.text.startsWith(mark, this.#index) && isBlankOrEnd(this.#at(3));
	}

	#saveKey(): void {
		if (this.#keyAllowed) {
			const required = this.#flow === 0 && this.#indent === this.#column;
			const number = this.#parsed + this.#tokens.length;
			this.#removeKey();
			this.#keys[this.#keys.length - 1] = {required, number, mark: this.#mark()};
		}
	}

	#removeKey(): void {
		const key = this.#keys.at(-1);
		if (key?.required) {
			this.#fail("could not find expected ':'");
		}

		this.#keys[this.#keys.length - 1] = undefined;
	}

	#roll(column: number, type: TokenType, mark: Mark, number?: number): void {
		if (this.#flow === 0 && this.#indent < column) {
			this.#indents.push(this.#indent);
			this.#indent = column;
			this.#tokens.splice(number === undefined ? this.#tokens.length : number - this.#parsed, 0, {type, start: mark});
		}
	}

	#unroll(column: number): void {
		while (this.#flow === 0 && this.#indent > column) {
			this.#emit('block-end');
			this.#indent = this.#indents.pop() ?? -1;
		}
	}

	#fetch(): void {
		this.#toNextToken();
		this.#unroll(this.#column);
		const character = this.#at();
		if (character === undefined) {
			this.#end();
		} else if (this.#column === 0 && character === '%') {
			this.#leaveDocument();
			this.#directive();
		} else if (this.#isDocumentMark('---') || this.#isDocumentMark('...')) {
			this.#leaveDocument();
			this.#emit(character === '-' ? 'document-start' : 'document-end');
			this.#skip(3);
		} else {
			this.#content(character);
		}
	}

	/** Long because it is a table: one case per character that begins a token. */
	#content(character: string): void {
		const isBeforeSpace = isBlankOrEnd(this.#at(1));
		switch (character) {
			case '[':
			case '{': {
				this.#saveKey();
				this.#keys.push(undefined);
				if (++this.#flow > deepest) {
					this.#fail(`exceeded max depth of ${deepest}`);
				}

				this.#indicator(character, true);
				return;
			}

			case ']':
			case '}': {
				this.#removeKey();
				if (this.#flow > 0) {
					this.#flow--;
					this.#keys.pop();
				}

				this.#indicator(character, false);
				return;
			}

			case ',': {
				this.#removeKey();
				this.#indicator(',', true);
				return;
			}

			case '*':
			case '&': {
				this.#saveKey();
				this.#keyAllowed = false;
				this.#anchor(character === '*' ? 'alias' : 'anchor');
				return;
			}

			case '!': {
				this.#saveKey();
				this.#keyAllowed = false;
				this.#tag();
				return;
			}

			case "'":
			case '"': {
				this.#saveKey();
				this.#keyAllowed = false;
				this.#quoted(character);
				return;
			}

			default: {
				if (character === '-' && isBeforeSpace) {
					this.#blockEntry();
				} else if (character === '?' && (this.#flow > 0 || isBeforeSpace)) {
					this.#key();
				} else if (character === ':' && (this.#flow > 0 || isBeforeSpace)) {
					this.#value();
				} else if ((character === '|' || character === '>') && this.#flow === 0) {
					this.#removeKey();
					this.#keyAllowed = true;
					this.#blockScalar();
				} else if (
					!/[-?:#|>%@`\s]/.test(character) ||
					(character === '-' && !isBlank(this.#at(1))) ||
					(this.#flow === 0 && /[?:]/.test(character) && !isBeforeSpace)
				) {
					this.#saveKey();
					this.#keyAllowed = false;
					this.#plain();
				} else {
					this.#fail('found character that cannot start any token');
				}
			}
		}
	}

	#indicator(type: TokenType, keyAllowed: boolean): void {
		this.#keyAllowed = keyAllowed;
		this.#emit(type);
		this.#skip();
	}

	#toNextToken(): void {
		for (;;) {
			while (this.#at() === ' ' || ((this.#flow > 0 || !this.#keyAllowed) && this.#at() === '\t')) {
				this.#skip();
			}

			this.#comment();
			if (!isBreak(this.#at())) {
				return;
			}

			this.#skipLine();
			this.#keyAllowed ||= this.#flow === 0;
		}
	}

	#comment(): void {
		if (this.#at() === '#') {
			while (!isBreakOrEnd(this.#at())) {
				this.#skip();
			}
		}
	}

	#end(): void {
		if (this.#column !== 0) {
			this.#column = 0;
			this.#line++;
		}

		this.#unroll(-1);
		this.#removeKey();
		this.#keyAllowed = false;
		this.#emit('stream-end');
		this.#ended = true;
	}

	#leaveDocument(): void {
		this.#unroll(-1);
		this.#removeKey();
		this.#keyAllowed = false;
	}

	#blockEntry(): void {
		if (this.#flow === 0) {
			if (!this.#keyAllowed) {
				this.#fail('block sequence entries are not allowed in this context');
			}

			this.#roll(this.#column, 'sequence-start', this.#mark());
		}

		this.#removeKey();
		this.#indicator('-', true);
	}

	#key(): void {
		if (this.#flow === 0) {
			if (!this.#keyAllowed) {
				this.#fail('mapping keys are not allowed in this context');
			}

			this.#roll(this.#column, 'mapping-start', this.#mark());
		}

		this.#removeKey();
		this.#indicator('key', this.#flow === 0);
	}

	#value(): void {
		const last = this.#keys.length - 1;
		const key = this.#keys[last];
		if (key && this.#isValid(last)) {
			this.#tokens.splice(key.number - this.#parsed, 0, {type: 'key', start: key.mark});
			this.#roll(key.mark.column, 'mapping-start', key.mark, key.number);
			this.#keys[last] = undefined;
			this.#indicator('value', false);
			return;
		}

		if (this.#flow === 0) {
			if (!this.#keyAllowed) {
				this.#fail('mapping values are not allowed in this context');
			}

			this.#roll(this.#column, 'mapping-start', this.#mark());
		}

		this.#indicator('value', this.#flow === 0);
	}

	#directive(): void {
		const start = this.#mark();
		this.#skip();
		const name = this.#word();
		if (name === '') {
			this.#fail('could not find expected directive name');
		}

		if (!isBlankOrEnd(this.#at())) {
			this.#fail('found unexpected non-alphabetical character');
		}

		if (name === 'YAML') {
			this.#blanks();
			const major = this.#number();
			if (this.#at() !== '.') {
				this.#fail("did not find expected digit or '.' character");
			}

			this.#skip();
			this.#emit('version', start, `${major}.${this.#number()}`);
		} else if (name === 'TAG') {
			this.#emit('tag-directive', start, /^\s*(\S*)/.exec(this.text.slice(this.#index))?.[1] ?? '');
			while (!isBreakOrEnd(this.#at())) {
				this.#skip();
			}
		} else {
			this.#fail('found unknown directive name');
		}

		this.#lineEnd();
	}

	#word(): string {
		const start = this.#index;
		while (isWord(this.#at())) {
			this.#skip();
		}

		return this.text.slice(start, this.#index);
	}

	#number(): number {
		const from = this.#index;
		while (isDigit(this.#at())) {
			this.#skip();
			if (this.#index - from > 9) {
				this.#fail('found extremely long version number');
			}
		}

		if (this.#index === from) {
			this.#fail('did not find expected version number');
		}

		return Number(this.text.slice(from, this.#index));
	}

	#blanks(): void {
		while (isBlank(this.#at())) {
			this.#skip();
		}
	}

	#lineEnd(): void {
		this.#blanks();
		this.#comment();
		if (!isBreakOrEnd(this.#at())) {
			this.#fail('did not find expected comment or line break');
		}

		if (this.#at() !== undefined) {
			this.#skipLine();
		}
	}

	#anchor(type: TokenType): void {
		const start = this.#mark();
		this.#skip();
		const next = this.#word() === '' ? '' : this.#at();
		if (next === '' || !(isBlankOrEnd(next) || /[?:,\]}%@`]/.test(next!))) {
			this.#fail('did not find expected alphabetic or numeric character');
		}

		this.#emit(type, start);
	}

	#tag(): void {
		const start = this.#mark();
		const isVerbatim = this.#at(1) === '<';
		this.#skip(isVerbatim ? 2 : 1);
		const from = this.#index;
		while (/[\w\-;/?:@&=+$,.!~*'()[\]%]/.test(this.#at() ?? ' ')) {
			this.#skip();
		}

		const text = this.text.slice(from, this.#index);
		if (isVerbatim) {
			if (text === '') {
				this.#fail('did not find expected tag URI');
			}

			if (this.#at() !== '>') {
				this.#fail("did not find the expected '>'");
			}

			this.#skip();
		}

		const handle = /^([\w-]*)!/.exec(text);
		if (!isVerbatim && handle?.[0].length === text.length) {
			this.#fail('did not find expected tag URI');
		}

		if (!isBlankOrEnd(this.#at())) {
			this.#fail('did not find expected whitespace or line break');
		}

		this.#emit('tag', start, isVerbatim || !handle ? '' : `!${handle[0]}`);
	}

	#blockScalar(): void {
		const start = this.#mark();
		this.#skip();
		let increment = 0;
		const digit = (): void => {
			if (isDigit(this.#at())) {
				if (this.#at() === '0') {
					this.#fail('found an indentation indicator equal to 0');
				}

				increment = Number(this.#at());
				this.#skip();
			}
		};
		digit();
		if (/[-+]/.test(this.#at() ?? '')) {
			this.#skip();
			if (increment === 0) {
				digit();
			}
		}

		this.#lineEnd();
		let indent = increment > 0 ? Math.max(this.#indent, 0) + increment : 0;
		indent = this.#blockBreaks(indent);
		while (this.#column === indent && this.#at() !== undefined) {
			while (!isBreakOrEnd(this.#at())) {
				this.#skip();
			}

			if (this.#at() !== undefined) {
				this.#skipLine();
			}

			indent = this.#blockBreaks(indent);
		}

		this.#emit('scalar', start);
	}

	/** Empty lines and the indentation of the next one. */
	#blockBreaks(given: number): number {
		const isBefore = (): boolean => given === 0 || this.#column < given;
		let widest = 0;
		for (;;) {
			while (this.#at() === ' ' && isBefore()) {
				this.#skip();
			}

			widest = Math.max(widest, this.#column);
			if (this.#at() === '\t' && isBefore()) {
				this.#fail('found a tab character where an indentation space is expected');
			}

			if (!isBreak(this.#at())) {
				return given === 0 ? Math.max(widest, this.#indent + 1, 1) : given;
			}

			this.#skipLine();
		}
	}

	#quoted(quote: string): void {
		const start = this.#mark();
		this.#skip();
		for (;;) {
			if (this.#isDocumentMark('---') || this.#isDocumentMark('...')) {
				this.#fail('found unexpected document indicator');
			}

			const character = this.#at();
			if (character === undefined) {
				this.#fail('found unexpected end of stream');
			} else if (isBreak(character)) {
				this.#skipLine();
			} else if (character === quote && !(quote === "'" && this.#at(1) === "'")) {
				this.#skip();
				this.#emit('scalar', start);
				return;
			} else if (character === '\\' && quote === '"') {
				this.#escape();
			} else {
				this.#skip(character === quote ? 2 : 1);
			}
		}
	}

	#escape(): void {
		const character = this.#at(1);
		if (isBreak(character)) {
			this.#skip();
			this.#skipLine();
			return;
		}

		const length = codeLengths[character ?? ''] ?? 0;
		if (length === 0 && !/[0abt\tnvfre "'\\N_LP]/.test(character ?? '-')) {
			this.#fail('found unknown escape character');
		}

		this.#skip(2);
		const code = this.text.slice(this.#index, this.#index + length);
		if (!/^[\da-fA-F]*$/.test(code) || code.length < length) {
			this.#fail('did not find expected hexdecimal number');
		}

		const value = Number.parseInt(code || '0', 16);
		if ((value >= 0xd8_00 && value <= 0xdf_ff) || value > 0x10_ff_ff) {
			this.#fail('found invalid Unicode character escape code');
		}

		this.#skip(length);
	}

	#plain(): void {
		const start = this.#mark();
		const indent = this.#indent + 1;
		let leads = false;
		for (;;) {
			if (this.#isDocumentMark('---') || this.#isDocumentMark('...') || this.#at() === '#') {
				break;
			}

			const from = this.#index;
			while (!isBlankOrEnd(this.#at()) && !this.#endsPlain()) {
				this.#skip();
			}

			if (this.#index > from) {
				leads = false;
			}

			if (!isBlank(this.#at()) && !isBreak(this.#at())) {
				break;
			}

			while (isBlank(this.#at()) || isBreak(this.#at())) {
				if (isBreak(this.#at())) {
					this.#skipLine();
					leads = true;
				} else {
					if (leads && this.#column < indent && this.#at() === '\t') {
						this.#fail('found a tab character that violates indentation');
					}

					this.#skip();
				}
			}

			if (this.#flow === 0 && this.#column < indent) {
				break;
			}
		}

		this.#emit('scalar', start);
		this.#keyAllowed ||= leads;
	}

	#endsPlain(): boolean {
		const character = this.#at()!;
		return (character === ':' && isBlankOrEnd(this.#at(1))) || (this.#flow > 0 && /[,?[\]{}]/.test(character));
	}
}
