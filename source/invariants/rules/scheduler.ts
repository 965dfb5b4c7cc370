import type {
	Node,
	NodeSelectorRequirement,
	NodeSelectorTerm,
	Pod,
	Taint,
	Toleration,
} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {parseQuantity} from '../../objects/quantity.js';
import {schedulingQueueKey, type ShownQueue} from '../../objects/scheduling.js';
import {nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';

/** Whether the stop's process is a kube-scheduler, or one of its bindings. */
const isScheduler = (process: string): boolean => process.startsWith('kube-scheduler');

/** The request of a Pod for a resource, in thousandths: its containers together with its sidecars, or the largest init container with those before it, and its overhead. */
const requestOf = ({spec}: Pod, resource: string): bigint => {
	const amount = (requests: Readonly<Record<string, string>> | undefined): bigint =>
		parseQuantity(requests?.[resource] ?? '0');
	let [sidecars, most] = [0n, 0n];
	for (const {restartPolicy, resources} of spec.initContainers ?? []) {
		const own = amount(resources?.requests);
		if (restartPolicy === 'Always') {
			sidecars += own;
		}

		const peak = restartPolicy === 'Always' ? sidecars : sidecars + own;
		most = peak > most ? peak : most;
	}

	let sum = sidecars;
	for (const {resources} of spec.containers) {
		sum += amount(resources?.requests);
	}

	const needed = spec.resources?.requests?.[resource];
	const all = needed === undefined ? (sum > most ? sum : most) : parseQuantity(needed);
	return all + amount(spec.overhead);
};

/** Pods on a node that have not ended. */
const podsOn = (known: Known, node: string): readonly Pod[] =>
	[...known.all('pods').values()].filter((pod) => pod.spec.nodeName === node && !isTerminal(pod));

/** Calls for each Pod that a scheduler binds. */
const onBinding = (
	known: Known,
	judge: (pod: Pod, node: Node, report: (found: string) => void) => void,
): ReturnType<Rule['watch']> => ({
	changes: {
		pods({key, before, after}, {process}, broken) {
			const name = after?.spec.nodeName;
			if (name === undefined || name === '' || before?.spec.nodeName || !before || !isScheduler(process)) {
				return;
			}

			const node = known.all('minions').get(`/registry/minions/${name}`);
			if (node && after) {
				judge(after, node, (found) => {
					broken(key, `on ${name} ${found}`);
				});
			}
		},
	},
});

const room: Rule = {
	name: 'a scheduler binds a Pod only where allocatable has room for its requests',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			const allocatable = node.status?.allocatable ?? {};
			const pods = podsOn(known, node.metadata.name);
			if (pods.length > Number(allocatable['pods'] ?? '110')) {
				report(`are ${pods.length} Pods of ${allocatable['pods']}`);
			}

			for (const [resource, amount] of Object.entries(allocatable)) {
				const asked = resource === 'pods' ? 0n : requestOf(pod, resource);
				if (asked > 0n) {
					// Only what it asks for itself can be too much.
					const sum = pods.reduce((total, one) => total + requestOf(one, resource), 0n);
					if (sum > parseQuantity(amount)) {
						report(`are requests of ${sum} thousandths of ${resource}, of ${amount}`);
					}
				}
			}
		}),
};

const portsOf = ({spec}: Pod): readonly string[] =>
	[...spec.containers, ...(spec.initContainers ?? []).filter(({restartPolicy}) => restartPolicy === 'Always')]
		.flatMap(({ports = []}) => ports)
		.flatMap(({hostPort, protocol = 'TCP', hostIP = '0.0.0.0'}) =>
			hostPort === undefined || hostPort === 0 ? [] : [`${protocol} ${hostPort} ${hostIP}`],
		);

const conflicts = (one: string, other: string): boolean => {
	const [[protocol, port, ip], [protocol2, port2, ip2]] = [one.split(' '), other.split(' ')];
	return protocol === protocol2 && port === port2 && (ip === ip2 || ip === '0.0.0.0' || ip2 === '0.0.0.0');
};

const ports: Rule = {
	name: 'a scheduler binds a Pod only where its host ports are free',
	source: 'k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeports',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			const wanted = portsOf(pod);
			if (wanted.length === 0) {
				return;
			}

			for (const other of podsOn(known, node.metadata.name)) {
				const taken = portsOf(other).find((port) => wanted.some((one) => conflicts(one, port)));
				if (other.metadata.uid !== pod.metadata.uid && taken !== undefined) {
					report(`has ${other.metadata.name} the port ${taken}`);
				}
			}
		}),
};

const tolerates = (tolerations: readonly Toleration[], taint: Taint): boolean =>
	tolerations.some(
		({key, operator = 'Equal', value = '', effect}) =>
			(!effect || effect === taint.effect) &&
			(key === undefined || key === '' ? operator === 'Exists' : key === taint.key) &&
			(operator === 'Exists' ||
				(operator === 'Equal' && value === (taint.value ?? '')) ||
				operator === 'Lt' ||
				operator === 'Gt'),
	);

/** Whether labels, or fields, are as a requirement wants them. */
const matches = (
	{key, operator, values = []}: NodeSelectorRequirement,
	labels: Readonly<Record<string, string>> = {},
): boolean => {
	const value = labels[key];
	switch (operator) {
		case 'In':
			return value !== undefined && values.includes(value);
		case 'NotIn':
			return value === undefined || !values.includes(value);
		case 'Exists':
			return value !== undefined;
		case 'DoesNotExist':
			return value === undefined;
		case 'Gt':
			return Number(value) > Number(values[0]);
		case 'Lt':
			return Number(value) < Number(values[0]);
	}
};

const matchesTerm = ({matchExpressions = [], matchFields = []}: NodeSelectorTerm, node: Node): boolean =>
	matchExpressions.length + matchFields.length > 0 &&
	matchExpressions.every((requirement) => matches(requirement, node.metadata.labels)) &&
	matchFields.every((requirement) => matches(requirement, {'metadata.name': node.metadata.name}));

/** Why the node must not have the Pod; empty when it may. */
const objection = ({spec}: Pod, node: Node): string => {
	const {taints = [], unschedulable = false} = node.spec ?? {};
	const tolerations = spec.tolerations ?? [];
	const closed: Taint = {key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule'};
	if (unschedulable && !tolerates(tolerations, closed)) {
		return 'is no room: it is cordoned';
	}

	const taint = taints.find((one) => one.effect !== 'PreferNoSchedule' && !tolerates(tolerations, one));
	if (taint) {
		return `is the taint ${taint.key}:${taint.effect}`;
	}

	const labels = node.metadata.labels ?? {};
	const missing = Object.entries(spec.nodeSelector ?? {}).find(([name, value]) => labels[name] !== value);
	if (missing) {
		return `is no label ${missing.join('=')}`;
	}

	const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
	return terms && !terms.some((term) => matchesTerm(term, node)) ? 'is no term of its node affinity met' : '';
};

const filters: Rule = {
	name: 'a scheduler binds a Pod only to a node that its taints, labels and cordons allow, now or in its cache',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			const cached = known.cached<Node>('kube-scheduler', 'nodes', node.metadata.name);
			const found = objection(pod, node);
			if (found !== '' && (!cached || objection(pod, cached) !== '')) {
				report(found);
			}
		}),
};

const preemption: Rule = {
	name: 'a Pod makes room only by Pods of lower priority',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#preemption',
	watch: (known) => ({
		stops: {
			'scheduler.postfilter'({facts, object}, broken) {
				if (facts?.['case'] !== 'evict') {
					return;
				}

				const victim = known.all('pods').get(`/registry/pods/${String(facts['victim'])}`);
				const [priority, own] = [Number(facts['priority']), victim?.spec.priority ?? 0];
				if (victim && own >= priority) {
					broken(object ?? '', `${String(facts['victim'])} has ${own}, and ${String(facts['preemptor'])} ${priority}`);
				}
			},
		},
	}),
};

const queue: Rule = {
	name: 'at rest, each Pod without a node waits in the queue of the scheduler, and no other Pod',
	source: 'k8s.io/kubernetes/pkg/scheduler/backend/queue PriorityQueue',
	watch: (known) => ({
		atRest(broken) {
			const {kernel} = known;
			const {state} = kernel.processes.get('kube-scheduler') ?? {state: 'ended'};
			const shown = kernel.ledger.read<ShownQueue>(schedulingQueueKey);
			if (state === 'crashed' || state === 'ended' || !shown) {
				return;
			}

			const waiting = new Set([
				...shown.active,
				...shown.backoff,
				...shown.unschedulable,
				...shown.gated,
				...shown.inFlight,
			]);
			const {counts} = shown;
			const all = counts.active + counts.backoff + counts.unschedulable + counts.gated + counts.inFlight;
			if (all !== waiting.size) {
				return; // Only the first ones are shown.
			}

			for (const [key, pod] of known.all('pods')) {
				const {nodeName, schedulerName = 'default-scheduler'} = pod.spec;
				const isOpen =
					!nodeName && schedulerName === 'default-scheduler' && !isTerminal(pod) && !pod.metadata.deletionTimestamp;
				if (isOpen && !waiting.has(nameOf(key))) {
					broken(key, 'it waits nowhere');
				} else if (nodeName && waiting.has(nameOf(key))) {
					broken(key, `it waits, and is on ${nodeName}`);
				}
			}
		},
	}),
};

/** Rules about the places of Pods. */
export const schedulerRules: readonly Rule[] = [room, ports, filters, preemption, queue];
