import {characterCount} from './value.js';
import type {Call, Constant, Macro, Node} from './syntax.js';
import {add, capped, fixed, join, multiply, unknownSize, type Range} from './cost-range.js';
import {insideOptional, isDyn, type Type} from './type.js';
import type {Checked} from './checked.js';
import type {Overload} from './function.js';
import {formsOf, standardCost, type CallCost, type Operand} from './function-cost.js';

/** Estimates of the environment that are better than the language's own. @mirrors checker.CostEstimator */
export interface CostEstimator {
	/** The size of the value at a path. */
	readonly size: (path: readonly string[]) => Range | undefined;
	/** The cost of a call besides that of its parameters, and the size of its result. */
	readonly call: (name: string, target: Operand | undefined, parameters: readonly Operand[]) => CallCost | undefined;
}

const listCost = 10;
const mapCost = 30;
const structCost = 40;

interface Entries {
	readonly kind: 'list' | 'map';
	readonly key: Range;
	readonly value: Range;
}

interface Local {
	readonly path: readonly string[] | undefined;
	readonly size?: Range;
	readonly entries?: Entries;
}

/**
The highest cost of an expression, before it is ever evaluated.

@mirrors github.com/google/cel-go/checker Cost
*/
export const estimateCost = (node: Node, checked: Checked, estimator: CostEstimator): Range =>
	new Coster(checked, estimator).cost(node);

class Coster {
	readonly #paths = new Map<Node, readonly string[]>();
	readonly #sizes = new Map<Node, Range>();
	readonly #entries = new Map<Node, Entries>();
	readonly #locals = new Map<string, Local[]>();

	constructor(
		readonly checked: Checked,
		readonly estimator: CostEstimator,
	) {}

	cost(node: Node): Range {
		switch (node.op) {
			case 'name': {
				this.#paths.set(node, this.#local(node.name)?.path ?? [node.name.replace(/^\./, '')]);
				return fixed(1);
			}

			case 'select': {
				return this.#select(node);
			}

			case 'has': {
				// Testing for presence costs only the path to the field.
				return this.cost(node.operand);
			}

			case 'call': {
				return this.#call(node);
			}

			case 'list': {
				const costs = node.items.map(({item}) => this.cost(item));
				const sizes = node.items.map(({item}) => this.#sizeOf(item));
				this.#entries.set(node, {kind: 'list', key: fixed(1), value: sizes.reduce(join, sizes[0] ?? fixed(0))});
				return add(...costs, fixed(listCost));
			}

			case 'map': {
				const costs = node.entries.flatMap(({key, value}) => [this.cost(key), this.cost(value)]);
				const keys = node.entries.map(({key}) => this.#sizeOf(key));
				const values = node.entries.map(({value}) => this.#sizeOf(value));
				this.#entries.set(node, {
					kind: 'map',
					key: keys.reduce(join, keys[0] ?? fixed(0)),
					value: values.reduce(join, values[0] ?? fixed(0)),
				});
				return add(...costs, fixed(mapCost));
			}

			case 'struct': {
				return add(...node.fields.map(({value}) => this.cost(value)), fixed(structCost));
			}

			case 'macro': {
				return this.#macro(node);
			}

			default: {
				return fixed(0);
			}
		}
	}

	#local(name: string): Local | undefined {
		return this.#locals.get(name)?.at(-1);
	}

	#within(locals: Readonly<Record<string, Local>>, inside: () => Range): Range {
		for (const [name, local] of Object.entries(locals)) {
			this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
		}

		const cost = inside();
		for (const name of Object.keys(locals)) {
			this.#locals.get(name)?.pop();
		}

		return cost;
	}

	#typeOf(node: Node): Type {
		return this.checked.types.get(node) ?? {kind: 'simple', name: 'dyn'};
	}

	#entriesOf(node: Node): Entries | undefined {
		return this.#entries.get(node) ?? (node.op === 'name' ? this.#local(node.name)?.entries : undefined);
	}

	#pathOf(node: Node): readonly string[] | undefined {
		return (node.op === 'name' ? this.#local(node.name)?.path : undefined) ?? this.#paths.get(node);
	}

	#sizeOf(node: Node): Range {
		return this.#knownSize(node) ?? unknownSize;
	}

	#knownSize(node: Node): Range | undefined {
		const path = this.#pathOf(node);
		return (
			this.#sizes.get(node) ??
			literalSize(node) ??
			(path && path.length > 0 ? this.estimator.size(path) : undefined) ??
			(isScalar(this.#typeOf(node)) ? fixed(1) : undefined) ??
			(node.op === 'name' ? this.#local(node.name)?.size : undefined)
		);
	}

	#operand(node: Node): Operand {
		return {path: this.#pathOf(node), type: this.#typeOf(node), size: this.#sizeOf(node), node};
	}

	#select(node: Node & {readonly op: 'select'}): Range {
		const qualified = this.checked.qualified.get(node);
		if (qualified !== undefined) {
			this.#paths.set(node, [qualified]);
			return fixed(1);
		}

		const cost = this.cost(node.operand);
		const {kind} = this.#typeOf(node.operand);
		this.#paths.set(node, [...(this.#pathOf(node.operand) ?? []), node.field]);
		return node.optional || kind === 'map' || kind === 'object' || kind === 'variable' ? add(cost, fixed(1)) : cost;
	}

	#call(node: Call): Range {
		const {name, target, parameters} = node;
		const costs = parameters.map((parameter) => this.cost(parameter));
		if (name === 'dyn' && parameters[0]) {
			const size = this.#knownSize(parameters[0]);
			if (size) {
				this.#sizes.set(node, size);
			}

			return add(fixed(1), ...costs);
		}

		const isMember = target !== undefined && this.checked.types.has(target);
		const own = isMember ? this.cost(target) : fixed(0);
		const operands = parameters.map((parameter) => this.#operand(parameter));
		const receiver = isMember ? this.#operand(target) : undefined;
		// A call such as `sets.contains(a, b)` has no target: its name has a dot.
		const overloads = this.checked.overloads.get(node) ?? [];
		const called = overloads[0]?.name ?? name;
		const given = this.estimator.call(called, receiver, operands);
		if (!given) {
			this.#joinEntriesOf(called, node, overloads);
		}

		const {cost, result} = given
			? {cost: add(given.cost, ...costs), result: given.result}
			: standardCost({name: called, node, target: receiver, parameters: operands, costs, overloads});
		let size = result;
		if (name === '_[_]' && parameters[0]) {
			const kinds = new Set(overloads.map((form) => form.parameters[0]?.kind));
			const path = this.#pathOf(parameters[0]) ?? [];
			size = this.#entriesOf(parameters[0])?.value;
			this.#paths.set(node, [...path, kinds.has('map') ? '@values' : '@items']);
		}

		size ??= this.#knownSize(node);
		if (size) {
			this.#sizes.set(node, size);
		}

		return add(own, cost);
	}

	/** A sum of lists, and a choice between two, have the elements of both. */
	#joinEntriesOf(called: string, node: Call, overloads: readonly Overload[]): void {
		const [left, right] = operandsWithEntries(called, node, overloads).map((operand) => this.#entriesOf(operand));
		if (left && right) {
			this.#entries.set(node, joinEntries(left, right));
		}
	}

	/** A loop costs as much as one iteration, times the maximum number of elements. */
	#macro(node: Macro & Node): Range {
		const range = this.cost(node.range);
		const path = this.#pathOf(node.range) ?? [];
		const entries = this.#entriesOf(node.range);
		const isList = (entries?.kind ?? this.#typeOf(node.range).kind) === 'list';
		if (node.macro === 'optMap' || node.macro === 'optFlatMap') {
			const [name] = node.names;
			const local: Local = {path: this.#pathOf(node.range)};
			const body = this.#within({[name]: local}, () => this.cost(node.result));
			return add(range, range, body, fixed(3));
		}

		const key: Local = {path: [...path, isList ? '@indices' : '@keys'], size: entries?.key};
		const value: Local = {path: [...path, isList ? '@items' : '@values'], size: entries?.value};
		const [first, second] = node.names;
		const locals = second === undefined ? {[first]: isList ? value : key} : {[first]: key, [second]: value};
		const turn = this.#within(locals, () => this.#turn(node));
		const count = this.#sizeOf(node.range);
		const {before, after} = frames[node.macro];
		if (!/^(?:all|exists|exists_one)$/.test(node.macro)) {
			this.#sizes.set(node, count);
		}

		return add(range, fixed(before + after), multiply(count, turn));
	}

	/** The cost of one element: the loop condition and the step, as the macro expands. */
	#turn(node: Macro & Node): Range {
		const condition = node.condition ? this.cost(node.condition) : fixed(0);
		const result = node.result ? this.cost(node.result) : fixed(0);
		switch (node.macro) {
			case 'all': {
				return {min: 3, max: capped(3 + condition.max)};
			}

			case 'exists': {
				return {min: 4, max: capped(4 + condition.max)};
			}

			case 'exists_one': {
				return add(condition, {min: 1, max: 2});
			}

			case 'filter': {
				this.#entries.set(node, {kind: 'list', key: fixed(1), value: {min: 0, max: this.#elementSize(node).max}});
				return add(condition, {min: 1, max: 3 + listCost});
			}

			default: {
				const added = add(result, fixed(2 + listCost));
				const size = node.result ? this.#sizeOf(node.result) : unknownSize;
				const kind = node.macro.startsWith('transformMap') ? 'map' : 'list';
				this.#entries.set(node, {kind, key: fixed(1), value: {min: 0, max: size.max}});
				return node.condition ? add(condition, join(added, fixed(1))) : added;
			}
		}
	}

	/** The size of an element that a loop visits. */
	#elementSize(node: Macro & Node): Range {
		const [name] = node.names;
		const {path = [], size} = this.#local(name) ?? {};
		return this.estimator.size(path) ?? size ?? unknownSize;
	}
}

/** The steps before and after the loop of each macro: the empty result, and reading it at the end. */
const frames: Readonly<Record<Macro['macro'], {readonly before: number; readonly after: number}>> = {
	all: {before: 0, after: 1},
	exists: {before: 0, after: 1},
	exists_one: {before: 0, after: 2},
	map: {before: listCost, after: 1},
	filter: {before: listCost, after: 1},
	transformList: {before: listCost, after: 1},
	transformMap: {before: mapCost, after: 1},
	transformMapEntry: {before: mapCost, after: 1},
	optMap: {before: 0, after: 0},
	optFlatMap: {before: 0, after: 0},
};

/** The operands whose elements the result of a call has; empty for most functions. */
const operandsWithEntries = (called: string, {parameters}: Call, overloads: readonly Overload[]): readonly Node[] => {
	if (called === '_?_:_') {
		return parameters.slice(1, 3);
	}

	const forms = formsOf(overloads);
	return called === '_+_' && (forms.has('text') || forms.has('list')) ? parameters.slice(0, 2) : [];
};

const joinEntries = (a: Entries, b: Entries): Entries => ({
	kind: a.kind,
	key: join(a.key, b.key),
	value: join(a.value, b.value),
});

const scalars = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

const isScalarOptional = (type: Type): boolean => {
	const inside = insideOptional(type);
	return inside !== undefined && isScalar(inside);
};

const isScalar = (type: Type): boolean =>
	(type.kind === 'simple' && scalars.has(type.name) && !isDyn(type)) || isScalarOptional(type);

const lengthOf = ({value}: Constant): number => {
	if (typeof value === 'string') {
		return characterCount(value);
	}

	if (value instanceof Uint8Array) {
		return value.length;
	}

	return 1;
};

const literalSize = (node: Node): Range | undefined => {
	if (node.op === 'constant') {
		return fixed(lengthOf(node.value));
	}

	if (node.op === 'list') {
		return fixed(node.items.length);
	}

	if (node.op === 'map') {
		return fixed(node.entries.length);
	}

	return undefined;
};
