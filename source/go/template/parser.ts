import type {TemplateFunctions} from './functions.js';
import {TemplateError, tokensOf, type Token} from './lexer.js';
import {unquoteGo} from './go-format.js';

/** Something that has a value. */
export type Operand = {
	/** Its position, for errors. */
	readonly at: number;
	/** Its text in errors. */
	readonly text: string;
} & (
	| {readonly kind: 'dot' | 'nil'}
	| {readonly kind: 'constant'; readonly value: unknown}
	| {readonly kind: 'function'; readonly name: string}
	| {readonly kind: 'fields'; readonly names: readonly string[]}
	| {readonly kind: 'variable'; readonly name: string; readonly names: readonly string[]}
	| {readonly kind: 'pipeline'; readonly pipeline: Pipeline; readonly names: readonly string[]}
);

/** `$x := .a | print`. */
export interface Pipeline {
	readonly at: number;
	readonly text: string;
	readonly variables: readonly string[];
	readonly declares: boolean;
	readonly commands: ReadonlyArray<readonly Operand[]>;
}

/** A piece of a template that can be executed. */
export type TemplateNode =
	| {readonly kind: 'text'; readonly text: string}
	| {readonly kind: 'action'; readonly pipeline: Pipeline}
	| {readonly kind: 'break' | 'continue'}
	| {
			readonly kind: 'if' | 'range' | 'with';
			readonly pipeline: Pipeline;
			readonly body: readonly TemplateNode[];
			readonly otherwise: readonly TemplateNode[];
	  };

const keywords = new Set([
	'block',
	'break',
	'continue',
	'define',
	'else',
	'end',
	'if',
	'range',
	'nil',
	'template',
	'with',
]);

interface List {
	readonly nodes: readonly TemplateNode[];
	readonly ended: 'end' | 'else';
}

/** Simplified: templates inside templates (`define`, `block` and `template`) are not supported. */
class Parser {
	readonly #tokens: readonly Token[];
	readonly #variables = ['$'];
	#next = 0;
	#ranges = 0;

	constructor(
		template: string,
		readonly functions: TemplateFunctions,
	) {
		this.#tokens = tokensOf(template);
	}

	/** @throws {TemplateError} */
	fail(message: string, {line}: {line: number} = this.#tokens[Math.max(0, this.#next - 1)]!): never {
		throw new TemplateError(`template: output:${line}: ${message}`);
	}

	#take(): Token {
		return this.#tokens[Math.min(this.#next++, this.#tokens.length - 1)]!;
	}

	#peek(): Token {
		return this.#tokens[Math.min(this.#next, this.#tokens.length - 1)]!;
	}

	#space(): void {
		while (this.#peek().kind === 'space') {
			this.#next++;
		}
	}

	#unexpected({kind, text, line}: Token, context: string): never {
		return this.fail(kind === 'end' ? 'unexpected EOF' : `unexpected ${describe({kind, text})} in ${context}`, {line});
	}

	template(): readonly TemplateNode[] {
		const nodes: TemplateNode[] = [];
		while (this.#peek().kind !== 'end') {
			const node = this.#node();
			if (node === 'end' || node === 'else') {
				return this.fail(`unexpected {{${node}}}`);
			}

			nodes.push(node);
		}

		return nodes;
	}

	#list(): List {
		const nodes: TemplateNode[] = [];
		while (this.#peek().kind !== 'end') {
			const node = this.#node();
			if (node === 'end' || node === 'else') {
				return {nodes, ended: node};
			}

			nodes.push(node);
		}

		return this.fail('unexpected EOF');
	}

	#node(): TemplateNode | 'end' | 'else' {
		const token = this.#take();
		if (token.kind === 'text') {
			return {kind: 'text', text: token.text};
		}

		this.#space();
		const word = this.#peek();
		if (word.kind !== 'word' || !keywords.has(word.text) || word.text === 'nil') {
			return {kind: 'action', pipeline: this.#pipeline('command', 'close')};
		}

		this.#next++;
		switch (word.text) {
			case 'if':
			case 'range':
			case 'with': {
				return this.#control(word.text);
			}

			case 'else': {
				const rest = this.#tokens.slice(this.#next).find(({kind}) => kind !== 'space');
				if (rest?.kind === 'word' && (rest.text === 'if' || rest.text === 'with')) {
					return 'else';
				}

				this.#close('else');
				return 'else';
			}

			case 'end': {
				this.#close('end');
				return 'end';
			}

			case 'break':
			case 'continue': {
				this.#close(`{{${word.text}}}`);
				return this.#ranges === 0 ? this.fail(`{{${word.text}}} outside {{range}}`) : {kind: word.text};
			}

			default: {
				return this.#unexpected(word, 'command');
			}
		}
	}

	#close(context: string): void {
		this.#space();
		const token = this.#take();
		if (token.kind !== 'close') {
			this.#unexpected(token, context);
		}
	}

	#control(kind: 'if' | 'range' | 'with'): TemplateNode {
		const variables = this.#variables.length;
		const pipeline = this.#pipeline(kind, 'close');
		this.#ranges += kind === 'range' ? 1 : 0;
		const body = this.#list();
		this.#ranges -= kind === 'range' ? 1 : 0;
		let otherwise: readonly TemplateNode[] = [];
		if (body.ended === 'else') {
			this.#space();
			const {kind: next, text} = this.#peek();
			if (next === 'word' && (text === 'if' || text === 'with')) {
				this.#next++;
				otherwise = [this.#control(text)];
			} else {
				const list = this.#list();
				if (list.ended === 'else') {
					this.fail('expected end; found {{else}}');
				}

				otherwise = list.nodes;
			}
		}

		this.#variables.length = variables;
		return {kind, pipeline, body: body.nodes, otherwise};
	}

	#pipeline(context: string, end: 'close' | ')'): Pipeline {
		this.#space();
		const {at} = this.#peek();
		const declared = this.#declared(context);
		const commands: Operand[][] = [];
		for (;;) {
			this.#space();
			const token = this.#peek();
			if (end === 'close' ? token.kind === 'close' : token.kind === 'sign' && token.text === ')') {
				this.#next++;
				break;
			}

			if (token.kind === 'end' || token.kind === 'close' || (token.kind === 'sign' && token.text !== '(')) {
				this.#next++;
				this.#unexpected(token, context);
			}

			commands.push(this.#command(end));
		}

		if (commands.length === 0) {
			this.fail(`missing value for ${context}`);
		}

		for (const [index, [first]] of commands.entries()) {
			if (index > 0 && first && ['constant', 'dot', 'nil'].includes(first.kind)) {
				this.fail(`non executable command in pipeline stage ${index + 1}`);
			}
		}

		this.#variables.push(...(declared.declares ? declared.variables : []));
		const text = commands.map((operands) => operands.map((operand) => operand.text).join(' ')).join(' | ');
		const names = declared.variables.join(', ');
		return {
			...declared,
			at,
			commands,
			text: names ? `${names} ${declared.declares ? ':=' : '='} ${text}` : text,
		};
	}

	/** `$x :=` and, of a range, `$i, $x :=`. */
	#declared(context: string): Pick<Pipeline, 'variables' | 'declares'> {
		const start = this.#next;
		const variables: string[] = [];
		for (;;) {
			this.#space();
			const variable = this.#take();
			if (variable.kind !== 'variable') {
				break;
			}

			variables.push(variable.text);
			this.#space();
			const sign = this.#take();
			if (sign.kind !== 'sign') {
				break;
			}

			if (sign.text === ':=' || (sign.text === '=' && context !== 'nothing')) {
				if (sign.text === '=') {
					variables.forEach((name) => this.#known(name));
				}

				return {variables, declares: sign.text === ':='};
			}

			if (sign.text !== ',' || context !== 'range' || variables.length > 1) {
				if (sign.text === ',') {
					this.fail(`too many declarations in ${context}`);
				}

				break;
			}
		}

		this.#next = start;
		return {variables: [], declares: true};
	}

	#known(name: string): void {
		if (!this.#variables.includes(name)) {
			this.fail(`undefined variable "${name}"`);
		}
	}

	#command(end: 'close' | ')'): Operand[] {
		const operands: Operand[] = [];
		for (;;) {
			this.#space();
			const operand = this.#operand();
			if (operand) {
				operands.push(operand);
			}

			const token = this.#peek();
			if (token.kind === 'space') {
				this.#next++;
				continue;
			}

			if (token.kind === 'sign' && token.text === '|') {
				this.#next++;
				break;
			}

			if (token.kind === 'close' || (token.kind === 'sign' && token.text === ')' && end === ')')) {
				break;
			}

			this.#next++;
			this.#unexpected(token, 'operand');
		}

		return operands.length > 0 ? operands : this.fail('empty command');
	}

	#operand(): Operand | undefined {
		const term = this.#term();
		if (!term) {
			return undefined;
		}

		const names: string[] = [];
		let at: number | undefined;
		while (this.#peek().kind === 'field') {
			const field = this.#take();
			at ??= field.at;
			names.push(field.text.slice(1));
		}

		if (at === undefined) {
			return term;
		}

		const text = `${term.text}.${names.join('.')}`;
		switch (term.kind) {
			case 'fields': {
				return {kind: 'fields', names: [...term.names, ...names], at, text};
			}

			case 'variable': {
				return {...term, names, at, text};
			}

			case 'pipeline': {
				return {...term, names, at, text};
			}

			default: {
				return this.fail(`unexpected . after term ${JSON.stringify(term.text)}`);
			}
		}
	}

	#term(): Operand | undefined {
		const {kind, text, at} = this.#peek();
		if (['close', 'end', 'space', 'text', 'open'].includes(kind) || (kind === 'sign' && text !== '(')) {
			return undefined;
		}

		this.#next++;
		const base = {at, text};
		switch (kind) {
			case 'field': {
				return {...base, kind: 'fields', names: [text.slice(1)]};
			}

			case 'variable': {
				this.#known(text);
				return {...base, kind: 'variable', name: text, names: []};
			}

			case 'string': {
				return {...base, kind: 'constant', value: this.#text(text)};
			}

			case 'number': {
				return {...base, kind: 'constant', value: this.#number(text)};
			}

			case 'sign': {
				const pipeline = this.#pipeline('parenthesized pipeline', ')');
				return {at, text: `(${pipeline.text})`, kind: 'pipeline', pipeline, names: []};
			}

			default: {
				if (text === '.') {
					return {...base, kind: 'dot'};
				}

				if (text === 'nil') {
					return {...base, kind: 'nil'};
				}

				if (text === 'true' || text === 'false') {
					return {...base, kind: 'constant', value: text === 'true'};
				}

				return this.functions.has(text)
					? {...base, kind: 'function', name: text}
					: this.fail(`function "${text}" not defined`);
			}
		}
	}

	#text(text: string): string | bigint {
		const value = unquoteGo(text);
		if (value === undefined) {
			return this.fail('invalid syntax');
		}

		if (text.startsWith("'")) {
			return BigInt(value.codePointAt(0) ?? 0);
		}

		return value;
	}

	#number(text: string): bigint | number {
		if (/^[+-]?(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+|\d+)$/.test(text)) {
			const [, sign, digits = ''] = /^([+-]?)(.*)$/.exec(text) ?? [];
			const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
			return sign === '-' ? -value : value;
		}

		const value = Number(text);
		return Number.isNaN(value) ? this.fail(`illegal number syntax: ${JSON.stringify(text)}`) : value;
	}
}

const describe = ({kind, text}: Pick<Token, 'kind' | 'text'>): string => {
	if (kind === 'word' && keywords.has(text)) {
		return `<${text}>`;
	}

	if (text.length > 10) {
		return `${JSON.stringify(text.slice(0, 10))}...`;
	}

	return JSON.stringify(text);
};

/**
Reads a Go template.

@param functions those that it can call.
@throws {TemplateError}
@mirrors text/template/parse Parse
*/
export const parseTemplate = (template: string, functions: TemplateFunctions): readonly TemplateNode[] =>
	new Parser(template, functions).template();
