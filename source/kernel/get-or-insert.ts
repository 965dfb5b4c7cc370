/** The methods that a Map, a WeakMap and a RecentMap share. */
interface Store<Key, Value> {
	readonly get: (key: Key) => Value | undefined;
	readonly set: (key: Key, value: Value) => unknown;
}

/**
The value of a key; a missing one is made and added to the map.

@param make makes the value for the key; if it throws, the map stays unchanged.
*/
export const getOrInsert = <Key, Value>(
	map: Store<Key, Value>,
	key: Key,
	make: (key: Key) => NoInfer<Value>,
): Value => {
	const known = map.get(key);
	if (known !== undefined) {
		return known;
	}

	const made = make(key);
	map.set(key, made);
	return made;
};
