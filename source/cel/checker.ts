import {parseTimestamp} from '../kernel/clock.js';
import type {Environment} from './environment.js';
import {checkFormat} from './format-check.js';
import type {Overload} from './function.js';
import type {Issue} from './issue.js';
import {isPattern} from './library/strings.js';
import type {Macro, Node} from './syntax.js';
import {
	assignable,
	bool,
	bytes,
	double,
	duration,
	dyn,
	errorType,
	formatType,
	int,
	isDyn,
	listOf,
	mapOf,
	nullType,
	opaque,
	optionalOf,
	string,
	substitute,
	timestamp,
	uint,
	variable,
	type Bindings,
	type Type,
} from './type.js';
import {durationNanoseconds} from '../go/duration.js';

/** What the checker has found out. */
export interface Checked {
	readonly type: Type;
	/** The forms of a function that a call may mean. */
	readonly overloads: ReadonlyMap<Node, readonly Overload[]>;
	/** Names with dots that are one variable: `authorizer.requestResource`. */
	readonly qualified: ReadonlyMap<Node, string>;
	/** Types of the parts. */
	readonly types: ReadonlyMap<Node, Type>;
}

/**
Finds the type of an expression and of its parts; what cannot be is an issue, in cel-go's words.

@mirrors github.com/google/cel-go/checker
*/
export const check = (node: Node, environment: Environment, issues: Issue[]): Checked =>
	new Checker(environment, issues).run(node);

const constants = {int, uint, double, string, bytes, bool, null: nullType} as const;

const literals: Readonly<Record<string, (text: string) => boolean>> = {
	matches: isPattern,
	duration: (text) => durationNanoseconds(text) !== undefined,
	timestamp: (text) => !Number.isNaN(parseTimestamp(text)),
};

const typeNames: Readonly<Record<string, Type>> = {
	int,
	uint,
	double,
	bool,
	string,
	bytes,
	null_type: nullType,
	list: listOf(dyn),
	map: mapOf(dyn, dyn),
	dyn,
	'google.protobuf.Timestamp': timestamp,
	'google.protobuf.Duration': duration,
	'net.IP': opaque('net.IP'),
	'net.CIDR': opaque('net.CIDR'),
};

/** `a.b.c` as one name, if it can be one. */
const nameOf = (node: Node): string | undefined => {
	if (node.op === 'name') {
		return node.name;
	}

	const operand = node.op === 'select' && !node.optional ? nameOf(node.operand) : undefined;
	return operand === undefined || node.op !== 'select' ? undefined : `${operand}.${node.field}`;
};

class Checker {
	#bindings: Bindings = new Map();
	#fresh = 0;
	readonly #overloads = new Map<Node, readonly Overload[]>();
	readonly #qualified = new Map<Node, string>();
	readonly #types = new Map<Node, Type>();
	readonly #scopes: Array<Readonly<Record<string, Type>>> = [];

	constructor(
		readonly environment: Environment,
		readonly issues: Issue[],
	) {}

	run(node: Node): Checked {
		const type = this.#check(node);
		const types = new Map([...this.#types].map(([part, found]) => [part, substitute(found, this.#bindings, true)]));
		if (this.issues.length === 0) {
			this.#checkFormats(types);
		}

		return {
			type: substitute(type, this.#bindings, true),
			overloads: this.#overloads,
			qualified: this.#qualified,
			types,
		};
	}

	#checkFormats(types: ReadonlyMap<Node, Type>): void {
		for (const [node, [form]] of this.#overloads) {
			const {target, parameters} = node as Node & {readonly op: 'call'};
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

	#variable(): Type {
		return variable(`_var${this.#fresh++}`);
	}

	#assignable(from: Type, to: Type): boolean {
		const trial = new Map(this.#bindings);
		if (!assignable(from, to, trial)) {
			return false;
		}

		this.#bindings = trial;
		return true;
	}

	#show(type: Type): string {
		return formatType(substitute(type, this.#bindings));
	}

	#lookUp(name: string): Type | undefined {
		const bare = name.startsWith('.') ? name.slice(1) : name;
		if (bare === name) {
			for (let index = this.#scopes.length - 1; index >= 0; index--) {
				if (Object.hasOwn(this.#scopes[index]!, name)) {
					return this.#scopes[index]![name];
				}
			}
		}

		const {variables} = this.environment;
		if (Object.hasOwn(variables, bare)) {
			return variables[bare];
		}

		return Object.hasOwn(typeNames, bare) ? {kind: 'type', of: typeNames[bare]} : undefined;
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
					this.#lookUp(node.name) ??
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
					item = this.#join(element.item.offset, item, this.#element(element.item, element.optional));
				}

				return listOf(item ?? this.#variable());
			}

			case 'map': {
				let key: Type | undefined;
				let value: Type | undefined;
				for (const entry of node.entries) {
					key = this.#join(entry.key.offset, key, this.#check(entry.key));
					value = this.#join(entry.value.offset, value, this.#element(entry.value, entry.optional));
				}

				return mapOf(key ?? this.#variable(), value ?? this.#variable());
			}

			case 'struct': {
				return this.#struct(node);
			}

			case 'macro': {
				return this.#macro(node);
			}

			default: {
				return errorType;
			}
		}
	}

	/** The type of an element; of what is in it, where it is optional. */
	#element(node: Node, optional: boolean): Type {
		const type = this.#check(node);
		if (!optional) {
			return type;
		}

		const inner = this.#variable();
		if (!this.#assignable(type, optionalOf(inner))) {
			return this.#issue(
				node.offset,
				`expected type '${this.#show(optionalOf(type))}' but found '${this.#show(type)}'`,
			);
		}

		return inner;
	}

	/** All elements of a list are of one type. */
	#join(offset: number, previous: Type | undefined, current: Type): Type {
		if (previous === undefined) {
			return current;
		}

		if (this.#assignable(current, previous)) {
			return isDyn(substitute(current, this.#bindings)) ? current : previous;
		}

		this.#issue(offset, `expected type '${this.#show(previous)}' but found '${this.#show(current)}'`);
		return previous;
	}

	#select(node: Node & {readonly op: 'select'}): Type {
		const name = nameOf(node);
		const known = name === undefined ? undefined : this.#lookUp(name);
		if (known) {
			this.#qualified.set(node, name!);
			return known;
		}

		const field = this.#field(node.offset, this.#check(node.operand), node.field);
		return node.optional ? (this.#isOptional(field) ? field : optionalOf(field)) : field;
	}

	#isOptional(type: Type): boolean {
		return type.kind === 'opaque' && type.name === 'optional_type';
	}

	/** The type of a field of a value of the type. */
	#field(offset: number, operand: Type, field: string): Type {
		const type = substitute(operand, this.#bindings);
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
				return this.#isOptional(type)
					? optionalOf(this.#field(offset, type.parameters[0]!, field))
					: this.#issue(offset, `type '${this.#show(type)}' does not support field selection`);
			}

			default: {
				return isDyn(type) ? dyn : this.#issue(offset, `type '${this.#show(type)}' does not support field selection`);
			}
		}
	}

	#call(node: Node & {readonly op: 'call'}): Type {
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

	#resolve(node: Node, name: string, forms: readonly Overload[], given: readonly Type[], member: boolean): Type {
		const fitting: Overload[] = [];
		let result: Type | undefined;
		for (const form of forms) {
			if (form.parameters.length !== given.length) {
				continue;
			}

			const names: Bindings = new Map();
			const instantiated = form.parameters.map((parameter) => this.#instantiate(parameter, names));
			const trial = new Map(this.#bindings);
			if (given.every((type, index) => assignable(type, instantiated[index]!, trial))) {
				this.#bindings = trial;
				const own = substitute(this.#instantiate(form.result, names), trial);
				result = fitting.length === 0 || (result && formatType(result) === formatType(own)) ? own : dyn;
				fitting.push(form);
			}
		}

		if (fitting.length === 0) {
			const shown = given.map((type) => this.#show(type));
			const signature = member ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
			return this.#issue(node.offset, `found no matching overload for '${name}' applied to '${signature}'`);
		}

		this.#overloads.set(node, fitting);
		this.#literal(node, name);
		return result!;
	}

	/** Patterns, times and durations that are written out must be such. @mirrors cel.ValidateRegexLiterals and the like */
	#literal(node: Node, name: string): void {
		const literal = node.op === 'call' ? node.parameters.at(-1) : undefined;
		if (literal?.op !== 'constant' || literal.value.type !== 'string' || !Object.hasOwn(literals, name)) {
			return;
		}

		if (!literals[name]!(literal.value.value)) {
			this.#issue(literal.offset, `invalid ${name} argument`);
		}
	}

	/** The type with a fresh variable for each of its own. */
	#instantiate(type: Type, names: Bindings): Type {
		for (const name of variablesIn(type)) {
			if (!names.has(name)) {
				names.set(name, this.#variable());
			}
		}

		return substitute(type, names);
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
			} else if (!this.#assignable(given, wanted)) {
				this.#issue(
					offset,
					`expected type of field '${name}' is '${this.#show(wanted)}' but provided type is '${this.#show(given)}'`,
				);
			}
		}

		return type;
	}

	#macro(node: Macro & {readonly offset: number}): Type {
		const range = substitute(this.#check(node.range), this.#bindings);
		if (node.macro === 'optMap' || node.macro === 'optFlatMap') {
			const inner = this.#isOptional(range) && range.kind === 'opaque' ? range.parameters[0]! : dyn;
			if (!this.#isOptional(range) && !isDyn(range)) {
				this.#issue(node.offset, `found no matching overload for 'hasValue' applied to '${this.#show(range)}.()'`);
			}

			const result = this.#within({[node.names[0]!]: inner}, () => this.#check(node.result!));
			return node.macro === 'optMap' ? optionalOf(result) : result;
		}

		return this.#within(this.#elements(node, range), () => this.#loop(node, range));
	}

	#within<T>(scope: Readonly<Record<string, Type>>, inside: () => T): T {
		this.#scopes.push(scope);
		const result = inside();
		this.#scopes.pop();
		return result;
	}

	/** What the names of a loop stand for. */
	#elements({range: node, names}: Macro, range: Type): Readonly<Record<string, Type>> {
		const [first, second] = names as readonly [string, string?];
		if (range.kind === 'list') {
			return second === undefined ? {[first]: range.item} : {[first]: int, [second]: range.item};
		}

		if (range.kind === 'map') {
			return second === undefined ? {[first]: range.key} : {[first]: range.key, [second]: range.value};
		}

		if (!isDyn(range) && range.kind !== 'variable') {
			this.#issue(
				node.offset,
				`expression of type '${this.#show(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
			);
		}

		return second === undefined ? {[first]: dyn} : {[first]: dyn, [second]: dyn};
	}

	#loop(node: Macro & {readonly offset: number}, range: Type): Type {
		const condition = node.condition && this.#check(node.condition);
		const result = node.result && this.#check(node.result);
		const needsBool = (name: string, before: string, after: string): void => {
			if (condition && !this.#assignable(condition, bool)) {
				this.#issue(
					node.offset,
					`found no matching overload for '${name}' applied to '(${before}${this.#show(condition)}${after})'`,
				);
			}
		};

		switch (node.macro) {
			case 'all': {
				needsBool('_&&_', 'bool, ', '');
				return bool;
			}

			case 'exists': {
				needsBool('_||_', 'bool, ', '');
				return bool;
			}

			case 'exists_one': {
				needsBool('_?_:_', '', ', int, int');
				return bool;
			}

			case 'filter': {
				const item = range.kind === 'list' ? range.item : range.kind === 'map' ? range.key : dyn;
				needsBool('_?_:_', '', `, list(${this.#show(item)}), list(${this.#show(item)})`);
				return listOf(item);
			}

			case 'map':
			case 'transformList': {
				needsBool('_?_:_', '', `, list(${this.#show(result!)}), list(${this.#show(result!)})`);
				return listOf(result!);
			}

			case 'transformMap': {
				return mapOf(range.kind === 'map' ? range.key : range.kind === 'list' ? int : dyn, result!);
			}

			default: {
				return result!;
			}
		}
	}
}

const variablesIn = (type: Type): readonly string[] => {
	switch (type.kind) {
		case 'variable': {
			return [type.name];
		}

		case 'list': {
			return variablesIn(type.item);
		}

		case 'map': {
			return [...variablesIn(type.key), ...variablesIn(type.value)];
		}

		case 'opaque': {
			return type.parameters.flatMap((parameter) => variablesIn(parameter));
		}

		case 'type': {
			return type.of ? variablesIn(type.of) : [];
		}

		default: {
			return [];
		}
	}
};
