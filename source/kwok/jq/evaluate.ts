import {isRecord} from '../../kernel/record.js';
import {added, functions, isTrue, itemsOf} from './functions.js';
import {compareValues, isList, typeName} from './order.js';
import {parseJq} from './parse.js';
import {JqError, type Expression, type Operator} from './syntax.js';

type Variables = ReadonlyMap<string, unknown>;

const number =
	(operation: string, compute: (a: number, b: number) => number) =>
	(a: unknown, b: unknown): unknown => {
		if (typeof a === 'number' && typeof b === 'number') {
			return compute(a, b);
		}

		throw new JqError(`cannot ${operation}: ${typeName(a)} and ${typeName(b)}`);
	};

const nonZero = (divide: (a: number, b: number) => number) => (a: number, b: number) => {
	if (b === 0) {
		throw new JqError(`cannot divide by zero: number (${a})`);
	}

	return divide(a, b);
};

const subtracted = number('subtract', (a, b) => a - b);
const computed: Readonly<Partial<Record<Operator, (a: unknown, b: unknown) => unknown>>> = {
	'==': (a, b) => compareValues(a, b) === 0,
	'!=': (a, b) => compareValues(a, b) !== 0,
	'<': (a, b) => compareValues(a, b) < 0,
	'<=': (a, b) => compareValues(a, b) <= 0,
	'>': (a, b) => compareValues(a, b) > 0,
	'>=': (a, b) => compareValues(a, b) >= 0,
	'+': added,
	'-': (a, b) =>
		Array.isArray(a) && Array.isArray(b)
			? a.filter((item) => b.every((other) => compareValues(item, other) !== 0))
			: subtracted(a, b),
	'*': number('multiply', (a, b) => a * b),
	'/': (a, b) =>
		typeof a === 'string' && typeof b === 'string'
			? a.split(b)
			: number(
					'divide',
					nonZero((x, y) => x / y),
				)(a, b),
	'%': number(
		'modulo',
		nonZero((a, b) => Math.trunc(a) % Math.trunc(b)),
	),
};

/** @throws {JqError} @mirrors gojq funcIndex2 */
const indexed = (value: unknown, key: unknown): unknown => {
	if (value === null || value === undefined) {
		return null;
	}

	if (isRecord(value) && typeof key === 'string') {
		return Object.hasOwn(value, key) ? value[key] : null;
	}

	if (isList(value) && typeof key === 'number') {
		return value.at(Math.floor(key)) ?? null;
	}

	throw new JqError(`expected an object or an array with a fitting key but got: ${typeName(value)}`);
};

const sliced = (value: unknown, from: unknown, to: unknown): unknown => {
	if (value === null || value === undefined) {
		return null;
	}

	if (typeof value === 'string' || Array.isArray(value)) {
		return value.slice(typeof from === 'number' ? from : 0, typeof to === 'number' ? to : undefined);
	}

	throw new JqError(`expected an array or a string but got: ${typeName(value)}`);
};

const recursed = (value: unknown): readonly unknown[] => [
	value,
	...(typeof value === 'object' && value !== null ? itemsOf(value).flatMap(recursed) : []),
];

/** Evaluates both sides of an operator. */
const binary = (
	{operator, left, right}: Extract<Expression, {kind: 'binary'}>,
	input: unknown,
	variables: Variables,
): readonly unknown[] => {
	switch (operator) {
		case '|': {
			return run(left, input, variables).flatMap((value) => run(right, value, variables));
		}

		case ',': {
			return [...run(left, input, variables), ...run(right, input, variables)];
		}

		case '//': {
			const kept = tried(left, input, variables).filter((value) => isTrue(value));
			return kept.length > 0 ? kept : run(right, input, variables);
		}

		case 'and':
		case 'or': {
			return run(left, input, variables).flatMap((value) =>
				isTrue(value) === (operator === 'or')
					? [operator === 'or']
					: run(right, input, variables).map((other) => isTrue(other)),
			);
		}

		default: {
			const compute = computed[operator];
			return run(right, input, variables).flatMap((b) => run(left, input, variables).map((a) => compute?.(a, b)));
		}
	}
};

/** The values until the first error. Simplified: an error ends all values. */
const tried = (expression: Expression, input: unknown, variables: Variables): readonly unknown[] => {
	try {
		return run(expression, input, variables);
	} catch (error) {
		if (error instanceof JqError) {
			return [];
		}

		throw error;
	}
};

const objects = (
	[first, ...rest]: ReadonlyArray<readonly [Expression, Expression]>,
	input: unknown,
	variables: Variables,
): ReadonlyArray<Readonly<Record<string, unknown>>> => {
	if (!first) {
		return [{}];
	}

	const others = objects(rest, input, variables);
	return run(first[0], input, variables).flatMap((key) =>
		run(first[1], input, variables).flatMap((value) => others.map((other) => ({[String(key)]: value, ...other}))),
	);
};

/** Long because it is a table: one case for each kind of expression. */
function run(expression: Expression, input: unknown, variables: Variables): readonly unknown[] {
	switch (expression.kind) {
		case 'identity': {
			return [input];
		}

		case 'iterate': {
			return itemsOf(input);
		}

		case 'recurse': {
			return recursed(input);
		}

		case 'literal': {
			return [expression.value];
		}

		case 'variable': {
			if (!variables.has(expression.name)) {
				throw new JqError(`variable not defined: ${expression.name}`);
			}

			return [variables.get(expression.name)];
		}

		case 'array': {
			return [expression.of ? run(expression.of, input, variables) : []];
		}

		case 'object': {
			return objects(expression.fields, input, variables);
		}

		case 'index': {
			return run(expression.target, input, variables).flatMap((value) =>
				run(expression.key, input, variables).map((key) => indexed(value, key)),
			);
		}

		case 'slice': {
			const [from] = expression.from ? run(expression.from, input, variables) : [];
			const [to] = expression.to ? run(expression.to, input, variables) : [];
			return run(expression.target, input, variables).map((value) => sliced(value, from, to));
		}

		case 'try': {
			return tried(expression.of, input, variables);
		}

		case 'negate': {
			return run(expression.of, input, variables).map((value) => subtracted(0, value));
		}

		case 'binary': {
			return binary(expression, input, variables);
		}

		case 'bind': {
			return run(expression.source, input, variables).flatMap((value) =>
				run(expression.body, input, new Map([...variables, [expression.name, value]])),
			);
		}

		case 'if': {
			return run(expression.condition, input, variables).flatMap((value) => {
				const branch = isTrue(value) ? expression.yes : expression.otherwise;
				return branch ? run(branch, input, variables) : [input];
			});
		}

		default: {
			const {name, parameters} = expression;
			const call = functions.get(`${name}/${parameters.length}`);
			return (
				call?.(
					input,
					parameters.map((parameter) => (value: unknown) => run(parameter, value, variables)),
				) ?? []
			);
		}
	}
}

/**
The values that an expression of jq gives for a value.

@throws {JqError} for an expression that cannot be read, and for an error while it runs.
*/
export const jq = (expression: string, value: unknown): readonly unknown[] =>
	run(parseJq(expression), value, new Map());
