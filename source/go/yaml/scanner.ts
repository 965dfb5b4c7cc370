import {Cursor, isBlank, isBlankOrEnd, isBreak, type Mark} from './cursor.js';
import {readDirective, readTag, skipAnchor} from './directives.js';
import {skipBlock, skipPlain, skipQuoted} from './scalars.js';

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

interface SimpleKey {
	readonly required: boolean;
	readonly number: number;
	readonly mark: Mark;
}

const mostOfKey = 1024;
const deepest = 10_000;

/**
Splits YAML into tokens, as libyaml does, to find mistakes; the values of tokens are not kept.

@mirrors go.yaml.in/yaml/v2 scannerc.go
*/
export class YamlScanner {
	readonly #cursor: Cursor;
	#flow = 0;
	#indent = -1;
	readonly #indents: number[] = [];
	readonly #tokens: Token[] = [];
	#parsed = 0;
	#keyAllowed = true;
	readonly #keys: Array<SimpleKey | undefined> = [undefined];
	#ended = false;

	constructor(text: string) {
		this.#cursor = new Cursor(text);
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

	/** Whether a key token may still have to be inserted before the first token. */
	#mayBecomeKey(): boolean {
		const at = this.#keys.findIndex((key) => key?.number === this.#parsed);
		return at !== -1 && this.#isValid(at);
	}

	/** Whether a key is on one line and not too long. */
	#isValid(at: number): boolean {
		const key = this.#keys[at];
		if (!key) {
			return false;
		}

		if (key.mark.line < this.#cursor.line || key.mark.index + mostOfKey < this.#cursor.index) {
			if (key.required) {
				this.#cursor.fail("could not find expected ':'");
			}

			this.#keys[at] = undefined;
			return false;
		}

		return true;
	}

	#emit(type: TokenType, start = this.#cursor.mark(), value?: string): void {
		this.#tokens.push(value === undefined ? {type, start} : {type, start, value});
	}

	#saveKey(): void {
		if (this.#keyAllowed) {
			const required = this.#flow === 0 && this.#indent === this.#cursor.column;
			const number = this.#parsed + this.#tokens.length;
			this.#removeKey();
			this.#keys[this.#keys.length - 1] = {required, number, mark: this.#cursor.mark()};
		}
	}

	#removeKey(): void {
		const key = this.#keys.at(-1);
		if (key?.required) {
			this.#cursor.fail("could not find expected ':'");
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
		this.#unroll(this.#cursor.column);
		const character = this.#cursor.at();
		if (character === undefined) {
			this.#end();
		} else if (this.#cursor.column === 0 && character === '%') {
			this.#leaveDocument();
			const start = this.#cursor.mark();
			const {type, value} = readDirective(this.#cursor);
			this.#emit(type, start, value);
		} else if (this.#cursor.isDocumentMark('---') || this.#cursor.isDocumentMark('...')) {
			this.#leaveDocument();
			this.#emit(character === '-' ? 'document-start' : 'document-end');
			this.#cursor.skip(3);
		} else {
			this.#content(character);
		}
	}

	/** Long because it is a table: one case per character that begins a token. */
	#content(character: string): void {
		const isBeforeSpace = isBlankOrEnd(this.#cursor.at(1));
		switch (character) {
			case '[':
			case '{': {
				this.#saveKey();
				this.#keys.push(undefined);
				if (++this.#flow > deepest) {
					this.#cursor.fail(`exceeded max depth of ${deepest}`);
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
				const start = this.#cursor.mark();
				skipAnchor(this.#cursor);
				this.#emit(character === '*' ? 'alias' : 'anchor', start);
				return;
			}

			case '!': {
				this.#saveKey();
				this.#keyAllowed = false;
				const start = this.#cursor.mark();
				this.#emit('tag', start, readTag(this.#cursor));
				return;
			}

			case "'":
			case '"': {
				this.#saveKey();
				this.#keyAllowed = false;
				this.#scalar(() => {
					skipQuoted(this.#cursor, character);
				});
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
					this.#scalar(() => {
						skipBlock(this.#cursor, this.#indent);
					});
				} else if (
					!/[-?:#|>%@`\s]/.test(character) ||
					(character === '-' && !isBlank(this.#cursor.at(1))) ||
					(this.#flow === 0 && /[?:]/.test(character) && !isBeforeSpace)
				) {
					this.#saveKey();
					this.#keyAllowed = false;
					this.#scalar(() => {
						this.#keyAllowed = skipPlain(this.#cursor, this.#indent, this.#flow > 0);
					});
				} else {
					this.#cursor.fail('found character that cannot start any token');
				}
			}
		}
	}

	/** @param skip moves past it. */
	#scalar(skip: () => void): void {
		const start = this.#cursor.mark();
		skip();
		this.#emit('scalar', start);
	}

	#indicator(type: TokenType, keyAllowed: boolean): void {
		this.#keyAllowed = keyAllowed;
		this.#emit(type);
		this.#cursor.skip();
	}

	#toNextToken(): void {
		for (;;) {
			while (this.#cursor.at() === ' ' || ((this.#flow > 0 || !this.#keyAllowed) && this.#cursor.at() === '\t')) {
				this.#cursor.skip();
			}

			this.#cursor.comment();
			if (!isBreak(this.#cursor.at())) {
				return;
			}

			this.#cursor.skipLine();
			this.#keyAllowed ||= this.#flow === 0;
		}
	}

	#end(): void {
		if (this.#cursor.column !== 0) {
			this.#cursor.column = 0;
			this.#cursor.line++;
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
				this.#cursor.fail('block sequence entries are not allowed in this context');
			}

			this.#roll(this.#cursor.column, 'sequence-start', this.#cursor.mark());
		}

		this.#removeKey();
		this.#indicator('-', true);
	}

	#key(): void {
		if (this.#flow === 0) {
			if (!this.#keyAllowed) {
				this.#cursor.fail('mapping keys are not allowed in this context');
			}

			this.#roll(this.#cursor.column, 'mapping-start', this.#cursor.mark());
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
				this.#cursor.fail('mapping values are not allowed in this context');
			}

			this.#roll(this.#cursor.column, 'mapping-start', this.#cursor.mark());
		}

		this.#indicator('value', this.#flow === 0);
	}
}
