import {ExpressionParser} from './expression-parser.js';
import {TokenCursor} from './token-cursor.js';
import {AwkError, type Expression, type Rule, type Statement} from './tree.js';

/** Reads the rules and statements of a program of awk. */
class AwkParser {
	readonly #cursor: TokenCursor;
	readonly #expressions: ExpressionParser;

	constructor(text: string) {
		this.#cursor = new TokenCursor(text);
		this.#expressions = new ExpressionParser(this.#cursor);
	}

	rules(): readonly Rule[] {
		const rules: Rule[] = [];
		for (;;) {
			this.#cursor.skip();
			if (this.#cursor.token.kind === 'end') {
				return rules;
			}

			rules.push(this.#rule());
		}
	}

	#rule(): Rule {
		const word = this.#cursor.token.text;
		if (this.#cursor.token.kind === 'name' && (word === 'BEGIN' || word === 'END')) {
			this.#cursor.pass();
			return {when: word, body: this.#block()};
		}

		if (this.#cursor.is('function') || this.#cursor.is('func')) {
			throw new AwkError('function');
		}

		const when: Expression[] = [];
		if (!this.#cursor.is('{')) {
			when.push(this.#expressions.expression());
			if (this.#cursor.take(',')) {
				when.push(this.#expressions.expression());
			}
		}

		return {when, body: this.#cursor.is('{') ? this.#block() : undefined};
	}

	#block(): Statement {
		this.#cursor.expect('{');
		const body: Statement[] = [];
		for (this.#cursor.skip(); !this.#cursor.take('}'); this.#cursor.skip()) {
			if (this.#cursor.token.kind === 'end') {
				throw new AwkError('unexpected end');
			}

			body.push(this.#statement());
		}

		return {kind: 'block', body};
	}

	#statement(): Statement {
		return this.#cursor.nested(() => this.#anyStatement());
	}

	/** A statement after a condition, perhaps on the next line. */
	#body(): Statement {
		while (this.#cursor.take('\n')) {
			// The body is below.
		}

		return this.#cursor.take(';') ? {kind: 'block', body: []} : this.#statement();
	}

	#anyStatement(): Statement {
		const word = this.#cursor.token.kind === 'name' ? this.#cursor.token.text : '';
		switch (word) {
			case 'if': {
				return this.#if();
			}

			case 'while': {
				this.#cursor.pass();
				this.#cursor.expect('(');
				const test = this.#expressions.expression();
				this.#cursor.expect(')');
				return {kind: 'while', test, body: this.#body(), first: true};
			}

			case 'do': {
				this.#cursor.pass();
				const body = this.#body();
				this.#cursor.skip();
				this.#cursor.expect('while');
				this.#cursor.expect('(');
				const test = this.#expressions.expression();
				this.#cursor.expect(')');
				return {kind: 'while', test, body, first: false};
			}

			case 'for': {
				return this.#for();
			}

			case 'next':
			case 'break':
			case 'continue': {
				this.#cursor.pass();
				return {kind: word};
			}

			case 'exit': {
				this.#cursor.pass();
				const ends =
					this.#cursor.is(';') ||
					this.#cursor.is('}') ||
					this.#cursor.token.kind === 'newline' ||
					this.#cursor.token.kind === 'end';
				return {kind: 'exit', value: ends ? undefined : this.#expressions.expression()};
			}

			default: {
				return this.#cursor.is('{') ? this.#block() : this.#simple();
			}
		}
	}

	#if(): Statement {
		this.#cursor.pass();
		this.#cursor.expect('(');
		const test = this.#expressions.expression();
		this.#cursor.expect(')');
		const yes = this.#body();
		const before = this.#cursor.at;
		this.#cursor.skip();
		if (this.#cursor.take('else')) {
			return {kind: 'if', test, yes, no: this.#body()};
		}

		this.#cursor.back(before);
		return {kind: 'if', test, yes, no: undefined};
	}

	#for(): Statement {
		this.#cursor.pass();
		this.#cursor.expect('(');
		const [variable, word, name, close] = this.#cursor.ahead(4);
		if (variable?.kind === 'name' && word?.text === 'in' && name?.kind === 'name' && close?.text === ')') {
			this.#cursor.pass(4);
			return {kind: 'each', variable: variable.text, name: name.text, body: this.#body()};
		}

		const first = this.#cursor.is(';') ? undefined : this.#simple();
		this.#cursor.expect(';');
		const test = this.#cursor.is(';') ? undefined : this.#expressions.expression();
		this.#cursor.expect(';');
		const next = this.#cursor.is(')') ? undefined : this.#simple();
		this.#cursor.expect(')');
		return {kind: 'for', first, test, next, body: this.#body()};
	}

	#simple(): Statement {
		if (this.#cursor.is('print') || this.#cursor.is('printf')) {
			return this.#print();
		}

		if (this.#cursor.take('delete')) {
			const name = this.#cursor.token.text;
			this.#cursor.pass();
			const keys = this.#cursor.take('[') ? this.#expressions.list(']') : undefined;
			return {kind: 'delete', name, keys};
		}

		return {kind: 'expression', value: this.#expressions.expression()};
	}

	#print(): Statement {
		const format = this.#cursor.token.text === 'printf';
		this.#cursor.pass();
		const ends = (): boolean =>
			this.#cursor.is(';') ||
			this.#cursor.is('}') ||
			this.#cursor.is('>') ||
			this.#cursor.is('>>') ||
			this.#cursor.is('|') ||
			this.#cursor.token.kind === 'newline' ||
			this.#cursor.token.kind === 'end';
		this.#expressions.isPrinting = true;
		const args: Expression[] = [];
		const start = this.#cursor.at;
		if (this.#cursor.take('(')) {
			this.#expressions.isPrinting = false;
			args.push(...this.#expressions.list(')'));
			this.#expressions.isPrinting = true;
			if (!ends()) {
				this.#cursor.back(start);
				args.length = 0;
			}
		}

		if (args.length === 0) {
			while (!ends()) {
				args.push(this.#expressions.expression());
				if (!this.#cursor.take(',')) {
					break;
				}
			}
		}

		this.#expressions.isPrinting = false;
		if (this.#cursor.is('|')) {
			throw new AwkError('print |');
		}

		const append = this.#cursor.is('>>');
		const to = this.#cursor.take('>') || this.#cursor.take('>>') ? this.#expressions.joined() : undefined;
		return {kind: 'print', format, args, to, append};
	}
}

/** The rules of a program of awk. @throws {AwkError} for a program that awk refuses, or that this awk does not know. */
export const parseAwk = (text: string): readonly Rule[] => new AwkParser(text).rules();
