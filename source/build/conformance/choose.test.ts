import test from 'ava';
import {choose, fieldOf, pick} from './choose.js';

test('only the fields that a step names are kept, of each item of a list', (t) => {
	const pod = {metadata: {name: 'web'}, spec: {containers: [{name: 'a', image: 'x'}, {name: 'b'}]}};
	const table: ReadonlyArray<readonly [value: unknown, paths: string[] | undefined, expected: unknown]> = [
		[pod, undefined, pod],
		[pod, ['metadata.name'], {'metadata.name': 'web'}],
		[pod, ['metadata.missing'], {}],
		[pod, ['spec.containers.image'], {'spec.containers.image': ['x', null]}],
		[pod, ['spec.containers.0.name'], {'spec.containers.0.name': 'a'}],
		[{kind: 'PodList', items: [pod]}, ['metadata.name'], {kind: 'PodList', items: [{'metadata.name': 'web'}]}],
		[{items: null, metadata: {}}, ['items'], {items: null}],
		['text', ['metadata.name'], {}],
		[null, ['metadata.name'], {}],
	];
	for (const [value, paths, expected] of table) {
		t.deepEqual(pick(value, paths), expected);
	}

	t.is(fieldOf(pod, 'spec.containers.1.name'), 'b');
});

test('unordered sorts the items of a list, and "deep" every list of objects inside', (t) => {
	const list = {items: [{a: 2, inner: [{k: 'b'}, {k: 'a'}], words: ['z', 'y']}, {a: 1}]};
	t.deepEqual(choose(list, {unordered: true}), {
		items: [{a: 1}, {a: 2, inner: [{k: 'b'}, {k: 'a'}], words: ['z', 'y']}],
	});
	t.deepEqual(choose(list, {unordered: 'deep'}), {
		items: [{a: 1}, {a: 2, inner: [{k: 'a'}, {k: 'b'}], words: ['z', 'y']}],
	});
	t.deepEqual(choose(list, {}), list);
});
