import test from 'ava';
import type {CRIContainer} from '../../cri/container.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {podActions, type ActionInput} from './pod-actions.js';

const sandbox = (state: Sandbox['state'] = 'SANDBOX_READY'): Sandbox => ({
	id: 's',
	node: 'node-a',
	namespace: 'default',
	pod: 'web',
	uid: 'u',
	hostname: 'web',
	attempt: 0,
	createdAtMs: 0,
	hostNetwork: false,
	cgroup: '',
	pausePid: 1,
	netns: '',
	resolvConf: '',
	ip: '10.244.1.2',
	state,
});

const container = (name: string, state: CRIContainer['state'], exitCode = 0, inSandbox = 's'): CRIContainer => ({
	id: name,
	sandbox: {...sandbox(), id: inSandbox},
	config: {
		metadata: {name},
		image: {image: 'nginx', userSpecifiedImage: 'nginx'},
		labels: {},
		annotations: {},
		logPath: '',
		linux: {
			resources: {},
			securityContext: {namespaceOptions: {usernsOptions: {mode: 'NODE'}}},
		},
	},
	name,
	attempt: 0,
	imageName: 'nginx',
	imageID: '',
	state,
	isRunning: state === 'RUNNING',
	startedAtMs: 0,
	startedAt: '',
	finishedAtMs: 0,
	finishedAt: '',
	exitCode,
	reason: '',
	message: '',
	resources: {},
});

const pod = (restartPolicy: Pod['spec']['restartPolicy'], spec: Partial<Pod['spec']> = {}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
	spec: {restartPolicy, containers: [{name: 'main', image: 'nginx'}], ...spec},
	status: {},
});

const actions = (of: Pod, containers: readonly CRIContainer[], more: Partial<ActionInput> = {}) => {
	const {createSandbox, killPod, kill, start, startInit} = podActions({
		pod: of,
		sandbox: sandbox(),
		containers,
		alive: () => true,
		startupFailed: () => false,
		started: () => true,
		resize: () => undefined,
		resizesWhole: false,
		restartsAll: false,
		imageName: (image) => image,
		...more,
	});
	return [
		...(createSandbox ? ['sandbox'] : []),
		...(killPod ? ['end'] : []),
		...kill.map(({container: {name}}) => `kill ${name}`),
		...(startInit ? [`init ${startInit.name}`] : []),
		...start.map(({name}) => `start ${name}`),
	].join(', ');
};

const withSidecar = {initContainers: [{name: 'side', image: 'nginx', restartPolicy: 'Always'}]};
const withInit = {initContainers: [{name: 'first', image: 'nginx'}]};
const withTwo = {
	initContainers: [
		{name: 'first', image: 'nginx'},
		{name: 'second', image: 'nginx'},
	],
};

/** After the first init container of a new sandbox: the others are those of the earlier one. */
const afterFirst = (main: CRIContainer['state']) => [
	container('first', 'EXITED'),
	container('second', 'EXITED', 0, 'earlier'),
	container('main', main, 0, 'earlier'),
];

const table: ReadonlyArray<readonly [title: string, expected: string, actual: () => string]> = [
	['a new Pod gets a sandbox', 'sandbox, start main', () => actions(pod('Always'), [], {sandbox: undefined})],
	[
		'init containers come first',
		'sandbox, init first',
		() => actions(pod('Always', withInit), [], {sandbox: undefined}),
	],
	['a ready sandbox is kept', 'start main', () => actions(pod('Always'), [])],
	['the containers run', '', () => actions(pod('Always'), [container('main', 'RUNNING')])],
	['one that has ended restarts', 'start main', () => actions(pod('Always'), [container('main', 'EXITED')])],
	['or does not, and the Pod is over', 'end', () => actions(pod('Never'), [container('main', 'EXITED')])],
	['nor after a success', 'end', () => actions(pod('OnFailure'), [container('main', 'EXITED')])],
	['but after a failure', 'start main', () => actions(pod('OnFailure'), [container('main', 'EXITED', 1)])],
	[
		'one of two still runs',
		'',
		() =>
			actions(
				pod('Never', {
					containers: [
						{name: 'main', image: 'nginx'},
						{name: 'other', image: 'nginx'},
					],
				}),
				[container('main', 'EXITED'), container('other', 'RUNNING')],
			),
	],
	[
		'main containers wait for the init container',
		'',
		() => actions(pod('Always', withInit), [container('first', 'RUNNING')]),
	],
	['and start after it', 'start main', () => actions(pod('Always', withInit), [container('first', 'EXITED')])],
	[
		'a container that is not alive is killed and restarts',
		'kill main, start main',
		() => actions(pod('Always'), [container('main', 'RUNNING')], {alive: () => false}),
	],
	[
		'a container with another image is replaced',
		'kill main, start main',
		() => actions(pod('Always'), [container('main', 'RUNNING')], {imageName: () => 'nginx:2'}),
	],
	[
		'a sandbox that is lost is replaced where containers run again',
		'sandbox, start main',
		() => actions(pod('Always'), [container('main', 'EXITED')], {sandbox: sandbox('SANDBOX_NOTREADY')}),
	],
	[
		'and is not where they never do',
		'end',
		() => actions(pod('Never'), [container('main', 'EXITED')], {sandbox: sandbox('SANDBOX_NOTREADY')}),
	],
	[
		'nor where one of them has not begun yet',
		'end',
		() =>
			actions(
				pod('Never', {
					containers: [
						{name: 'main', image: 'nginx'},
						{name: 'late', image: 'nginx'},
					],
				}),
				[container('main', 'EXITED')],
				{sandbox: sandbox('SANDBOX_NOTREADY')},
			),
	],
	[
		'each init container runs again in a new sandbox',
		'init second',
		() => actions(pod('Always', withTwo), afterFirst('EXITED')),
	],
	[
		'v1.36 leaves them out if the earlier main container was created and not started',
		'start main',
		() => actions(pod('Always', withTwo), afterFirst('CREATED')),
	],
	['v1.37 does not', 'init second', () => actions(pod('Always', withTwo), afterFirst('CREATED'), {minor: 37})],
	[
		'a sidecar starts again in a new sandbox',
		'init side',
		() => actions(pod('Always', withSidecar), [container('side', 'EXITED', 0, 'earlier')]),
	],
	[
		'main containers wait until a sidecar has started',
		'',
		() => actions(pod('Always', withSidecar), [container('side', 'RUNNING')], {started: () => false}),
	],
	['and begin when it has', 'start main', () => actions(pod('Always', withSidecar), [container('side', 'RUNNING')])],
];

for (const [title, expected, actual] of table) {
	test(`actions of a kubelet: ${title}`, (t) => {
		t.is(actual(), expected);
	});
}
