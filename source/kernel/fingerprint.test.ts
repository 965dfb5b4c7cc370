import test from 'ava';
import {hashOf} from './fingerprint.js';

test('the hash of a text depends on each of its characters, however long it is', (t) => {
	for (const length of [10, 9_999, 10_000, 50_000]) {
		const text = 'a'.repeat(length);
		const hash = hashOf(text);
		t.is(hashOf(['a'.repeat(length)].join('')), hash, String(length));
		for (const place of [0, Math.floor(length / 2), length - 1]) {
			const other = `${text.slice(0, place)}b${text.slice(place + 1)}`;
			t.not(hashOf(other), hash, `${length}, ${place}`);
		}
	}
});

test('the hash of data does not depend on the order of fields, and that of a list does', (t) => {
	t.is(hashOf({a: 1, b: 'x', c: undefined}), hashOf({b: 'x', a: 1}));
	t.not(hashOf([1, 2]), hashOf([2, 1]));
	t.throws(() => hashOf(new Map()), {instanceOf: TypeError});
});
