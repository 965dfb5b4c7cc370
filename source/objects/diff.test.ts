import test from 'ava';
import {differencesBetween, pathText} from './diff.js';
import {schemaOfKind} from './schema.js';

const told = (before: unknown, after: unknown) =>
	differencesBetween(before, after, schemaOfKind('v1', 'Pod')).map(({path, kind}) => `${kind} ${pathText(path)}`);

test('differences are reported by path and kind', (t) => {
	t.deepEqual(told({a: 1, b: {c: 1}, d: [1, 2]}, {a: 2, b: {}, d: [1, 3, 4], e: 1}), [
		'changed a',
		'removed b.c',
		'changed d[1]',
		'added d[2]',
		'added e',
	]);
	t.deepEqual(differencesBetween({a: 1}, {a: 2}), [{path: ['a'], kind: 'changed', before: 1, after: 2}]);
	t.deepEqual(told({a: {b: [1]}}, {a: {b: [1]}}), []);
	t.deepEqual(told(undefined, {a: 1}), ['added ']);
});

test('items of lists are matched by their merge key', (t) => {
	const pod = (...containers: object[]) => ({spec: {containers}});
	t.deepEqual(
		told(
			pod({name: 'a', image: '1'}, {name: 'b', image: '1'}, {name: 'c'}),
			pod({name: 'new'}, {name: 'b', image: '2'}, {name: 'a', image: '1'}),
		),
		['added spec.containers[0]', 'changed spec.containers[1].image', 'removed spec.containers[2]'],
	);
	t.deepEqual(
		told(
			{conditions: [{type: 'Ready', status: 'False'}]},
			{conditions: [{type: 'Initialized'}, {type: 'Ready', status: 'True'}]},
		),
		['added conditions[0]', 'changed conditions[1].status'],
	);
});

test('identical parts are not looked into', (t) => {
	const shared = new Proxy({}, {ownKeys: () => t.fail() as never, get: () => t.fail() as never});
	t.deepEqual(told({shared, a: 1}, {shared, a: 2}), ['changed a']);
});

test('keys that are no plain words are in brackets', (t) => {
	t.is(pathText(['metadata', 'labels', 'app.kubernetes.io/name', 0]), 'metadata.labels["app.kubernetes.io/name"][0]');
});
