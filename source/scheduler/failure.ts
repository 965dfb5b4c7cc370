import {ApiError, isNotFound} from '../client/errors.js';
import {frame, note, type Routine} from '../kernel/routine.js';
import type {Pod, Resources} from '../objects/kubernetes.generated.js';
import {podCondition} from '../objects/pod.js';
import type {Outcome} from './cycle.js';
import {absentNodes, countReasons, unschedulableMessage} from './decision.js';
import type {ClusterView} from './framework.js';
import type {PodInfo} from './pod-info.js';
import {explainAfterwards} from './post-filter.js';
import type {Preemption} from './plugins/default-preemption.js';
import type {QueuedPod} from './queue.js';
import {podKey, type SchedulerState} from './state.js';

/** No node fits: looks for Pods that could make room, and tells about it. */
export function* postFilter(
	state: SchedulerState,
	queued: QueuedPod,
	info: PodInfo,
	view: ClusterView,
	{prefiltering, filtering, matrix}: Outcome,
): Routine {
	const preemption = explainAfterwards(state.profile, info, view, prefiltering, filtering);
	const reasons = countReasons(filtering.refusals, absentNodes(view, prefiltering, filtering));
	const message = unschedulableMessage(view.nodes.length, prefiltering, reasons, preemption.message);
	const {chosen} = preemption;
	yield* note(
		'scheduler.postfilter',
		chosen
			? `No node has room for ${info.key}, but ${chosen.node} would without ${chosen.victims.map(({key}) => key).join(', ')}, which ${chosen.victims.length === 1 ? 'has' : 'have'} lower priority: DefaultPreemption removes ${chosen.victims.length === 1 ? 'it' : 'them'} for it.`
			: `No node can take ${info.key}, and nothing can be done about it: ${message}`,
		{
			message,
			matrix,
			candidates: preemption.candidates.map(describeCandidate),
			victims: chosen?.victims.map(({key}) => key),
		},
		{outcome: chosen ? 'warning' : 'refused'},
	);
	const refusedBy = new Set<string>();
	if (prefiltering.refused) {
		refusedBy.add(prefiltering.refused.plugin);
	}

	for (const {plugin} of filtering.refusals.values()) {
		refusedBy.add(plugin);
	}

	for (const plugin of prefiltering.narrowedBy) {
		refusedBy.add(plugin);
	}

	if (chosen) {
		state.nominations.set(info.key, {info, node: chosen.node});
		yield* frame({name: `preempt on ${chosen.node}`}, evict(state, info, chosen));
	}

	yield* fail(state, queued, message, refusedBy, {
		nominated: chosen ? chosen.node : view.nodes.length > 0 && !prefiltering.refused ? '' : undefined,
	});
}

function* evict(state: SchedulerState, info: PodInfo, {node, victims}: NonNullable<Preemption['chosen']>): Routine {
	for (const {pod, key} of victims) {
		const {namespace, name, generation} = pod.metadata;
		try {
			if (podCondition(pod, 'DisruptionTarget')?.status !== 'True') {
				yield* state.client.patch(
					'pods',
					namespace,
					name,
					{
						status: {
							...orderOfConditions(pod, 'DisruptionTarget'),
							conditions: [
								{
									type: 'DisruptionTarget',
									status: 'True',
									...(generation ? {observedGeneration: generation} : {}),
									reason: 'PreemptionByScheduler',
									message: `${state.name}: preempting to accommodate a higher priority pod`,
									lastProbeTime: null,
									lastTransitionTime: state.kernel.timestamp(),
								},
							],
						},
					},
					{subresource: 'status'},
				);
			}

			yield* state.client.delete('pods', namespace, name);
		} catch (error) {
			if (!isNotFound(error)) {
				throw error;
			}
		}

		yield* state.recorder.event(
			pod,
			'Normal',
			'Preempted',
			`Preempted by pod ${info.pod.metadata.uid} on node ${node}`,
			{action: 'Preempting', related: referenceTo(info.pod)},
		);
		yield* note(
			'scheduler.postfilter',
			`${key} is told to go, as ${info.key} with priority ${info.priority} needs its place on ${node}.`,
			{plugin: 'DefaultPreemption', victim: key, node, priority: info.priority},
			{object: podKey(pod)},
		);
	}
}

/** A try that failed: the Pod waits again, and its condition and an event say why. */
export function* fail(
	state: SchedulerState,
	queued: QueuedPod,
	message: string,
	refusedBy: ReadonlySet<string>,
	more: {readonly isIdle?: boolean; readonly nominated?: string; readonly reason?: string} = {},
): Routine {
	const {pod, key} = queued;
	const place = state.queue.get(key) === queued ? state.queue.putBack(queued, refusedBy, more) : 'gone';
	state.queue.publish();
	yield* state.recorder.event(pod, 'Warning', 'FailedScheduling', message, {action: 'Scheduling'});
	yield* note(
		'scheduler.queue',
		place === 'unschedulable'
			? `${key} goes to the unschedulable Pods until something changes that may help.`
			: `${key} waits ${queued.backoffUntilMs - state.kernel.now} ms before the next try.`,
		{place, message, refusedBy: [...refusedBy], counts: state.queue.counts},
		{object: podKey(pod), outcome: 'failed'},
	);
	yield* tellStatus(state, pod, message, more.reason ?? 'Unschedulable', more.nominated);
}

function* tellStatus(
	state: SchedulerState,
	pod: Pod,
	message: string,
	reason: string,
	nominated: string | undefined,
): Routine {
	const before = podCondition(pod, 'PodScheduled');
	const sameNomination = nominated === undefined || nominated === (pod.status?.nominatedNodeName ?? '');
	if (before?.status === 'False' && before.reason === reason && before.message === message && sameNomination) {
		return;
	}

	const {namespace, name, generation} = pod.metadata;
	try {
		yield* state.client.patch(
			'pods',
			namespace,
			name,
			{
				status: {
					...orderOfConditions(pod, 'PodScheduled'),
					conditions: [
						{
							type: 'PodScheduled',
							status: 'False',
							...(generation ? {observedGeneration: generation} : {}),
							reason,
							message,
							lastProbeTime: null,
							lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : state.kernel.timestamp(),
						},
					],
					...(sameNomination ? {} : {nominatedNodeName: nominated || null}),
				},
			},
			{subresource: 'status'},
		);
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}

		yield* note(
			'scheduler.queue',
			`The condition of ${namespace}/${name} cannot be written: ${error.message}.`,
			{reason: error.reason, message: error.message},
			{outcome: 'failed'},
		);
	}
}

/** Keeps the conditions in their order, a new one last. */
const orderOfConditions = (pod: Pod, changed: string) => {
	const types = (pod.status?.conditions ?? []).map(({type}) => type);
	return {
		'$setElementOrder/conditions': (types.includes(changed) ? types : [...types, changed]).map((type) => ({type})),
	};
};

const describeCandidate = ({node, victims, violations}: Preemption['candidates'][number]) => ({
	node,
	victims: victims.map(({key}) => key),
	violations,
});

const referenceTo = (
	pod: Pod,
): Pick<NonNullable<Resources['events']['related']>, 'kind' | 'namespace' | 'name' | 'uid'> => ({
	kind: 'Pod',
	namespace: pod.metadata.namespace,
	name: pod.metadata.name,
	uid: pod.metadata.uid,
});
