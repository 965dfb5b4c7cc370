import test from 'ava';
import {container, KubeletWorld} from '../../testing/kubelet-world.js';
import type {CRIContainer} from '../../cri/container.js';
import type {Sandbox} from '../../cri/pod-sandbox.js';
import {isSyncWorthy, type RuntimeStates} from './pleg.js';

const listed = (
	sandbox: Sandbox['state'] | undefined,
	...containers: ReadonlyArray<readonly [id: string, state: CRIContainer['state']]>
): RuntimeStates => ({
	sandboxes: sandbox === undefined ? [] : [{state: sandbox}],
	containers: containers.map(([id, state]) => ({id, state})),
});

const ready = 'SANDBOX_READY';

for (const [what, before, now, expected] of [
	['a sandbox that is ready', listed(undefined), listed(ready), true],
	['a sandbox that has stopped', listed(ready), listed('SANDBOX_NOTREADY'), true],
	['a container that runs', listed(ready), listed(ready, ['a', 'RUNNING']), true],
	['a container that has ended', listed(ready, ['a', 'RUNNING']), listed(ready, ['a', 'EXITED']), true],
	['a running container that vanished', listed(ready, ['a', 'RUNNING']), listed(ready), true],
	['an ended container that was removed', listed(ready, ['a', 'EXITED']), listed(ready), false],
	['nothing', listed(ready, ['a', 'RUNNING']), listed(ready, ['a', 'RUNNING']), false],
] as const) {
	test(`${what}: the worker of the Pod ${expected ? 'looks at it' : 'sleeps on'}`, (t) => {
		t.is(isSyncWorthy(before, now), expected);
	});
}

const relists = (world: KubeletWorld) =>
	world.at('kubelet.pleg').map(({facts, timeMs}) => ({asked: facts?.['asked'], timeMs}));

test('a Pod is listed as soon as its sync has started a container, and the status that the sync after it records is of that list', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(10_000);
	const started = world.at('cri.StartContainer').at(-1);
	const asked = relists(world).filter((one) => one.asked === true);
	t.deepEqual(asked, [{asked: true, timeMs: started?.timeMs ?? NaN}]);
	const recorded = world
		.at('kubelet.status')
		.find(({step}) => step > (world.at('kubelet.pleg').at(-1)?.step ?? Infinity));
	t.is(recorded?.timeMs, started?.timeMs);
});

test('a sync waits until the Pod was listed after the one before it: containers that the kubelet stops by themselves are seen once a second', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(10_000);
	world.deletePod();
	world.advance(10_000);
	const {timeMs: stoppedMs = NaN} = world.at('cri.StopPodSandbox').at(-1) ?? {};
	const {timeMs: relistMs = NaN, asked} = relists(world).at(-1) ?? {};
	const {timeMs: finishedMs = NaN} = world.at('kubelet.kill').find(({facts}) => facts?.['case'] === 'finished') ?? {};
	t.is(asked, undefined);
	t.true(relistMs > stoppedMs && relistMs <= stoppedMs + 1000);
	t.true(finishedMs >= relistMs);
});
