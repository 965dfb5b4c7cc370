import test from 'ava';
import fc from 'fast-check';
import {difference, differenceOfTrees, intersection, pathsOf, setOf, union, type FieldSet} from './field-set.js';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'k:{"name":"y"}', 'v:1', 'v:"z"', 'i:0');
const path = fc.array(element, {minLength: 1, maxLength: 3});
/** Sets as they are built: path by path. */
const sets = fc.array(path, {maxLength: 8}).map((paths) => {
	let set: FieldSet = {};
	for (const elements of paths) {
		set = union(set, setOf(...elements));
	}

	return set;
});

const texts = (set: FieldSet): string[] =>
	pathsOf(set)
		.map((elements) => elements.join(' '))
		.sort();

const both = fc.tuple(sets, sets);

test('a union has the paths of both sets, whichever comes first', (t) => {
	fc.assert(
		fc.property(both, ([a, b]) => {
			t.deepEqual(texts(union(a, b)), [...new Set([...texts(a), ...texts(b)])].sort());
			t.is(JSON.stringify(union(a, b)), JSON.stringify(union(b, a)));
		}),
	);
});

test('an intersection has the paths that are in both sets, a difference those that are in the first alone', (t) => {
	fc.assert(
		fc.property(both, ([a, b]) => {
			const other = new Set(texts(b));
			t.deepEqual(
				texts(intersection(a, b)),
				texts(a).filter((text) => other.has(text)),
			);
			t.deepEqual(
				texts(difference(a, b)),
				texts(a).filter((text) => !other.has(text)),
			);
		}),
	);
});

test('a difference of trees has nothing at or below a path of the second set', (t) => {
	fc.assert(
		fc.property(both, ([a, b]) => {
			const other = texts(b);
			t.deepEqual(
				texts(differenceOfTrees(a, b)),
				texts(a).filter((text) => !other.some((above) => text === above || text.startsWith(`${above} `))),
			);
		}),
	);
});

test('what a change leaves as it was is the very same set', (t) => {
	const owned = union(setOf('f:spec', 'f:replicas'), setOf('f:metadata', 'f:labels', 'f:app'));
	t.is(union(owned, setOf('f:spec', 'f:replicas')), owned);
	t.is(difference(owned, setOf('f:status', 'f:phase')), owned);
	t.is(intersection(owned, owned), owned);
	t.is(union(owned, setOf('f:status'))['f:metadata'], owned['f:metadata']);
});

test('a set that a client has written in another order is put in order', (t) => {
	t.deepEqual(Object.keys(union({'f:b': {}, 'f:a': {}}, setOf('f:a'))), ['f:a', 'f:b']);
	t.deepEqual(union({'f:a': {'.': {}}}, setOf('f:a', 'f:b')), {'f:a': {'.': {}, 'f:b': {}}});
	t.deepEqual(intersection({'f:a': {'.': {}}}, setOf('f:a')), setOf('f:a'));
});
