import {keywords} from './tokens.js';
import type {TokenCursor} from './token-cursor.js';
import {AwkError, type Expression} from './tree.js';

/** Operators from the loosest to the tightest. */
const levels: ReadonlyArray<readonly string[]> = [
	['||'],
	['&&'],
	['~', '!~'],
	['<', '<=', '==', '!=', '>', '>='],
	[' '],
	['+', '-'],
	['*', '/', '%'],
];

/** Reads the expressions of a program of awk. */
export class ExpressionParser {
	/** Inside `print`, `>` names a file. */
	isPrinting = false;
	readonly #cursor: TokenCursor;

	constructor(cursor: TokenCursor) {
		this.#cursor = cursor;
	}

	/** Expressions up to a closing token. @throws {AwkError} */
	list(closer: string): Expression[] {
		const list: Expression[] = [];
		while (!this.#cursor.take(closer)) {
			if (this.#cursor.token.kind === 'end') {
				throw new AwkError(`expected ${closer}`);
			}

			list.push(this.expression());
			this.#cursor.take(',');
		}

		return list;
	}

	/** One expression. @throws {AwkError} */
	expression(): Expression {
		return this.#cursor.nested(() => this.#assignment());
	}

	/** Values that are joined, without comparisons: the name of a file after `>`. @throws {AwkError} */
	joined(): Expression {
		return this.#level(levels.length - 3);
	}

	#assignment(): Expression {
		const left = this.#conditional();
		const [operator] = /^[-+*/%^]?=$/.exec(this.#cursor.token.kind === 'operator' ? this.#cursor.token.text : '') ?? [];
		if (operator === undefined || !['variable', 'field', 'element'].includes(left.kind)) {
			return left;
		}

		this.#cursor.pass();
		return {kind: 'assign', target: left, operator, value: this.expression()};
	}

	#conditional(): Expression {
		const test = this.#in();
		if (!this.#cursor.take('?')) {
			return test;
		}

		const yes = this.expression();
		this.#cursor.expect(':');
		return {kind: 'conditional', test, yes, no: this.expression()};
	}

	#in(): Expression {
		let left = this.#level(0);
		while (this.#cursor.take('in')) {
			const name = this.#cursor.token.text;
			this.#cursor.pass();
			left = {kind: 'in', keys: [left], name};
		}

		return left;
	}

	#level(level: number): Expression {
		const operators = levels[level];
		if (!operators) {
			return this.#unary();
		}

		let left = this.#level(level + 1);
		for (;;) {
			if (operators[0] === ' ') {
				if (!this.#beginsValue()) {
					return left;
				}

				left = {kind: 'binary', operator: ' ', left, right: this.#level(level + 1)};
				continue;
			}

			const {kind, text} = this.#cursor.token;
			if (kind !== 'operator' || !operators.includes(text) || (this.isPrinting && text === '>')) {
				return left;
			}

			this.#cursor.pass();
			while (/^(?:&&|\|\|)$/.test(text) && this.#cursor.take('\n')) {
				// The operand is one level below.
			}

			left = {kind: 'binary', operator: text, left, right: this.#level(level + 1)};
		}
	}

	/** Whether another value follows here, to be joined. */
	#beginsValue(): boolean {
		const {kind, text} = this.#cursor.token;
		return (
			kind === 'number' ||
			kind === 'text' ||
			kind === 'call' ||
			(kind === 'name' && !keywords.has(text)) ||
			(kind === 'operator' && ['$', '!', '(', '-', '++', '--'].includes(text) && text !== '-' && text !== '!')
		);
	}

	#unary(): Expression {
		return this.#cursor.nested(() => {
			for (const operator of ['!', '-', '+']) {
				if (this.#cursor.take(operator)) {
					return {kind: 'unary', operator, operand: this.#unary()};
				}
			}

			return this.#power();
		});
	}

	#power(): Expression {
		const left = this.#postfix();
		return this.#cursor.take('^') || this.#cursor.take('**')
			? {kind: 'binary', operator: '^', left, right: this.#unary()}
			: left;
	}

	#postfix(): Expression {
		for (const [operator, by] of [
			['++', 1],
			['--', -1],
		] as const) {
			if (this.#cursor.take(operator)) {
				return {kind: 'step', target: this.#primary(), by, isPrefix: true};
			}
		}

		const value = this.#primary();
		for (const [operator, by] of [
			['++', 1],
			['--', -1],
		] as const) {
			if (['variable', 'field', 'element'].includes(value.kind) && this.#cursor.take(operator)) {
				return {kind: 'step', target: value, by, isPrefix: false};
			}
		}

		return value;
	}

	#primary(): Expression {
		const {kind, text} = this.#cursor.token;
		this.#cursor.pass();
		switch (kind) {
			case 'number': {
				return {kind: 'number', value: Number(text)};
			}

			case 'text': {
				return {kind: 'text', value: text};
			}

			case 'pattern': {
				return {kind: 'pattern', value: text};
			}

			case 'call': {
				const printing = this.isPrinting;
				this.isPrinting = false;
				const list = this.list(')');
				this.isPrinting = printing;
				return {kind: 'call', name: text, args: list};
			}

			case 'name': {
				return this.#named(text);
			}

			default: {
				return this.#other(text);
			}
		}
	}

	#named(name: string): Expression {
		if (name === 'getline' || keywords.has(name)) {
			throw new AwkError(name);
		}

		if (name === 'length') {
			return {kind: 'call', name, args: []};
		}

		return this.#cursor.take('[') ? {kind: 'element', name, keys: this.list(']')} : {kind: 'variable', name};
	}

	#other(text: string): Expression {
		if (text === '$') {
			return {kind: 'field', index: this.#postfix()};
		}

		if (text === '(') {
			const before = this.isPrinting;
			this.isPrinting = false;
			const list = this.list(')');
			this.isPrinting = before;
			const [only] = list;
			if (list.length === 1 && only) {
				return only;
			}

			this.#cursor.expect('in');
			const name = this.#cursor.token.text;
			this.#cursor.pass();
			return {kind: 'in', keys: list, name};
		}

		throw new AwkError(`syntax error at ${text}`);
	}
}
