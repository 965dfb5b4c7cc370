import test from 'ava';
import {endStateOf} from './end-state.js';
import {findingsOf, signatureOf, type Judged} from './judge.js';

const run = (data: Readonly<Record<string, string>>, more: Partial<Judged> = {}): Judged => ({
	command: {code: 0, signal: undefined},
	isCut: false,
	ends: [],
	isAtRest: true,
	broken: [],
	state: endStateOf(
		Object.entries(data).map(([name, text]) => [
			`/registry/configmaps/default/${name}`,
			{metadata: {name, namespace: 'default'}, data: {text}},
		]),
	),
	...more,
});

const cases: ReadonlyArray<readonly [string, Judged, readonly string[]]> = [
	['an equal run', run({a: '1'}), []],
	['another value', run({a: '2'}), ['configmaps default/a data.text: 2']],
	['an object too many', run({a: '1', b: '1'}), ['configmaps default/b: present']],
	['a command that fails', run({a: '1'}, {command: {code: 1, signal: undefined}}), ['the command: exit code 1']],
	['a command that hangs', run({a: '1'}, {isCut: true}), ['the command: did not end in time']],
	[
		'a controller that panics',
		run({a: '1'}, {ends: [{code: 2, signal: undefined}]}),
		['the controller: ends unexpectedly: exit code 2'],
	],
	['a run without rest', run({a: '1'}, {isAtRest: false}), ['the cluster: at work']],
	['a broken rule', run({a: '1'}, {broken: ['no finalizer, no goodbye']}), ['rule "no finalizer, no goodbye": broken']],
];

for (const [name, other, expected] of cases) {
	test(name, (t) => {
		t.is(signatureOf(findingsOf([run({a: '1'})], other)), expected.join('\n'));
	});
}

test('a difference that undisturbed runs have too is none', (t) => {
	t.deepEqual(findingsOf([run({a: '1', b: '1'}), run({a: '1', b: '2'})], run({a: '1', b: '3'})), []);
	t.deepEqual(findingsOf([run({a: '1', b: '1'}), run({a: '1'})], run({a: '1'})), []);
	// A randomly drawn field hides nothing about its object.
	t.is(
		signatureOf(findingsOf([run({a: '1', b: '1'}), run({a: '1', b: '2'})], run({a: '1'}))),
		'configmaps default/b: absent',
	);
	const ends = [{code: 1, signal: undefined}];
	t.deepEqual(findingsOf([run({}), run({}, {ends})], run({}, {ends})), []);
});

test('a controller that ends because it has lost its Lease is as it should be', (t) => {
	t.deepEqual(findingsOf([run({})], run({}, {ends: [{code: 1, signal: undefined}]}), true), []);
});

test('names that the controller draws itself do not count, but their number does', (t) => {
	const references = [
		run({'job-831c17d4f9': 'job-831c17d4f9 is next', plain: '1'}),
		run({'job-b8ead2fcc0': 'job-b8ead2fcc0 is next', plain: '1'}),
	] as const;
	t.deepEqual(findingsOf(references, run({'job-006da7f9eb': 'job-006da7f9eb is next', plain: '1'})), []);
	t.is(
		signatureOf(findingsOf(references, run({'job-006da7f9eb': '', 'job-1547493f62': '', plain: '1'}))),
		'configmaps default/job-*: several objects',
	);
	t.is(signatureOf(findingsOf(references, run({plain: '1'}))), 'configmaps default/job-*: absent');
	// Another name in front is no draw of these runs.
	t.is(
		signatureOf(
			findingsOf(references, run({'job-006da7f9eb': 'job-006da7f9eb is next', 'task-main': '1', plain: '1'})),
		),
		'configmaps default/task-main: present',
	);
});

test('names that continue a drawn name do not count either', (t) => {
	const names = (name: string, hash: string, pods: readonly string[]) => {
		const object = (kind: string, metadata: {readonly name: string; readonly generateName?: string}) =>
			[
				`/registry/${kind}/default/${metadata.name}`,
				{metadata: {...metadata, labels: {'pod-template-hash': hash}}},
			] as const;
		return {
			...run({}),
			state: endStateOf([
				[`/registry/deployments/default/${name}`, {metadata: {name}, status: `${name}-${hash} has progressed`}],
				object('replicasets', {name: `${name}-${hash}`}),
				...pods.map((pod) => object('pods', {name: `${name}-${hash}-${pod}`, generateName: `${name}-${hash}-`})),
			]),
		};
	};
	const references = [
		names('w-831c17d4f9', '6fcbbb5897', ['aaaaa']),
		names('w-b8ead2fcc0', 'd994f7c68', ['bbbbb']),
	] as const;
	t.deepEqual(findingsOf(references, names('w-006da7f9eb', '77d4c9f5bd', ['ccccc'])), []);
	t.is(
		signatureOf(findingsOf(references, names('w-006da7f9eb', '77d4c9f5bd', ['ccccc', 'ddddd']))),
		'pods default/w-*-*-*: several objects',
	);
});
