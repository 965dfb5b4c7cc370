/** The methods that a Map, a WeakMap and a RecentMap share. */
interface Store<Key, Value> {
	readonly get: (key: Key) => Value | undefined;
	readonly set: (key: Key, value: Value) => unknown;
}

/**
The value of a key; when there is none, it is made and put into the map.

@param make Makes the value for the key. When it throws, nothing is put into the map.
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
