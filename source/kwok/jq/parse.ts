import {memoised} from '../../kernel/memoised.js';
import {functions} from './functions.js';
import {JqError, tokensOf, type Expression, type Operator, type Token} from './syntax.js';

/** Binary operators from the loosest to the tightest. Comparison operators do not chain. */
const levels: ReadonlyArray<{readonly operators: readonly Operator[]; readonly to: 'left' | 'right' | 'none'}> = [
	{operators: [','], to: 'left'},
	{operators: ['//'], to: 'right'},
	{operators: ['or'], to: 'left'},
	{operators: ['and'], to: 'left'},
	{operators: ['==', '!=', '<', '<=', '>', '>='], to: 'none'},
	{operators: ['+', '-'], to: 'left'},
	{operators: ['*', '/', '%'], to: 'left'},
];

const commaLevel = 1;
const identity: Expression = {kind: 'identity'};
/** The maximum depth of an expression. */
const deepest = 200;

class Parser {
	readonly #tokens: readonly Token[];
	#at = 0;
	#depth = 0;

	constructor(readonly source: string) {
		this.#tokens = tokensOf(source);
	}

	whole(): Expression {
		const expression = this.#pipe();
		return this.#next.kind === 'end' ? expression : this.#fail();
	}

	get #next(): Token {
		return this.#tokens[this.#at] ?? {kind: 'end', text: '', at: this.source.length};
	}

	#fail(): never {
		const {kind, text, at} = this.#next;
		throw new JqError(
			kind === 'end'
				? `unexpected end of ${JSON.stringify(this.source)}`
				: `unexpected token ${JSON.stringify(text)} at place ${at + 1} of ${JSON.stringify(this.source)}`,
		);
	}

	#take(): Token {
		const token = this.#next;
		this.#at++;
		return token;
	}

	#accepts(text: string): boolean {
		const {kind, text: own} = this.#next;
		const is = (kind === 'sign' || kind === 'word') && own === text;
		if (is) {
			this.#at++;
		}

		return is;
	}

	#expect(text: string): void {
		if (!this.#accepts(text)) {
			this.#fail();
		}
	}

	#pipe(): Expression {
		if (++this.#depth > deepest) {
			throw new JqError(`nested too deeply: ${JSON.stringify(this.source)}`);
		}

		const left = this.#binary(0);
		const whole = this.#accepts('as') ? this.#bind(left) : this.#piped(left);
		this.#depth--;
		return whole;
	}

	#piped(left: Expression): Expression {
		return this.#accepts('|') ? {kind: 'binary', operator: '|', left, right: this.#pipe()} : left;
	}

	#bind(source: Expression): Expression {
		const {kind, text} = this.#next;
		if (kind !== 'variable') {
			this.#fail();
		}

		this.#at++;
		this.#expect('|');
		return {kind: 'bind', source, name: text, body: this.#pipe()};
	}

	#binary(level: number): Expression {
		const {operators, to} = levels[level] ?? {operators: [], to: 'left'};
		if (operators.length === 0) {
			return this.#unary();
		}

		let left = this.#binary(level + 1);
		for (;;) {
			const operator = operators.find((one) => this.#accepts(one));
			if (operator === undefined) {
				return left;
			}

			const right = this.#binary(to === 'right' ? level : level + 1);
			left = {kind: 'binary', operator, left, right};
			if (to !== 'left') {
				return left;
			}
		}
	}

	#unary(): Expression {
		return this.#accepts('-') ? {kind: 'negate', of: this.#postfix()} : this.#postfix();
	}

	#postfix(): Expression {
		let target = this.#term();
		for (;;) {
			const {kind, text} = this.#next;
			if (kind === 'field') {
				this.#at++;
				target = fieldOf(target, text.slice(1));
			} else if (this.#accepts('?')) {
				target = {kind: 'try', of: target};
			} else if (this.#accepts('[')) {
				target = this.#bracket(target);
			} else if (text === '.' && kind === 'sign') {
				this.#at++;
				target = this.#afterDot(target);
			} else {
				return target;
			}
		}
	}

	/** The rest after a dot that has no name: `."a b"`, `.[0]`. */
	#afterDot(target: Expression): Expression {
		if (this.#next.kind === 'text') {
			return fieldOf(target, textOf(this.#take()));
		}

		this.#expect('[');
		return this.#bracket(target);
	}

	#bracket(target: Expression): Expression {
		if (this.#accepts(']')) {
			return {kind: 'binary', operator: '|', left: target, right: {kind: 'iterate'}};
		}

		const from = this.#accepts(':') ? undefined : this.#pipe();
		if (from !== undefined && this.#accepts(']')) {
			return {kind: 'index', target, key: from};
		}

		if (from !== undefined) {
			this.#expect(':');
		}

		const to = this.#next.text === ']' ? undefined : this.#pipe();
		this.#expect(']');
		return from === undefined && to === undefined ? this.#fail() : {kind: 'slice', target, from, to};
	}

	/** Long because it is a table: one case for each beginning of a term. */
	#term(): Expression {
		const token = this.#take();
		switch (token.kind) {
			case 'field': {
				return fieldOf(identity, token.text.slice(1));
			}

			case 'variable': {
				return {kind: 'variable', name: token.text};
			}

			case 'number': {
				return {kind: 'literal', value: Number(token.text)};
			}

			case 'text': {
				return {kind: 'literal', value: textOf(token)};
			}

			case 'word': {
				return this.#word(token.text);
			}

			default: {
				return this.#sign(token.text);
			}
		}
	}

	#sign(text: string): Expression {
		switch (text) {
			case '..': {
				return {kind: 'recurse'};
			}

			case '.': {
				return this.#next.kind === 'text' || this.#next.text === '[' ? this.#afterDot(identity) : identity;
			}

			case '(': {
				const inside = this.#pipe();
				this.#expect(')');
				return inside;
			}

			case '[': {
				const of = this.#next.text === ']' ? undefined : this.#pipe();
				this.#expect(']');
				return {kind: 'array', of};
			}

			case '{': {
				return this.#object();
			}

			default: {
				this.#at--;
				return this.#fail();
			}
		}
	}

	#object(): Expression {
		const fields: Array<readonly [Expression, Expression]> = [];
		while (!this.#accepts('}')) {
			if (fields.length > 0) {
				this.#expect(',');
			}

			fields.push(this.#field());
		}

		return {kind: 'object', fields};
	}

	#field(): readonly [Expression, Expression] {
		const token = this.#take();
		if (token.kind === 'sign' && token.text === '(') {
			const key = this.#pipe();
			this.#expect(')');
			this.#expect(':');
			return [key, this.#binary(commaLevel)];
		}

		if (token.kind !== 'word' && token.kind !== 'text') {
			this.#at--;
			this.#fail();
		}

		const name = token.kind === 'text' ? textOf(token) : token.text;
		const key: Expression = {kind: 'literal', value: name};
		return [key, this.#accepts(':') ? this.#binary(commaLevel) : fieldOf(identity, name)];
	}

	#word(name: string): Expression {
		switch (name) {
			case 'null': {
				return {kind: 'literal', value: null};
			}

			case 'true':
			case 'false': {
				return {kind: 'literal', value: name === 'true'};
			}

			case 'if': {
				return this.#if();
			}

			case 'try': {
				return {kind: 'try', of: this.#postfix()};
			}

			default: {
				return this.#call(name);
			}
		}
	}

	#if(): Expression {
		const condition = this.#pipe();
		this.#expect('then');
		const yes = this.#pipe();
		if (this.#accepts('elif')) {
			return {kind: 'if', condition, yes, otherwise: this.#if()};
		}

		const otherwise = this.#accepts('else') ? this.#pipe() : undefined;
		this.#expect('end');
		return {kind: 'if', condition, yes, otherwise};
	}

	#call(name: string): Expression {
		const parameters: Expression[] = [];
		if (this.#accepts('(')) {
			do {
				parameters.push(this.#pipe());
			} while (this.#accepts(';'));

			this.#expect(')');
		}

		if (!functions.has(`${name}/${parameters.length}`)) {
			throw new JqError(`function not defined: ${name}/${parameters.length}`);
		}

		return {kind: 'call', name, parameters};
	}
}

const fieldOf = (target: Expression, name: string): Expression => ({
	kind: 'index',
	target,
	key: {kind: 'literal', value: name},
});

/** Simplified: a text has no expressions in it, such as jq's `"\(.a)"`. */
const textOf = ({text}: Token): string => {
	try {
		return String(JSON.parse(text));
	} catch {
		throw new JqError(`invalid text ${text}`);
	}
};

/**
Reads an expression of jq.

Simplified: without definitions of functions, `reduce`, `foreach`, labels, formats, destructuring and assignment.

@throws {JqError}
@mirrors github.com/itchyny/gojq Parse, Compile
@see https://jqlang.org/manual/
*/
export const parseJq = memoised((source: string): Expression => new Parser(source).whole(), 500);
