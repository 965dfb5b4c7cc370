import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {parseQuantity} from '../../objects/quantity.js';
import {schedulingQueueKey} from '../../objects/scheduling.js';
import {nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {isAtWork} from '../second-reading.js';
import {keepsAway} from './places.js';
import {podsOn, portsTaken, requestOf} from './scheduler.js';

const priorities: Rule = {
	name: 'a scheduler takes the Pod of the highest priority from its queue, and of these the one that came first',
	source: 'k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort PrioritySort.Less',
	watch(known) {
		/** Names of active Pods in the queue, with their priority and time of arrival. */
		const active = new Map<string, {readonly priority: number; readonly atMs: number}>();
		/** The next Pod among those in back-off that plug-ins have refused, when no Pod is active. */
		const paused = new Map<string, {readonly priority: number; readonly atMs: number}>();
		return {
			changes: {
				'scheduler/queue'({key, before, after}, _stop, broken) {
					const name = nameOf(key);
					const priority = known.all('pods').get(`/registry/pods/${name}`)?.spec.priority ?? 0;
					const last = active.get(name) ?? paused.get(name) ?? {priority, atMs: known.timeMs};
					active.delete(name);
					paused.delete(name);
					if (after?.place === 'active') {
						active.set(name, {priority, atMs: known.timeMs});
					} else if (after?.place === 'backoff' && after.refusedBy) {
						paused.set(name, {priority, atMs: known.timeMs});
					} else if (after?.place === 'inFlight') {
						const isOlder = active.size > 0 || before?.place === 'active';
						const first = [...(isOlder ? active : paused)].find(
							([, other]) =>
								other.priority > priority || (isOlder && other.priority === priority && other.atMs < last.atMs),
						);
						if (first) {
							broken(
								key,
								`it has ${priority}, and ${first[0]} waits with ${first[1].priority} since ${first[1].atMs} ms`,
							);
						}
					}
				},
			},
			stops: {
				'scheduler.queue'({facts}) {
					if (facts?.['case'] === 'start') {
						active.clear();
						paused.clear();
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

const pauses: Rule = {
	name: 'a Pod that a scheduler has tried has a back-off, and waits for its end unless it is the only one left to try',
	source: 'k8s.io/kubernetes/pkg/scheduler/backend/queue backoffQueue.calculateBackoffDuration, PriorityQueue.Pop',
	watch(known) {
		/** Keys of Pods that are active in the queue. */
		const active = new Set<string>();
		/** Key of a Pod in the queue → when the pause after its last try is over. */
		const pausedUntilMs = new Map<string, number>();
		return {
			changes: {
				'scheduler/queue'({key, before, after}, _stop, broken) {
					active.delete(key);
					if (after?.place === 'active') {
						active.add(key);
					} else if (!after) {
						pausedUntilMs.delete(key);
					}

					const hasWaited = before?.place === 'backoff' || before?.place === 'unschedulable';
					const isAhead = after?.place === 'active' || (after?.place === 'inFlight' && active.size > 0);
					const leftMs = (pausedUntilMs.get(key) ?? 0) - known.timeMs;
					if (hasWaited && isAhead && leftMs > 0) {
						broken(key, `it comes ${leftMs} ms before its pause is over`);
					}
				},
			},
			stops: {
				'scheduler.queue'({facts, object = ''}, broken) {
					if (facts?.['case'] === 'start') {
						active.clear();
						pausedUntilMs.clear();
					} else if (facts?.['case'] === 'failure') {
						const pauseMs = Number(facts['backoffMs']);
						pausedUntilMs.set(`${schedulingQueueKey}/${nameOf(object)}`, known.timeMs + pauseMs);
						if (pauseMs <= 0) {
							broken(object, 'it has no pause');
						}
					}
				},
			},
		};
	},
};

/** Whether a simple evaluation can decide where the Pod fits, because this does not depend on other Pods, volumes or devices. */
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
export const schedulingQueueRules: readonly Rule[] = [priorities, gates, pauses, waiting];
