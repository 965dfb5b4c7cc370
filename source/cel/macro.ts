import type {Issue} from './issue.js';
import type {MacroName, Node} from './syntax.js';

const conditions: Readonly<Record<string, MacroName>> = {
	all: 'all',
	exists: 'exists',
	exists_one: 'exists_one',
	existsOne: 'exists_one',
	filter: 'filter',
};

const optionals: Readonly<Record<string, MacroName>> = {optMap: 'optMap', optFlatMap: 'optFlatMap'};

/** `has(a.b)`, if this is one. */
const presence = (name: string, offset: number, parameters: readonly Node[], issues: Issue[]): Node | undefined => {
	if (name !== 'has' || parameters.length !== 1) {
		return undefined;
	}

	const selected = parameters[0]!;
	if (selected.op !== 'select') {
		issues.push({offset: selected.offset, message: 'invalid argument to has() macro'});
		return {op: 'error', offset};
	}

	return {op: 'has', offset, operand: selected.operand, field: selected.field};
};

/**
What a call stands for, when it is a macro: loops and presence tests are no functions.

@mirrors k8s.io: google/cel-go parser/macro.go, ext/comprehensions.go
*/
export const macroOf = (
	name: string,
	target: Node | undefined,
	offset: number,
	parameters: readonly Node[],
	issues: Issue[],
): Node | undefined => {
	if (!target) {
		return presence(name, offset, parameters, issues);
	}

	const simple = (variables: readonly Node[]): readonly string[] | undefined => {
		const names: string[] = [];
		for (const variable of variables) {
			if (variable.op !== 'name' || variable.name.startsWith('.')) {
				issues.push({offset: variable.offset, message: 'argument must be a simple name'});
				return undefined;
			}

			names.push(variable.name);
		}

		return names;
	};
	const made = (macro: MacroName, count: number, rest: {condition?: Node; key?: Node; result?: Node}): Node => {
		const names = simple(parameters.slice(0, count));
		return names ? {op: 'macro', offset, macro, range: target, names, ...rest} : {op: 'error', offset};
	};

	const [first, second, third, fourth] = parameters;
	const count = parameters.length;
	if (Object.hasOwn(conditions, name)) {
		const macro = conditions[name]!;
		if (count === 2 && name !== 'existsOne') {
			return made(macro, 1, {condition: second!});
		}

		return count === 3 && macro !== 'filter' ? made(macro, 2, {condition: third!}) : undefined;
	}

	if (name === 'map' && (count === 2 || count === 3)) {
		return count === 2 ? made('map', 1, {result: second}) : made('map', 1, {condition: second, result: third});
	}

	if ((name === 'transformList' || name === 'transformMap') && (count === 3 || count === 4)) {
		return count === 3 ? made(name, 2, {result: third}) : made(name, 2, {condition: third, result: fourth});
	}

	if (name === 'transformMapEntry' && (count === 3 || count === 4)) {
		return count === 3
			? made('transformMapEntry', 2, {result: third})
			: made('transformMapEntry', 2, {condition: third, result: fourth});
	}

	return Object.hasOwn(optionals, name) && count === 2 && first
		? made(optionals[name]!, 1, {result: second!})
		: undefined;
};
