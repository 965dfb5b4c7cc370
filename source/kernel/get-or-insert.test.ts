import test from 'ava';
import {getOrInsert} from './get-or-insert.js';

test('a value is made once, also one that counts as false', (t) => {
	const map = new Map<string, number>();
	const made: string[] = [];
	const lengthOf = (key: string): number => {
		made.push(key);
		return key.length;
	};

	t.deepEqual(
		['abc', '', 'abc', ''].map((key) => getOrInsert(map, key, lengthOf)),
		[3, 0, 3, 0],
	);
	t.deepEqual(made, ['abc', '']);
});

test('what cannot be made leaves the map as it was', (t) => {
	const map = new WeakMap<object, string>();
	const key = {};
	t.throws(
		() =>
			getOrInsert(map, key, () => {
				throw new Error('not now');
			}),
		{message: 'not now'},
	);
	t.false(map.has(key));
});
