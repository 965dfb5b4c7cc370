import test from 'ava';
import {sleep} from '../kernel/routine.js';
import {ControllersWorld, webReplicaSet} from '../testing/controllers-world.js';
import {disruptedPods} from './disrupted-pods.js';
import {desiredHealthy} from './disruption.js';
import type {Pod, PodDisruptionBudget} from '../objects/kubernetes.generated.js';

const budget = (spec: NonNullable<PodDisruptionBudget['spec']>) => ({
	apiVersion: 'policy/v1' as const,
	kind: 'PodDisruptionBudget' as const,
	metadata: {name: 'guard', namespace: 'default'},
	spec: {selector: {matchLabels: {app: 'web'}}, ...spec},
});

const podOf = (name: string) => ({
	apiVersion: 'v1' as const,
	kind: 'Pod' as const,
	metadata: {name, namespace: 'default', labels: {app: 'web'}},
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}]},
});

const statusOf = (world: ControllersWorld) => world.get('poddisruptionbudgets.policy', 'default', 'guard')?.status;

test('a budget without Pods says so', (t) => {
	const world = new ControllersWorld('disruption');
	world.create('poddisruptionbudgets.policy', budget({minAvailable: 1}));
	t.deepEqual([...new Set(world.events())], ['NoPods: No matching pods found']);
});

test('Pods without a controller are counted by a number, and reported where a share of them is asked for', (t) => {
	const world = new ControllersWorld('disruption');
	world.create('pods', podOf('a'), podOf('b'));
	world.create('poddisruptionbudgets.policy', budget({minAvailable: 1}));
	t.like(statusOf(world), {expectedPods: 2, desiredHealthy: 1});
	t.deepEqual(world.events(), []);

	const other = new ControllersWorld('disruption');
	other.create('pods', podOf('a'));
	other.create('poddisruptionbudgets.policy', budget({maxUnavailable: 1}));
	t.like(statusOf(other), {expectedPods: 0, desiredHealthy: 0, disruptionsAllowed: 0});
	t.regex(
		other.events()[0] ?? '',
		/^UnmanagedPods: Pods selected by this PodDisruptionBudget \(selector: &LabelSelector\{MatchLabels:map\[string\]string\{app: web,\},MatchExpressions:\[\]LabelSelectorRequirement\{\},\}\) were found to be unmanaged\. .*please set "\.spec\.minAvailable" field of the PDB to an integer value\.$/,
	);
});

test('a budget of Pods whose controller has no scale allows no disruption', (t) => {
	const world = new ControllersWorld('disruption');
	const owner = {apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'web', uid: 'u', controller: true};
	const pod = podOf('a');
	world.create('pods', {...pod, metadata: {...pod.metadata, ownerReferences: [owner]}});
	world.create('poddisruptionbudgets.policy', budget({maxUnavailable: 1}));
	t.like(statusOf(world), {disruptionsAllowed: 0});
	t.like(statusOf(world)?.conditions?.[0], {
		status: 'False',
		reason: 'SyncFailed',
		message: 'daemonsets.apps does not implement the scale subresource',
	});
	t.true(
		world
			.events()
			.includes(
				'CalculateExpectedPodCountFailed: Failed to calculate the number of expected pods: daemonsets.apps does not implement the scale subresource',
			),
	);
});

test('the controller of Pods that the caches lack is asked for, in a stop of its own', (t) => {
	const world = new ControllersWorld('disruption');
	const owner = {apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'gone', uid: 'u', controller: true};
	const pod = podOf('a');
	world.create('pods', {...pod, metadata: {...pod.metadata, ownerReferences: [owner]}});
	world.create('poddisruptionbudgets.policy', budget({maxUnavailable: 1}));
	t.is(statusOf(world)?.conditions?.[0]?.message, 'found no controllers for pod "a"');
	t.like(world.at('controller.disruption.sync')[0]?.facts, {case: 'ask', kind: 'ReplicaSet', name: 'gone'});
});

test('a share is one of what the controllers want', (t) => {
	const world = new ControllersWorld('disruption', 'replicaset');
	world.create('replicasets.apps', webReplicaSet(3));
	world.create('poddisruptionbudgets.policy', budget({maxUnavailable: '34%'}));
	t.like(statusOf(world), {expectedPods: 3, desiredHealthy: 1});
});

test('a budget follows Pods whose readiness changes before its controller sees its own write', (t) => {
	const world = new ControllersWorld('disruption', {latencies: {'client.watch': 20}});
	const status = (isReady: boolean) => ({
		status: {phase: 'Running', conditions: [{type: 'Ready', status: isReady ? 'True' : 'False'}]},
	});
	const patch = (isReady: boolean) =>
		world.admin.patch('pods', 'default', 'a', status(isReady), {type: 'merge', subresource: 'status'});
	world.create('pods', podOf('a'));
	world.command(() => patch(true));
	world.create('poddisruptionbudgets.policy', budget({minAvailable: 1}));
	t.is(statusOf(world)?.currentHealthy, 1);
	world.command(function* () {
		yield* patch(false);
		yield* sleep(10);
		yield* patch(true);
	});
	t.is(statusOf(world)?.currentHealthy, 1);
});

test('Pods that have ended do not count for a budget', (t) => {
	const world = new ControllersWorld('disruption');
	const ready = {conditions: [{type: 'Ready', status: 'True' as const}]};
	world.create(
		'pods',
		{...podOf('a'), status: {phase: 'Running', ...ready}},
		{...podOf('done'), status: {phase: 'Succeeded', ...ready}},
		{...podOf('failed'), status: {phase: 'Failed'}},
	);
	world.create('poddisruptionbudgets.policy', budget({minAvailable: 1}));
	t.like(statusOf(world), {expectedPods: 1, currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0});
});

test('a share of the Pods that must stay is rounded up, as is one of those that may be missing', (t) => {
	const of = (spec: NonNullable<PodDisruptionBudget['spec']>) => desiredHealthy({spec}, 7);
	t.is(of({minAvailable: '50%'}), 4);
	t.is(of({maxUnavailable: '50%'}), 3);
	t.is(of({minAvailable: 2}), 2);
	t.is(of({maxUnavailable: 9}), 0);
});

test('an evicted Pod does not count for two minutes, unless it is deleted', (t) => {
	const pod = (name: string, deletionTimestamp?: string): Pod => ({
		...podOf(name),
		metadata: {
			...podOf(name).metadata,
			uid: name,
			creationTimestamp: '',
			resourceVersion: '1',
			...(deletionTimestamp === undefined ? {} : {deletionTimestamp}),
		},
		status: {phase: 'Running'},
	});
	const [start, later] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:30Z'];
	const before = {a: start, b: later, leaving: start, gone: start};
	const at = (seconds: number) => {
		const pods = [pod('a'), pod('b'), pod('leaving', start), pod('other')];
		const {left, overdue, nextMs} = disruptedPods(pods, before, Date.parse(start) + seconds * 1000);
		return [Object.keys(left), overdue.map(({metadata}) => metadata.name), nextMs];
	};
	t.deepEqual(at(0), [['a', 'b'], [], 120_001]);
	t.deepEqual(at(120), [['a', 'b'], [], 1]);
	t.deepEqual(at(121), [['b'], ['a'], 29_001]);
	t.deepEqual(at(151), [[], ['a', 'b'], undefined]);
});

test('a Pod that is evicted but not deleted counts again after two minutes, and an event says so', (t) => {
	const world = new ControllersWorld('disruption');
	world.create('pods', {
		...podOf('a'),
		status: {phase: 'Running', conditions: [{type: 'Ready', status: 'True'}]},
	});
	world.create('poddisruptionbudgets.policy', budget({minAvailable: 0}));
	t.like(statusOf(world), {currentHealthy: 1, disruptionsAllowed: 1});
	const disrupted = {status: {disruptedPods: {a: world.kernel.timestamp()}}};
	world.command(() =>
		world.admin.patch('poddisruptionbudgets.policy', 'default', 'guard', disrupted, {
			type: 'merge',
			subresource: 'status',
		}),
	);
	t.like(statusOf(world), {currentHealthy: 0, disruptionsAllowed: 0});
	world.advance(125_000);
	t.like(statusOf(world), {currentHealthy: 1, disruptionsAllowed: 1, disruptedPods: undefined});
	t.true(world.events().includes("NotDeleted: Pod was expected by PDB default/guard to be deleted but it wasn't"));
});
