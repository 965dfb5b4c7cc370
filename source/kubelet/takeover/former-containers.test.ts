import test from 'ava';
import type {ContainerStatus, Pod} from '../../objects/kubernetes.generated.js';
import {formerContainers, hasSandbox, virtualMs} from './former-containers.js';

const started = '2026-01-01T00:00:00Z';
const ended = '2026-01-01T00:01:00Z';

const pod = (status: Partial<ContainerStatus>, phase: Pod['status']['phase'] = 'Running'): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'a', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: started},
	spec: {containers: [{name: 'c', image: 'nginx'}]},
	status: {
		phase,
		podIP: '10.244.1.2',
		containerStatuses: [
			{
				name: 'c',
				image: 'docker.io/library/nginx:latest',
				imageID: 'nginx@sha256:1',
				ready: true,
				restartCount: 0,
				containerID: 'containerd://aaa',
				state: {running: {startedAt: started}},
				...status,
			},
		],
	},
});

const dead = (id: string) => ({
	terminated: {containerID: `containerd://${id}`, exitCode: 3, reason: 'Error', startedAt: started, finishedAt: ended},
});

const lives = (status: Partial<ContainerStatus>) =>
	formerContainers(pod(status)).map(({id, state, attempt}) => `${id} ${state} ${attempt}`);

const cases: ReadonlyArray<readonly [name: string, status: Partial<ContainerStatus>, expected: readonly string[]]> = [
	['runs', {}, ['aaa RUNNING 0']],
	['runs again', {restartCount: 2, lastState: dead('bbb')}, ['bbb EXITED 1', 'aaa RUNNING 2']],
	[
		'waits to be started again',
		{
			restartCount: 5,
			containerID: 'containerd://bbb',
			state: {waiting: {reason: 'CrashLoopBackOff'}},
			lastState: dead('bbb'),
		},
		['bbb EXITED 5'],
	],
	['has ended', {state: dead('aaa')}, ['aaa EXITED 0']],
	['was never made', {containerID: '', state: {waiting: {reason: 'ImagePullBackOff'}}}, []],
];
for (const [name, status, expected] of cases) {
	test(`a container that ${name} has these lives on its node`, (t) => {
		t.deepEqual(lives(status), expected);
	});
}

test('a Pod has a sandbox while it has an address and has not ended', (t) => {
	t.true(hasSandbox(pod({})));
	t.false(hasSandbox(pod({}, 'Succeeded')));
	t.false(hasSandbox({...pod({}), status: {phase: 'Pending'}}));
});

test('what happened before the simulation has a negative time', (t) => {
	t.is(virtualMs(started, 500, Date.parse(ended) + 500), -60_000);
	t.is(virtualMs('', 500, 1000), 500);
});
