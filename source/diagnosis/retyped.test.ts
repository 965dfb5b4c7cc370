import test from 'ava';
import {documentsIn} from './documents.js';
import {isQuoted, placeAlong, retyped, type YamlKind} from './retyped.js';

const table: ReadonlyArray<readonly [value: unknown, kind: YamlKind | undefined, meant: unknown, quoted: boolean]> = [
	['3', 'number', 3, true],
	['-3', 'number', -3, true],
	['three', 'number', 3, false],
	['many', 'number', undefined, false],
	['3.5', 'number', undefined, false],
	[3, 'number', undefined, false],
	[8080, 'string', {quote: true}, false],
	[true, 'string', {quote: true}, false],
	['a', 'string', undefined, false],
	[null, 'string', undefined, false],
	['True', 'boolean', true, true],
	['false', 'boolean', false, true],
	['yes', 'boolean', undefined, false],
	['3', 'list', undefined, false],
	['3', undefined, undefined, false],
];

for (const [value, kind, meant, quoted] of table) {
	test(`${JSON.stringify(value)} where a ${kind ?? 'value of any type'} belongs is meant as ${JSON.stringify(meant)}`, (t) => {
		const object = {spec: {field: value}};
		t.deepEqual(
			retyped(['spec', 'field'], kind, object),
			meant === undefined
				? []
				: [{field: ['spec', 'field'], change: typeof meant === 'object' ? meant : {value: meant}}],
		);
		t.is(isQuoted(['spec', 'field'], kind, object), quoted);
	});
}

test('a path without indices leads to each item of a list and each entry of a mapping, which change together', (t) => {
	const object = {containers: [{ports: [{port: '80'}, {port: 81}]}, {ports: [{port: '82'}]}], data: {a: 1, b: 'x'}};
	t.deepEqual(retyped(['containers', 'ports', 'port'], 'number', object), [
		{
			changes: [
				{field: ['containers', 0, 'ports', 0, 'port'], change: {value: 80}},
				{field: ['containers', 1, 'ports', 0, 'port'], change: {value: 82}},
			],
		},
	]);
	t.deepEqual(retyped(['data'], 'string', object), [{field: ['data', 'a'], change: {quote: true}}]);
	t.deepEqual(placeAlong(['containers', 'ports', 'port'], 'number', object), ['containers', 0, 'ports', 0, 'port']);
	t.deepEqual(placeAlong(['containers', 'ports', 'port'], 'string', object), ['containers', 0, 'ports', 1, 'port']);
	t.deepEqual(placeAlong(['none', 'here'], 'string', object), ['none', 'here']);
});

test('the objects of a file are those of its documents, and the items of its lists', (t) => {
	const text = [
		'{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: team}}',
		'{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Secret, metadata: {name: b, namespace: ""}}]}',
		'{apiVersion: v1, kind: Box, metadata: {name: c}, items: [1]}',
	].join('\n---\n');
	t.deepEqual(
		documentsIn('all.yaml', text).objects.map(({kind, name, namespace, document, within}) => [
			kind,
			name,
			namespace,
			document,
			within,
		]),
		[
			['ConfigMap', 'a', 'team', 0, []],
			['Secret', 'b', undefined, 1, ['items', 0]],
			['Box', 'c', undefined, 2, []],
		],
	);
});
