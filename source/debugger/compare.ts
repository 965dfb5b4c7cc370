import {isRecord} from '../kernel/record.js';

/** One difference between two values, with its path. */
export interface Difference {
	/** Keys from the top: names of fields, indexes of list items. */
	readonly path: ReadonlyArray<string | number>;
	readonly kind: 'added' | 'removed' | 'changed';
	readonly before?: unknown;
	readonly after?: unknown;
}

const identity = (item: unknown): unknown =>
	isRecord(item) ? (item.name ?? item.type ?? item.key ?? item.uid) : undefined;

/** Index in `items` of the counterpart of `item`: the one with the same name or type, otherwise the one at the same place. */
export const counterpart = (items: readonly unknown[], item: unknown, index: number): number => {
	const name = identity(item);
	if (name === undefined) {
		const there = items[index];
		return there !== undefined && identity(there) === undefined ? index : -1;
	}

	return items.findIndex((candidate) => identity(candidate) === name);
};

/** The differences between two values; parts shared by reference cost nothing. */
export const compare = (before: unknown, after: unknown): readonly Difference[] => {
	const differences: Difference[] = [];
	const visit = (a: unknown, b: unknown, path: ReadonlyArray<string | number>): void => {
		if (a === b) {
			return;
		}

		if (a === undefined) {
			differences.push({path, kind: 'added', after: b});
		} else if (b === undefined) {
			differences.push({path, kind: 'removed', before: a});
		} else if (isRecord(a) && isRecord(b)) {
			for (const key of Object.keys(a)) {
				visit(a[key], b[key], [...path, key]);
			}

			for (const key of Object.keys(b)) {
				if (!(key in a)) {
					visit(undefined, b[key], [...path, key]);
				}
			}
		} else if (Array.isArray(a) && Array.isArray(b)) {
			const matched = new Set<number>();
			for (const [index, item] of b.entries()) {
				const old = counterpart(a, item, index);
				if (old !== -1) {
					matched.add(old);
				}

				visit(old === -1 ? undefined : a[old], item, [...path, index]);
			}

			for (const [index, item] of a.entries()) {
				if (!matched.has(index)) {
					visit(item, undefined, [...path, index]);
				}
			}
		} else if (a !== b) {
			differences.push({path, kind: 'changed', before: a, after: b});
		}
	};

	visit(before, after, []);
	return differences;
};
