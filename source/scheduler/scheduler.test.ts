import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {Client} from '../client/client.js';
import type {Handler, Request, Response, WatchEvent} from '../client/request.js';
import {Kernel} from '../kernel/kernel.js';
import {note, type Routine} from '../kernel/routine.js';
import type {Stop} from '../kernel/stop.js';
import type {ShownCycle} from '../objects/scheduling.js';
import type {SchedulerOptions} from './parts.js';
import {startScheduler} from './scheduler.js';

type Stored = {
	metadata: {name: string; namespace?: string; resourceVersion: string; labels?: Record<string, string>};
} & Record<string, any>;

/** As much of an apiserver as the scheduler talks to. */
class TinyApi {
	readonly requests: Request[] = [];
	readonly objects = new Map<string, Stored>();
	readonly #watchers: Array<{readonly prefix: string; readonly send: (event: WatchEvent) => void}> = [];
	#version = 1;
	refuseBindings = 0;

	readonly handler: Handler = (request) => this.#handle(request);

	*#handle(request: Request): Routine<Response> {
		this.requests.push(request);
		yield* note('api.request', `${request.method} ${request.path}`, {request});
		const answer = (status: number, body: unknown): Response => ({status, headers: {}, body});
		const {method, path} = request;
		if (method === 'GET') {
			const plural = path.split('/').at(-1)!;
			if (request.query['watch']) {
				this.#watchers.push({prefix: plural, send: request.onEvent!});
				return answer(200, {});
			}

			const items = [...this.objects].filter(([key]) => key.startsWith(`${plural}/`)).map(([, object]) => object);
			return answer(200, {metadata: {resourceVersion: String(this.#version)}, items});
		}

		const [, namespace, plural, name, sub] = /namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(path)!;
		const key = `${plural}/${namespace}/${name}`;
		const before = this.objects.get(key);
		if (plural === 'events') {
			return answer(201, request.body);
		}

		if (sub === 'binding') {
			if (this.refuseBindings-- > 0) {
				return answer(409, {code: 409, reason: 'Conflict', message: 'no', status: 'Failure'});
			}

			const {target} = request.body as {target: {name: string}};
			this.put(key, {...before!, spec: {...before!['spec'], nodeName: target.name}});
			return answer(201, {status: 'Success'});
		}

		if (method === 'PATCH') {
			const {status} = request.body as {status: object};
			this.put(key, {...before!, status: {...before!['status'], ...status}});
			return answer(200, {});
		}

		this.delete(key);
		return answer(200, {});
	}

	put(key: string, object: Omit<Stored, 'metadata'> & {metadata: object}): void {
		const type = this.objects.has(key) ? 'MODIFIED' : 'ADDED';
		const metadata = {...object.metadata, resourceVersion: String(++this.#version)};
		const stored = {...object, metadata} as Stored;
		this.objects.set(key, stored);
		this.#tell(key, {type, object: stored});
	}

	delete(key: string): void {
		const object = this.objects.get(key);
		this.objects.delete(key);
		if (object) {
			this.#tell(key, {
				type: 'DELETED',
				object: {...object, metadata: {...object.metadata, resourceVersion: String(++this.#version)}},
			});
		}
	}

	#tell(key: string, event: WatchEvent): void {
		for (const {prefix, send} of this.#watchers) {
			if (key.startsWith(`${prefix}/`)) {
				send(event);
			}
		}
	}
}

const node = (name: string, spec: object = {}, allocatable: object = {}, labels: object = {}) => ({
	kind: 'Node',
	metadata: {name, uid: `uid-${name}`, labels: {'kubernetes.io/hostname': name, ...labels}},
	spec,
	status: {allocatable: {cpu: '4', memory: '8Gi', pods: '110', ...allocatable}},
});

const pod = (name: string, spec: object = {}, labels: object = {}) => ({
	kind: 'Pod',
	metadata: {name, namespace: 'default', uid: `uid-${name}`, generation: 1, labels},
	spec: {containers: [{name: 'main', image: 'nginx', resources: {requests: {cpu: '500m', memory: '64Mi'}}}], ...spec},
	status: {},
});

const world = (nodes: ReadonlyArray<ReturnType<typeof node>>, options?: SchedulerOptions) => {
	const kernel = new Kernel();
	const api = new TinyApi();
	for (const one of nodes) {
		api.put(`nodes/${one.metadata.name}`, one);
	}

	startScheduler(kernel, new Client(kernel, api.handler, 'kube-scheduler'), options);
	const stops: Stop[] = [];
	const rest = () => {
		for (;;) {
			const stop = kernel.step(kernel.now);
			if (stop) {
				stops.push(stop);
			} else if (kernel.resting || kernel.nextTimeMs === undefined) {
				return;
			} else {
				kernel.now = kernel.nextTimeMs;
			}
		}
	};

	rest();
	return {
		kernel,
		api,
		stops,
		rest,
		apply(...pods: ReadonlyArray<ReturnType<typeof pod>>) {
			for (const one of pods) {
				api.put(`pods/default/${one.metadata.name}`, one);
			}

			rest();
		},
		nodeOf: (name: string) => api.objects.get(`pods/default/${name}`)?.['spec'].nodeName as string | undefined,
		conditionOf: (name: string) => api.objects.get(`pods/default/${name}`)?.['status'].conditions?.[0],
		stages: () => stops.map(({stage}) => stage),
		at: (stage: string) => stops.filter((stop) => stop.stage === stage),
		events: () =>
			api.requests
				.filter(({path, method}) => method === 'POST' && path.endsWith('/events'))
				.map(({body}) => body as {reason: string; message: string}),
	};
};

test('S1: a Pod without a node joins the queue, is scheduled and leaves the queue', (t) => {
	const {apply, nodeOf, at, kernel} = world([node('node-a'), node('node-b')]);
	apply(pod('web'));

	t.is(nodeOf('web'), 'node-a');
	t.true(
		at('scheduler.queue').some((stop) =>
			sentenceOf(stop).startsWith('default/web has no node: it joins the active queue'),
		),
	);
	t.deepEqual((kernel.ledger.read('/components/kube-scheduler/queue') as {counts: object}).counts, {
		active: 0,
		backoff: 0,
		unschedulable: 0,
		gated: 0,
		inFlight: 0,
	});
});

test('S2, S3: the cycle stops at each extension point in order, and at each plug-in that has something to say', (t) => {
	const {apply, stages} = world([node('node-a'), node('node-b')]);
	const before = stages().length;
	apply(pod('web'));

	t.deepEqual(
		stages()
			.slice(before)
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
	const {apply, nodeOf, at} = world([node('node-a', {taints: [{key: 'gpu', effect: 'NoSchedule'}]}), node('node-b')]);
	apply(pod('web'));

	t.is(nodeOf('web'), 'node-b');
	t.deepEqual(at('scheduler.filter.TaintToleration')[0]!.facts!['verdicts'], [
		'node(s) had untolerated taint(s)',
		'passed',
	]);
});

test('S2: resources, node selector, volumes and affinity each have a stop that refuses', (t) => {
	const {apply, at} = world([node('node-a'), node('node-b')]);
	apply(
		pod('large', {containers: [{name: 'main', resources: {requests: {cpu: '8'}}}]}),
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
			at(stage).some(({outcome, object}) => outcome === 'refused' && object === `/registry/pods/default/${name}`),
			stage,
		);
	}
});

test('S3: the matrix holds verdicts, raw, normalised and weighted scores and their sums', (t) => {
	const {apply, kernel} = world([
		node('node-a', {taints: [{key: 'slow', effect: 'PreferNoSchedule'}]}),
		node('node-b'),
		node('node-c', {unschedulable: true}),
	]);
	apply(pod('web'));

	const {matrix} = kernel.ledger.read<ShownCycle>('/components/kube-scheduler/cycle')!;
	t.deepEqual(matrix.nodes, ['node-a', 'node-b', 'node-c']);
	t.deepEqual(matrix.verdicts['NodeUnschedulable'], ['passed', 'passed', 'node(s) were unschedulable']);
	t.deepEqual(matrix.raw['TaintToleration'], [1, 0, null]);
	t.deepEqual(matrix.normalised['TaintToleration'], [0, 100, null]);
	t.deepEqual(matrix.weighted['TaintToleration'], [0, 300, null]);
	t.deepEqual(matrix.totals, [165, 465, null]);
});

test('S4: the Binding names the Pod, its uid and the node', (t) => {
	const {apply, api, at} = world([node('node-a')]);
	apply(pod('web'));

	const request = api.requests.find(({path}) => path.endsWith('/binding'))!;
	t.is(request.path, '/api/v1/namespaces/default/pods/web/binding');
	t.deepEqual(request.body, {
		apiVersion: 'v1',
		kind: 'Binding',
		metadata: {namespace: 'default', name: 'web', uid: 'uid-web'},
		target: {kind: 'Node', name: 'node-a'},
	});
	t.deepEqual(at('scheduler.bind')[0]!.facts!['request'], request.body);
});

test('S5: a Pod that names another scheduler is left alone', (t) => {
	const {apply, nodeOf, at} = world([node('node-a')]);
	apply(pod('web', {schedulerName: 'custom'}));

	t.is(nodeOf('web'), undefined);
	t.true(
		at('scheduler.queue').some(
			(stop) => sentenceOf(stop) === 'default/web names the scheduler custom; default-scheduler leaves it alone.',
		),
	);
});

test('S5: two schedulers bind each their own Pods', (t) => {
	const {kernel, api, apply, nodeOf, rest} = world([node('node-a')]);
	startScheduler(kernel, new Client(kernel, api.handler, 'custom-scheduler'), {
		schedulerName: 'custom',
		process: 'custom-scheduler',
	});
	rest();
	apply(pod('web', {schedulerName: 'custom'}), pod('api'));

	t.is(nodeOf('web'), 'node-a');
	t.is(nodeOf('api'), 'node-a');
});

test('a Pod that fits nowhere says why in an event and a condition, and waits', (t) => {
	const {apply, events, conditionOf, kernel} = world([node('node-a', {unschedulable: true}), node('node-b')]);
	apply(pod('web', {containers: [{name: 'main', resources: {requests: {cpu: '8'}}}]}));

	const message =
		'0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.';
	t.like(conditionOf('web'), {
		type: 'PodScheduled',
		status: 'False',
		reason: 'Unschedulable',
		observedGeneration: 1,
		message,
	});
	t.deepEqual(
		events().map((event) => [event.reason, event.message]),
		[['FailedScheduling', message]],
	);
	t.like(kernel.ledger.read('/components/kube-scheduler/queue/default/web'), {
		place: 'unschedulable',
		refusedBy: ['NodeUnschedulable', 'NodeResourcesFit'],
	});
});

test('a node that is uncordoned wakes the Pod that waited for that', (t) => {
	const {apply, api, rest, nodeOf} = world([node('node-a', {unschedulable: true})]);
	apply(pod('web'));
	t.is(nodeOf('web'), undefined);

	api.put('nodes/node-a', node('node-a'));
	rest();
	t.is(nodeOf('web'), 'node-a');
});

test('a node that changes in nothing the refusing plug-in looks at wakes nobody', (t) => {
	const {apply, api, rest, stops} = world([node('node-a', {unschedulable: true})]);
	apply(pod('web'));
	const before = stops.length;

	api.put('nodes/node-a', node('node-a', {unschedulable: true}, {}, {disk: 'ssd'}));
	rest();
	t.deepEqual(
		stops.slice(before).map(({stage}) => stage),
		['informer.deliver'],
	);
});

test('without any node the message is its own', (t) => {
	const {apply, conditionOf} = world([]);
	apply(pod('web'));

	t.is(conditionOf('web').message, 'no nodes available to schedule pods');
});

test('a Pod with scheduling gates waits outside the queue until they are gone', (t) => {
	const {apply, nodeOf, kernel} = world([node('node-a')]);
	apply(pod('web', {schedulingGates: [{name: 'example.com/wait'}]}));
	t.like(kernel.ledger.read('/components/kube-scheduler/queue/default/web'), {place: 'gated'});

	const free = pod('web');
	apply({...free, metadata: {...free.metadata, generation: 2}});
	t.is(nodeOf('web'), 'node-a');
});

test('a Pod of higher priority makes a lower one go and takes its place', (t) => {
	const {apply, nodeOf, events, at, conditionOf, rest, api} = world([node('node-a', {}, {cpu: '1'})]);
	const needs = {containers: [{name: 'main', resources: {requests: {cpu: '800m'}}}]};
	apply(pod('weak', {...needs, priority: 10}));
	t.is(nodeOf('weak'), 'node-a');

	apply(pod('strong', {...needs, priority: 1000}));
	rest();
	t.false(api.objects.has('pods/default/weak'));
	t.is(nodeOf('strong'), 'node-a');
	t.true(
		events().some(
			({reason, message}) => reason === 'Preempted' && message === 'Preempted by pod uid-strong on node node-a',
		),
	);
	t.true(
		events().some(
			({reason, message}) =>
				reason === 'FailedScheduling' && message === '0/1 nodes are available: 1 Insufficient cpu.',
		),
	);
	t.deepEqual(at('scheduler.postfilter')[0]!.facts!['victims'], ['default/weak']);
	t.is(conditionOf('strong').message, '0/1 nodes are available: 1 Insufficient cpu.');
});

test('a binding that the API refuses frees the node and is tried again after a back-off', (t) => {
	const {apply, api, nodeOf, stops, kernel} = world([node('node-a', {}, {cpu: '1'})]);
	api.refuseBindings = 1;
	apply(pod('web', {containers: [{name: 'main', resources: {requests: {cpu: '800m'}}}]}));

	t.is(nodeOf('web'), 'node-a');
	t.is(stops.filter(({stage, outcome}) => stage === 'scheduler.bind' && outcome === 'failed').length, 1);
	t.true(kernel.now > 1000);
});

test('a restarted scheduler finds the waiting Pods again', (t) => {
	const {kernel, api, rest, nodeOf} = world([node('node-a')]);
	kernel.crash('kube-scheduler');
	api.put('pods/default/web', pod('web'));
	rest();
	t.is(nodeOf('web'), undefined);

	kernel.restart('kube-scheduler');
	rest();
	t.is(nodeOf('web'), 'node-a');
});

test('chance decides between equal nodes where that is asked for, the same way for the same seed', (t) => {
	const places = () => {
		const {apply, nodeOf} = world([node('node-a'), node('node-b'), node('node-c')], {ties: 'random'});
		apply(...['a', 'b', 'c', 'd', 'e'].map((name) => pod(name, {containers: [{name: 'main', resources: {}}]})));
		return ['a', 'b', 'c', 'd', 'e'].map((name) => nodeOf(name));
	};

	t.deepEqual(places(), places());
	t.true(new Set(places()).size > 1);
});

test('a thousand Pods on twenty nodes are scheduled evenly', (t) => {
	const names = Array.from({length: 20}, (_item, index) => `node-${index}`);
	const {apply, api} = world(names.map((name) => node(name, {}, {cpu: '32', memory: '64Gi'})));
	apply(...Array.from({length: 1000}, (_item, index) => pod(`p${index}`)));

	const counts: Record<string, number> = {};
	for (const [key, object] of api.objects) {
		if (key.startsWith('pods/')) {
			const name = object['spec'].nodeName as string;
			counts[name] = (counts[name] ?? 0) + 1;
		}
	}

	t.deepEqual(counts, Object.fromEntries(names.map((name) => [name, 50])));
});
