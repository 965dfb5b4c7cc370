import {durationNanoseconds} from '../go/duration.js';
import {parseTimestamp} from '../kernel/clock.js';
import type {Checked} from './checked.js';
import type {Issue} from './issue.js';
import {isPattern} from './library/strings.js';
import type {Node} from './syntax.js';
import {dyn, formatType, insideOptional, type Type} from './type.js';
import {equivalent} from './unification.js';

const validArgument: Readonly<Record<string, (text: string) => boolean>> = {
	matches: isPattern,
	duration: (text) => durationNanoseconds(text) !== undefined,
	timestamp: (text) => !Number.isNaN(parseTimestamp(text)),
};

/** The lists among the parameters of this function may mix types. */
const exempt = 'format';

/** The parts of an expression that are expressions themselves. */
const partsOf = (node: Node): readonly Node[] => {
	switch (node.op) {
		case 'select':
		case 'has': {
			return [node.operand];
		}

		case 'call': {
			return [...(node.target ? [node.target] : []), ...node.parameters];
		}

		case 'list': {
			return node.items.map(({item}) => item);
		}

		case 'map': {
			return node.entries.flatMap(({key, value}) => [key, value]);
		}

		case 'struct': {
			return node.fields.map(({value}) => value);
		}

		case 'macro': {
			return [node.range, ...(node.condition ? [node.condition] : []), ...(node.result ? [node.result] : [])];
		}

		default: {
			return [];
		}
	}
};

/** The first argument of some functions must be valid if it is written in the expression. @mirrors cel.ValidateRegexLiterals and the like */
const argumentIssue = (node: Node & {readonly op: 'call'}): Issue | undefined => {
	const isValid = Object.hasOwn(validArgument, node.name) ? validArgument[node.name] : undefined;
	const [argument] = node.parameters;
	return isValid && argument?.op === 'constant' && argument.value.type === 'string' && !isValid(argument.value.value)
		? {offset: argument.offset, message: `invalid ${node.name} argument`}
		: undefined;
};

interface Typed {
	readonly node: Node;
	readonly type: Type;
}

const mismatch = (expected: Type, {node, type}: Typed): Issue => ({
	offset: node.offset,
	message: `expected type '${formatType(expected)}' but found '${formatType(type)}'`,
});

/** The parts that differ in type from the first. */
const different = (parts: readonly Typed[]): readonly Issue[] => {
	const [first, ...others] = parts;
	return first
		? others.filter(({type}) => !equivalent(first.type, type)).map((part) => mismatch(first.type, part))
		: [];
};

/** The elements of a list, and the keys and the values of a map, are of one type each. @mirrors cel.ValidateHomogeneousAggregateLiterals */
const mixedTypes = (node: Node, typeOf: (part: Node, optional: boolean) => Type): readonly Issue[] => {
	switch (node.op) {
		case 'list': {
			const items = node.items.map(({item, optional}) => ({node: item, type: typeOf(item, optional)}));
			return different(items).slice(0, 1);
		}

		case 'map': {
			const keys = node.entries.map(({key}) => ({node: key, type: typeOf(key, false)}));
			const values = node.entries.map(({value, optional}) => ({node: value, type: typeOf(value, optional)}));
			return [...different(keys), ...different(values)];
		}

		default: {
			return [];
		}
	}
};

/**
The issues of literals in an expression whose types are right: invalid patterns, times and durations, lists and maps that mix types.

@mirrors cel.ASTValidators of k8s.io/apiserver/pkg/cel/environment
*/
export const literalIssues = (root: Node, {types}: Pick<Checked, 'types'>): readonly Issue[] => {
	const typeOf = (part: Node, optional: boolean): Type => {
		const type = types.get(part) ?? dyn;
		return optional ? (insideOptional(type) ?? dyn) : type;
	};

	const issues: Issue[] = [];
	const pending: Array<{readonly node: Node; readonly mayMix: boolean}> = [{node: root, mayMix: false}];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const {node, mayMix} = next;
		const argument = node.op === 'call' ? argumentIssue(node) : undefined;
		issues.push(...(argument ? [argument] : []), ...(mayMix ? [] : mixedTypes(node, typeOf)));
		const partsMayMix = mayMix || (node.op === 'call' && node.name === exempt);
		pending.push(...partsOf(node).map((part) => ({node: part, mayMix: partsMayMix})));
	}

	return issues;
};
