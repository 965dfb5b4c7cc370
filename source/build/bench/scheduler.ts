import {Client} from '../../client/client.js';
import type {Request, Response, WatchEvent} from '../../client/request.js';
import {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import type {Binding} from '../../objects/kubernetes.generated.js';
import {startScheduler} from '../../scheduler/scheduler.js';
import {cpuMs, digits, figure, median, type Print} from './measure.js';
import {unlimited} from './world.js';

const created = {creationTimestamp: '2026-01-01T00:00:00Z'};

const node = (index: number) => {
	const name = `node-${index}`;
	const amounts = {cpu: '64', memory: '256Gi', 'ephemeral-storage': '100Gi', pods: '250'};
	return {
		apiVersion: 'v1',
		kind: 'Node',
		metadata: {
			...created,
			name,
			uid: name,
			resourceVersion: '1',
			labels: {'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': `zone-${index % 3}`},
		},
		spec: {podCIDR: '10.244.0.0/24'},
		status: {capacity: amounts, allocatable: amounts, conditions: [{type: 'Ready', status: 'True'}]},
	};
};

const labels = {app: 'web'};

const replicaSet = {
	apiVersion: 'apps/v1',
	kind: 'ReplicaSet',
	metadata: {...created, namespace: 'default', name: 'web', uid: 'web', resourceVersion: '1'},
	spec: {replicas: 1, selector: {matchLabels: labels}, template: {metadata: {labels}}},
};

const service = {
	apiVersion: 'v1',
	kind: 'Service',
	metadata: {...created, namespace: 'default', name: 'web', uid: 'web', resourceVersion: '1'},
	spec: {selector: labels},
};

const tolerations = ['not-ready', 'unreachable'].map((word) => ({
	key: `node.kubernetes.io/${word}`,
	operator: 'Exists',
	effect: 'NoExecute',
	tolerationSeconds: 300,
}));

const pod = (name: string, nodeName?: string) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		...created,
		namespace: 'default',
		name,
		uid: name,
		resourceVersion: nodeName === undefined ? '2' : '3',
		labels,
		ownerReferences: [{apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true}],
	},
	spec: {
		containers: [{name: 'web', image: 'nginx:1.27', resources: {requests: {cpu: '100m', memory: '64Mi'}}}],
		schedulerName: 'default-scheduler',
		priority: 0,
		tolerations,
		...(nodeName === undefined ? {} : {nodeName}),
	},
	status: {phase: 'Pending'},
});

const json = {'content-type': 'application/json'};

/** A kube-scheduler with an apiserver that has nodes, a ReplicaSet and a Service, accepts everything, and takes no time. */
class LoneScheduler {
	readonly kernel = new Kernel({
		latencies: {'client.request': 0, 'client.watch': 0},
		keepsHistory: false,
	});
	readonly #collections: Readonly<Record<string, readonly unknown[]>>;
	#tell: (event: WatchEvent) => void = () => undefined;
	bound = 0;

	constructor(nodes: number) {
		this.#collections = {
			'/api/v1/nodes': Array.from({length: nodes}, (_, index) => node(index + 1)),
			'/apis/apps/v1/replicasets': [replicaSet],
			'/api/v1/services': [service],
		};
		const client = new Client(this.kernel, (request) => this.#answer(request), 'kube-scheduler');
		startScheduler(this.kernel, client, unlimited.kubeScheduler);
		this.#run();
	}

	#run(): void {
		while (this.kernel.step(this.kernel.now + 1, true)) {
			// Until nothing is left to do.
		}
	}

	*#answer({method, path, query, body, onEvent}: Request): Routine<Response> {
		if (method === 'POST' && path.endsWith('/binding')) {
			this.#bind(JSON.parse(JSON.stringify(body)));
		} else if (query['watch'] !== undefined && path === '/api/v1/pods' && onEvent) {
			this.#tell = onEvent;
		}

		return {
			status: method === 'POST' ? 201 : 200,
			headers: json,
			body: method === 'GET' ? {metadata: {resourceVersion: '1'}, items: this.#collections[path] ?? []} : body,
		};
	}

	#bind({metadata, target}: Binding): void {
		this.bound++;
		this.#tell({type: 'MODIFIED', object: pod(metadata.name, target.name)});
	}

	/** Creates Pods and runs until each is bound. @returns CPU milliseconds. */
	schedule(pods: number, prefix: string): number {
		const objects = Array.from({length: pods}, (_, index) => pod(`${prefix}-${index}`));
		const before = this.bound;
		const {ms} = cpuMs(() => {
			for (const object of objects) {
				this.#tell({type: 'ADDED', object});
			}

			this.#run();
		});
		if (this.bound - before !== pods) {
			throw new Error(`${this.bound - before} of ${pods} Pods are bound`);
		}

		return ms;
	}
}

const podCount = 1000;

/** kube-scheduler alone: Pods of one ReplicaSet with a Service, from the watch event to the Binding and its event. */
export const measureScheduler = (print: Print, unitMs: number): void => {
	print('kube-scheduler alone: CPU time of a Pod, from its event to its Binding');
	for (const [nodes, budget] of [
		[100, 500],
		[1000, 1000],
	] as const) {
		const scheduler = new LoneScheduler(nodes);
		const [, ...runs] = Array.from({length: 5}, (_, run) => scheduler.schedule(podCount, `web-${run}`));
		const ms = median(runs);
		print(
			figure(
				`a Pod on ${nodes} nodes`,
				(ms * 1000) / podCount,
				'µs',
				budget,
				`${digits((podCount * 1000) / ms)} Pods a second, ${digits(ms / unitMs)} × JSON for ${podCount}, median of ${runs.length}`,
			),
		);
	}
};
