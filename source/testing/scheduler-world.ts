import type {Node, NodeSpec, Pod, PodSpec} from '../objects/kubernetes.generated.js';
import type {SchedulerOptions} from '../scheduler/parts.js';
import {startScheduler} from '../scheduler/scheduler.js';
import {TinyServer, type Sketched} from './tiny-server.js';

/**
The smallest world for a test of the scheduler: an apiserver, nodes, kube-scheduler, and a user.

Nodes are ready on creation, and Pods set their own priority: the admission plug-ins for both are off.
*/
export class SchedulerWorld extends TinyServer {
	constructor(nodes: ReadonlyArray<Sketched<Node>>, options: SchedulerOptions = {}) {
		super({admission: {disable: ['ServiceAccount', 'TaintNodesByCondition', 'Priority']}});
		this.command(() => this.creating('nodes', ...nodes));
		this.startScheduler(options);
	}

	/** Starts a scheduler, the first or one more. */
	startScheduler(options: SchedulerOptions): void {
		const process = options.process ?? 'kube-scheduler';
		startScheduler(this.kernel, this.client(process, 'system:kube-scheduler'), options);
		this.rest();
	}

	/** Creates Pods, and plays all consequences. */
	apply(...pods: ReadonlyArray<Sketched<Pod>>): void {
		this.command(() => this.creating('pods', ...pods));
	}

	/** Changes an object as the admin, and plays all consequences. */
	patch(resource: 'nodes' | 'pods', name: string, patch: object): void {
		const namespace = resource === 'pods' ? 'default' : undefined;
		this.command(() => this.admin.patch(resource, namespace, name, patch, {type: 'merge'}));
	}

	pod(name: string): Pod | undefined {
		return this.get('pods', 'default', name);
	}

	nodeOf(name: string): string | undefined {
		return this.pod(name)?.spec.nodeName;
	}

	/** Reason and message of the events recorded. */
	events(): ReadonlyArray<readonly [reason: string | undefined, message: string | undefined]> {
		return this.facts('event.record').map(({reason, message}) => [reason, message]);
	}
}

/** A node of four CPUs and 8 GiB. */
export const node = (
	name: string,
	{
		spec = {},
		allocatable = {},
		labels = {},
	}: {
		readonly spec?: NodeSpec;
		readonly allocatable?: Readonly<Record<string, string>>;
		readonly labels?: Readonly<Record<string, string>>;
	} = {},
): Sketched<Node> => ({
	metadata: {name, labels: {'kubernetes.io/hostname': name, ...labels}},
	spec,
	status: {allocatable: {cpu: '4', memory: '8Gi', pods: '110', ...allocatable}},
});

/** A Pod of one container that asks for half a CPU and 64 MiB. */
export const pod = (name: string, spec: Partial<PodSpec> = {}): Sketched<Pod> => ({
	metadata: {name, namespace: 'default'},
	spec: {containers: [container({cpu: '500m', memory: '64Mi'})], ...spec},
});

/** A container that asks for this. */
export const container = (requests: Readonly<Record<string, string>> = {}): PodSpec['containers'][number] => ({
	name: 'main',
	image: 'nginx',
	resources: {requests},
});
