import test from 'ava';
import {differencesOf, endStateOf, mergedStates, type Difference} from './end-state.js';

const configMap = (name: string, more: object = {}, metadata: object = {}): readonly [string, unknown] => [
	`/registry/configmaps/default/${name}`,
	{kind: 'ConfigMap', metadata: {name, namespace: 'default', ...metadata}, ...more},
];

const between = (
	before: ReadonlyArray<readonly [string, unknown]>,
	after: ReadonlyArray<readonly [string, unknown]>,
): readonly Difference[] => differencesOf(endStateOf(before), endStateOf(after));

test('chance and time make no difference', (t) => {
	const drawn = (number: number) =>
		configMap(
			'a',
			{
				data: {
					at: `since 2026-01-0${number}T00:00:00Z`,
					owner: `0000000${number}-0000-4000-8000-000000000000`,
					ip: `10.0.0.${number}`,
				},
				status: {observedGeneration: number, x: 1},
			},
			{uid: String(number), resourceVersion: String(number), generation: number, managedFields: [{time: number}]},
		);
	t.deepEqual(between([drawn(1)], [drawn(2)]), []);
});

test('generated names are one entry, and are counted', (t) => {
	const pod = (name: string) => configMap(name, {data: {me: name}}, {generateName: 'web-'});
	t.deepEqual(between([pod('web-abcde'), pod('web-fghij')], [pod('web-klmno'), pod('web-pqrst')]), []);
	t.deepEqual(between([pod('web-abcde')], [pod('web-klmno'), pod('web-pqrst')]), [
		{what: 'configmaps default/web-*', before: 'present', after: '2 objects'},
	]);
});

test('objects and fields that differ are named with both values', (t) => {
	t.deepEqual(
		between(
			[configMap('a', {data: {x: '1'}}), configMap('b')],
			[configMap('a', {data: {x: '2', y: '3'}}), configMap('c')],
		),
		[
			{what: 'configmaps default/a data.x', before: '1', after: '2'},
			{what: 'configmaps default/a data.y', before: 'absent', after: '3'},
			{what: 'configmaps default/b', before: 'present', after: 'absent'},
			{what: 'configmaps default/c', before: 'absent', after: 'present'},
		],
	);
});

test('an object that is being deleted is not as one that stays', (t) => {
	t.deepEqual(between([configMap('a')], [configMap('a', {}, {deletionTimestamp: '2026-01-01T00:00:00Z'})]), [
		{what: 'configmaps default/a metadata.deletionTimestamp', before: 'absent', after: '<time>'},
	]);
});

test('Events, Leases and nodes do not count, and several clusters count as one', (t) => {
	const event = ['/registry/events/default/e', {metadata: {name: 'e'}}] as const;
	t.is(endStateOf([event]).size, 0);
	t.is(
		mergedStates([endStateOf([configMap('a')]), endStateOf([configMap('a')])]).get('configmaps default/a')?.length,
		2,
	);
});

test('an object is named as for kubectl, not as in etcd', (t) => {
	const object = {metadata: {name: 'a'}};
	t.deepEqual(
		[
			...endStateOf([
				['/registry/services/specs/default/a', object],
				['/registry/example.com/widgets/default/a', object],
				['/registry/clusterroles/a', object],
				['/registry/services/specs/specs/a', object],
			]).keys(),
		],
		['services default/a', 'widgets.example.com default/a', 'clusterroles a', 'services specs/a'],
	);
});

test('volumes that are named after the uid of their claim share one entry', (t) => {
	const volume = (digit: number): readonly [string, unknown] => {
		const name = `pvc-0000000${digit}-0000-4000-8000-000000000000`;
		return [`/registry/persistentvolumes/${name}`, {metadata: {name}, spec: {csi: {volumeHandle: name}}}];
	};
	t.deepEqual(between([volume(1)], [volume(2)]), []);
	t.deepEqual(between([volume(1)], [volume(2), volume(3)]), [
		{what: 'persistentvolumes pvc-<uid>', before: 'present', after: '2 objects'},
	]);
});
