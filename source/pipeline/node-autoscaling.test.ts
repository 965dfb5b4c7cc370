import test from 'ava';
import {checkFault} from '../cluster.js';
import type {ConfigMap, Event, Node, Pod} from '../objects/kubernetes.generated.js';
import {deletionCandidateTaint, toBeDeletedTaint} from '../objects/node-group.js';
import {sentenceOf} from '../stages/sentence.js';
import {documents} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

const web = (replicas: number, cpu = '900m', more = '') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}${more}}
    spec:
      containers: [{name: web, image: 'nginx:1.27', resources: {requests: {cpu: ${cpu}, memory: 128Mi}}}]
`;

const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {maxUnavailable: 0, selector: {matchLabels: {app: web}}}
`;

const workers = {name: 'workers', max: 3, delay: '45s', template: {capacity: {cpu: '2', memory: '4Gi'}}};

const cluster = (groups: ReadonlyArray<typeof workers> = [workers], base = '2') =>
	new Trial({nodes: [{name: 'base', capacity: {cpu: base}}], nodeGroups: groups});

const nodes = (trial: Trial): readonly string[] =>
	trial.list<Node>('/registry/minions/').map(({metadata}) => metadata.name);

const phases = (trial: Trial): readonly string[] =>
	trial.list<Pod>('/registry/pods/default/').map(({status}) => status.phase ?? '');

const events = (trial: Trial, namespace: string, reason: string): readonly string[] =>
	trial
		.list<Event>(`/registry/events/${namespace}/`)
		.filter((event) => event.reason === reason)
		.map(({message = ''}) => message);

const minute = 60_000;

test('Pods that fit nowhere get nodes of a group, and run', (t) => {
	const trial = cluster();
	trial.apply(web(5));
	t.deepEqual(nodes(trial), ['base', 'workers-1', 'workers-2']);
	t.deepEqual(phases(trial), ['Running', 'Running', 'Running', 'Running', 'Running']);
	t.deepEqual(
		[...new Set(events(trial, 'default', 'TriggeredScaleUp'))],
		['pod triggered scale-up: [{workers 0->2 (max: 3)}]'],
	);
	t.deepEqual(events(trial, 'kube-system', 'ScaledUpGroup').toSorted(), [
		'Scale-up: group workers size set to 2 instead of 0 (max: 3)',
		'Scale-up: setting group workers size to 2 instead of 0 (max: 3)',
	]);
	const map = trial.get<ConfigMap>('/registry/configmaps/kube-system/cluster-autoscaler-status');
	t.regex(map.data?.['status'] ?? '', /^autoscalerStatus: Running\n[^]+\n {4}cloudProviderTarget: 2\n/);
});

test('a Pod that no group can ever take says why, and no node comes', (t) => {
	const trial = cluster();
	trial.apply(web(1, '3'));
	t.deepEqual(nodes(trial), ['base']);
	t.deepEqual(events(trial, 'default', 'NotTriggerScaleUp'), ["pod didn't trigger scale-up: 1 Insufficient cpu"]);
	const stop = trial.last('cluster-autoscaler.no-scale-up');
	t.regex(sentenceOf(stop), /adds no node for default\/web-\w+-\w+: 1 Insufficient cpu\.$/);
});

test('a group does not become larger than its maximum, and the Pods that are left are told so', (t) => {
	const trial = cluster([{...workers, max: 1}]);
	trial.apply(web(6));
	t.deepEqual(nodes(trial), ['base', 'workers-1']);
	t.is(phases(trial).filter((phase) => phase === 'Pending').length, 2);
	t.deepEqual(
		[...new Set(events(trial, 'default', 'NotTriggerScaleUp'))],
		["pod didn't trigger scale-up: 1 max node group size reached"],
	);
});

test('a node that the cluster does not need leaves after ten minutes, its Pods drained', (t) => {
	const trial = cluster([workers], '4');
	trial.apply(web(6, '900m'));
	t.deepEqual(nodes(trial), ['base', 'workers-1']);
	const from = trial.step;
	trial.kubectl('scale deployment web --replicas=1');
	trial.pass(2 * minute);
	const marked = trial.get<Node>('/registry/minions/workers-1').spec?.taints ?? [];
	t.deepEqual(
		marked.map(({key, effect}) => [key, effect]),
		[[deletionCandidateTaint, 'PreferNoSchedule']],
	);
	trial.pass(12 * minute);
	t.deepEqual(nodes(trial), ['base']);
	t.deepEqual(phases(trial), ['Running']);
	t.true(events(trial, 'default', 'ScaleDown').includes('marked the node as toBeDeleted/unschedulable'));
	t.true(events(trial, 'default', 'ScaleDown').includes('nodes removed by cluster autoscaler'));
	const {timeMs} = trial.first('cluster-autoscaler.unneeded', from);
	const removal = trial.first('cluster-autoscaler.scale-down', from).timeMs - timeMs;
	t.true(removal > 10 * minute && removal <= 10 * minute + 20_000, `${removal}`);
	t.is(trial.recording.kernel.processes.get('kubelet/workers-1')?.state, 'crashed');
});

test('a disruption budget keeps a node', (t) => {
	const trial = cluster([workers], '500m');
	trial.apply(documents(web(1), budget));
	t.deepEqual(nodes(trial), ['base', 'workers-1']);
	trial.kubectl('patch node base --subresource=status --type=merge -p {"status":{"allocatable":{"cpu":"8"}}}');
	trial.pass(30 * minute);
	t.deepEqual(nodes(trial), ['base', 'workers-1']);
	const stop = trial.last('cluster-autoscaler.needed');
	t.is(stop.facts.blocking, 'NotEnoughPdb');
});

test('an autoscaler that crashes while it removes a node frees the node when it starts again', (t) => {
	const trial = cluster([workers], '4');
	trial.apply(web(6));
	trial.kubectl('scale deployment web --replicas=1');
	for (let count = 0; count < 100 && trial.at('cluster-autoscaler.scale-down').length === 0; count++) {
		trial.pass(10_000);
	}

	trial.crash('cluster-autoscaler');
	trial.restart('cluster-autoscaler');
	trial.pass(minute);
	const taints = trial.get<Node>('/registry/minions/workers-1').spec?.taints ?? [];
	t.false(taints.some(({key}) => key === toBeDeletedTaint));
	t.deepEqual(events(trial, 'default', 'ClusterAutoscalerCleanup'), ['marked the node as schedulable']);
});

test('faults know nodes that the autoscaler made, until the cloud ends them', (t) => {
	const trial = cluster([{...workers, max: 2}], '500m');
	const given = (words: string): void => {
		checkFault(words, trial.recording);
		trial.recording.submit({fault: words});
	};

	const isReady = (): string =>
		trial.get<Node>('/registry/minions/workers-1').status?.conditions?.find(({type}) => type === 'Ready')?.status ?? '';
	t.throws(
		() => {
			given('power off workers-1');
		},
		{message: 'no node is called workers-1'},
	);
	given('fail pull * times=1');
	trial.apply(web(1));
	t.deepEqual(nodes(trial), ['base', 'workers-1']);
	t.is(events(trial, 'default', 'Failed').filter((message) => message === 'Error: ErrImagePull').length, 1);
	const cut = trial.step;
	given('power off workers-1 for=2m');
	trial.pass(minute);
	t.is(isReady(), 'Unknown');
	trial.pass(2 * minute);
	t.is(isReady(), 'True');
	t.deepEqual(
		trial.at('fault.power', cut).map(({facts}) => facts),
		[
			{node: 'workers-1', isOn: false, forMs: 2 * minute},
			{node: 'workers-1', isOn: true},
		],
	);
	given('take memory workers-1 free=50Mi for=1m');
	trial.pass(30_000);
	const conditions = trial.get<Node>('/registry/minions/workers-1').status?.conditions ?? [];
	t.is(conditions.find(({type}) => type === 'MemoryPressure')?.status, 'True');
	trial.pass(10 * minute);
	trial.kubectl('delete deployment web');
	given('power off workers-1');
	trial.pass(15 * minute);
	t.deepEqual(nodes(trial), ['base', 'workers-1'], 'a node that is not ready stays for 20 minutes');
	trial.pass(10 * minute);
	t.deepEqual(nodes(trial), ['base']);
	t.throws(
		() => {
			given('restart kubelet/workers-1');
		},
		{message: 'no process is called kubelet/workers-1'},
	);
	t.throws(
		() => {
			given('power off workers-1');
		},
		{message: 'no node is called workers-1'},
	);
	given('heal');
	trial.pass(minute);
	t.deepEqual(nodes(trial), ['base']);
});
