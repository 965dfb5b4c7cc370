import {isRecord} from '../../kernel/record.js';
import test from 'ava';
import type {Step} from './golden.js';
import {answerOf, play} from './player.js';

const entriesOf = (steps: readonly Step[], id = 'api/test/player') =>
	play({id, stage: 'apiserver.store', steps, entries: []});

const make = (name: string): Step => ({
	send: 'POST /api/v1/namespaces/default/configmaps',
	body: `metadata: {name: ${name}}\ndata: {ns: '{ns}'}`,
	ignore: true,
});

test('an answer is what a client outside reads: JSON where it is JSON, and warnings in one line', (t) => {
	const table = [
		[
			{status: 200, headers: {}, body: {a: 1, gone: undefined}},
			{status: 200, body: {a: 1}},
		],
		[
			{status: 200, headers: {}, body: 'ok'},
			{status: 200, body: 'ok'},
		],
		[
			{status: 200, headers: {}, body: undefined},
			{status: 200, body: ''},
		],
		[
			{status: 201, headers: {}, body: {}, warnings: ['say "a"', String.raw`b\c`]},
			{status: 201, warning: String.raw`299 - "say \"a\"", 299 - "b\\c"`, body: {}},
		],
	] as const;
	for (const [response, expected] of table) {
		t.deepEqual(answerOf(response), expected);
	}
});

test('each step that is not ignored has one entry', (t) => {
	const {entries, failure} = entriesOf([
		make('a'),
		{send: 'GET /api/v1/namespaces/default/configmaps/a', only: ['data', 'metadata.uid']},
		{send: 'GET /api/v1/namespaces/default/configmaps/missing', as: 'jane', only: ['reason']},
		{kubectl: 'get configmap a -o name'},
		{settle: true},
		{wait: 10},
		{look: 'weather today'},
	]);
	t.is(failure, undefined);
	t.deepEqual(entries, [
		{
			step: 'GET /api/v1/namespaces/default/configmaps/a',
			status: 200,
			body: {data: {ns: 't-api-test-player'}, 'metadata.uid': '<uid:1>'},
		},
		{
			step: 'GET /api/v1/namespaces/default/configmaps/missing',
			as: 'jane',
			status: 403,
			body: {reason: 'Forbidden'},
		},
		{step: 'kubectl get configmap a -o name', code: 0, stdout: 'configmap/a\n', stderr: ''},
		{step: 'look weather today', error: 'the simulation shows no weather', body: undefined},
	]);
});

test('a watch has the events between its opening and its stop, without repetitions if they are not wanted', (t) => {
	const path = '/api/v1/namespaces/default/configmaps';
	const patch = (data: string): Step => ({
		send: `PATCH ${path}/a`,
		headers: {'content-type': 'application/merge-patch+json'},
		body: JSON.stringify({data: {x: data}}),
		ignore: true,
	});
	const {entries} = entriesOf([
		make('a'),
		{watch: `${path}?watch=true&fieldSelector=metadata.name%3Da`, name: 'all', only: ['data.x']},
		{
			watch: `${path}?watch=true&fieldSelector=metadata.name%3Da`,
			name: 'names',
			only: ['metadata.name'],
			distinct: true,
		},
		patch('1'),
		patch('2'),
		{stop: 'all'},
		patch('3'),
		{stop: 'names'},
	]);
	t.deepEqual(
		entries.map(({events}) => events),
		[
			[
				{object: {}, type: 'ADDED'},
				{object: {'data.x': '1'}, type: 'MODIFIED'},
				{object: {'data.x': '2'}, type: 'MODIFIED'},
			],
			[
				{object: {'metadata.name': 'a'}, type: 'ADDED'},
				{object: {'metadata.name': 'a'}, type: 'MODIFIED'},
			],
		],
	);
});

test('until waits for a value, for a status, and says when it was in vain', (t) => {
	const namespace = {send: 'POST /api/v1/namespaces', body: 'metadata: {name: "{ns}"}', ignore: true};
	const {entries} = entriesOf([
		namespace,
		{until: '/api/v1/namespaces/{ns}/serviceaccounts/default', field: 'kind', is: 'ServiceAccount'},
		{until: '/api/v1/namespaces/{ns}', field: 'metadata.uid'},
		{until: '/api/v1/namespaces/missing', field: 'kind', is: 404},
		{until: '/api/v1/namespaces/{ns}', field: 'status.phase', is: 'Sleeping', timeoutMs: 500},
	]);
	t.deepEqual(entries, [
		{step: 'until /api/v1/namespaces/{ns} status.phase', error: 'still "Active" at the time limit'},
	]);
});

test('an error that breaks the simulation ends one scenario, and is reported', (t) => {
	const {entries, failure} = entriesOf([make('a'), {stop: 'never-opened'}]);
	t.deepEqual(entries, []);
	t.regex(failure ?? '', /no step has opened the watch never-opened/);
});

test('a kubelet scenario has its four nodes, and shows the calls of the container runtime', (t) => {
	const {entries, failure} = entriesOf(
		[
			{send: 'GET /api/v1/nodes', only: ['metadata.name', 'status.allocatable.memory'], unordered: true},
			{
				send: 'POST /api/v1/namespaces/default/pods',
				body: 'metadata: {name: web}\nspec: {nodeName: node-b, automountServiceAccountToken: false, containers: [{name: main, image: "nginx:1.27"}]}',
				ignore: true,
			},
			{until: '/api/v1/namespaces/default/pods/web', field: 'status.phase', is: 'Running'},
			{look: 'cri node-b default/web', only: ['call']},
		],
		'kubelet/test/player',
	);
	t.is(failure, undefined);
	const [nodes, calls] = entries.map(({body}) => isRecord(body) && body['items']);
	t.deepEqual(nodes, [
		{'metadata.name': 'node-a', 'status.allocatable.memory': '8092Mi'},
		{'metadata.name': 'node-b', 'status.allocatable.memory': '8092Mi'},
		{'metadata.name': 'node-c', 'status.allocatable.memory': '8092Mi'},
		{'metadata.name': 'node-tiny', 'status.allocatable.memory': '924Mi'},
	]);
	t.deepEqual(calls, [{call: 'RunPodSandbox'}, {call: 'CreateContainer'}, {call: 'StartContainer'}]);
});
