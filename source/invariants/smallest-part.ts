/** The items that remain when pieces of this size are left out, in sequence, as long as the condition holds. */
const without = <T>(items: readonly T[], size: number, holds: (part: readonly T[]) => boolean): readonly T[] => {
	let part = items;
	for (let end = part.length; end > 0; end -= size) {
		const less = [...part.slice(0, Math.max(0, end - size)), ...part.slice(end)];
		part = holds(less) ? less : part;
	}

	return part;
};

/**
A smallest part of the items for which a condition still holds: no item of it can be left out.

Tries the empty part, then each item alone, which usually suffices; then leaves out halves and ever smaller pieces.

@param holds called with parts of the items; it must hold for all items together.
*/
export const smallestPart = <T>(items: readonly T[], holds: (part: readonly T[]) => boolean): readonly T[] => {
	if (items.length === 0 || holds([])) {
		return [];
	}

	const alone = items.length > 2 ? items.find((item) => holds([item])) : undefined;
	if (alone !== undefined) {
		return [alone];
	}

	let part = items;
	for (let size = Math.ceil(items.length / 2); size > 1; size = Math.ceil(size / 2)) {
		part = without(part, size, holds);
	}

	for (let before = Number.POSITIVE_INFINITY; part.length < before;) {
		before = part.length;
		part = without(part, 1, holds);
	}

	return part;
};

/** The smallest whole number from `least` to `known` that a binary search finds; the condition need not be monotonic. @param holds must hold for `known` */
export const smallestNumber = (least: number, known: number, holds: (number: number) => boolean): number => {
	if (known <= least || holds(least)) {
		return Math.min(least, known);
	}

	let [fails, found] = [least, known];
	while (found - fails > 1) {
		const middle = Math.floor((fails + found) / 2);
		if (holds(middle)) {
			found = middle;
		} else {
			fails = middle;
		}
	}

	return found;
};
