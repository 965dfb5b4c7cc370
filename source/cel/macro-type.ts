import type {Inference} from './inference.js';
import type {Names} from './names.js';
import type {Macro, Node, OptionalMacro} from './syntax.js';
import {bool, dyn, insideOptional, int, isDyn, listOf, mapOf, optionalOf, type Type} from './type.js';

/** The data needed to find the types of macros. */
export interface MacroContext {
	readonly inference: Inference;
	readonly names: Names;
	/** Finds the type of a part. */
	readonly check: (node: Node) => Type;
	readonly issue: (offset: number, message: string) => void;
}

type At = Macro & {readonly offset: number};

/** The type of a loop, or of the result for an optional value. */
export const macroType = (node: At, context: MacroContext): Type => {
	const range = context.inference.resolved(context.check(node.range));
	return node.macro === 'optMap' || node.macro === 'optFlatMap'
		? typeOfOptional(node, range, context)
		: context.names.within(elements(node, range, context), () => typeOfLoop(node, range, context));
};

const typeOfOptional = (
	node: At & OptionalMacro,
	range: Type,
	{inference, names, check, issue}: MacroContext,
): Type => {
	const inside = insideOptional(range);
	if (!inside && !isDyn(range)) {
		issue(node.offset, `found no matching overload for 'hasValue' applied to '${inference.show(range)}.()'`);
	}

	const [name] = node.names;
	const result = names.within(new Map([[name, inside ?? dyn]]), () => check(node.result));
	return node.macro === 'optMap' ? optionalOf(result) : result;
};

/** The types of a loop's variables. */
const elements = (
	{range: node, names: [first, second]}: Macro,
	range: Type,
	{inference, issue}: MacroContext,
): ReadonlyMap<string, Type> => {
	const scope = (one: Type, ...two: readonly [Type, Type]): ReadonlyMap<string, Type> =>
		second === undefined
			? new Map([[first, one]])
			: new Map([
					[first, two[0]],
					[second, two[1]],
				]);
	if (range.kind === 'list') {
		return scope(range.item, int, range.item);
	}

	if (range.kind === 'map') {
		return scope(range.key, range.key, range.value);
	}

	if (!isDyn(range) && range.kind !== 'variable') {
		issue(
			node.offset,
			`expression of type '${inference.show(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
		);
	}

	return scope(dyn, dyn, dyn);
};

/** The type of a map's keys; a loop over the map visits these. */
const keyOf = (range: Type): Type => (range.kind === 'map' ? range.key : dyn);

/** The function that a macro makes of its condition, with the texts before and after the condition's type if it is not a bool. */
type Shown = readonly [name: string, before: string, after: string];

const typeOfLoop = (node: At, range: Type, {inference, check, issue}: MacroContext): Type => {
	const condition = node.condition && check(node.condition);
	const result = node.result ? check(node.result) : dyn;
	const needsBool = ([name, before, after]: Shown): void => {
		if (condition && !inference.accept([condition], [bool])) {
			issue(
				node.offset,
				`found no matching overload for '${name}' applied to '(${before}${inference.show(condition)}${after})'`,
			);
		}
	};

	const appending = (item: Type): Shown => {
		const list = `list(${inference.show(item)})`;
		return ['_?_:_', '', `, ${list}, ${list}`];
	};

	switch (node.macro) {
		case 'all': {
			needsBool(['_&&_', 'bool, ', '']);
			return bool;
		}

		case 'exists': {
			needsBool(['_||_', 'bool, ', '']);
			return bool;
		}

		case 'exists_one': {
			needsBool(['_?_:_', '', ', int, int']);
			return bool;
		}

		case 'filter': {
			const item = range.kind === 'list' ? range.item : keyOf(range);
			needsBool(appending(item));
			return listOf(item);
		}

		case 'map':
		case 'transformList': {
			needsBool(appending(result));
			return listOf(result);
		}

		case 'transformMap': {
			return mapOf(range.kind === 'list' ? int : keyOf(range), result);
		}

		default: {
			return result;
		}
	}
};
