import {characterCount} from './value.js';
import type {Call, Constant, Macro, Node} from './syntax.js';
import {
	add,
	capped,
	comparison,
	fixed,
	join,
	multiply,
	perCharacter,
	perPatternCharacter,
	scaled,
	unknownSize,
	type Range,
} from './cost-range.js';
import {dyn, insideOptional, isDyn, type Type} from './type.js';
import type {Checked} from './checked.js';

/** An operand as far as known: the path of its value, its type and its size. */
export interface Operand {
	/** The path from a variable: `self`, `spec`, `@items`; missing for computed values. */
	readonly path?: readonly string[];
	readonly type: Type;
	readonly size: Range;
	readonly node: Node;
}

/** Estimates of the environment that are better than the language's own. @mirrors checker.CostEstimator */
export interface CostEstimator {
	/** The size of the value at a path. */
	readonly size: (path: readonly string[]) => Range | undefined;
	/** The cost of a call besides that of its parameters, and the size of its result. */
	readonly call: (
		name: string,
		target: Operand | undefined,
		parameters: readonly Operand[],
	) => {readonly cost: Range; readonly result?: Range} | undefined;
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
		const called = this.checked.overloads.get(node)?.[0]?.name ?? name;
		const given = this.estimator.call(called, receiver, operands);
		const {cost, result} = given
			? {cost: add(given.cost, ...costs), result: given.result}
			: this.#standard(called, node, receiver, operands, costs);
		let size = result;
		if (name === '_[_]' && parameters[0]) {
			const kinds = new Set((this.checked.overloads.get(node) ?? []).map((form) => form.parameters[0]?.kind));
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

	/**
	The cost of the language's own functions; their forms for texts and lists cost more than those for numbers.

	Long because it is a table: one case a function of the language.
	*/
	#standard(
		name: string,
		node: Call,
		target: Operand | undefined,
		parameters: readonly Operand[],
		costs: readonly Range[],
	): {readonly cost: Range; readonly result?: Range} {
		const all = add(...costs);
		// The checker has made sure that no parameter is missing.
		const none: Operand = {type: dyn, size: fixed(0), node};
		const [first = none, second = none, third = none] = parameters;
		const [firstCost = fixed(0), secondCost = fixed(0), thirdCost = fixed(0)] = costs;
		const plain = {cost: add(fixed(1), all)};
		switch (name) {
			case '_||_':
			case '_&&_': {
				return {cost: {min: firstCost.min, max: all.max}};
			}

			case '_?_:_': {
				const yes = this.#entriesOf(second.node);
				const no = this.#entriesOf(third.node);
				if (yes && no) {
					this.#entries.set(node, joinEntries(yes, no));
				}

				return {cost: add(firstCost, join(secondCost, thirdCost)), result: join(second.size, third.size)};
			}

			case '_==_':
			case '_!=_': {
				return {cost: add(comparison(first.size, second.size), all)};
			}

			case '_<_':
			case '_<=_':
			case '_>_':
			case '_>=_': {
				const forms = this.#kinds(node);
				const long = add(comparison(first.size, second.size), all);
				if (!forms.has('text')) {
					return plain;
				}

				if (forms.size === 1) {
					return {cost: long};
				}

				return {cost: join(long, plain.cost)};
			}

			case '_+_': {
				return this.#sum(node, first, second, all);
			}

			case '@in': {
				return this.#typeOf(second.node).kind === 'map' ? plain : {cost: add(second.size, all)};
			}

			case 'format': {
				return target ? {cost: add(scaled(target.size, perCharacter), all)} : plain;
			}

			case 'startsWith':
			case 'endsWith': {
				return {cost: add(scaled(first.size, perCharacter), all)};
			}

			case 'contains': {
				const product = multiply(scaled((target ?? none).size, perCharacter), scaled(first.size, perCharacter));
				return {cost: add(product, all)};
			}

			case 'matches': {
				const [text, pattern] = target ? [target, first] : [first, second];
				const steps = scaled(add(text.size, fixed(1)), perCharacter);
				return {cost: add(multiply(steps, scaled(pattern.size, perPatternCharacter)), all)};
			}

			case 'bytes':
			case 'string': {
				return this.#conversion(node, first, all) ?? plain;
			}

			default: {
				return plain;
			}
		}
	}

	/** The overloads of a function: those for texts, or those for values of a fixed size. */
	#kinds(node: Node): ReadonlySet<'text' | 'list' | 'scalar'> {
		return new Set(
			(this.checked.overloads.get(node) ?? []).map(({parameters: [type]}) => {
				if (type?.kind === 'list') {
					return 'list';
				}

				if (type && isText(type)) {
					return 'text';
				}

				return 'scalar';
			}),
		);
	}

	#sum(node: Node, a: Operand, b: Operand, all: Range): {readonly cost: Range; readonly result?: Range} {
		const forms = this.#kinds(node);
		const result = add(a.size, b.size);
		const plain = add(fixed(1), all);
		if (!forms.has('text') && !forms.has('list')) {
			return {cost: plain};
		}

		const left = this.#entriesOf(a.node);
		const right = this.#entriesOf(b.node);
		if (left && right) {
			this.#entries.set(node, joinEntries(left, right));
		}

		const long = add(scaled(result, perCharacter), all);
		return {cost: !forms.has('text') ? plain : forms.size === 1 ? long : join(long, plain), result};
	}

	/** Between texts and bytes: each character is read. */
	#conversion(
		node: Call,
		{type, size}: Operand,
		all: Range,
	): {readonly cost: Range; readonly result?: Range} | undefined {
		const name = type.kind === 'simple' ? type.name : '';
		const cost = add(scaled(size, perCharacter), all);
		if (node.name === 'bytes' && name === 'string') {
			return {cost, result: {min: size.min, max: capped(size.max * 4)}};
		}

		return node.name === 'string' && name === 'bytes'
			? {cost, result: {min: Math.floor(size.min / 4), max: size.max}}
			: undefined;
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

const joinEntries = (a: Entries, b: Entries): Entries => ({
	kind: a.kind,
	key: join(a.key, b.key),
	value: join(a.value, b.value),
});

const isText = (type: Type): boolean => type.kind === 'simple' && (type.name === 'string' || type.name === 'bytes');

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
