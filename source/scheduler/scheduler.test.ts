import test from 'ava';
import {schedulingCycleKey, schedulingQueueKey, type ShownCycle, type ShownQueue} from '../objects/scheduling.js';
import {container, node, pod, SchedulerWorld} from '../testing/scheduler-world.js';
import {Nominator} from './nominator.js';
import {podInfo} from './pod-info.js';

test('S1: a Pod without a node joins the queue, is scheduled and leaves the queue', (t) => {
	const world = new SchedulerWorld([node('node-a'), node('node-b')]);
	world.apply(pod('web'));

	t.is(world.nodeOf('web'), 'node-a');
	t.true(
		world
			.told('scheduler.queue')
			.includes('default/web has no node: it joins the active queue, which now holds 1 Pod.'),
	);
	t.deepEqual(world.kernel.ledger.read<ShownQueue>(schedulingQueueKey)?.counts, {
		active: 0,
		backoff: 0,
		unschedulable: 0,
		gated: 0,
		inFlight: 0,
	});
});

test('S2, S3: the cycle stops at each extension point in order, and at each plug-in that has something to say', (t) => {
	const world = new SchedulerWorld([node('node-a'), node('node-b')]);
	const before = world.stops.length;
	world.apply(pod('web'));

	t.deepEqual(
		world.stops
			.slice(before)
			.map(({stage}) => stage)
			.filter((stage) => stage.startsWith('scheduler.')),
		[
			'scheduler.queue',
			'scheduler.queue',
			'scheduler.prefilter',
			'scheduler.filter.NodeUnschedulable',
			'scheduler.filter.NodeName',
			'scheduler.filter.TaintToleration',
			'scheduler.filter.NodeResourcesFit',
			'scheduler.prescore',
			'scheduler.score.TaintToleration',
			'scheduler.score.NodeResourcesFit',
			'scheduler.score.NodeResourcesBalancedAllocation',
			'scheduler.score.ImageLocality',
			'scheduler.select',
			'scheduler.reserve',
			'scheduler.permit',
			'scheduler.prebind',
			'scheduler.bind',
			'scheduler.bind',
		],
	);
});

test('S2: a taint without toleration keeps the Pod away', (t) => {
	const world = new SchedulerWorld([
		node('node-a', {spec: {taints: [{key: 'gpu', effect: 'NoSchedule'}]}}),
		node('node-b'),
	]);
	world.apply(pod('web'));

	t.is(world.nodeOf('web'), 'node-b');
	const [filtered] = world.facts('scheduler.filter.TaintToleration');
	t.deepEqual(filtered?.verdicts, ['node(s) had untolerated taint(s)', 'passed']);
});

test('S2: resources, node selector, volumes and affinity each have a stop that refuses', (t) => {
	const world = new SchedulerWorld([node('node-a'), node('node-b')]);
	world.apply(
		pod('large', {containers: [container({cpu: '8'})]}),
		pod('picky', {nodeSelector: {disk: 'ssd'}}),
		pod('stored', {volumes: [{name: 'data', persistentVolumeClaim: {claimName: 'data'}}]}),
		pod('social', {
			affinity: {
				podAffinity: {
					requiredDuringSchedulingIgnoredDuringExecution: [
						{topologyKey: 'kubernetes.io/hostname', labelSelector: {matchLabels: {app: 'cache'}}},
					],
				},
			},
		}),
	);

	for (const [stage, name] of [
		['scheduler.filter.NodeResourcesFit', 'large'],
		['scheduler.filter.NodeAffinity', 'picky'],
		['scheduler.prefilter', 'stored'],
		['scheduler.filter.InterPodAffinity', 'social'],
	] as const) {
		t.true(
			world.at(stage).some(({outcome, object}) => outcome === 'refused' && object === `/registry/pods/default/${name}`),
			stage,
		);
	}
});

test('S3: the matrix holds verdicts, raw, normalised and weighted scores and their sums', (t) => {
	const world = new SchedulerWorld([
		node('node-a', {spec: {taints: [{key: 'slow', effect: 'PreferNoSchedule'}]}}),
		node('node-b'),
		node('node-c', {spec: {unschedulable: true}}),
	]);
	world.apply(pod('web'));

	const matrix = world.kernel.ledger.read<ShownCycle>(schedulingCycleKey)?.matrix;
	t.deepEqual(matrix?.nodes, ['node-a', 'node-b', 'node-c']);
	t.deepEqual(matrix?.verdicts['NodeUnschedulable'], ['passed', 'passed', 'node(s) were unschedulable']);
	t.deepEqual(matrix?.raw['TaintToleration'], [1, 0, null]);
	t.deepEqual(matrix?.normalised['TaintToleration'], [0, 100, null]);
	t.deepEqual(matrix?.weighted['TaintToleration'], [0, 300, null]);
	t.deepEqual(matrix?.totals, [165, 465, null]);
});

test('S4: the Binding names the Pod, its uid and the node', (t) => {
	const world = new SchedulerWorld([node('node-a')]);
	world.apply(pod('web'));

	const request = world.requests.find(({path}) => path.endsWith('/binding'));
	t.is(request?.path, '/api/v1/namespaces/default/pods/web/binding');
	t.deepEqual(request?.body, {
		apiVersion: 'v1',
		kind: 'Binding',
		metadata: {namespace: 'default', name: 'web', uid: world.pod('web')?.metadata.uid},
		target: {kind: 'Node', name: 'node-a'},
	});
	t.like(world.facts('scheduler.bind')[0], {case: 'post', request: request?.body});
});

test('S5: a Pod that names another scheduler is left alone', (t) => {
	const world = new SchedulerWorld([node('node-a')]);
	world.apply(pod('web', {schedulerName: 'custom'}));

	t.is(world.nodeOf('web'), undefined);
	t.true(
		world
			.told('scheduler.queue')
			.includes('default/web names the scheduler custom; kube-scheduler (default-scheduler) ignores it.'),
	);
});

test('S5: two schedulers bind each their own Pods', (t) => {
	const world = new SchedulerWorld([node('node-a')]);
	world.startScheduler({schedulerName: 'custom', process: 'custom-scheduler'});
	world.apply(pod('web', {schedulerName: 'custom'}), pod('api'));

	t.is(world.nodeOf('web'), 'node-a');
	t.is(world.nodeOf('api'), 'node-a');
});

test('a Pod that fits nowhere says why in an event and a condition, and waits', (t) => {
	const world = new SchedulerWorld([node('node-a', {spec: {unschedulable: true}}), node('node-b')]);
	world.apply(pod('web', {containers: [container({cpu: '8'})]}));

	const message =
		'0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.';
	t.like(world.pod('web')?.status.conditions?.[0], {
		type: 'PodScheduled',
		status: 'False',
		reason: 'Unschedulable',
		observedGeneration: 1,
		message,
	});
	t.deepEqual(world.events(), [['FailedScheduling', message]]);
	t.like(world.kernel.ledger.read('/components/kube-scheduler/queue/default/web'), {
		place: 'unschedulable',
		refusedBy: ['NodeUnschedulable', 'NodeResourcesFit'],
	});
});

test('a node that is uncordoned wakes the Pod that waited for that', (t) => {
	const world = new SchedulerWorld([node('node-a', {spec: {unschedulable: true}})]);
	world.apply(pod('web'));
	t.is(world.nodeOf('web'), undefined);

	world.patch('nodes', 'node-a', {spec: {unschedulable: null}});
	t.is(world.nodeOf('web'), 'node-a');
	t.true(
		world
			.told('scheduler.queue')
			.includes('default/web may fit after a change to node node-a: it leaves the unschedulable Pods.'),
	);
});

test('a node that changes in nothing the refusing plug-in looks at wakes nobody', (t) => {
	const world = new SchedulerWorld([node('node-a', {spec: {unschedulable: true}})]);
	world.apply(pod('web'));
	const before = world.stops.length;

	world.patch('nodes', 'node-a', {metadata: {labels: {disk: 'ssd'}}});
	t.deepEqual(
		world.stops
			.slice(before)
			.filter(({process}) => process.startsWith('kube-scheduler'))
			.map(({stage}) => stage),
		['informer.deliver'],
	);
});

test('without any node the message is its own', (t) => {
	const world = new SchedulerWorld([]);
	world.apply(pod('web'));

	t.is(world.pod('web')?.status.conditions?.[0]?.message, 'no nodes available to schedule pods');
});

test('a Pod with scheduling gates waits outside the queue until they are gone', (t) => {
	const world = new SchedulerWorld([node('node-a')]);
	world.apply(pod('web', {schedulingGates: [{name: 'example.com/wait'}]}));
	t.like(world.kernel.ledger.read('/components/kube-scheduler/queue/default/web'), {place: 'gated'});

	world.patch('pods', 'web', {spec: {schedulingGates: []}});
	t.is(world.nodeOf('web'), 'node-a');
});

test('a Pod of higher priority makes a lower one go and takes its place', (t) => {
	const world = new SchedulerWorld([node('node-a', {allocatable: {cpu: '1'}})]);
	const containers = [container({cpu: '800m'})];
	world.apply(pod('weak', {containers, priority: 10}));
	t.is(world.nodeOf('weak'), 'node-a');

	const message = '0/1 nodes are available: 1 Insufficient cpu.';
	world.apply(pod('strong', {containers, priority: 1000}));
	t.true(world.pod('weak')?.metadata.deletionTimestamp !== undefined);
	t.is(world.nodeOf('strong'), undefined);
	t.is(world.pod('strong')?.status.nominatedNodeName, 'node-a');
	t.is(world.pod('strong')?.status.conditions?.[0]?.message, message);

	// There is no kubelet that would end the Pod.
	world.command(() => world.admin.delete('pods', 'default', 'weak', {gracePeriodSeconds: 0}));
	t.is(world.pod('weak'), undefined);
	t.is(world.nodeOf('strong'), 'node-a');
	t.deepEqual(
		world.events().filter(([reason]) => reason !== 'Scheduled'),
		[
			['Preempted', `Preempted by pod ${world.pod('strong')?.metadata.uid} on node node-a`],
			['FailedScheduling', message],
		],
	);
	const [plan, eviction] = world.facts('scheduler.postfilter');
	t.like(plan, {case: 'plan', victims: ['default/weak'], nominated: 'node-a'});
	t.like(eviction, {case: 'evict', victim: 'default/weak', preemptor: 'default/strong', priority: 1000});
});

test('a binding that the API refuses frees the node and is tried again after a back-off', (t) => {
	const world = new SchedulerWorld([node('node-a', {allocatable: {cpu: '1'}})]);
	world.interceptions.push({
		matches: ({path}) => path.endsWith('/binding'),
		refusal: {code: 409, reason: 'Conflict', message: 'no'},
		times: 1,
	});
	world.apply(pod('web', {containers: [container({cpu: '800m'})]}));

	t.is(world.nodeOf('web'), 'node-a');
	t.deepEqual(
		world.facts('scheduler.bind').map((facts) => facts.case),
		['post', 'failure', 'post', 'done'],
	);
	t.true(world.kernel.now > 1000);
});

test('a restarted scheduler finds the waiting Pods again', (t) => {
	const world = new SchedulerWorld([node('node-a')]);
	world.kernel.processes.crash('kube-scheduler');
	world.apply(pod('web'));
	t.is(world.nodeOf('web'), undefined);

	world.kernel.processes.restart('kube-scheduler');
	world.rest();
	t.is(world.nodeOf('web'), 'node-a');
});

test('chance decides between equal nodes where that is asked for, the same way for the same seed', (t) => {
	const places = () => {
		const world = new SchedulerWorld([node('node-a'), node('node-b'), node('node-c')], {ties: 'random'});
		world.apply(...['a', 'b', 'c', 'd', 'e'].map((name) => pod(name, {containers: [container()]})));
		return ['a', 'b', 'c', 'd', 'e'].map((name) => world.nodeOf(name));
	};

	t.deepEqual(places(), places());
	t.true(new Set(places()).size > 1);
});

test('a thousand Pods on twenty nodes are scheduled evenly', (t) => {
	const names = Array.from({length: 20}, (_item, index) => `node-${index}`);
	const world = new SchedulerWorld(names.map((name) => node(name, {allocatable: {cpu: '32', memory: '64Gi'}})));
	world.apply(...Array.from({length: 1000}, (_item, index) => pod(`p${index}`)));

	const counts: Record<string, number> = {};
	for (const {
		spec: {nodeName = ''},
	} of world.list('pods')) {
		counts[nodeName] = (counts[nodeName] ?? 0) + 1;
	}

	t.deepEqual(counts, Object.fromEntries(names.map((name) => [name, 50])));
});

test('S5: a Policy file decides what filters and scores: with MostRequestedPriority Pods are packed, and the start says so', (t) => {
	const nodes = () => [node('node-a'), node('node-b')];
	const policy = {priorities: [{name: 'MostRequestedPriority', weight: 1}]};
	const placed = (world: SchedulerWorld) => {
		const small = (name: string) => pod(name, {containers: [container({cpu: '500m'})]});
		world.apply(small('one'));
		world.apply(small('two'));
		return [world.nodeOf('one'), world.nodeOf('two')];
	};

	const packed = new SchedulerWorld(nodes(), {policy});
	t.deepEqual(placed(packed), ['node-a', 'node-a']);
	t.regex(
		packed.told('scheduler.queue')[0] ?? '',
		/^kube-scheduler starts with an empty queue\. It reads a Policy file: its predicates filter as NodeUnschedulable, .*; its priorities score as NodeResourcesMostAllocated\. \(Removed from Kubernetes in v1\.23\.\)$/,
	);
	t.deepEqual(placed(new SchedulerWorld(nodes())), ['node-a', 'node-b']);
});

test('a Pod that must not preempt waits', (t) => {
	const world = new SchedulerWorld([node('node-a', {allocatable: {cpu: '1'}})]);
	const containers = [container({cpu: '800m'})];
	world.apply(pod('weak', {containers, priority: 10}));
	world.apply(pod('strong', {containers, priority: 1000, preemptionPolicy: 'Never'}));
	t.is(world.pod('weak')?.metadata.deletionTimestamp, undefined);
	t.is(world.pod('strong')?.status.nominatedNodeName, undefined);
	t.regex(world.pod('strong')?.status.conditions?.[0]?.message ?? '', /not eligible due to preemptionPolicy=Never\./);
});

test('a promise ends with its Pod: another Pod takes the place', (t) => {
	const world = new SchedulerWorld([node('node-a', {allocatable: {cpu: '1'}})]);
	const containers = [container({cpu: '800m'})];
	world.apply(pod('weak', {containers, priority: 10}));
	world.apply(pod('strong', {containers, priority: 1000}));
	t.is(world.pod('strong')?.status.nominatedNodeName, 'node-a');
	world.apply(pod('third', {containers, priority: 20}));
	world.command(() => world.admin.delete('pods', 'default', 'strong', {gracePeriodSeconds: 0}));
	world.command(() => world.admin.delete('pods', 'default', 'weak', {gracePeriodSeconds: 0}));
	t.is(world.nodeOf('third'), 'node-a');
});

test('a promised place is kept from Pods of lower priority, until the promise is forgotten', (t) => {
	const nominator = new Nominator();
	const info = (name: string, priority: number) =>
		podInfo({
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: ''},
			spec: {containers: [], priority},
			status: {},
		});
	const promised = (node: string, priority: number) =>
		nominator.nominatedFor(node, info('other', priority)).map(({key}) => key);
	nominator.nominate(info('first', 10), 'node-a');
	nominator.nominate(info('second', 20), 'node-b');
	t.deepEqual(
		[promised('node-a', 9), promised('node-a', 10), promised('node-a', 11)],
		[['default/first'], ['default/first'], []],
	);
	t.deepEqual(promised('node-b', 0), ['default/second']);
	nominator.forget('default/first');
	t.deepEqual(promised('node-a', 0), []);
});

test('a node that is gone gets no Pod', (t) => {
	const world = new SchedulerWorld([node('node-a'), node('node-b')]);
	world.command(() => world.admin.delete('nodes', undefined, 'node-a'));
	world.apply(pod('one'), pod('two'));
	t.deepEqual([world.nodeOf('one'), world.nodeOf('two')], ['node-b', 'node-b']);
});

test('a Pod goes where its volume is, and waits while its claim is being deleted', (t) => {
	const world = new SchedulerWorld([node('node-a'), node('node-b')]);
	const terms = [{matchExpressions: [{key: 'kubernetes.io/hostname', operator: 'In' as const, values: ['node-b']}]}];
	world.command(() =>
		world.creating('persistentvolumes', {
			metadata: {name: 'disk'},
			spec: {
				capacity: {storage: '1Gi'},
				accessModes: ['ReadWriteOnce'],
				storageClassName: '',
				hostPath: {path: '/data'},
				nodeAffinity: {required: {nodeSelectorTerms: terms}},
			},
		}),
	);
	world.command(() =>
		world.creating('persistentvolumeclaims', {
			metadata: {name: 'data', namespace: 'default', annotations: {'pv.kubernetes.io/bind-completed': 'yes'}},
			spec: {
				accessModes: ['ReadWriteOnce'],
				storageClassName: '',
				volumeName: 'disk',
				resources: {requests: {storage: '1Gi'}},
			},
			status: {phase: 'Bound'},
		}),
	);
	const volumes = [{name: 'data', persistentVolumeClaim: {claimName: 'data'}}];
	world.apply(pod('first', {volumes}));
	t.is(world.nodeOf('first'), 'node-b');
	world.command(() => world.admin.delete('persistentvolumeclaims', 'default', 'data'));
	world.apply(pod('second', {volumes}));
	t.is(world.nodeOf('second'), undefined);
	t.regex(world.pod('second')?.status.conditions?.[0]?.message ?? '', /persistentvolumeclaim "data" is being deleted/);
});

test('a volume of several zones is where any of them is', (t) => {
	const zone = 'topology.kubernetes.io/zone';
	const world = new SchedulerWorld(['north', 'west'].map((value) => node(`in-${value}`, {labels: {[zone]: value}})));
	const capacity = {storage: '1Gi'};
	const storage = {accessModes: ['ReadWriteOnce' as const], storageClassName: ''};
	world.command(() =>
		world.creating('persistentvolumes', {
			metadata: {name: 'disk', labels: {[zone]: 'east__west'}},
			spec: {...storage, capacity, hostPath: {path: '/data'}},
		}),
	);
	world.command(() =>
		world.creating('persistentvolumeclaims', {
			metadata: {name: 'data', namespace: 'default', annotations: {'pv.kubernetes.io/bind-completed': 'yes'}},
			spec: {...storage, volumeName: 'disk', resources: {requests: capacity}},
			status: {phase: 'Bound'},
		}),
	);
	world.apply(pod('web', {volumes: [{name: 'data', persistentVolumeClaim: {claimName: 'data'}}]}));
	t.is(world.nodeOf('web'), 'in-west');
	const [refused] = world.facts('scheduler.filter.VolumeZone');
	t.deepEqual(refused?.reasons, ['node(s) had no available volume zone']);
});
