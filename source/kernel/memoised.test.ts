import test from 'ava';
import {memoised} from './memoised.js';

test('a key is answered once while it is in use', (t) => {
	const asked: string[] = [];
	const lengthOf = memoised((text: string) => {
		asked.push(text);
		return text.length;
	}, 10);
	t.deepEqual([lengthOf('one'), lengthOf('three'), lengthOf('one')], [3, 5, 3]);
	t.deepEqual(asked, ['one', 'three']);
});

test('no more answers are kept than the limit says, and those in use stay', (t) => {
	const asked: number[] = [];
	const square = memoised((value: number) => {
		asked.push(value);
		return value * value;
	}, 4);
	square(1);
	for (let value = 2; value <= 100; value++) {
		square(value);
		t.is(square(1), 1);
	}

	t.deepEqual(
		asked.filter((value) => value === 1),
		[1],
	);
	asked.length = 0;
	for (let value = 2; value <= 100; value++) {
		square(value);
	}

	t.true(asked.length >= 95);
});

test('null is an answer too; an error is thrown again each time', (t) => {
	let calls = 0;
	const none = memoised<string, null>(() => {
		calls++;
		return null;
	}, 4);
	t.deepEqual([none('a'), none('a')], [null, null]);
	t.is(calls, 1);
	const fails = memoised((key: string): string => {
		calls++;
		throw new Error(key);
	}, 4);
	t.throws(() => fails('a'), {message: 'a'});
	t.throws(() => fails('a'), {message: 'a'});
	t.is(calls, 3);
});
