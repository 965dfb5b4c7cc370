import {parse} from '../cel/parser.js';
import type {Issue} from '../cel/issue.js';
import type {Node} from '../cel/syntax.js';

/** The comparison of a field's value with the expected one. */
export type Comparison = '==' | '!=' | '>=' | '<=' | '>' | '<';

/** A field that an expression reads. */
export interface FieldRead {
	/** The variable that the expression begins with: `object`, or that of a loop. */
	readonly owner: string;
	readonly steps: readonly string[];
	/** The steps as a sentence names them: `containers[0].image`, `services['default/shop'].port`. */
	readonly field: string;
}

/** A comparison of a field with a value. */
export interface Compared extends FieldRead {
	readonly comparison: Comparison;
	/** The value as a sentence says it: texts without quotes, lists and maps without brackets. */
	readonly wanted: string;
	/** Whether it is a text, a whole number or a bool. */
	readonly isPlain: boolean;
}

const comparisons: ReadonlyMap<string, Comparison> = new Map([
	['_==_', '=='],
	['_!=_', '!='],
	['_>=_', '>='],
	['_<=_', '<='],
	['_>_', '>'],
	['_<_', '<'],
]);

/** A condition as a tree; `undefined` if it cannot be parsed. @param cel as an author writes it */
export const readCondition = (cel: string): Node | undefined => {
	const issues: Issue[] = [];
	const node = parse(cel, issues);
	return issues.length === 0 ? node : undefined;
};

/** The operands of `a && b`. */
export const conjunctsOf = (node: Node): readonly Node[] =>
	node.op === 'call' && node.name === '_&&_' ? node.parameters.flatMap(conjunctsOf) : [node];

/** The operand of `!a`; `undefined` for another expression. */
export const negated = (node: Node): Node | undefined =>
	node.op === 'call' && node.name === '!_' ? node.parameters[0] : undefined;

const selected = ({owner, steps, field}: FieldRead, name: string): FieldRead => ({
	owner,
	steps: [...steps, name],
	field: field === '' ? name : `${field}.${name}`,
});

const indexed = ({owner, steps, field}: FieldRead, index: Node | undefined): FieldRead | undefined => {
	if (index?.op !== 'constant' || (index.value.type !== 'string' && index.value.type !== 'int')) {
		return undefined;
	}

	const step = String(index.value.value);
	return {owner, steps: [...steps, step], field: `${field}[${index.value.type === 'string' ? `'${step}'` : step}]`};
};

/** The place that an expression reads, which may be an entire variable. */
const placeOf = (node: Node | undefined): FieldRead | undefined => {
	switch (node?.op) {
		case 'name': {
			return {owner: node.name, steps: [], field: ''};
		}

		case 'select': {
			const operand = placeOf(node.operand);
			return operand && selected(operand, node.field);
		}

		case 'call': {
			const {name, target, parameters} = node;
			if (name === '_[_]' || name === '_[?_]') {
				const range = placeOf(parameters[0]);
				return range && indexed(range, parameters[1]);
			}

			// `string(a)` and `a.orValue('')` say the same of a field in a sentence.
			if (name === 'string' || name === 'orValue') {
				return placeOf(target ?? parameters[0]);
			}

			return undefined;
		}

		default: {
			return undefined;
		}
	}
};

/** The field that an expression reads: `object.spec.containers[0].image`, `object.metadata.labels[?'disk'].orValue('')`. */
export const fieldRead = (node: Node | undefined): FieldRead | undefined => {
	const place = placeOf(node);
	return place && place.steps.length > 0 ? place : undefined;
};

/** The field that `has(…)` asks about. */
export const presenceOf = (node: Node): FieldRead | undefined => {
	const operand = node.op === 'has' ? placeOf(node.operand) : undefined;
	return operand && node.op === 'has' ? selected(operand, node.field) : undefined;
};

const joined = (texts: ReadonlyArray<string | undefined>): string | undefined =>
	texts.includes(undefined) ? undefined : texts.join(', ');

/** A literal as a sentence shows it; `undefined` for any other expression. */
const literalOf = (node: Node | undefined): string | undefined => {
	switch (node?.op) {
		case 'constant': {
			const {type, value} = node.value;
			return type === 'bytes' || type === 'null' ? undefined : String(value);
		}

		case 'list': {
			return joined(node.items.map(({item}) => literalOf(item)));
		}

		case 'map': {
			return joined(
				node.entries.map(({key, value}) => {
					const [name, text] = [literalOf(key), literalOf(value)];
					return name === undefined || text === undefined ? undefined : `${name}: ${text}`;
				}),
			);
		}

		default: {
			return undefined;
		}
	}
};

/** The comparison of a field with a literal. */
export const comparedIn = (node: Node | undefined): Compared | undefined => {
	const comparison = node?.op === 'call' ? comparisons.get(node.name) : undefined;
	if (node?.op !== 'call' || comparison === undefined) {
		return undefined;
	}

	const [left, right] = node.parameters;
	const read = fieldRead(left);
	const wanted = literalOf(right);
	const isPlain = right?.op === 'constant' && right.value.type !== 'double';
	return read && wanted !== undefined ? {...read, comparison, wanted, isPlain} : undefined;
};

/** The fields of `object.a == object.b`, and the comparison of a list's size. */
export const equalFieldsIn = (node: Node): readonly [FieldRead, FieldRead] | undefined => {
	const [left, right] = node.op === 'call' && node.name === '_==_' ? node.parameters.map((one) => fieldRead(one)) : [];
	return left && right ? [left, right] : undefined;
};

/** The list whose size is compared with a number: `object.endpoints.size() >= 2`. */
export const sizeIn = (node: Node): Compared | undefined => {
	const comparison = node.op === 'call' ? comparisons.get(node.name) : undefined;
	const [left, right] = node.op === 'call' ? node.parameters : [];
	if (comparison === undefined || left?.op !== 'call' || left.name !== 'size' || left.parameters.length > 0) {
		return undefined;
	}

	const read = fieldRead(left.target);
	const wanted = literalOf(right);
	return read && wanted !== undefined ? {...read, comparison, wanted, isPlain: true} : undefined;
};

/** `'a' in object.list`: the text, and the list. */
export const memberIn = (node: Node): (FieldRead & {readonly entry: string}) | undefined => {
	const [left, right] = node.op === 'call' && node.name === '@in' ? node.parameters : [];
	const read = fieldRead(right);
	return read && left?.op === 'constant' && left.value.type === 'string'
		? {...read, entry: left.value.value}
		: undefined;
};

/** `object.list.exists(c, …)` or `.all(c, …)`: the list, the variable, and the conditions on an entry. */
export const loopIn = (
	node: Node,
):
	| (FieldRead & {readonly macro: 'exists' | 'all'; readonly variable: string; readonly parts: readonly Node[]})
	| undefined => {
	if (node.op !== 'macro' || (node.macro !== 'exists' && node.macro !== 'all') || node.names.length > 1) {
		return undefined;
	}

	const read = fieldRead(node.range);
	return read && {...read, macro: node.macro, variable: node.names[0], parts: conjunctsOf(node.condition)};
};
