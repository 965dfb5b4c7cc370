import test from 'ava';
import {AlikeLists} from './alike-lists.js';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => Object.freeze({name}));
const whole = (list: readonly unknown[]) => ({start: 0, end: list.length});

test('of a list that begins like a known one the part in between is unknown', (t) => {
	const lists = new AlikeLists();
	const known = Object.freeze([a, b, c]);
	t.deepEqual(lists.unknownPart(known), {start: 0, end: 3});
	lists.add(known, whole(known));
	t.deepEqual(lists.unknownPart(known), {start: 3, end: 3});
	t.deepEqual(lists.unknownPart([a, d, c]), {start: 1, end: 2});
	t.deepEqual(lists.unknownPart([a, b, c, d]), {start: 3, end: 4});
	t.deepEqual(lists.unknownPart([b, c]), {start: 0, end: 2});
	t.deepEqual(
		lists.unknownPart([a, b], () => false),
		{start: 0, end: 2},
	);
	t.deepEqual(lists.unknownPart([]), {start: 0, end: 0});
});

test('what can still change is not known', (t) => {
	const lists = new AlikeLists();
	const open = [a, b];
	lists.add(open, whole(open));
	t.deepEqual(lists.unknownPart(open), {start: 0, end: 2});
	const withOpen = Object.freeze([a, {name: 'open'}]);
	lists.add(withOpen, whole(withOpen));
	t.deepEqual(lists.unknownPart(withOpen), {start: 0, end: 2});
	const texts = Object.freeze(['a', 'b']);
	lists.add(texts, whole(texts));
	t.deepEqual(lists.unknownPart(texts), {start: 0, end: 2});
});
