import {parseTimestamp} from '../../kernel/clock.js';
import {active, sleep, type Routine} from '../../kernel/routine.js';
import {ignoreNotFound} from '../../client/errors.js';
import type {Node, NodeCondition, Taint} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {round, type Controller, type Tools} from '../controller.js';
import {equal} from '../../kernel/equality.js';
import {allow} from '../controller-roles.js';

const monitorMs = 5000;
/** How long a node can be silent before it counts as lost. @mirrors --node-monitor-grace-period */
const graceMs = 50_000;
/** The time between the NoExecute taints of two nodes: if many nodes fail, the network is the more likely cause. */
const taintPauseMs = 10_000;

const notReady = 'node.kubernetes.io/not-ready';
const unreachable = 'node.kubernetes.io/unreachable';

const conditionTaints: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	Ready: {False: notReady, Unknown: unreachable},
	MemoryPressure: {True: 'node.kubernetes.io/memory-pressure'},
	DiskPressure: {True: 'node.kubernetes.io/disk-pressure'},
	NetworkUnavailable: {True: 'node.kubernetes.io/network-unavailable'},
	PIDPressure: {True: 'node.kubernetes.io/pid-pressure'},
};
const unschedulable = 'node.kubernetes.io/unschedulable';
const ours = new Set([...Object.values(conditionTaints).flatMap((taints) => Object.values(taints)), unschedulable]);

/** The taints by which a node's conditions keep Pods away; others stay unchanged. @mirrors doNoScheduleTaintingPass */
export const conditionTaintsOf = (node: Node, now: string): readonly Taint[] => {
	const keys = (node.status?.conditions ?? []).flatMap(({type, status}) => conditionTaints[type]?.[status] ?? []);
	if (node.spec?.unschedulable) {
		keys.push(unschedulable);
	}

	const before = node.spec?.taints ?? [];
	const kept = before.filter(({key, effect}) => effect !== 'NoSchedule' || !ours.has(key) || keys.includes(key));
	const added = keys
		.filter((key) => !kept.some((taint) => taint.key === key && taint.effect === 'NoSchedule'))
		.map((key): Taint => ({key, effect: 'NoSchedule', timeAdded: now}));
	return added.length === 0 && kept.length === before.length ? before : [...kept, ...added];
};

/** The taints that send Pods away: of a node that is not ready or not reachable; `keep` is false when no Pod is to be sent away. */
export const evictionTaintsOf = (node: Node, evict: boolean, now: string): readonly Taint[] => {
	const ready = readyOf(node);
	const trouble = ready === 'False' ? notReady : unreachable;
	const key = evict && ready !== 'True' ? trouble : undefined;
	const before = node.spec?.taints ?? [];
	const kept = before.filter(
		(taint) =>
			taint.effect !== 'NoExecute' || (taint.key !== notReady && taint.key !== unreachable) || taint.key === key,
	);
	const present = kept.some((taint) => taint.effect === 'NoExecute' && taint.key === key);
	if (key === undefined || present) {
		return kept.length === before.length ? before : kept;
	}

	return [...kept, {key, effect: 'NoExecute', timeAdded: now}];
};

/** Status of the Ready condition; Unknown if there is no such condition. */
export const readyOf = (node: Node): string =>
	node.status?.conditions?.find(({type}) => type === 'Ready')?.status ?? 'Unknown';

/** The conditions of a node that has fallen silent. */
export const silentConditions = (node: Node, now: string): NodeCondition[] => {
	const before = node.status?.conditions ?? [];
	const result = [...before];
	for (const type of ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']) {
		const index = before.findIndex((condition) => condition.type === type);
		const known = before[index];
		if (!known) {
			result.push({
				type,
				status: 'Unknown',
				reason: 'NodeStatusNeverUpdated',
				message: 'Kubelet never posted node status.',
				lastHeartbeatTime: node.metadata.creationTimestamp,
				lastTransitionTime: now,
			});
		} else if (known.status !== 'Unknown') {
			result[index] = {
				...known,
				status: 'Unknown',
				reason: 'NodeStatusUnknown',
				message: 'Kubelet stopped posting node status.',
				lastTransitionTime: now,
			};
		}
	}

	return result;
};

/**
Notices nodes that are not well: turns their conditions into taints, and silence into the condition Unknown.

@see https://kubernetes.io/docs/concepts/architecture/nodes/#node-controller
@mirrors k8s.io/kubernetes/pkg/controller/nodelifecycle
*/
export const nodeLifecycle: Controller = {
	name: 'node-lifecycle',
	reportsAs: 'node-controller',
	rules: [
		allow('delete get list patch update watch', 'nodes'),
		allow('patch update', 'nodes/status'),
		allow('patch update', 'pods/status'),
		allow('delete get list watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build(tools) {
		const monitor = new Monitor(tools);
		return {
			handlers: {
				nodes: ({type, object, old}) =>
					type !== 'DELETED' &&
					(!old ||
						old.spec !== object.spec ||
						statuses(old) !== statuses(object) ||
						Object.keys(missingLabels(object)).length > 0)
						? [object.metadata.name]
						: [],
				'leases.coordination.k8s.io': () => [],
				pods: () => [],
			},
			sync: (key) => monitor.sync(key),
			beside: {monitor: () => monitor.run()},
		};
	},
};

const statuses = (node: Node): string =>
	(node.status?.conditions ?? []).map(({type, status}) => `${type}=${status}`).join();

/** Older labels, with the newer ones of the same meaning. */
const olderLabels: Readonly<Record<string, string>> = {
	'kubernetes.io/os': 'beta.kubernetes.io/os',
	'kubernetes.io/arch': 'beta.kubernetes.io/arch',
};

/** The older labels that a node lacks or that have another value. @mirrors nodelifecycle reconcileNodeLabels */
export const missingLabels = ({metadata: {labels = {}}}: Pick<Node, 'metadata'>): Readonly<Record<string, string>> =>
	Object.fromEntries(
		Object.entries(olderLabels).flatMap(([newer, older]) => {
			const value = labels[newer];
			return value === undefined || labels[older] === value ? [] : [[older, value]];
		}),
	);

/** The last known state of a node, and its time. */
interface Health {
	readonly sign: string;
	readonly seenMs: number;
	readonly ready: string;
}

class Monitor {
	/** The state of nodes, kept permanently by name: a node that is created again under an old name continues its state. */
	readonly #health = new Map<string, Health>();
	#nextTaintMs = 0;

	constructor(readonly tools: Tools) {}

	/** The taints for a node's conditions. */
	*sync(name: string): Routine {
		const node = this.tools.informer('nodes').get(undefined, name);
		const object = registryKey('nodes', undefined, name);
		if (!node) {
			yield* note('controller.node-lifecycle.sync', {case: 'gone', key: name}, {object});
			return;
		}

		const taints = conditionTaintsOf(node, this.tools.kernel.timestamp());
		yield* note(
			'controller.node-lifecycle.sync',
			{
				case: 'compare',
				ready: readyOf(node),
				conditions: node.status?.conditions,
				before: node.spec?.taints,
				after: taints,
			},
			{object},
		);
		yield* this.#writeTaints(node, taints);
		const labels = missingLabels(node);
		if (Object.keys(labels).length > 0) {
			yield* note('controller.node-lifecycle.label', {labels}, {object});
			yield* this.tools.client.patch('nodes', undefined, name, {metadata: {labels}});
		}
	}

	*#writeTaints(node: Node, taints: readonly Taint[]): Routine {
		if (equal(taints, node.spec?.taints ?? [])) {
			return;
		}

		const {name, resourceVersion} = node.metadata;
		const patch = {metadata: {resourceVersion}, spec: {taints: taints.length > 0 ? taints : null}};
		yield* note(
			'controller.node-lifecycle.taint',
			{before: node.spec?.taints, after: taints},
			{object: registryKey('nodes', undefined, name)},
		);
		yield* this.tools.client.patch('nodes', undefined, name, patch);
	}

	*run(): Routine {
		for (;;) {
			yield* sleep(monitorMs, {periodic: true});
			const nodes = this.tools.informer('nodes').list();
			for (const node of nodes) {
				yield* round('node-lifecycle', this.#watchOver(node));
			}

			yield* round('node-lifecycle', this.#evict());
		}
	}

	/** Watches a node for signs of life: any change of its lease or its heartbeats. */
	*#watchOver(node: Node): Routine {
		const {kernel, client, recorder, informer} = this.tools;
		const {name} = node.metadata;
		const lease = informer('leases.coordination.k8s.io').get('kube-node-lease', name);
		const heartbeat = node.status?.conditions?.find(({type}) => type === 'Ready')?.lastHeartbeatTime ?? '';
		const sign = `${heartbeat}/${lease?.spec?.renewTime ?? ''}`;
		const known = this.#health.get(name);
		const ready = readyOf(node);
		if (!known) {
			yield* active();
			yield* recorder.event(
				node,
				'Normal',
				'RegisteredNode',
				`Node ${name} event: Registered Node ${name} in Controller`,
			);
		}

		let seenMs = kernel.now;
		if (!known) {
			seenMs = firstSeenMs(node, kernel.wallClockMs, kernel.now);
		} else if (known.sign === sign) {
			seenMs = known.seenMs;
		}

		this.#health.set(name, {sign, seenMs, ready});
		if (known && known.ready === 'True' && ready !== 'True') {
			yield* active();
			yield* this.#fallen(node);
		}

		const silentMs = kernel.now - seenMs;
		const conditions = silentMs > graceMs ? silentConditions(node, kernel.timestamp()) : undefined;
		if (!conditions || equal(conditions, node.status?.conditions)) {
			return;
		}

		yield* active();
		yield* note(
			'controller.node-lifecycle.silent',
			{silentMs, graceMs, before: node.status?.conditions, after: conditions},
			{object: registryKey('nodes', undefined, name), outcome: 'warning'},
		);
		const updated = yield* client.updateStatus('nodes', {...node, status: {...node.status, conditions}});
		this.#health.set(name, {sign, seenMs, ready: 'Unknown'});
		if (ready === 'True') {
			yield* this.#fallen(updated);
		}
	}

	/** The Pods of a node that is not ready are not ready either: Services stop sending to them. @mirrors MarkPodsNotReady */
	*#fallen(node: Node): Routine {
		const {client, recorder, informer, kernel} = this.tools;
		const {name} = node.metadata;
		yield* recorder.event(node, 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
		for (const pod of informer('pods').byIndex('node', name)) {
			if (!isPodReady(pod)) {
				continue;
			}

			const {namespace, name: podName} = pod.metadata;
			const condition = {type: 'Ready', status: 'False', lastTransitionTime: kernel.timestamp()};
			yield* note(
				'controller.node-lifecycle.pod-not-ready',
				{node: name},
				{object: registryKey('pods', namespace, podName)},
			);
			yield* recorder.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
			yield* ignoreNotFound(
				client.patch('pods', namespace, podName, {status: {conditions: [condition]}}, {subresource: 'status'}),
			);
		}
	}

	/** Evicts Pods from nodes that are down, unless all are down: then the fault is more likely in the controller's own connection. */
	*#evict(): Routine {
		const {kernel, informer} = this.tools;
		const nodes = informer('nodes').list();
		const anyReady = nodes.some((node) => readyOf(node) === 'True');
		for (const node of nodes) {
			const taints = evictionTaintsOf(node, anyReady, kernel.timestamp());
			const before = node.spec?.taints ?? [];
			if (taints === before) {
				continue;
			}

			const more = taints.length > before.length;
			if (more && kernel.now < this.#nextTaintMs) {
				continue;
			}

			yield* active();
			yield* this.#writeTaints(node, taints);
			this.#nextTaintMs = more ? kernel.now + taintPauseMs : this.#nextTaintMs;
		}
	}
}

/** A node that never reported counts from its creation. */
const firstSeenMs = (node: Node, wallClockMs: number, now: number): number =>
	node.status?.conditions?.length ? now : now - (wallClockMs - parseTimestamp(node.metadata.creationTimestamp));
