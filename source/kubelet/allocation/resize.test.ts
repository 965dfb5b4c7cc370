import test from 'ava';
import {cpuShares, sharesOfWeight, weightOfShares} from '../node/cgroup.js';
import {cgroupSteps, resizeOf, resizeProblem, updatesAfter, updatesOf} from './resize.js';

const pod = (name: string, cpu: string, traits: object = {}) => ({
	metadata: {name, namespace: 'default', uid: name},
	spec: {containers: [{name: 'main', resources: {requests: {cpu}}, ...traits}]},
});

const node = {status: {allocatable: {cpu: '4', memory: '8Gi', pods: '110'}}};

test('a Pod gets what it wishes for when the others leave enough', (t) => {
	const problem = (cpu: string, ...others: readonly string[]) =>
		resizeProblem(pod('web', cpu) as never, node as never, others.map((one, index) => pod(`p${index}`, one)) as never);
	t.is(problem('2', '1', '1'), undefined);
	t.is(
		problem('2', '1', '1500m'),
		"Node didn't have enough resource: cpu, requested: 2000, used: 2500, capacity: 4000",
	);
});

test('the kernel keeps shares more coarsely than they were asked for', (t) => {
	const table: ReadonlyArray<readonly [millis: number, shares: number, kept: number]> = [
		[100, 102, 80],
		[150, 153, 133],
		[2000, 2048, 2046],
	];
	for (const [millis, shares, kept] of table) {
		t.is(cpuShares(millis), shares);
		t.is(sharesOfWeight(weightOfShares(shares)), kept);
	}
});

test('what grows comes first, what shrinks last, and requests shrink before limits', (t) => {
	const before = {cpuQuota: '20000', cpuShares: '80', memoryLimitInBytes: '100'};
	t.deepEqual(cgroupSteps('cpu', before, {...before, cpuQuota: '30000', cpuShares: '153'}), {
		grow: [{cpuQuota: '30000'}, {cpuShares: '153'}],
		shrink: [],
	});
	const other = {cpuQuota: '10000', cpuShares: '51', memoryLimitInBytes: '200'};
	t.deepEqual(cgroupSteps('cpu', before, other), {grow: [], shrink: [{cpuShares: '51'}, {cpuQuota: '10000'}]});
	t.deepEqual(cgroupSteps('memory', before, other), {grow: [{memoryLimitInBytes: '200'}], shrink: []});
	t.deepEqual(cgroupSteps('memory', before, {cpuQuota: '20000', cpuShares: '80'}).grow, [
		{memoryLimitInBytes: undefined},
	]);
	t.deepEqual(cgroupSteps('memory', before, before), {grow: [], shrink: []});
});

test('containers change one resource after the other, those that get less first', (t) => {
	const before = {cpuQuota: '20000', cpuShares: '80', memoryLimitInBytes: '100', oomScoreAdj: '990'};
	const more = {cpuQuota: '30000', cpuShares: '153', memoryLimitInBytes: '200', oomScoreAdj: '980'};
	const updates = [
		{containerId: 'grows', before, after: more},
		{containerId: 'shrinks', before: more, after: before},
		{containerId: 'cpu', before, after: {...before, cpuShares: '153'}},
	];
	t.deepEqual(updatesOf(updates, 'memory'), [
		{containerId: 'shrinks', linux: {...more, memoryLimitInBytes: '100', oomScoreAdj: '990'}},
		{containerId: 'grows', linux: {...before, memoryLimitInBytes: '200', oomScoreAdj: '980'}},
	]);
	t.deepEqual(updatesOf(updatesAfter(updates, 'memory'), 'cpu'), [
		{containerId: 'shrinks', linux: before},
		{containerId: 'grows', linux: more},
		{containerId: 'cpu', linux: {...before, cpuShares: '153'}},
	]);
	t.deepEqual(
		updatesOf([{containerId: 'requests', before, after: {...before, oomScoreAdj: '980'}}], 'memory').map(
			({containerId}) => containerId,
		),
		['requests'],
	);
});

test('a container is changed while it runs, unless its policy for that resource says otherwise', (t) => {
	const running = {resources: {cpuShares: '102', memoryLimitInBytes: String(2 ** 26), oomScoreAdj: '999'}};
	const resize = (requests: object, limits: object, ...policies: readonly string[]) => {
		const resizePolicy = policies.map((resourceName) => ({resourceName, restartPolicy: 'RestartContainer'}));
		const one = pod('web', '1', {resources: {requests, limits}, resizePolicy});
		return resizeOf(one as never, one.spec.containers[0] as never, running, 2 ** 33);
	};

	t.is(resize({cpu: '100m'}, {memory: '64Mi'}), undefined);
	t.is(resize({cpu: '200m'}, {memory: '64Mi'}), 'update');
	t.is(resize({cpu: '200m'}, {memory: '64Mi'}, 'memory'), 'update');
	t.is(resize({cpu: '100m'}, {memory: '128Mi'}, 'memory'), 'restart');
	t.is(resize({cpu: '200m'}, {memory: '64Mi'}, 'cpu'), 'restart');
});
