import {tokensOf, keywords, type Token} from './tokens.js';
import {AwkError, type Expression, type Rule, type Statement} from './tree.js';

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

const deepest = 100;

/** Reads a program of awk. @throws {AwkError} */
class AwkParser {
	readonly #tokens: readonly Token[];
	#at = 0;
	#depth = 0;
	/** Inside `print`, `>` names a file. */
	#printing = false;

	constructor(text: string) {
		this.#tokens = tokensOf(text);
	}

	rules(): readonly Rule[] {
		const rules: Rule[] = [];
		for (;;) {
			this.#skip();
			if (this.#token.kind === 'end') {
				return rules;
			}

			rules.push(this.#rule());
		}
	}

	get #token(): Token {
		return this.#tokens[this.#at] ?? {kind: 'end', text: ''};
	}

	#skip(): void {
		while (this.#token.kind === 'newline' || this.#is(';')) {
			this.#at++;
		}
	}

	#is(text: string): boolean {
		return this.#token.text === text && ['operator', 'name', 'newline'].includes(this.#token.kind);
	}

	#take(text: string): boolean {
		if (!this.#is(text)) {
			return false;
		}

		this.#at++;
		return true;
	}

	#expect(text: string): void {
		if (!this.#take(text)) {
			throw new AwkError(`expected ${text} at ${this.#token.text}`);
		}
	}

	#rule(): Rule {
		const word = this.#token.text;
		if (this.#token.kind === 'name' && (word === 'BEGIN' || word === 'END')) {
			this.#at++;
			return {when: word, body: this.#block()};
		}

		if (this.#is('function') || this.#is('func')) {
			throw new AwkError('function');
		}

		const when: Expression[] = [];
		if (!this.#is('{')) {
			when.push(this.#expression());
			if (this.#take(',')) {
				when.push(this.#expression());
			}
		}

		return {when, body: this.#is('{') ? this.#block() : undefined};
	}

	#block(): Statement {
		this.#expect('{');
		const body: Statement[] = [];
		for (this.#skip(); !this.#take('}'); this.#skip()) {
			if (this.#token.kind === 'end') {
				throw new AwkError('unexpected end');
			}

			body.push(this.#statement());
		}

		return {kind: 'block', body};
	}

	#nested<T>(read: () => T): T {
		if (++this.#depth > deepest) {
			throw new AwkError('nested too deeply');
		}

		const value = read();
		this.#depth--;
		return value;
	}

	#statement(): Statement {
		return this.#nested(() => this.#anyStatement());
	}

	/** A statement after a condition, perhaps on the next line. */
	#body(): Statement {
		while (this.#take('\n')) {
			// The body is below.
		}

		return this.#take(';') ? {kind: 'block', body: []} : this.#statement();
	}

	#anyStatement(): Statement {
		const word = this.#token.kind === 'name' ? this.#token.text : '';
		switch (word) {
			case 'if': {
				return this.#if();
			}

			case 'while': {
				this.#at++;
				this.#expect('(');
				const test = this.#expression();
				this.#expect(')');
				return {kind: 'while', test, body: this.#body(), first: true};
			}

			case 'do': {
				this.#at++;
				const body = this.#body();
				this.#skip();
				this.#expect('while');
				this.#expect('(');
				const test = this.#expression();
				this.#expect(')');
				return {kind: 'while', test, body, first: false};
			}

			case 'for': {
				return this.#for();
			}

			case 'next':
			case 'break':
			case 'continue': {
				this.#at++;
				return {kind: word};
			}

			case 'exit': {
				this.#at++;
				const ends = this.#is(';') || this.#is('}') || this.#token.kind === 'newline' || this.#token.kind === 'end';
				return {kind: 'exit', value: ends ? undefined : this.#expression()};
			}

			default: {
				return this.#is('{') ? this.#block() : this.#simple();
			}
		}
	}

	#if(): Statement {
		this.#at++;
		this.#expect('(');
		const test = this.#expression();
		this.#expect(')');
		const yes = this.#body();
		const before = this.#at;
		this.#skip();
		if (this.#take('else')) {
			return {kind: 'if', test, yes, no: this.#body()};
		}

		this.#at = before;
		return {kind: 'if', test, yes, no: undefined};
	}

	#for(): Statement {
		this.#at++;
		this.#expect('(');
		const [variable, word, name, close] = this.#tokens.slice(this.#at, this.#at + 4);
		if (variable?.kind === 'name' && word?.text === 'in' && name?.kind === 'name' && close?.text === ')') {
			this.#at += 4;
			return {kind: 'each', variable: variable.text, name: name.text, body: this.#body()};
		}

		const first = this.#is(';') ? undefined : this.#simple();
		this.#expect(';');
		const test = this.#is(';') ? undefined : this.#expression();
		this.#expect(';');
		const next = this.#is(')') ? undefined : this.#simple();
		this.#expect(')');
		return {kind: 'for', first, test, next, body: this.#body()};
	}

	#simple(): Statement {
		if (this.#is('print') || this.#is('printf')) {
			return this.#print();
		}

		if (this.#take('delete')) {
			const name = this.#token.text;
			this.#at++;
			const keys = this.#take('[') ? this.#list(']') : undefined;
			return {kind: 'delete', name, keys};
		}

		return {kind: 'expression', value: this.#expression()};
	}

	#print(): Statement {
		const format = this.#token.text === 'printf';
		this.#at++;
		const ends = (): boolean =>
			this.#is(';') ||
			this.#is('}') ||
			this.#is('>') ||
			this.#is('>>') ||
			this.#is('|') ||
			this.#token.kind === 'newline' ||
			this.#token.kind === 'end';
		this.#printing = true;
		const args: Expression[] = [];
		const start = this.#at;
		if (this.#take('(')) {
			this.#printing = false;
			args.push(...this.#list(')'));
			this.#printing = true;
			if (!ends()) {
				this.#at = start;
				args.length = 0;
			}
		}

		if (args.length === 0) {
			while (!ends()) {
				args.push(this.#expression());
				if (!this.#take(',')) {
					break;
				}
			}
		}

		this.#printing = false;
		if (this.#is('|')) {
			throw new AwkError('print |');
		}

		const append = this.#is('>>');
		const to = this.#take('>') || this.#take('>>') ? this.#level(4) : undefined;
		return {kind: 'print', format, args, to, append};
	}

	#list(closer: string): Expression[] {
		const list: Expression[] = [];
		while (!this.#take(closer)) {
			if (this.#token.kind === 'end') {
				throw new AwkError(`expected ${closer}`);
			}

			list.push(this.#expression());
			this.#take(',');
		}

		return list;
	}

	#expression(): Expression {
		return this.#nested(() => this.#assignment());
	}

	#assignment(): Expression {
		const left = this.#conditional();
		const [operator] = /^[-+*/%^]?=$/.exec(this.#token.kind === 'operator' ? this.#token.text : '') ?? [];
		if (operator === undefined || !['variable', 'field', 'element'].includes(left.kind)) {
			return left;
		}

		this.#at++;
		return {kind: 'assign', target: left, operator, value: this.#expression()};
	}

	#conditional(): Expression {
		const test = this.#in();
		if (!this.#take('?')) {
			return test;
		}

		const yes = this.#expression();
		this.#expect(':');
		return {kind: 'conditional', test, yes, no: this.#expression()};
	}

	#in(): Expression {
		let left = this.#level(0);
		while (this.#take('in')) {
			const name = this.#token.text;
			this.#at++;
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

			const {kind, text} = this.#token;
			if (kind !== 'operator' || !operators.includes(text) || (this.#printing && text === '>')) {
				return left;
			}

			this.#at++;
			while (/^(?:&&|\|\|)$/.test(text) && this.#take('\n')) {
				// The operand is one level below.
			}

			left = {kind: 'binary', operator: text, left, right: this.#level(level + 1)};
		}
	}

	/** Whether another value follows here, to be joined. */
	#beginsValue(): boolean {
		const {kind, text} = this.#token;
		return (
			kind === 'number' ||
			kind === 'text' ||
			kind === 'call' ||
			(kind === 'name' && !keywords.has(text)) ||
			(kind === 'operator' && ['$', '!', '(', '-', '++', '--'].includes(text) && text !== '-' && text !== '!')
		);
	}

	#unary(): Expression {
		return this.#nested(() => {
			for (const operator of ['!', '-', '+']) {
				if (this.#take(operator)) {
					return {kind: 'unary', operator, operand: this.#unary()};
				}
			}

			return this.#power();
		});
	}

	#power(): Expression {
		const left = this.#postfix();
		return this.#take('^') || this.#take('**') ? {kind: 'binary', operator: '^', left, right: this.#unary()} : left;
	}

	#postfix(): Expression {
		for (const [operator, by] of [
			['++', 1],
			['--', -1],
		] as const) {
			if (this.#take(operator)) {
				return {kind: 'step', target: this.#primary(), by, isPrefix: true};
			}
		}

		const value = this.#primary();
		for (const [operator, by] of [
			['++', 1],
			['--', -1],
		] as const) {
			if (['variable', 'field', 'element'].includes(value.kind) && this.#take(operator)) {
				return {kind: 'step', target: value, by, isPrefix: false};
			}
		}

		return value;
	}

	#primary(): Expression {
		const {kind, text} = this.#token;
		this.#at++;
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
				const printing = this.#printing;
				this.#printing = false;
				const list = this.#list(')');
				this.#printing = printing;
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

		return this.#take('[') ? {kind: 'element', name, keys: this.#list(']')} : {kind: 'variable', name};
	}

	#other(text: string): Expression {
		if (text === '$') {
			return {kind: 'field', index: this.#postfix()};
		}

		if (text === '(') {
			const before = this.#printing;
			this.#printing = false;
			const list = this.#list(')');
			this.#printing = before;
			const [only] = list;
			if (list.length === 1 && only) {
				return only;
			}

			this.#expect('in');
			const name = this.#token.text;
			this.#at++;
			return {kind: 'in', keys: list, name};
		}

		throw new AwkError(`syntax error at ${text}`);
	}
}

/** @throws {AwkError} */
export const parseAwk = (text: string): readonly Rule[] => new AwkParser(text).rules();
