import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {parseQuantity} from '../../objects/quantity.js';
import {schedulingQueueKey, type ShownQueue} from '../../objects/scheduling.js';
import {nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {selects} from '../second-reading.js';
import {keepsAway} from './places.js';

/** Whether the stop's process is a kube-scheduler, or one of its bindings. */
const isScheduler = (process: string): boolean => process.startsWith('kube-scheduler');

/** The request of a Pod for a resource, in thousandths: its containers together with its sidecars, or the largest init container with those before it, and its overhead. */
export const requestOf = ({spec}: Pod, resource: string): bigint => {
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
	const ofContainers = sum > most ? sum : most;
	return (needed === undefined ? ofContainers : parseQuantity(needed)) + amount(spec.overhead);
};

/** Pods on a node that have not ended. */
export const podsOn = (known: Known, node: string): readonly Pod[] =>
	[...known.all('pods').values()].filter((pod) => pod.spec.nodeName === node && !isTerminal(pod));

/** Calls for each Pod that a scheduler binds. */
export const onBinding = (
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
					// Only its own requests can be too much.
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

/** The host port of a Pod that one of these other Pods uses. */
export const portsTaken = (pod: Pod, others: readonly Pod[]): string | undefined => {
	const wanted = portsOf(pod);
	return others
		.filter(({metadata}) => metadata.uid !== pod.metadata.uid)
		.flatMap((other) => portsOf(other))
		.find((port) => wanted.some((one) => conflicts(one, port)));
};

const ports: Rule = {
	name: 'a scheduler binds a Pod only where its host ports are free',
	source: 'k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeports',
	watch: (known) =>
		onBinding(known, (pod, node, report) => {
			const taken = portsTaken(pod, podsOn(known, node.metadata.name));
			if (taken !== undefined) {
				report(`has another Pod the port ${taken}`);
			}
		}),
};

const filters: Rule = {
	name: 'a scheduler chooses for a Pod a node that its taints, labels and cordons allow, now or in its cache',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/',
	watch: (known) => ({
		stops: {
			'scheduler.reserve'({facts, frame, object, process}, broken) {
				const name = String(facts?.['node']);
				const key = object ?? frame?.object ?? '';
				const pod = known.all('pods').get(key);
				const node = known.all('minions').get(`/registry/minions/${name}`);
				const cached = known.cached<Node>(process.split('/')[0] ?? '', 'nodes', name);
				const found = pod && node ? keepsAway(pod.spec, node) : '';
				if (pod && found !== '' && (!cached || keepsAway(pod.spec, cached) !== '')) {
					broken(key, `on ${name} ${found}`);
				}
			},
		},
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

const victims: Rule = {
	name: 'a Pod makes room by no more Pods than it needs',
	source: 'k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption DefaultPreemption.SelectVictimsOnNode',
	watch: (known) => ({
		stops: {
			'scheduler.postfilter'({facts, object}, broken) {
				if (facts?.['case'] !== 'evict' || !known.isCalm) {
					return;
				}

				const pod = known.all('pods').get(`/registry/pods/${String(facts['preemptor'])}`);
				const node = known.all('minions').get(`/registry/minions/${String(facts['node'])}`);
				if (!pod || !node || portsOf(pod).length > 0 || pod.spec.affinity || pod.spec.topologySpreadConstraints) {
					return;
				}

				// A Pod that is already ending makes room as well.
				const staying = podsOn(known, node.metadata.name).filter(({metadata}) => !metadata.deletionTimestamp);
				const isEnough = Object.entries(node.status?.allocatable ?? {}).every(([resource, amount]) =>
					resource === 'pods'
						? staying.length < Number(amount)
						: [...staying, pod].reduce((sum, one) => sum + requestOf(one, resource), 0n) <= parseQuantity(amount),
				);
				if (isEnough && keepsAway(pod.spec, node) === '') {
					broken(object ?? '', `${String(facts['preemptor'])} fits on ${node.metadata.name} beside it`);
				}
			},
		},
	}),
};

const guards: Rule = {
	name: 'a Pod makes room by Pods that no budget protects, where these are enough',
	source: 'k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption DefaultPreemption.SelectVictimsOnNode',
	watch: (known) => ({
		stops: {
			'scheduler.postfilter'({facts, object}, broken) {
				const victim = known.all('pods').get(`/registry/pods/${String(facts?.['victim'])}`);
				const pod = known.all('pods').get(`/registry/pods/${String(facts?.['preemptor'])}`);
				if (facts?.['case'] !== 'evict' || !known.isCalm || !pod || !victim || !isGuarded(known, victim)) {
					return;
				}

				// A Pod as large as the victim would fit in its place.
				const other = podsOn(known, String(facts['node'])).find(
					(one) =>
						(one.spec.priority ?? 0) <= (victim.spec.priority ?? 0) &&
						!one.metadata.deletionTimestamp &&
						!isGuarded(known, one) &&
						['cpu', 'memory'].every((resource) => requestOf(one, resource) >= requestOf(victim, resource)),
				);
				if (other && portsOf(pod).length === 0 && pod.spec.affinity === undefined) {
					broken(object ?? '', `a budget protects it, and none protects ${other.metadata.name}`);
				}
			},
		},
	}),
};

/** Whether a budget allows no disruption of a Pod, and would be violated. */
const isGuarded = (known: Known, {metadata}: Pod): boolean =>
	[...known.all('poddisruptionbudgets').values()].some(
		(budget) =>
			budget.metadata.namespace === metadata.namespace &&
			budget.status?.disruptionsAllowed === 0 &&
			budget.status.disruptedPods?.[metadata.name] === undefined &&
			selects(budget.spec?.selector ?? {matchLabels: {none: 'none'}}, metadata.labels),
	);

/** Rules about the places of Pods. */
export const schedulerRules: readonly Rule[] = [room, ports, filters, preemption, victims, guards, queue];
