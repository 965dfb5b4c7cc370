import type {CostEstimator} from '../cost-estimate.js';
import type {Operand} from '../function-cost.js';
import {add, fixed, multiply, perCharacter, scaled, unknownSize, type Range} from '../cost-range.js';
import {listCost} from './list-cost.js';

type Estimate = ReturnType<CostEstimator['call']>;

const checkCost = 350_000;
// The longest pattern of a named format has 128 characters, four of which cost a unit.
const formatPattern = 32;

const nominal = new Set(
	'serviceAccount path group resource subresource namespace name allowed reason error errored masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub'.split(
		' ',
	),
);

const traversals = new Set('isSorted sum max min indexOf lastIndexOf'.split(' '));

/** The size of a list's elements, and whether they are text. */
const elements = (list: Operand, size: CostEstimator['size']): {readonly size: Range; readonly isText: boolean} => {
	const type = list.type.kind === 'list' ? list.type.item : undefined;
	const isText = type?.kind === 'simple' && (type.name === 'string' || type.name === 'bytes');
	return {size: (list.path && size([...list.path, '@items'])) ?? unknownSize, isText};
};

const traversal = (target: Operand, size: CostEstimator['size']): Estimate => {
	if (target.type.kind !== 'list') {
		return {cost: scaled(target.size, perCharacter)};
	}

	const inside = elements(target, size);
	const one = inside.isText ? add(fixed(1), scaled(inside.size, perCharacter)) : fixed(1);
	return {cost: multiply(target.size, one)};
};

const replacement = (text: Range, from: Range, to: Range): Range => {
	const longer = to.max <= from.min ? text.max : Math.ceil(text.max / from.min) * to.max;
	const shorter = from.max <= to.min ? text.min : Math.ceil(text.min / from.max) * to.min;
	// Nothing is found before each character and at the end.
	const longest = from.min === 0 ? (text.max + 1) * to.max + text.max : longer;
	const shortest = from.max === 0 ? (text.min + 1) * to.min + text.min : shorter;
	return multiply({min: shortest, max: longest}, fixed(1));
};

const joined = (target: Operand, separator: Operand | undefined, size: CostEstimator['size']): Estimate => {
	const between = {min: Math.max(0, target.size.min - 1), max: Math.max(0, target.size.max - 1)};
	const texts = multiply(target.size, elements(target, size).size);
	const whole = separator ? add(texts, multiply(separator.size, between)) : texts;
	return {cost: scaled(whole, perCharacter), result: whole};
};

/** An address has 4 or 16 bytes; a text is parsed first. */
const containment = (isRange: boolean, other: Operand): Estimate => {
	const address = {min: 4, max: 16};
	const compared = scaled(add(address, address), perCharacter);
	const masked = isRange ? add(scaled(address, perCharacter), fixed(1)) : fixed(0);
	const isText = other.type.kind === 'simple' && other.type.name === 'string';
	return {cost: add(compared, masked, isText ? scaled(other.size, perCharacter) : fixed(0))};
};

/** Values of these types are compared at once, regardless of their size. */
const small = new Set(['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver', 'kubernetes.URL']);

const equality = ({type}: Operand, {type: other}: Operand): Estimate => {
	if (type.kind !== 'opaque' || other.kind !== 'opaque' || type.name !== other.name) {
		return undefined;
	}

	if (small.has(type.name)) {
		return {cost: fixed(1)};
	}

	if (type.name === 'kubernetes.NamedFormat') {
		return {cost: {min: 1, max: 7}};
	}

	return undefined;
};

/**
The cost of Kubernetes' own functions.

Long because it is a table: one case for each function.

@param size of the value at a path.
@mirrors k8s.io/apiserver/pkg/cel/library CostEstimator.EstimateCallCost
*/
export const callCost =
	(size: CostEstimator['size']): CostEstimator['call'] =>
	(name, target, parameters) => {
		const [first, second] = parameters;
		if (name === 'check') {
			return {cost: fixed(checkCost)};
		}

		if (nominal.has(name)) {
			return {cost: fixed(1)};
		}

		if (traversals.has(name)) {
			return target && traversal(target, size);
		}

		switch (name) {
			case 'url':
			case 'jsonpatch.escapeKey': {
				return first && {cost: scaled(first.size, perCharacter), result: first.size};
			}

			case 'validate': {
				return first && {cost: scaled(scaled(first.size, perCharacter), formatPattern)};
			}

			case 'sets.contains':
			case 'sets.intersects':
			case 'sets.equivalent': {
				const factor = name === 'sets.equivalent' ? 2 : 1;
				return first && second && {cost: add(scaled(multiply(first.size, second.size), factor), fixed(1))};
			}

			case '_==_': {
				return first && second && equality(first, second);
			}

			case 'lowerAscii':
			case 'upperAscii':
			case 'substring':
			case 'trim': {
				return target && {cost: scaled(target.size, perCharacter), result: target.size};
			}

			case 'replace': {
				return (
					target &&
					second && {
						cost: scaled(target.size, 2 * perCharacter),
						result: replacement(target.size, first!.size, second.size),
					}
				);
			}

			case 'split': {
				const limit =
					second?.node.op === 'constant' && second.node.value.type === 'int'
						? Number(second.node.value.value)
						: undefined;
				return (
					target && {
						cost: scaled(target.size, 2 * perCharacter),
						result: {min: 0, max: limit === undefined || limit < 0 ? target.size.max : limit},
					}
				);
			}

			case 'join': {
				return target && joined(target, first, size);
			}

			case 'find':
			case 'findAll': {
				return (
					target &&
					first && {
						cost: multiply(scaled(add(target.size, fixed(1)), perCharacter), scaled(first.size, 0.25)),
						result: {min: 0, max: target.size.max},
					}
				);
			}

			case 'ip': {
				return target && {cost: fixed(1)};
			}

			case 'containsIP':
			case 'containsCIDR': {
				return target && first && containment(name === 'containsCIDR', first);
			}

			default: {
				return listCost(name, target, parameters);
			}
		}
	};
