import {active, sleep, type Routine} from '../../kernel/routine.js';
import {isNotFound} from '../../client/errors.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {round, type Controller, type Tools} from '../controller.js';

const checkMs = 20_000;
const quarantineMs = 40_000;
const terminatedLimit = 12_500;

/** A Pod that nobody will ever clean up, and why. */
export interface Leftover {
	readonly pod: Pod;
	readonly why: 'orphaned' | 'unscheduled' | 'terminated';
}

/**
The Pods to force away: those of nodes that are gone for a while, those deleted before they had a node, and the oldest
terminated ones beyond a limit.

@param lost whether the node has been gone for long enough.
*/
export const leftovers = (
	pods: readonly Pod[],
	lost: (node: string) => boolean,
	limit = terminatedLimit,
): Leftover[] => {
	const result: Leftover[] = [];
	const terminated: Pod[] = [];
	for (const pod of pods) {
		const node = pod.spec?.nodeName;
		if (node && lost(node)) {
			result.push({pod, why: 'orphaned'});
		} else if (!node && pod.metadata.deletionTimestamp !== undefined) {
			result.push({pod, why: 'unscheduled'});
		} else if (isTerminal(pod)) {
			terminated.push(pod);
		}
	}

	const surplus = terminated
		.sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1))
		.slice(0, Math.max(0, terminated.length - limit));
	return [...result, ...surplus.map((pod) => ({pod, why: 'terminated'}) as const)];
};

/**
Removes Pods that no kubelet will: above all those of nodes that were deleted.

@see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-garbage-collection
@mirrors k8s.io/kubernetes/pkg/controller/podgc
*/
export const podGarbageCollector: Controller = {
	name: 'pod-garbage-collector',
	reportsAs: 'pod-garbage-collector',
	build: (tools) => ({
		handlers: {pods: () => [], nodes: () => []},
		*sync() {},
		beside: {check: () => check(tools)},
	}),
};

function* check(tools: Tools): Routine {
	const {informer, kernel} = tools;
	const missingSince = new Map<string, number>();
	for (;;) {
		yield* sleep(checkMs, {periodic: true});
		const lost = (node: string): boolean => {
			if (informer('nodes').get(undefined, node)) {
				missingSince.delete(node);
				return false;
			}

			const since = missingSince.get(node) ?? kernel.now;
			missingSince.set(node, since);
			return kernel.now - since >= quarantineMs;
		};

		for (const leftover of leftovers(informer('pods').list(), lost)) {
			yield* active();
			yield* round('pod-garbage-collector', remove(tools, leftover));
		}
	}
}

function* remove({client, kernel}: Tools, {pod, why}: Leftover): Routine {
	const {namespace, name, uid, generation} = pod.metadata;
	yield* note(
		'controller.pod-garbage-collector.delete',
		{why, node: pod.spec?.nodeName},
		{object: registryKey('pods', namespace, name)},
	);
	try {
		if (why === 'orphaned' && !isTerminal(pod)) {
			const condition = {
				type: 'DisruptionTarget',
				status: 'True',
				reason: 'DeletionByPodGC',
				message: 'PodGC: node no longer exists',
				observedGeneration: generation,
				lastTransitionTime: kernel.timestamp(),
			};
			yield* client.patch(
				'pods',
				namespace,
				name,
				{metadata: {uid}, status: {phase: 'Failed', conditions: [condition]}},
				{subresource: 'status'},
			);
		}

		yield* client.delete('pods', namespace, name, {gracePeriodSeconds: 0});
	} catch (error) {
		if (!isNotFound(error)) {
			throw error;
		}
	}
}
