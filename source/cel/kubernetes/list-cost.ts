import type {CostEstimator} from '../cost-estimate.js';
import {add, fixed, multiply, scaled, type Range} from '../cost-range.js';
import type {Operand} from '../function-cost.js';

type Estimate = ReturnType<CostEstimator['call']>;

/** The largest number of elements that the estimate counts. */
const most = 2 ** 64;

/** A call that makes a list costs its work, the call, and the list. @mirrors ext.estimateAllocatingListCall */
const making = (size: Range, factor: number): Estimate => ({
	cost: add(scaled(size, factor), fixed(1), fixed(10)),
	result: size,
});

/** A number that is written in the expression. */
const written = (operand: Operand | undefined, other: number): number =>
	operand?.node.op === 'constant' && operand.node.value.type === 'int'
		? Math.max(0, Number(operand.node.value.value))
		: other;

const comparing = (list: Operand, factor: number): Estimate => making(multiply(list.size, list.size), factor);

const isText = ({type}: Operand): boolean =>
	type.kind === 'list' && type.item.kind === 'simple' && (type.item.name === 'string' || type.item.name === 'bytes');

const estimates: Readonly<Record<string, (target: Operand | undefined, parameters: readonly Operand[]) => Estimate>> = {
	slice: (target, [start, end]) =>
		target && making(fixed(Math.max(0, written(end, target.size.max) - written(start, 0))), 1),
	flatten: (target, [depth]) => target && making(target.size, depth ? written(depth, most) : 1),
	reverse: (target) => target && making(target.size, 1),
	distinct: (target) => target && comparing(target, 2),
	sort: (target) => target && comparing(target, isText(target) ? 2.1 : 2),
	'@sortByAssociatedKeys': (_, [keys]) => keys && comparing(keys, isText(keys) ? 2.1 : 2),
	'lists.range': (_, [length]) => making(fixed(written(length, most)), 1),
};

/** The cost of functions that make a list of another one; undefined for all others. @mirrors ext.Lists, version 3 */
export const listCost: CostEstimator['call'] = (name, target, parameters) =>
	Object.hasOwn(estimates, name) ? estimates[name]?.(target, parameters) : undefined;
