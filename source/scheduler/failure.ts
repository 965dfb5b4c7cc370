import {ApiError, isNotFound} from '../client/errors.js';
import type {Routine} from '../kernel/routine.js';
import type {ObjectReference, Pod, ResourceV1ResourceClaim} from '../objects/kubernetes.generated.js';
import {podCondition} from '../objects/pod.js';
import {behaves} from '../objects/versions/changed-behaviour.js';
import {frame, note} from '../stages/note.js';
import {deallocate} from './claims.js';
import type {Choice} from './cycle.js';
import {absentNodes, countReasons, unschedulableMessage} from './fit-error.js';
import type {Filtering, Prefiltering} from './filtering.js';
import type {ClusterView} from './framework.js';
import {podKey, type SchedulerParts} from './parts.js';
import type {PodInfo} from './pod-info.js';
import {explainAfterwards} from './post-filter.js';
import type {Candidate} from './plugins/default-preemption.js';
import type {QueuedPod} from './queue/queued-pod.js';

type FailureParts = Pick<
	SchedulerParts,
	'kernel' | 'client' | 'profiles' | 'queue' | 'nominator' | 'claims' | 'settings'
>;

/** @mirrors k8s.io/kubernetes/pkg/scheduler/framework/preemption Evaluator.Preempt of v1.37 */
const placementMessage = ({node, victims}: Candidate): string =>
	`preemption: found a potential placement for pod on node ${node}, preempting ${victims.length} victims`;

/** Runs PostFilter when no node fits: finds Pods to evict, and reports the reasons. @returns the node on which preemption makes room. */
export function* postFilter(
	parts: FailureParts,
	queued: QueuedPod,
	info: PodInfo,
	view: ClusterView,
	{prefiltering, filtering, matrix}: Choice,
): Routine<string | undefined> {
	const preemption = explainAfterwards(parts.profiles.of(info.pod), info, view, prefiltering, filtering);
	const reasons = countReasons(filtering.refusals, absentNodes(view, prefiltering, filtering));
	const {chosen, idle} = preemption;
	const afterwards =
		chosen && behaves(parts.settings.minor, 'preemptionMessage') ? placementMessage(chosen) : preemption.message;
	const message = unschedulableMessage(view.nodes.length, prefiltering, reasons, afterwards);
	yield* note(
		'scheduler.postfilter',
		{
			case: 'plan',
			message,
			matrix,
			candidates: preemption.candidates.map(({node, victims, violations}) => ({
				node,
				victims: victims.map(({key}) => key),
				violations,
			})),
			victims: chosen?.victims.map(({key}) => key),
			nominated: chosen?.node,
		},
		{outcome: chosen ? 'warning' : 'refused'},
	);
	let isActivated = false;
	if (idle) {
		yield* giveBack(parts, idle);
	}

	if (chosen) {
		parts.nominator.nominate(info, chosen.node);
		isActivated = !(yield* frame({name: `preempt on ${chosen.node}`}, evict(parts, info, chosen)));
	}

	const withdrawn = view.nodes.length > 0 && !prefiltering.refused && !preemption.ineligible ? '' : undefined;
	yield* fail(parts, queued, message, refusers(prefiltering, filtering), {
		isActivated,
		nominated: chosen ? chosen.node : withdrawn,
	});
	return chosen?.node;
}

/** Removes the devices from an unused claim. If the apiserver refuses this, the next attempt repeats it. */
function* giveBack({client, claims}: FailureParts, idle: ResourceV1ResourceClaim): Routine {
	try {
		yield* deallocate(client, claims, idle);
	} catch (error) {
		if (!(error instanceof ApiError)) {
			throw error;
		}
	}
}

/** The plug-ins that refused the Pod's nodes: only events relevant to them justify another attempt. */
const refusers = ({refused, narrowedBy}: Prefiltering, {refusals}: Filtering): ReadonlySet<string> => {
	const names = new Set<string>();
	if (refused) {
		names.add(refused.plugin);
	}

	for (const {plugin} of refusals.values()) {
		names.add(plugin);
	}

	for (const plugin of narrowedBy) {
		names.add(plugin);
	}

	return names;
};

/**
Makes room by deleting the victims, in their order; a refusal by the apiserver ends it.

@returns whether the apiserver accepted all of it.
@mirrors pkg/scheduler/framework/preemption/executor.go prepareCandidate
*/
function* evict({kernel, client, profiles}: FailureParts, info: PodInfo, {node, victims}: Candidate): Routine<boolean> {
	const {recorder, schedulerName} = profiles.of(info.pod);
	for (const {pod, key} of victims) {
		const {namespace, name, generation} = pod.metadata;
		yield* note(
			'scheduler.postfilter',
			{
				case: 'evict',
				plugin: 'DefaultPreemption',
				victim: key,
				node,
				preemptor: info.key,
				priority: info.priority,
			},
			{object: podKey(pod)},
		);
		try {
			if (podCondition(pod, 'DisruptionTarget')?.status !== 'True') {
				yield* client.patch(
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
									message: `${schedulerName}: preempting to accommodate a higher priority pod`,
									lastProbeTime: null,
									lastTransitionTime: kernel.timestamp(),
								},
							],
						},
					},
					{subresource: 'status'},
				);
			}

			yield* client.delete('pods', namespace, name);
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			// Another attempt chooses its victims again.
			if (!isNotFound(error)) {
				return false;
			}
		}

		yield* recorder.event(pod, 'Normal', 'Preempted', `Preempted by pod ${info.pod.metadata.uid} on node ${node}`, {
			action: 'Preempting',
			related: referenceTo(info.pod),
		});
	}

	return true;
}

/** Handles a failed attempt: the Pod waits again, and its condition and an event have the reason. */
export function* fail(
	parts: Pick<FailureParts, 'kernel' | 'client' | 'profiles' | 'queue'>,
	queued: QueuedPod,
	message: string,
	refusedBy: ReadonlySet<string>,
	more: {
		readonly isIdle?: boolean;
		readonly isActivated?: boolean;
		readonly nominated?: string;
		readonly reason?: string;
	} = {},
): Routine {
	const {kernel, queue} = parts;
	const {pod} = queued;
	const {recorder} = parts.profiles.of(pod);
	const place = queue.putBack(queued, refusedBy, more);
	queue.publish();
	yield* note(
		'scheduler.queue',
		{
			case: 'failure',
			place,
			message,
			refusedBy: [...refusedBy],
			backoffMs: queued.backoffUntilMs - kernel.now,
			counts: queue.counts,
		},
		{object: podKey(pod), outcome: 'failed'},
	);
	yield* recorder.event(pod, 'Warning', 'FailedScheduling', message, {action: 'Scheduling'});
	yield* tellStatus(parts, pod, message, more.reason ?? 'Unschedulable', more.nominated);
}

function* tellStatus(
	{kernel, client}: Pick<FailureParts, 'kernel' | 'client'>,
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
		yield* client.patch(
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
							lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : kernel.timestamp(),
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
			{case: 'status-refused', reason: error.reason, message: error.message},
			{object: podKey(pod), outcome: 'failed'},
		);
	}
}

/** The conditions in their order, with a new one at the end. */
const orderOfConditions = (pod: Pod, changed: string) => {
	const types = (pod.status?.conditions ?? []).map(({type}) => type);
	return {
		'$setElementOrder/conditions': (types.includes(changed) ? types : [...types, changed]).map((type) => ({type})),
	};
};

const referenceTo = ({metadata: {namespace, name, uid}}: Pod): ObjectReference => ({kind: 'Pod', namespace, name, uid});
