import {tokensOf, type Token} from './tokens.js';
import {AwkError} from './tree.js';

/** The deepest nesting of statements and expressions. */
const deepest = 100;

const end: Token = {kind: 'end', text: ''};

/** A position in the tokens of a program, and the ways to move it. */
export class TokenCursor {
	readonly #tokens: readonly Token[];
	#at = 0;
	#depth = 0;

	/** @throws {AwkError} for a text that has no tokens of awk. */
	constructor(text: string) {
		this.#tokens = tokensOf(text);
	}

	/** The token at the position; after the last one, a token of kind `end`. */
	get token(): Token {
		return this.#tokens[this.#at] ?? end;
	}

	/** The position, to return to by {@link back}. */
	get at(): number {
		return this.#at;
	}

	/** Returns to an earlier position. */
	back(at: number): void {
		this.#at = at;
	}

	/** The next tokens, without moving. */
	ahead(count: number): readonly Token[] {
		return this.#tokens.slice(this.#at, this.#at + count);
	}

	/** Moves over tokens. @returns the text of the first of them. */
	pass(count = 1): string {
		const {text} = this.token;
		this.#at += count;
		return text;
	}

	/** Moves over ends of lines and semicolons. */
	skip(): void {
		while (this.token.kind === 'newline' || this.is(';')) {
			this.#at++;
		}
	}

	/** Whether the token is this operator, name or end of line. */
	is(text: string): boolean {
		return this.token.text === text && ['operator', 'name', 'newline'].includes(this.token.kind);
	}

	/** Moves over this token if it is there. @returns whether it is. */
	take(text: string): boolean {
		if (!this.is(text)) {
			return false;
		}

		this.#at++;
		return true;
	}

	/** Moves over a token that must be there. @throws {AwkError} if it is not. */
	expect(text: string): void {
		if (!this.take(text)) {
			throw new AwkError(`expected ${text} at ${this.token.text}`);
		}
	}

	/** Reads a part inside another one. @throws {AwkError} where parts are nested too deeply. */
	nested<T>(read: () => T): T {
		if (++this.#depth > deepest) {
			throw new AwkError('nested too deeply');
		}

		const value = read();
		this.#depth--;
		return value;
	}
}
