import test from 'ava';
import {copyOf} from './copy.js';

test('a copy has the same fields in the same order, and may be changed', (t) => {
	const original: {readonly b: number; readonly a: object} = Object.freeze({b: 1, a: {c: 2}});
	const copy = copyOf(original);
	t.deepEqual(Object.keys(copy), ['b', 'a']);
	t.is(copy.a, original.a);
	copy.b = 3;
	t.is(original.b, 1);
});

test('a field that is called __proto__ is a field of the copy', (t) => {
	const copy = copyOf(JSON.parse('{"__proto__": {"polluted": true}}') as {polluted?: boolean});
	t.deepEqual(Object.keys(copy), ['__proto__']);
	t.is(copy.polluted, undefined);
});
