import test from 'ava';
import type {Container} from '../../objects/kubernetes.generated.js';
import {container, KubeletWorld} from '../../testing/kubelet-world.js';

const rule = {action: 'RestartAllContainers', exitCodes: {operator: 'In', values: [88]}} as const;

const trigger = (exit: number, seconds = 5): Container =>
	container({
		image: 'busybox:1.37',
		command: ['sh', '-c', `sleep ${seconds}; exit ${exit}`],
		restartPolicy: 'Never',
		restartPolicyRules: [rule],
	});

const second = container({
	name: 'second',
	lifecycle: {preStop: {exec: {command: ['sh', '-c', 'sleep 1']}}},
});
const conditionOf = (world: KubeletWorld) =>
	world.pod()?.status?.conditions?.find(({type}) => type === 'AllContainersRestarting');

test('a container that ends as its rule says restarts all: they are removed, init containers run again, hooks are skipped', (t) => {
	const world = new KubeletWorld();
	const init = container({name: 'init', image: 'busybox:1.37', command: ['sh', '-c', 'true']});
	world.createPod({restartPolicy: 'Never', initContainers: [init], containers: [trigger(88), second]});
	world.advance(3000);
	t.like(conditionOf(world), {status: 'False', reason: undefined});
	world.advance(7500);
	const {containerStatuses = [], initContainerStatuses = [], phase} = world.pod()?.status ?? {};
	t.is(phase, 'Running');
	t.deepEqual(
		[...initContainerStatuses, ...containerStatuses].map(({name, restartCount}) => `${name} ${restartCount}`),
		['init 1', 'main 1', 'second 1'],
	);
	t.like(containerStatuses[0]?.lastState?.terminated, {
		exitCode: 137,
		reason: 'RestartingAllContainers',
		message: 'The container is removed because RestartAllContainers in place',
	});
	t.like(conditionOf(world), {status: 'False'});
	t.false(world.calls.includes('ExecSync'));
	t.true(world.events.includes('Normal Killing killing'));
});

test('the condition is true until the last container is gone', (t) => {
	const world = new KubeletWorld();
	world.createPod({restartPolicy: 'Never', containers: [trigger(88), second]});
	world.advance(20_000);
	t.true(
		world.stops.some(
			({stage, facts}) =>
				stage === 'kubelet.status' &&
				facts?.['case'] === 'set' &&
				JSON.stringify(facts['after']).includes(
					'"reason":"RestartAllContainersStarted","message":"container exited with restart policy rule"',
				),
		),
	);
});

test('another exit code is none of the rule: the Pod has failed when the last container ends', (t) => {
	const world = new KubeletWorld();
	world.createPod({restartPolicy: 'Never', containers: [trigger(1, 1)]});
	world.advance(6000);
	t.is(world.pod()?.status?.phase, 'Failed');
	t.like(conditionOf(world), {status: 'False', reason: 'PodFailed'});
});

test('a kubelet that crashes between two removals goes on with the others', (t) => {
	const world = new KubeletWorld();
	world.createPod({restartPolicy: 'Never', containers: [trigger(88), second]});
	let stop = world.kernel.step(30_000);
	while (stop && !(stop.stage === 'cri.RemoveContainer' && stop.facts?.['case'] === 'answer')) {
		stop = world.kernel.step(30_000);
	}

	t.is(stop?.stage, 'cri.RemoveContainer');
	world.kernel.processes.crash('kubelet/node-a');
	world.advance(1000);
	world.kernel.processes.restart('kubelet/node-a');
	world.advance(4500);
	t.deepEqual(
		world
			.pod()
			?.status?.containerStatuses?.map(
				({name, restartCount, state}) => `${name} ${restartCount} ${Object.keys(state ?? {}).join()}`,
			),
		['main 1 running', 'second 1 running'],
	);
});
