import type {Issue} from './issue.js';
import type {MacroBody, Names, Node, SelectionName} from './syntax.js';

const selections: ReadonlyMap<string, SelectionName> = new Map([
	['all', 'all'],
	['exists', 'exists'],
	['exists_one', 'exists_one'],
	['existsOne', 'exists_one'],
	['filter', 'filter'],
]);

/** `has(a.b)`, if the call is one. */
const presence = (name: string, offset: number, parameters: readonly Node[], issues: Issue[]): Node | undefined => {
	const [selected, ...others] = parameters;
	if (name !== 'has' || selected === undefined || others.length > 0) {
		return undefined;
	}

	if (selected.op !== 'select') {
		issues.push({offset: selected.offset, message: 'invalid argument to has() macro'});
		return {op: 'error', offset};
	}

	return {op: 'has', offset, operand: selected.operand, field: selected.field};
};

/** The parameters of a call, if it is a macro: names of variables, and the loop's work on each element. */
interface Form {
	readonly variables: readonly Node[];
	readonly body: MacroBody;
}

/** A loop that tests elements: `list.all(x, condition)`, `list.all(index, x, condition)`. */
const selectionOf = (name: string, parameters: readonly Node[]): Form | undefined => {
	const macro = selections.get(name);
	const [first, second, third] = parameters;
	if (macro === undefined || first === undefined || second === undefined) {
		return undefined;
	}

	if (parameters.length === 2 && name !== 'existsOne') {
		return {variables: [first], body: {macro, condition: second}};
	}

	return parameters.length === 3 && third && macro !== 'filter'
		? {variables: [first, second], body: {macro, condition: third}}
		: undefined;
};

/** A loop that transforms elements, either all of them or those for which a condition holds. */
const transformationOf = (name: string, parameters: readonly Node[]): Form | undefined => {
	const [first, second, third, fourth] = parameters;
	if (first === undefined || second === undefined) {
		return undefined;
	}

	switch (name) {
		case 'map': {
			if (parameters.length > 3) {
				return undefined;
			}

			return third
				? {variables: [first], body: {macro: name, condition: second, result: third}}
				: {variables: [first], body: {macro: name, result: second}};
		}

		case 'transformList':
		case 'transformMap':
		case 'transformMapEntry': {
			if (third === undefined || parameters.length > 4) {
				return undefined;
			}

			return fourth
				? {variables: [first, second], body: {macro: name, condition: third, result: fourth}}
				: {variables: [first, second], body: {macro: name, result: third}};
		}

		case 'optMap':
		case 'optFlatMap': {
			return third ? undefined : {variables: [first], body: {macro: name, result: second}};
		}

		default: {
			return undefined;
		}
	}
};

/** The variables for elements. */
const namesOf = (variables: readonly Node[], issues: Issue[]): Names | undefined => {
	const names: string[] = [];
	for (const variable of variables) {
		if (variable.op !== 'name' || variable.name.startsWith('.')) {
			issues.push({offset: variable.offset, message: 'argument must be a simple name'});
			return undefined;
		}

		names.push(variable.name);
	}

	const [first, ...second] = names;
	return first === undefined ? undefined : [first, ...second];
};

const sortable = new Set<Node['op']>(['list', 'select', 'has', 'name', 'macro', 'call', 'error']);

/** `list.sortBy(x, key)`: the list is sorted by the keys of its elements. Simplified: upstream evaluates the list once, which costs less. */
const sortedBy = (target: Node, offset: number, [variable, key]: readonly Node[], issues: Issue[]): Node => {
	if (!sortable.has(target.op)) {
		issues.push({
			offset: target.offset,
			message: 'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
		});
		return {op: 'error', offset};
	}

	const names = variable && namesOf([variable], issues);
	const keys: Node =
		names && key ? {op: 'macro', offset, range: target, names, macro: 'map', result: key} : {op: 'error', offset};
	return {op: 'call', offset, name: '@sortByAssociatedKeys', target, parameters: [keys]};
};

/**
The expansion of a call, if it is a macro: loops and presence tests are not functions.

@mirrors github.com/google/cel-go parser/macro.go, ext/comprehensions.go, ext/lists.go
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

	if (name === 'sortBy' && parameters.length === 2) {
		return sortedBy(target, offset, parameters, issues);
	}

	const form = selectionOf(name, parameters) ?? transformationOf(name, parameters);
	if (!form) {
		return undefined;
	}

	const names = namesOf(form.variables, issues);
	return names ? {op: 'macro', offset, range: target, names, ...form.body} : {op: 'error', offset};
};
