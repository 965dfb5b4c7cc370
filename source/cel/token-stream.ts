import type {Issue} from './issue.js';
import {tokenOrder, type Token, type TokenKind} from './token.js';

/** Thrown to leave a rule that cannot continue; the issue has been reported. */
export class GiveUp extends Error {}

/** Thrown to leave the whole expression: it is too deep, or has too many mistakes. The issue has been reported. */
export class Abandoned extends Error {}

/** The number of errors after which parsing stops. @mirrors cel-go ErrorRecoveryLimit */
const recoveryLimit = 30;

/**
The tokens of an expression, and the recovery from mismatches: as ANTLR's default strategy does it, so that issues read the
same. After one issue none is reported until a token has been matched again.
*/
export class TokenStream {
	#position = 0;
	#recovering = false;
	#mistakes = 0;
	/** The tokens that the enclosing brackets can continue with. */
	readonly #closers: TokenKind[] = ['<EOF>'];

	/**
	@param operators Tokens that may follow an operand.
	*/
	constructor(
		readonly tokens: readonly Token[],
		readonly issues: Issue[],
		readonly operators: ReadonlySet<TokenKind>,
	) {}

	get token(): Token {
		return this.at(0);
	}

	/** A token further on; the last token if there is no further one. */
	at(ahead: number): Token {
		const found = this.tokens[this.#position + ahead] ?? this.tokens.at(-1);
		if (!found) {
			throw new Error('an expression has at least its end');
		}

		return found;
	}

	is(kind: TokenKind): boolean {
		return this.token.kind === kind;
	}

	/** Consumes any token. */
	advance(): Token {
		const {token} = this;
		this.#recovering = false;
		if (token.kind !== '<EOF>') {
			this.#position++;
		}

		return token;
	}

	/** Skips this many tokens. */
	skip(count: number): void {
		this.#position += count;
	}

	report(message: string, offset = this.token.offset): void {
		if (!this.#recovering) {
			this.issues.push({offset, message: `Syntax error: ${message}`});
			if (++this.#mistakes > recoveryLimit) {
				this.abandon(`error recovery attempt limit exceeded: ${recoveryLimit}`);
			}
		}

		this.#recovering = true;
	}

	/** Reports an issue and reads nothing more. @throws {Abandoned} */
	abandon(message: string): never {
		this.issues.push({offset: this.token.offset, message});
		throw new Abandoned();
	}

	/** Takes a token of the kind; skips one extra token or assumes a missing one, if the next one matches. */
	match(kind: TokenKind): Token {
		const {token} = this;
		if (token.kind === kind) {
			return this.advance();
		}

		if (this.at(1).kind === kind && token.kind !== '<EOF>') {
			this.report(`extraneous input '${token.text}' expecting ${kind}`);
			this.#position++;
			return this.advance();
		}

		if (kind !== '<EOF>' && kind !== 'IDENTIFIER' && this.#follows(token.kind)) {
			this.report(`missing ${kind} at '${token.text}'`);
			return token;
		}

		this.report(`mismatched input '${token.text}' expecting ${kind}`);
		if (kind === '<EOF>') {
			return token;
		}

		throw new GiveUp();
	}

	/** Continues only before one of these tokens; one extra token before it is skipped. */
	expect(kinds: ReadonlySet<TokenKind>): void {
		const {token} = this;
		if (kinds.has(token.kind)) {
			return;
		}

		const expected = `{${tokenOrder.filter((kind) => kinds.has(kind)).join(', ')}}`;
		if (kinds.has(this.at(1).kind) && token.kind !== '<EOF>') {
			this.report(`extraneous input '${token.text}' expecting ${expected}`);
			this.#position++;
			return;
		}

		this.report(`mismatched input '${token.text}' expecting ${expected}`);
		throw new GiveUp();
	}

	/** Skips tokens until one that may follow an operand. */
	recover(): void {
		while (!this.operators.has(this.token.kind) && !this.is("'?'") && !this.#closers.includes(this.token.kind)) {
			this.#position++;
		}
	}

	/** Reads up to and including a closing token; commas are allowed inside. */
	bracketed<T>(closer: TokenKind, inside: () => T): T {
		this.#closers.push(closer, "','");
		let result: T;
		try {
			result = inside();
		} finally {
			this.#closers.length -= 2;
		}

		this.match(closer);
		return result;
	}

	/** Reads the text before a token of the kind. */
	before<T>(kind: TokenKind, inside: () => T): T {
		this.#closers.push(kind);
		const result = inside();
		this.#closers.pop();
		return result;
	}

	/** Could the token follow a closed bracket? */
	#follows(kind: TokenKind): boolean {
		return (
			kind === "'.'" || kind === "'['" || kind === "'?'" || this.operators.has(kind) || this.#closers.includes(kind)
		);
	}
}
