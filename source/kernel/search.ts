/**
Binary search: the first index, from `from` on, whose item is not before the target.

@param items the sorted items.
*/
export const firstIndex = <T>(items: readonly T[], comesBefore: (item: T) => boolean, from = 0): number => {
	let low = from;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const item = items[middle];
		if (item !== undefined && comesBefore(item)) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return low;
};
