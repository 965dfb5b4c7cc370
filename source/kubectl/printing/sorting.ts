import {compareQuantities, isQuantity} from '../../objects/quantity.js';
import {CommandFailure} from '../failure.js';
import {compileJSONPath, relaxed} from '../json-path.js';

/** The value of an object's field; `undefined` without the field. */
type Found = {readonly value: unknown} | undefined;

/** Numbers inside of texts are compared as numbers: `web-9` comes before `web-10`. */
const naturallyLess = (a: string, b: string): boolean => {
	const partsOf = (text: string): readonly string[] => text.match(/\d+|\D/gu) ?? [];
	const [left, right] = [partsOf(a), partsOf(b)];
	for (const [index, one] of left.entries()) {
		const other = right[index];
		if (other === undefined) {
			return false;
		}

		if (one === other) {
			continue;
		}

		if (/^\d/.test(one) && /^\d/.test(other)) {
			const [m, n] = [one.replace(/^0+/, ''), other.replace(/^0+/, '')];
			if (m !== n) {
				return m.length === n.length ? m < n : m.length < n.length;
			}

			// Of two equal numbers, the one with more leading zeros comes later.
			if (one.length !== other.length) {
				return one.length < other.length;
			}
		}

		return one < other;
	}

	return left.length < right.length;
};

const valueLess = (a: unknown, b: unknown): boolean => {
	if (a === null || b === null) {
		return a === null && b !== null;
	}

	if (typeof a === 'number' && typeof b === 'number') {
		return a < b;
	}

	if (typeof a !== 'string' || typeof b !== 'string') {
		return false;
	}

	return isQuantity(a) && isQuantity(b) ? compareQuantities(a, b) < 0 : naturallyLess(a, b);
};

/**
Sorts things by a field of theirs; those without it come first.

@param sortBy as `--sort-by` takes it.
@throws {CommandFailure} when the field cannot be looked up, or nothing has it.
@mirrors kubectl/pkg/cmd/get RuntimeSorter
*/
export const sortBy = <T>(things: readonly T[], path: string, objectOf: (thing: T) => unknown): readonly T[] => {
	const expression = relaxed(path);
	const lookUp = compileJSONPath(expression);
	const found = things.map((thing) => {
		const [first] = lookUp.results(objectOf(thing));
		return {thing, found: first && first.length > 0 ? {value: first[0]} : undefined};
	});
	if (things.length > 0 && found.every((one) => one.found === undefined)) {
		throw new CommandFailure(`couldn't find any field with path "${expression}" in the list of objects`);
	}

	// A value that cannot be compared is less than no other value, so the order of steps matters: each object goes before the objects at the end that it is less than.
	const less = (a: Found, b: Found): boolean => a === undefined || (b !== undefined && valueLess(a.value, b.value));
	const sorted: Array<{readonly thing: T; readonly found: Found}> = [];
	for (const one of found) {
		const before = sorted.findLastIndex((other) => !less(one.found, other.found));
		sorted.splice(before + 1, 0, one);
	}

	return sorted.map(({thing}) => thing);
};
