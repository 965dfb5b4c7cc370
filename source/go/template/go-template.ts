import {goJSON} from '../encode-json.js';
import {FunctionError, functions, truth, wantsText, type TemplateFunctions} from './functions.js';
import {goQuoted, goText, goType} from '../print.js';
import {TemplateError} from './lexer.js';
import {parseTemplate, type Operand, type Pipeline, type TemplateNode} from './parser.js';

/** Something could not be executed. */
class ExecutionError extends Error {
	override name = 'ExecutionError';
}

/** A value; `loose` is one from a map or a list, whose type Go determines only on use. */
interface Given {
	readonly value: unknown;
	readonly loose: boolean;
}

class Scope {
	constructor(
		readonly dot: Given,
		readonly outer?: Scope,
		readonly variables = new Map<string, Given>(),
	) {}

	find(name: string): Scope | undefined {
		return this.variables.has(name) ? this : this.outer?.find(name);
	}
}

type Left = 'break' | 'continue' | undefined;

/** A run of a template over an object. @mirrors text/template exec */
class Execution {
	output = '';
	#steps = 0;

	constructor(
		readonly template: string,
		readonly allowMissing: boolean,
		readonly functions: TemplateFunctions,
	) {}

	#fail({at, text}: {at: number; text: string}, message: string): never {
		const before = this.template.slice(0, at);
		const line = before.split('\n').length;
		const column =
			line === 1 ? Buffer.byteLength(before) : Buffer.byteLength(before.slice(before.lastIndexOf('\n') + 1));
		throw new ExecutionError(`template: output:${line}:${column}: executing "output" at <${text}>: ${message}`);
	}

	run(nodes: readonly TemplateNode[], scope: Scope): Left {
		for (const node of nodes) {
			const left = this.#node(node, scope);
			if (left) {
				return left;
			}
		}

		return undefined;
	}

	#node(node: TemplateNode, scope: Scope): Left {
		if (this.#steps++ > mostSteps) {
			throw new GoTemplateError('the template does not come to an end');
		}

		switch (node.kind) {
			case 'text': {
				this.output += node.text;
				return undefined;
			}

			case 'action': {
				const value = this.#pipeline(node.pipeline, scope);
				if (node.pipeline.variables.length === 0) {
					this.output += value === undefined || value === null ? '<no value>' : goText(value);
				}

				return undefined;
			}

			case 'break':
			case 'continue': {
				return node.kind;
			}

			case 'range': {
				return this.#range(node, scope);
			}

			default: {
				const inside = new Scope(scope.dot, scope);
				const value = this.#pipeline(node.pipeline, inside);
				if (truth(value)) {
					return this.run(node.body, node.kind === 'with' ? new Scope({value, loose: false}, inside) : inside);
				}

				return this.run(node.otherwise, inside);
			}
		}
	}

	#range({pipeline, body, otherwise}: Extract<TemplateNode, {kind: 'if' | 'range' | 'with'}>, scope: Scope): Left {
		const outside = new Scope(scope.dot, scope);
		const value = this.#pipeline(pipeline, outside, false);
		const entries = this.#entries(value, pipeline);
		if (entries.length === 0) {
			return this.run(otherwise, outside);
		}

		const [first, second] = pipeline.variables;
		for (const [key, item] of entries) {
			const inside = new Scope({value: item, loose: true}, outside);
			if (second !== undefined) {
				this.#set(inside, pipeline, first ?? '', {value: key, loose: false});
				this.#set(inside, pipeline, second, {value: item, loose: true});
			} else if (first !== undefined) {
				this.#set(inside, pipeline, first, {value: item, loose: true});
			}

			if (this.run(body, inside) === 'break') {
				break;
			}
		}

		return undefined;
	}

	#entries(value: unknown, pipeline: Pipeline): ReadonlyArray<readonly [unknown, unknown]> {
		if (Array.isArray(value)) {
			return value.map((item, index) => [BigInt(index), item]);
		}

		if (typeof value === 'bigint') {
			return Array.from({length: Math.min(Number(value), mostRounds)}, (_, index) => [BigInt(index), BigInt(index)]);
		}

		if (value === undefined || value === null) {
			return [];
		}

		return typeof value === 'object'
			? Object.keys(value)
					.sort()
					.map((key) => [key, (value as Readonly<Record<string, unknown>>)[key]])
			: this.#fail(pipeline, `range can't iterate over ${goText(value)}`);
	}

	#set(scope: Scope, {declares}: Pipeline, name: string, given: Given): void {
		(declares ? scope : (scope.find(name) ?? scope)).variables.set(name, given);
	}

	#pipeline(pipeline: Pipeline, scope: Scope, sets = true): unknown {
		let value: unknown;
		for (const [index, command] of pipeline.commands.entries()) {
			value = this.#command(command, scope, index === 0 ? [] : [value]);
		}

		if (sets) {
			for (const name of pipeline.variables) {
				this.#set(scope, pipeline, name, {value, loose: false});
			}
		}

		return value;
	}

	#command([first, ...rest]: readonly Operand[], scope: Scope, final: readonly unknown[]): unknown {
		if (!first) {
			return undefined;
		}

		if (first.kind === 'function') {
			return this.#call(first, first.name, rest, scope, final);
		}

		if (rest.length > 0 || final.length > 0) {
			const names = 'names' in first ? first.names : [];
			if (names.length > 0) {
				this.#value(first, scope);
				this.#fail(first, `${names.at(-1)} is not a method but has arguments`);
			}

			this.#fail(first, `can't give argument to non-function ${first.text}`);
		}

		if (first.kind === 'nil') {
			this.#fail(first, 'nil is not a command');
		}

		return this.#value(first, scope);
	}

	#value(operand: Operand, scope: Scope): unknown {
		switch (operand.kind) {
			case 'dot': {
				return scope.dot.value;
			}

			case 'nil': {
				return null;
			}

			case 'constant': {
				return operand.value;
			}

			case 'function': {
				return this.#call(operand, operand.name, [], scope, []);
			}

			case 'fields': {
				return this.#fields(operand, operand.names, scope.dot);
			}

			case 'variable': {
				const given = scope.find(operand.name)?.variables.get(operand.name) ?? {value: undefined, loose: false};
				return this.#fields(operand, operand.names, given);
			}

			case 'pipeline': {
				const value = this.#pipeline(operand.pipeline, new Scope(scope.dot, scope));
				return this.#fields(operand, operand.names, {value, loose: false});
			}
		}
	}

	/** @mirrors text/template evalFieldChain */
	#fields(operand: Operand, names: readonly string[], start: Given): unknown {
		let {value, loose} = start;
		for (const name of names) {
			const type = loose ? 'interface {}' : goType(value);
			if (value === undefined || (value === null && !loose)) {
				if (!this.allowMissing) {
					this.#fail(operand, `nil data; no entry for key ${goQuoted(name)}`);
				}

				return undefined;
			}

			if (value === null) {
				this.#fail(operand, `nil pointer evaluating ${type}.${name}`);
			}

			if (typeof value !== 'object' || Array.isArray(value)) {
				this.#fail(operand, `can't evaluate field ${name} in type ${type}`);
			}

			if (Object.hasOwn(value as object, name)) {
				value = (value as Readonly<Record<string, unknown>>)[name];
			} else if (this.allowMissing) {
				value = undefined;
			} else {
				this.#fail(operand, `map has no entry for key ${goQuoted(name)}`);
			}

			loose = true;
		}

		return value;
	}

	#call(operand: Operand, name: string, rest: readonly Operand[], scope: Scope, final: readonly unknown[]): unknown {
		const {takes, call} = this.functions.get(name)!;
		const count = rest.length + final.length;
		const [least, most] = takes;
		if (most === undefined ? count < least : count !== most) {
			this.#fail(
				operand,
				`wrong number of args for ${name}: want ${most === undefined ? `at least ${least}` : most} got ${count}`,
			);
		}

		if (name === 'and' || name === 'or') {
			return this.#shortest(name, rest, scope, final);
		}

		const values = [...rest.map((one) => this.#value(one, scope)), ...final];
		const [text] = values;
		if (wantsText.has(name) && typeof text !== 'string') {
			this.#fail(
				rest[0] ?? operand,
				text === undefined || text === null
					? 'invalid value; expected string'
					: `wrong type for value; expected string; got ${goType(text)}`,
			);
		}

		try {
			return call(values);
		} catch (error) {
			if (error instanceof FunctionError) {
				const text = [operand, ...rest].map((one) => one.text).join(' ');
				this.#fail({at: operand.at, text}, `error calling ${name}: ${error.message}`);
			}

			throw error;
		}
	}

	/** `and` and `or` evaluate no more of their arguments than they need. */
	#shortest(name: 'and' | 'or', rest: readonly Operand[], scope: Scope, final: readonly unknown[]): unknown {
		let value: unknown;
		for (const one of rest) {
			value = this.#value(one, scope);
			if (truth(value) === (name === 'or')) {
				return value;
			}
		}

		return final.length > 0 ? final[0] : value;
	}
}

/** A template that cannot be parsed or executed; `message` is Go's. */
export class GoTemplateError extends Error {
	override name = 'GoTemplateError';
}

const mostRounds = 100_000;
const mostSteps = 2_000_000;

const rootOf = (object: unknown): Scope => {
	const root = {value: object, loose: false};
	return new Scope(root, undefined, new Map([['$', root]]));
};

/** @throws {GoTemplateError} */
const parsed = (template: string, known: TemplateFunctions): readonly TemplateNode[] => {
	try {
		return parseTemplate(template, known);
	} catch (error) {
		throw error instanceof TemplateError
			? new GoTemplateError(`error parsing template ${template}, ${error.message}`)
			: error;
	}
};

/**
Reads a Go template once, to run it over many objects.

@param own further functions that it can call.
@returns a function from an object to the template's output.
@throws {GoTemplateError} when it cannot be parsed, and when it cannot be executed.
*/
export const readTemplate = (template: string, own: TemplateFunctions): ((object: unknown) => string) => {
	const known = new Map([...functions, ...own]);
	const nodes = parsed(template, known);
	return (object) => {
		const execution = new Execution(template, true, known);
		try {
			execution.run(nodes, rootOf(object));
		} catch (error) {
			throw error instanceof ExecutionError ? new GoTemplateError(error.message) : error;
		}

		return execution.output;
	};
};

/**
Runs a Go template over an object.

@param print receives the text, including the text before a mistake and hints about it.
@param options `allowMissing`: a missing field is `<no value>`.
@throws {GoTemplateError} for a template that cannot be parsed or executed.
@mirrors cli-runtime/pkg/printers GoTemplatePrinter
@see https://pkg.go.dev/text/template
*/
export const goTemplate = (
	template: string,
	object: unknown,
	print: (text: string) => void,
	{allowMissing = true}: {readonly allowMissing?: boolean} = {},
): void => {
	const nodes = parsed(template, functions);
	const execution = new Execution(template, allowMissing, functions);
	try {
		execution.run(nodes, rootOf(object));
		print(execution.output);
	} catch (error) {
		if (!(error instanceof ExecutionError)) {
			throw error;
		}

		print(
			`${execution.output}Error executing template: ${error.message}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template}\n\traw data was:\n\t\t${goJSON(object)}\n\tobject given to template engine was:\n\t\t${goText(object)}\n\n`,
		);
		throw new GoTemplateError(`error executing template ${goQuoted(template)}: ${error.message}`);
	}
};
