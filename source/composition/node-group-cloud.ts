import type {AutoscalerOptions, Cloud, NodeGroup} from '../autoscaler/options.js';
import type {Client} from '../client/client.js';
import {ignoreNotFound} from '../client/errors.js';
import {EventRecorder} from '../client/event-recorder.js';
import {parseDuration} from '../go/duration.js';
import type {Kernel} from '../kernel/kernel.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {initialNode} from '../kubelet/node/initial-node.js';
import type {ClusterNodes} from '../node/node.js';
import {
	cloudNodesKey,
	comingNodesKey,
	nodeOfGroup,
	type AutoscalerFlags,
	type CloudNodes,
	type ComingNode,
	type SimulatedNodeGroup,
} from '../objects/node-group.js';
import {registryKey} from '../objects/resources.js';
import {completeNode, type Scenario} from '../scenario/scenario.js';
import {note} from '../stages/note.js';
import {nodeOptions, type StartNode} from './nodes.js';

const msOf = (duration: string | undefined): number | undefined =>
	duration === undefined ? undefined : parseDuration(duration);

/** The flags of a scenario in milliseconds. */
export const autoscalerOptions = ({
	expander,
	scanInterval,
	scaleDownUnneededTime,
	scaleDownUnreadyTime,
	scaleDownDelayAfterAdd,
	scaleDownUtilizationThreshold: threshold,
}: AutoscalerFlags = {}): Partial<AutoscalerOptions> => {
	const [scanMs, unneededMs, unreadyMs, delayAfterAddMs] = [
		scanInterval,
		scaleDownUnneededTime,
		scaleDownUnreadyTime,
		scaleDownDelayAfterAdd,
	].map(msOf);
	return {
		...(expander ? {expanders: expander} : {}),
		...(scanMs === undefined ? {} : {scanMs}),
		...(unneededMs === undefined ? {} : {unneededMs}),
		...(unreadyMs === undefined ? {} : {unreadyMs}),
		...(delayAfterAddMs === undefined ? {} : {delayAfterAddMs}),
		...(threshold === undefined ? {} : {threshold}),
	};
};

/** The time from the request for a node until its kubelet starts. */
const defaultDelayMs = 60_000;

interface GroupState {
	readonly described: SimulatedNodeGroup;
	/** The names of its nodes, including requested ones. */
	readonly instances: Set<string>;
	/** The number of the next node. */
	next: number;
}

/** The parts of a cluster that a cloud uses. */
interface CloudGround {
	readonly scenario: Scenario;
	readonly nodes: ClusterNodes;
	readonly startNode: StartNode;
}

const process = 'cloud-controller-manager';

/**
A cloud with groups of nodes: it creates machines, whose kubelets register themselves, and terminates machines.

Simplified: its controller deletes the Node together with the machine; upstream, it does so once the Node is no longer ready.

@mirrors cluster-autoscaler/cloudprovider CloudProvider, k8s.io/cloud-provider/controllers/nodelifecycle
*/
export class NodeGroupCloud implements Cloud {
	readonly groups: readonly NodeGroup[];
	readonly #states: ReadonlyMap<string, GroupState>;
	readonly #recorder: EventRecorder;
	/** Nodes that are on their way, by name. */
	readonly #coming = new Map<string, ComingNode>();
	#changed: CloudNodes = {started: [], ended: []};
	/** The number of nodes that the cluster has had. */
	#count: number;
	/** The number of terminated machines: each termination is a separate process. */
	#ends = 0;

	constructor(
		readonly kernel: Kernel,
		readonly client: Client,
		readonly ground: CloudGround,
	) {
		const {scenario} = ground;
		const {nodes, nodeGroups = []} = scenario;
		const names = new Set(nodes.map(({name}) => name));
		this.#count = nodes.length;
		this.#recorder = new EventRecorder(client, {
			component: 'cloud-node-lifecycle-controller',
			process: `${process}/events`,
		});
		this.#states = new Map(
			nodeGroups.map((described) => {
				const {name, min = 0, size = min} = described;
				const own = Array.from({length: size}, (_, index) => nodeOfGroup(name, index + 1));
				return [name, {described, instances: new Set(own.filter((node) => names.has(node))), next: size + 1}];
			}),
		);
		this.groups = nodeGroups.map(({name, min = 0, max, price, template}) => ({
			name,
			min,
			max,
			...(price === undefined ? {} : {price}),
			template: initialNode(
				nodeOptions(scenario, completeNode({...template, name}), nodes.length),
				[],
				kernel.timestamp(),
			),
		}));
	}

	targetSize(group: string): number {
		return this.#states.get(group)?.instances.size ?? 0;
	}

	instances(group: string): readonly string[] {
		return [...(this.#states.get(group)?.instances ?? [])];
	}

	groupOf(node: string): NodeGroup | undefined {
		return this.groups.find(({name}) => this.#states.get(name)?.instances.has(node));
	}

	*increase(group: string, by: number): Routine {
		const state = this.#states.get(group);
		if (!state) {
			return;
		}

		for (let index = 0; index < by; index++) {
			const name = nodeOfGroup(group, state.next++);
			state.instances.add(name);
			this.kernel.spawn(`${process}/${name}`, process, () => this.#make(state, name), {brief: true});
		}
	}

	*#make({described}: GroupState, name: string): Routine {
		const {kernel, ground} = this;
		const {name: group, delay, template} = described;
		const delayMs = msOf(delay) ?? defaultDelayMs;
		const object = registryKey('nodes', undefined, name);
		this.#coming.set(name, {name, group, atMs: kernel.wallClockMs + delayMs});
		this.#publish();
		yield* note('cloud.create', {group, node: name, delayMs}, {object});
		yield* sleep(delayMs);
		this.#coming.delete(name);
		this.#publish();
		const node = completeNode({...template, name});
		ground.startNode(node, this.#count++);
		this.#changed = {...this.#changed, started: [...this.#changed.started, {name, capacity: node.capacity}]};
		this.kernel.ledger.write(cloudNodesKey, this.#changed);
		yield* note('cloud.start', {group, node: name}, {object});
	}

	#publish(): void {
		this.kernel.ledger.write(comingNodesKey, [...this.#coming.values()]);
	}

	*remove(node: string): Routine {
		const group = this.groupOf(node)?.name;
		if (group !== undefined) {
			this.#states.get(group)?.instances.delete(node);
			this.kernel.spawn(`${process}/end-${++this.#ends}`, process, () => this.#end(group, node), {brief: true});
		}
	}

	*#end(group: string, name: string): Routine {
		const {kernel, client, ground} = this;
		const services = [...kernel.processes.values()]
			.filter(({name: service, state}) => {
				const [program = '', node, ...rest] = service.split('/');
				return state !== 'ended' && node === name && rest.length === 0 && onNodes.has(program);
			})
			.map(({name: service}) => service);
		for (const service of services) {
			kernel.processes.crash(service);
		}

		ground.nodes.get(name)?.runtime.losePower();
		const {started, ended} = this.#changed;
		this.#changed = {started: started.filter((node) => node.name !== name), ended: [...ended, name]};
		kernel.ledger.write(cloudNodesKey, this.#changed);
		yield* note('cloud.remove', {group, node: name}, {object: registryKey('nodes', undefined, name)});
		const node = yield* ignoreNotFound(client.get('nodes', undefined, name));
		if (node) {
			yield* this.#recorder.event(
				node,
				'Normal',
				'DeletingNode',
				`Deleting node ${name} because it does not exist in the cloud provider`,
			);
			yield* ignoreNotFound(client.delete('nodes', undefined, name));
		}
	}
}

/** The programs that the system of a machine starts. */
const onNodes: ReadonlySet<string> = new Set(['kubelet', 'kube-proxy', 'flanneld', 'containerd', 'device-driver']);
