import {sortLikeGo} from '../../go/sort.js';
import {compareQuantities, isQuantity} from '../../objects/quantity.js';
import {CommandFailure} from '../failure.js';
import {compileJSONPath, relaxed} from '../json-path.js';

/** Go's name for the type of a JSON value. */
const goType = (value: unknown): string => {
	if (Array.isArray(value)) {
		return '[]interface {}';
	}

	if (typeof value === 'boolean') {
		return 'bool';
	}

	return 'map[string]interface {}';
};

/** @returns why the value cannot be compared; empty if it can be compared. */
const unsortable = (value: unknown, other: unknown): string => {
	if (value === null || other === null) {
		return '';
	}

	if (typeof value !== 'number' && typeof value !== 'string') {
		return `unsortable type: ${goType(value)}`;
	}

	const comparable =
		typeof value === typeof other && (typeof value === 'string' || Number.isInteger(value) === Number.isInteger(other));
	return comparable ? '' : 'unsortable interface: interface';
};

/** Whether a sortable value is before another one: texts by their bytes, and quantities by their amounts. */
const valueLess = (value: unknown, other: unknown): boolean => {
	if (typeof value === 'string' && typeof other === 'string') {
		return isQuantity(value) && isQuantity(other)
			? compareQuantities(value, other) < 0
			: Buffer.compare(Buffer.from(value), Buffer.from(other)) < 0;
	}

	return typeof value === 'number' && typeof other === 'number' ? value < other : value === null && other !== null;
};

/** The sorter in kubectl's source: a line of its log names it. */
const sorters = {
	objects: {type: '*unstructured.Unstructured', place: 'sorter.go:329'},
	rows: {type: '[][][]reflect.Value', place: 'sorter.go:375'},
} as const;

/**
Sorts items by one of their fields; items without it are first.

@param path as for `--sort-by`.

@param what whether they are objects or rows of a table.
@throws {CommandFailure} when the field cannot be looked up, or no item has it; and, as a log line, when its values have no order.
@mirrors kubectl/pkg/cmd/get RuntimeSorter
*/
export const sortBy = <T>(
	things: readonly T[],
	path: string,
	objectOf: (thing: T) => unknown,
	what: keyof typeof sorters = 'objects',
): readonly T[] => {
	const expression = relaxed(path);
	const lookUp = compileJSONPath(expression);
	const found = things.map((thing) => {
		const [first] = lookUp.results(objectOf(thing));
		return {thing, found: first && first.length > 0 ? {value: first[0]} : undefined};
	});
	if (things.length > 0 && found.every((one) => one.found === undefined)) {
		throw new CommandFailure(`couldn't find any field with path "${expression}" in the list of objects`);
	}

	const {type, place} = sorters[what];
	return sortLikeGo(found, ({found: one}, {found: other}) => {
		if (!one || !other) {
			return one === undefined;
		}

		const why = unsortable(one.value, other.value);
		if (why !== '') {
			throw new CommandFailure(`Field ${expression} in ${type} is an unsortable type: interface, err: ${why}`, {
				logged: place,
			});
		}

		return valueLess(one.value, other.value);
	}).map(({thing}) => thing);
};
