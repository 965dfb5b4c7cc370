import {answerText} from '../../apiserver/encoding/json-text.js';
import {ApiServer} from '../../apiserver/server.js';
import {Client} from '../../client/client.js';
import {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive, type Routine} from '../../kernel/routine.js';
import type {ConfigMap} from '../../objects/kubernetes.generated.js';
import {cpuMs, digits, figure, heapMB, median, quantile, type Print} from './measure.js';

const pod = (name: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, labels: {app: 'web'}},
	spec: {
		containers: [
			{
				name: 'web',
				image: 'nginx:1.27',
				ports: [{containerPort: 80}],
				resources: {requests: {cpu: '100m', memory: '64Mi'}},
				readinessProbe: {httpGet: {path: '/', port: 80}},
			},
		],
	},
});

const condition = (type: string, status: 'True' | 'False') => ({
	type,
	status,
	observedGeneration: 1,
	lastProbeTime: null,
	lastTransitionTime: '2026-01-01T00:00:00Z',
});

const conditionTypes = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];

const containerStatus = (ready: boolean) => ({
	name: 'web',
	image: 'docker.io/library/nginx:1.27',
	imageID: 'docker.io/library/nginx@sha256:6352d845519953f052f142c3243c933373b79fa9999089f11b0bf9e9daa67c68',
	containerID: 'containerd://dd0424ec1e412000a8003e97d5f0a70caaf1de7b691ed143fb4ea1bba1b1451b',
	lastState: {},
	ready,
	restartCount: 0,
	started: true,
	state: {running: {startedAt: '2026-01-01T00:00:03Z'}},
});

/** The patches that a kubelet sends when the container of a Pod has started, and then when its readiness changes. */
const startedPatch = {
	status: {
		phase: 'Running',
		hostIP: '192.168.0.11',
		hostIPs: [{ip: '192.168.0.11'}],
		podIP: '10.244.1.2',
		podIPs: [{ip: '10.244.1.2'}],
		startTime: '2026-01-01T00:00:00Z',
		containerStatuses: [containerStatus(false)],
		'$setElementOrder/conditions': conditionTypes.map((type) => ({type})),
		conditions: conditionTypes.map((type) => condition(type, type.endsWith('Ready') ? 'False' : 'True')),
	},
};

const readyPatch = () => ({
	status: {
		containerStatuses: [containerStatus(true)],
		'$setElementOrder/conditions': conditionTypes.map((type) => ({type})),
		conditions: [condition('Ready', 'True'), condition('ContainersReady', 'True')],
	},
});

const eventOf = (name: string, turn: number) => ({
	metadata: {name: `${name}.${turn}`},
	involvedObject: {kind: 'Pod', namespace: 'default', name, apiVersion: 'v1', fieldPath: 'spec.containers{web}'},
	reason: 'Started',
	message: 'Started container web',
	type: 'Normal',
	source: {component: 'kubelet', host: 'node-1'},
	firstTimestamp: '2026-01-01T00:00:00Z',
	lastTimestamp: '2026-01-01T00:00:00Z',
	count: 1,
	reportingComponent: 'kubelet',
	reportingInstance: 'node-1',
});

/** A kube-apiserver alone, without network or disk latency and without a recorded past. */
class LoneServer {
	readonly kernel = new Kernel({
		latencies: {'client.request': 0, 'etcd.txn': 0},
		keepsHistory: false,
	});
	readonly server = new ApiServer(this.kernel);
	readonly #client = new Client(this.kernel, this.server.handler, 'bench', {
		certificate: {commonName: 'kubernetes-admin', organizations: ['system:masters']},
	});
	readonly #kubelet = new Client(this.kernel, this.server.handler, 'kubelet', {
		certificate: {commonName: 'system:node:node-1', organizations: ['system:nodes']},
	});
	readonly #requests = new Mailbox<Routine>('bench/requests');
	/** Events of the open watches. */
	readonly #events = new Mailbox<true>('bench/events');

	constructor() {
		this.server.start();
		const requests = this.#requests;
		this.kernel.spawn('bench', 'bench', function* () {
			for (;;) {
				const request = yield* receive(requests);
				yield* request;
			}
		});
		this.run(0);
	}

	/** Steps to rest, then lets this much virtual time pass. */
	run(ms: number): void {
		while (this.kernel.step(this.kernel.now, true)) {
			// The work that is due now.
		}

		if (ms > 0) {
			const end = this.kernel.now + ms;
			while (this.kernel.step(end)) {
				// Housekeeping.
			}
		}
	}

	/** Runs a request and everything it triggers to the end. @returns milliseconds of the request alone. */
	#do<T>(request: Routine<T>): {readonly ms: number; readonly result: T} {
		const done: Array<{readonly result: T}> = [];
		const work = function* (): Routine {
			done.push({result: yield* request});
		};

		this.kernel.send(this.#requests, work());
		const {ms} = cpuMs(() => {
			while (done.length === 0) {
				this.kernel.step(this.kernel.now);
			}
		});
		this.run(0);
		const [answer] = done;
		if (!answer) {
			throw new Error('the request has no end');
		}

		return {ms, result: answer.result};
	}

	/** Milliseconds of each create of a Pod, through authentication, authorization, admission, validation and etcd. */
	createPods(count: number): number[] {
		const times: number[] = [];
		for (let index = 0; index < count; index++) {
			times.push(this.#do(this.#client.create('pods', 'default', pod(`web-${index}`))).ms);
		}

		return times;
	}

	/** Milliseconds of each patch of a status by a kubelet; the Pods are bound to its node first. */
	patchStatuses(count: number): number[] {
		const times: number[] = [];
		for (let index = 0; index < count; index++) {
			const name = `web-${index}`;
			const target = {kind: 'Node', name: 'node-1'};
			this.#do(this.#client.createSubresource('pods', 'default', name, 'binding', {metadata: {name}, target}));
			this.#do(this.#kubelet.patch('pods', 'default', name, startedPatch, {subresource: 'status'}));
			times.push(this.#do(this.#kubelet.patch('pods', 'default', name, readyPatch(), {subresource: 'status'})).ms);
		}

		return times;
	}

	/** Milliseconds of each Event that a kubelet reports. */
	createEvents(count: number): number[] {
		const times: number[] = [];
		for (let index = 0; index < count; index++) {
			times.push(this.#do(this.#kubelet.create('events', 'default', eventOf(`web-${index}`, index))).ms);
		}

		return times;
	}

	/** Milliseconds of a list of all Pods, and of writing it as bytes for the wire. */
	listPods(): {readonly count: number; readonly ms: number; readonly textMs: number} {
		const {ms, result} = this.#do(this.#client.list('pods', {namespace: 'default'}));
		return {
			count: result.items.length,
			ms,
			textMs: cpuMs(() =>
				Buffer.from(answerText({kind: 'PodList', apiVersion: 'v1', metadata: {}, items: result.items})),
			).ms,
		};
	}

	/** Opens watches on all Pods. */
	watchPods(count: number): void {
		const {resourceVersion} = this.#do(this.#client.list('pods', {namespace: 'default'})).result;
		for (let index = 0; index < count; index++) {
			this.#do(this.#client.watch('pods', {namespace: 'default', resourceVersion}, this.#events, () => true));
		}
	}

	/** Milliseconds of one change of a Pod with the delivery to its watchers, and the number of watchers. */
	touchPod(name: string, turn: number): {readonly ms: number; readonly delivered: number} {
		const {ms} = cpuMs(() => {
			this.#do(this.#client.patch('pods', 'default', name, {metadata: {annotations: {turn: String(turn)}}}));
			this.run(10);
		});
		return {ms, delivered: this.#events.waiting.splice(0).length};
	}

	/** Changes a ConfigMap this many times, a tenth of a second of virtual time apart. @returns the heap in megabytes at each tenth of the way. */
	updateOften(count: number): number[] {
		const heap: number[] = [];
		let object = this.#do(
			this.#client.create('configmaps', 'default', {metadata: {name: 'busy'}, data: {turn: '0'}}),
		).result;
		for (let turn = 1; turn <= count; turn++) {
			const next: ConfigMap = {...object, data: {turn: String(turn)}};
			object = this.#do(this.#client.update('configmaps', next)).result;
			this.run(100);
			if (turn % (count / 10) === 0) {
				heap.push(heapMB());
			}
		}

		return heap;
	}
}

const podCount = 10_000;
const updates = 100_000;

/** The apiserver alone: the cost of a request, and the memory that many leave. */
export const measureApiServer = (print: Print, unitMs: number): void => {
	print('kube-apiserver alone: CPU time of each request, with what it sets off in the apiserver before it is answered');
	const server = new LoneServer();
	const creates = server.createPods(podCount).map((ms) => ms * 1000);
	print(
		figure(
			'create of a Pod, full chain',
			median(creates),
			'µs',
			120,
			`95 %: ${digits(quantile(creates, 0.95))} µs, of ${creates.length}; ${digits((median(creates) * 100) / unitMs)} × JSON for 100,000`,
		),
	);
	for (const [what, times, budget] of [
		['patch of the status of a Pod, by its kubelet', server.patchStatuses(podCount / 5), 90],
		['create of an Event', server.createEvents(podCount / 5), undefined],
	] as const) {
		const us = times.map((ms) => ms * 1000);
		print(
			figure(
				what,
				median(us),
				'µs',
				budget,
				`95 %: ${digits(quantile(us, 0.95))} µs, of ${us.length}; ${digits((median(us) * 100) / unitMs)} × JSON for 100,000`,
			),
		);
	}

	const lists = Array.from({length: 5}, () => server.listPods());
	print(figure(`list of ${podCount} Pods`, Math.max(...lists.map(({ms}) => ms)), 'ms', 100, 'slowest of 5'));
	const [first = Number.NaN, ...later] = lists.map(({textMs}) => textMs);
	print(figure('  its JSON, when nobody has asked before', first, 'ms'));
	print(figure('  its JSON later', median(later), 'ms', undefined, `median of ${later.length}`));
	const before = heapMB();
	server.watchPods(1000);
	const touches = Array.from({length: 20}, (_, turn) => server.touchPod('web-1', turn));
	const delivered = touches.every((touch) => touch.delivered === 1000) ? '' : ', but not all were told';
	print(
		figure(
			'a change with 1,000 watches open',
			median(touches.map(({ms}) => ms)),
			'ms',
			undefined,
			`they take ${digits(heapMB() - before)} MB${delivered}`,
		),
	);
	const heap = new LoneServer().updateOften(updates);
	const [, early = Number.NaN] = heap;
	const end = heap.at(-1) ?? Number.NaN;
	print(
		figure(
			`growth of the heap over ${updates} updates`,
			end - early,
			'MB',
			5,
			`from a fifth of the way on, ${digits(end)} MB at the end`,
		),
	);
};
