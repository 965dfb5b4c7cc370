import {podCgroup} from '../../objects/pod-cgroup.js';
import test from 'ava';
import {nestedMap} from '../../objects/unstructured.js';
import {container, KubeletWorld} from '../../testing/kubelet-world.js';

const whole = (cpu: string) => ({requests: {cpu, memory: '64Mi'}, limits: {cpu, memory: '64Mi'}});
const policy = {cpuManagerPolicy: 'static', reservedSystemCPUs: '0'} as const;
const state = (world: KubeletWorld) => world.kernel.ledger.read('/nodes/node-a/cpu_manager_state');

/** The changes requested from the runtime, in order. */
const updates = (world: KubeletWorld) =>
	world.stops
		.filter(({stage, facts}) => stage === 'cri.UpdateContainerResources' && facts?.['case'] === 'call')
		.map(({facts}) => nestedMap(facts, 'request', 'linux'));

/** Two Pods, one of them with exclusive CPUs, reconciled. */
const world = () => {
	const own = new KubeletWorld([{kubelet: policy}]);
	own.createPod({containers: [container()]}, {}, 'shared');
	own.advance(12_000);
	own.createPod({containers: [container({resources: whole('2')})]}, {}, 'pinned');
	own.advance(12_000);
	return own;
};

test('what shares the pool is moved when another Pod gets its CPUs, and when they come back', (t) => {
	const own = world();
	const uid = own.pod('pinned')?.metadata.uid ?? '';
	t.deepEqual(state(own), {policyName: 'static', defaultCpuSet: '0,3', entries: {[uid]: {main: '1-2'}}});
	t.deepEqual(updates(own), [{cpusetCpus: '0-3'}, {cpusetCpus: '0,3'}]);
	own.deletePod('pinned', 0);
	own.advance(12_000);
	t.deepEqual(state(own), {policyName: 'static', defaultCpuSet: '0-3', entries: {}});
	t.deepEqual(updates(own).at(-1), {cpusetCpus: '0-3'});
});

test('a container with CPUs of its own is created on them, and no quota holds it or its Pod back', (t) => {
	const own = world();
	const requests = own.stops
		.filter(({stage, facts}) => stage === 'cri.CreateContainer' && facts?.['case'] === 'call')
		.map(({facts}) => nestedMap(facts, 'request', 'config', 'linux', 'resources'));
	t.like(requests.at(0), {cpusetCpus: '0-3', cpuQuota: undefined});
	t.like(requests.at(1), {cpusetCpus: '1-2', cpuQuota: '-1', cpuShares: '2048'});
	const uid = own.pod('pinned')?.metadata.uid ?? '';
	t.like(own.kernel.ledger.read(`/nodes/node-a/cgroups${podCgroup('Guaranteed', uid)}`), {'cpu.max': 'max 100000'});
});

test('a kubelet that starts anew keeps what it gave, and tells the runtime again', (t) => {
	const own = world();
	const before = state(own);
	const count = updates(own).length;
	own.kernel.processes.crash('kubelet/node-a');
	own.advance(1000);
	own.kernel.processes.restart('kubelet/node-a');
	own.advance(15_000);
	t.deepEqual(state(own), before);
	t.deepEqual(updates(own).slice(count), [{cpusetCpus: '1-2'}, {cpusetCpus: '0,3'}]);
});

test('CPUs of a Pod that went while the kubelet was down come back', (t) => {
	const own = world();
	own.kernel.processes.crash('kubelet/node-a');
	own.deletePod('pinned', 0);
	own.advance(1000);
	own.kernel.processes.restart('kubelet/node-a');
	own.advance(15_000);
	t.like(state(own), {defaultCpuSet: '0-3', entries: {}});
});

test('a Pod for which there are not enough CPUs has failed, as every Pod that the node refuses', (t) => {
	const own = world();
	own.createPod({containers: [container({resources: whole('2')})]}, {}, 'greedy');
	own.advance(2000);
	const message =
		'Allocate failed due to not enough cpus available to satisfy request: requested=2, available=1, which is unexpected';
	t.like(own.pod('greedy')?.status, {
		phase: 'Failed',
		reason: 'UnexpectedAdmissionError',
		message: `Pod was rejected: ${message}`,
	});
	t.true(own.events.includes(`Warning UnexpectedAdmissionError ${message}`));
});

test('what is reserved for the system cannot be allocated to Pods', (t) => {
	const own = new KubeletWorld([{kubelet: {...policy, systemReserved: {cpu: '500m', memory: '1Gi'}}}]);
	t.like(own.get('nodes', undefined, 'node-a')?.status, {
		capacity: {cpu: '4', memory: '8Gi'},
		allocatable: {cpu: '3', memory: '7068Mi'},
	});
});

test('a Guaranteed Pod cannot be given other CPUs while it runs', (t) => {
	const own = world();
	own.act(() =>
		own.admin.patch(
			'pods',
			'default',
			'pinned',
			{spec: {containers: [{name: 'main', resources: whole('1')}]}},
			{subresource: 'resize'},
		),
	);
	own.advance(3000);
	t.like(
		own.pod('pinned')?.status?.conditions?.find(({type}) => type === 'PodResizePending'),
		{
			reason: 'Infeasible',
			message: 'Resize is infeasible for Guaranteed Pods alongside CPU Manager policy "static"',
		},
	);
});
