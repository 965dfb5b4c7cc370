/**
The same function, which remembers what it answered last.

The function must be pure: the same key always leads to the same answer. Between half of `limit` and `limit` answers are kept, those
asked for most recently among them, so that no client can make the memory grow without bound by asking for something new each time.

@param answer Computes the answer for a key. An error it throws is not remembered.
@param limit The number of answers kept at most.
*/
export const memoised = <Key, Answer extends NonNullable<unknown> | null>(
	answer: (key: Key) => Answer,
	limit: number,
): ((key: Key) => Answer) => {
	// Two generations: when the young one is full it becomes the old one, and what nobody asked for meanwhile is forgotten.
	const generation = Math.max(1, Math.floor(limit / 2));
	let young = new Map<Key, Answer>();
	let old = young;
	return (key) => {
		const recent = young.get(key);
		if (recent !== undefined) {
			return recent;
		}

		const earlier = old.get(key);
		const found = earlier === undefined ? answer(key) : earlier;
		if (young.size >= generation) {
			old = young;
			young = new Map();
		}

		young.set(key, found);
		return found;
	};
};
