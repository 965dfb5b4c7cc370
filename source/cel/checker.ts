import type {Environment} from './environment.js';
import {checkFormat} from './format-check.js';
import type {Overload} from './function.js';
import {Inference} from './inference.js';
import {literalIssues} from './literal-check.js';
import {macroType, type MacroContext} from './macro-type.js';
import {nameOf, Names} from './names.js';
import type {Issue} from './issue.js';
import type {Call, Node} from './syntax.js';
import {
	bool,
	bytes,
	double,
	dyn,
	errorType,
	formatType,
	insideOptional,
	int,
	isDyn,
	listOf,
	mapOf,
	nullType,
	optionalOf,
	string,
	uint,
	type Type,
} from './type.js';
import {mostGeneral, type Bindings} from './unification.js';
import type {Checked} from './checked.js';

/**
Finds the type of an expression and of its parts; type errors are issues, in cel-go's words.

@mirrors github.com/google/cel-go/checker
*/
export const check = (node: Node, environment: Environment, issues: Issue[]): Checked =>
	new Checker(environment, issues).run(node);

const constants = {int, uint, double, string, bytes, bool, null: nullType} as const;

class Checker {
	readonly #inference = new Inference();
	readonly #overloads = new Map<Call, readonly Overload[]>();
	readonly #qualified = new Map<Node, string>();
	readonly #types = new Map<Node, Type>();
	readonly #names: Names;

	readonly #macros: MacroContext;

	constructor(
		readonly environment: Environment,
		readonly issues: Issue[],
	) {
		this.#names = new Names(environment.variables);
		this.#macros = {
			inference: this.#inference,
			names: this.#names,
			check: (node) => this.#check(node),
			issue: (offset, message) => this.#issue(offset, message),
		};
	}

	run(node: Node): Checked {
		const type = this.#check(node);
		const types = new Map([...this.#types].map(([part, found]) => [part, this.#inference.resolved(found, true)]));
		const checked = {
			type: this.#inference.resolved(type, true),
			overloads: this.#overloads,
			qualified: this.#qualified,
			types,
		};
		if (this.issues.length === 0) {
			this.issues.push(...literalIssues(node, checked));
			this.#checkFormats(types);
		}

		return checked;
	}

	#checkFormats(types: ReadonlyMap<Node, Type>): void {
		for (const [node, [form]] of this.#overloads) {
			const {target, parameters} = node;
			const [values] = parameters;
			const isWritten =
				form?.name === 'format' && target?.op === 'constant' && target.value.type === 'string' && values?.op === 'list';
			const issue =
				isWritten &&
				checkFormat(
					node,
					String(target.value.value),
					values.items.map(({item}) => item),
					(part) => types.get(part) ?? dyn,
				);
			if (issue) {
				this.issues.push(issue);
			}
		}
	}

	#issue(offset: number, message: string): Type {
		this.issues.push({offset, message});
		return errorType;
	}

	#check(node: Node): Type {
		const type = this.#typeOf(node);
		this.#types.set(node, type);
		return type;
	}

	#typeOf(node: Node): Type {
		switch (node.op) {
			case 'constant': {
				return constants[node.value.type];
			}

			case 'name': {
				return (
					this.#names.lookUp(node.name) ??
					this.#issue(node.offset, `undeclared reference to '${node.name}' (in container '')`)
				);
			}

			case 'select': {
				return this.#select(node);
			}

			case 'has': {
				this.#field(node.offset, this.#check(node.operand), node.field);
				return bool;
			}

			case 'call': {
				return this.#call(node);
			}

			case 'list': {
				let item: Type | undefined;
				for (const element of node.items) {
					item = this.#join(item, this.#element(element.item, element.optional));
				}

				return listOf(item ?? this.#inference.variable());
			}

			case 'map': {
				let key: Type | undefined;
				let value: Type | undefined;
				for (const entry of node.entries) {
					key = this.#join(key, this.#check(entry.key));
					value = this.#join(value, this.#element(entry.value, entry.optional));
				}

				return mapOf(key ?? this.#inference.variable(), value ?? this.#inference.variable());
			}

			case 'struct': {
				return this.#struct(node);
			}

			case 'macro': {
				return macroType(node, this.#macros);
			}

			default: {
				return errorType;
			}
		}
	}

	/** The type of an element; if it is optional, the type of its content. */
	#element(node: Node, optional: boolean): Type {
		const type = this.#check(node);
		if (!optional) {
			return type;
		}

		const inner = this.#inference.variable();
		if (!this.#inference.accept([type], [optionalOf(inner)])) {
			return this.#issue(
				node.offset,
				`expected type '${this.#inference.show(optionalOf(type))}' but found '${this.#inference.show(type)}'`,
			);
		}

		return inner;
	}

	/** The common type of a list's elements so far and of one more: dyn if they differ. @mirrors checker.joinTypes */
	#join(previous: Type | undefined, current: Type): Type {
		if (previous === undefined) {
			return current;
		}

		return this.#inference.accept([previous], [current]) ? mostGeneral(previous, current) : dyn;
	}

	#select(node: Node & {readonly op: 'select'}): Type {
		const name = nameOf(node);
		const known = name === undefined ? undefined : this.#names.lookUp(name);
		if (known && name !== undefined) {
			this.#qualified.set(node, name);
			return known;
		}

		const field = this.#field(node.offset, this.#check(node.operand), node.field);
		return !node.optional || insideOptional(field) ? field : optionalOf(field);
	}

	/** The type of a field of a value of the type. */
	#field(offset: number, operand: Type, field: string): Type {
		const type = this.#inference.resolved(operand);
		switch (type.kind) {
			case 'object': {
				return type.field(field) ?? this.#issue(offset, `undefined field '${field}'`);
			}

			case 'map': {
				return type.value;
			}

			case 'variable': {
				return dyn;
			}

			case 'opaque': {
				const inside = insideOptional(type);
				return inside
					? optionalOf(this.#field(offset, inside, field))
					: this.#issue(offset, `type '${this.#inference.show(type)}' does not support field selection`);
			}

			default: {
				return isDyn(type)
					? dyn
					: this.#issue(offset, `type '${this.#inference.show(type)}' does not support field selection`);
			}
		}
	}

	#call(node: Call): Type {
		const parameters = node.parameters.map((parameter) => this.#check(parameter));
		const {functions} = this.environment;
		const {name, target, offset} = node;
		if (!target) {
			const forms = functions.get(name.replace(/^\./, ''));
			return forms
				? this.#resolve(
						node,
						name,
						forms.filter(({member}) => !member),
						parameters,
						false,
					)
				: this.#issue(offset, `undeclared reference to '${name}' (in container '')`);
		}

		const prefix = nameOf(target);
		const qualified = prefix === undefined ? undefined : functions.get(`${prefix}.${name}`);
		if (qualified) {
			return this.#resolve(node, `${prefix}.${name}`, qualified, parameters, false);
		}

		const receiver = this.#check(target);
		const forms = functions.get(name);
		return forms
			? this.#resolve(
					node,
					name,
					forms.filter(({member}) => member),
					[receiver, ...parameters],
					true,
				)
			: this.#issue(offset, `undeclared reference to '${name}' (in container '')`);
	}

	#resolve(node: Call, name: string, forms: readonly Overload[], given: readonly Type[], member: boolean): Type {
		const fitting: Overload[] = [];
		let result: Type | undefined;
		for (const form of forms) {
			if (form.parameters.length !== given.length) {
				continue;
			}

			const names: Bindings = new Map();
			const parameters = form.parameters.map((parameter) => this.#inference.instantiated(parameter, names));
			if (this.#inference.accept(given, parameters)) {
				const own = this.#inference.resolved(this.#inference.instantiated(form.result, names));
				result = result === undefined || formatType(result) === formatType(own) ? own : dyn;
				fitting.push(form);
			}
		}

		if (result === undefined) {
			const shown = given.map((type) => this.#inference.show(type));
			const signature = member ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
			return this.#issue(node.offset, `found no matching overload for '${name}' applied to '${signature}'`);
		}

		this.#overloads.set(node, fitting);
		return result;
	}

	#struct(node: Node & {readonly op: 'struct'}): Type {
		const type = this.environment.structType?.(node.name);
		if (!type) {
			for (const {value} of node.fields) {
				this.#check(value);
			}

			return this.#issue(node.offset, `undeclared reference to '${node.name}' (in container '')`);
		}

		for (const {name, offset, value, optional} of node.fields) {
			const given = this.#element(value, optional);
			const wanted = type.field(name);
			if (!wanted) {
				this.#issue(offset, `undefined field '${name}'`);
			} else if (!this.#inference.accept([given], [wanted])) {
				this.#issue(
					offset,
					`expected type of field '${name}' is '${this.#inference.show(wanted)}' but provided type is '${this.#inference.show(given)}'`,
				);
			}
		}

		return type;
	}
}
