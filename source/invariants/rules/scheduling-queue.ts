import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {parseQuantity} from '../../objects/quantity.js';
import {nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';
import {keepsAway} from './places.js';
import {podsOn, portsTaken, requestOf} from './scheduler.js';

const priorities: Rule = {
	name: 'a scheduler takes the Pod of the highest priority from its queue',
	source: 'k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort PrioritySort.Less',
	watch(known) {
		/** Names of Pods that are active in the queue, with their priority. */
		const active = new Map<string, number>();
		return {
			changes: {
				'scheduler/queue'({key, after}, _stop, broken) {
					const name = nameOf(key);
					const priority = known.all('pods').get(`/registry/pods/${name}`)?.spec.priority ?? 0;
					if (after?.place === 'active') {
						active.set(name, priority);
						return;
					}

					active.delete(name);
					const first = after?.place === 'inFlight' ? [...active].find(([, other]) => other > priority) : undefined;
					if (first) {
						broken(key, `it has ${priority}, and ${first[0]} waits with ${first[1]}`);
					}
				},
			},
			stops: {
				'scheduler.queue'({facts}) {
					if (facts?.['case'] === 'start') {
						active.clear();
					}
				},
			},
		};
	},
};

const gates: Rule = {
	name: 'a scheduler leaves a Pod with scheduling gates alone',
	source: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-scheduling-readiness/',
	watch: (known) => ({
		changes: {
			'scheduler/queue'({key, after}, _stop, broken) {
				const pod = known.all('pods').get(`/registry/pods/${nameOf(key)}`);
				const [gate] = pod?.spec.schedulingGates ?? [];
				if (gate && after?.place === 'inFlight' && known.isCalm) {
					broken(key, `${gate.name} holds it back`);
				}
			},
			pods({key, after}, {process}, broken) {
				const [gate] = after?.spec.schedulingGates ?? [];
				if (gate && after?.spec.nodeName && process.startsWith('kube-scheduler')) {
					broken(key, `${gate.name} holds it back`);
				}
			},
		},
	}),
};

/** Whether a plain reading can tell where the Pod fits: nothing about it depends on other Pods, volumes or devices. */
const isPlain = ({spec}: Pod): boolean =>
	spec.affinity?.podAffinity === undefined &&
	spec.affinity?.podAntiAffinity === undefined &&
	(spec.topologySpreadConstraints ?? []).length === 0 &&
	(spec.resourceClaims ?? []).length === 0 &&
	(spec.schedulingGates ?? []).length === 0 &&
	!spec.volumes?.some(({persistentVolumeClaim, ephemeral}) => persistentVolumeClaim ?? ephemeral);

const fits = (known: Known, pod: Pod, node: Node): boolean => {
	const {allocatable = {}} = node.status ?? {};
	const pods = podsOn(known, node.metadata.name);
	const isKept = pods.some(({spec}) => spec.affinity?.podAntiAffinity !== undefined);
	const nominated = [...known.all('pods').values()].filter(
		({spec, status}) =>
			!spec.nodeName &&
			status?.nominatedNodeName === node.metadata.name &&
			(spec.priority ?? 0) >= (pod.spec.priority ?? 0),
	);
	const all = [...pods, ...nominated, pod];
	return (
		!isKept &&
		keepsAway(pod.spec, node) === '' &&
		portsTaken(pod, pods) === undefined &&
		all.length <= Number(allocatable['pods'] ?? '110') &&
		Object.entries(allocatable).every(
			([resource, amount]) =>
				resource === 'pods' || all.reduce((sum, one) => sum + requestOf(one, resource), 0n) <= parseQuantity(amount),
		)
	);
};

const waiting: Rule = {
	name: 'at rest, no Pod waits for a node that has room for it',
	source: 'k8s.io/kubernetes/pkg/scheduler/backend/queue PriorityQueue.MoveAllToActiveOrBackoffQueue',
	watch: (known) => ({
		atRest(broken) {
			if (!isAtWork(known, 'kube-scheduler')) {
				return;
			}

			for (const [key, pod] of known.all('pods')) {
				const {nodeName, schedulerName = 'default-scheduler'} = pod.spec;
				if (nodeName || schedulerName !== 'default-scheduler' || isTerminal(pod) || pod.metadata.deletionTimestamp) {
					continue;
				}

				const node = isPlain(pod) ? [...known.all('minions').values()].find((one) => fits(known, pod, one)) : undefined;
				if (node) {
					broken(key, `it fits on ${node.metadata.name}`);
				}
			}
		},
	}),
};

/** Rules about Pods that wait for a node. */
export const schedulingQueueRules: readonly Rule[] = [priorities, gates, waiting];
