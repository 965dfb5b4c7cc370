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
	type Range,
} from './cost-range.js';
import type {Overload} from './function.js';
import type {Call, Node} from './syntax.js';
import {dyn, type Type} from './type.js';

/** An operand as far as known: the path of its value, its type and its size. */
export interface Operand {
	/** The path from a variable: `self`, `spec`, `@items`; missing for computed values. */
	readonly path?: readonly string[];
	readonly type: Type;
	readonly size: Range;
	readonly node: Node;
}

/** A call of a function, with the costs of its parameters. */
export interface CostedCall {
	/** The name of its overload. */
	readonly name: string;
	readonly node: Call;
	readonly target: Operand | undefined;
	readonly parameters: readonly Operand[];
	readonly costs: readonly Range[];
	readonly overloads: readonly Overload[];
}

/** The cost of a call besides that of its target, and the size of its result. */
export interface CallCost {
	readonly cost: Range;
	readonly result?: Range;
}

const isText = (type: Type): boolean => type.kind === 'simple' && (type.name === 'string' || type.name === 'bytes');

/**
The cost of the language's own functions; their forms for texts and lists cost more than those for numbers.

Long because it is a table: one case a function of the language.
*/
export const standardCost = ({name, node, target, parameters, costs, overloads}: CostedCall): CallCost => {
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
			const forms = formsOf(overloads);
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
			return sum(overloads, first, second, all);
		}

		case '@in': {
			return second.type.kind === 'map' ? plain : {cost: add(second.size, all)};
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
			return conversion(node, first, all) ?? plain;
		}

		default: {
			return plain;
		}
	}
};

/** The overloads of a function: those for texts, or those for values of a fixed size. */
export const formsOf = (overloads: readonly Overload[]): ReadonlySet<'text' | 'list' | 'scalar'> =>
	new Set(
		overloads.map(({parameters: [type]}) => {
			if (type?.kind === 'list') {
				return 'list';
			}

			if (type && isText(type)) {
				return 'text';
			}

			return 'scalar';
		}),
	);

const sum = (overloads: readonly Overload[], a: Operand, b: Operand, all: Range): CallCost => {
	const forms = formsOf(overloads);
	const result = add(a.size, b.size);
	const plain = add(fixed(1), all);
	if (!forms.has('text') && !forms.has('list')) {
		return {cost: plain};
	}

	const long = add(scaled(result, perCharacter), all);
	if (!forms.has('text')) {
		return {cost: plain, result};
	}

	return {cost: forms.size === 1 ? long : join(long, plain), result};
};

/** Between texts and bytes: each character is read. */
const conversion = (node: Call, {type, size}: Operand, all: Range): CallCost | undefined => {
	const name = type.kind === 'simple' ? type.name : '';
	const cost = add(scaled(size, perCharacter), all);
	if (node.name === 'bytes' && name === 'string') {
		return {cost, result: {min: size.min, max: capped(size.max * 4)}};
	}

	return node.name === 'string' && name === 'bytes'
		? {cost, result: {min: Math.floor(size.min / 4), max: size.max}}
		: undefined;
};
