import {active, sleep, type Routine} from '../../kernel/routine.js';
import {isNotFound} from '../../client/errors.js';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {isReady} from '../endpoints/topology-hints.js';
import {isTerminal} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import {round, type Controller, type Tools} from '../controller.js';
import {allow} from '../controller-roles.js';

const checkMs = 20_000;
const quarantineMs = 40_000;
const terminatedLimit = 12_500;

/** A Pod that no other component will ever clean up, and the reason. */
export interface Leftover {
	readonly pod: Pod;
	readonly why: 'terminated' | 'out-of-service' | 'orphaned' | 'unscheduled';
}

/** The state of a node that releases its Pods: deleted long enough ago, or permanently down according to a taint. */
export type NodeState = 'gone' | 'out-of-service' | undefined;

/** Whether nothing runs on a node any more: it is not ready, and an administrator has confirmed that it is shut down. @see https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown */
export const isOutOfService = (node: Node): boolean =>
	!isReady(node) && (node.spec?.taints ?? []).some(({key}) => key === 'node.kubernetes.io/out-of-service');

const reasonFor = ({metadata, spec}: Pod, stateOf: (node: string) => NodeState): Leftover['why'] | undefined => {
	const isGoing = metadata.deletionTimestamp !== undefined;
	if (!spec.nodeName) {
		return isGoing ? 'unscheduled' : undefined;
	}

	const state = stateOf(spec.nodeName);
	if (state === 'gone') {
		return 'orphaned';
	}

	if (isGoing) {
		return state;
	}

	return undefined;
};

/** The Pods to delete by force: Pods of nodes that were deleted a while ago or are out of service, Pods deleted before they had a node, and the oldest terminated Pods beyond a limit. */
export const leftovers = (
	pods: readonly Pod[],
	stateOf: (node: string) => NodeState,
	limit = terminatedLimit,
): Leftover[] => {
	const left = pods.flatMap((pod): Leftover[] => {
		const why = reasonFor(pod, stateOf);
		return why ? [{pod, why}] : [];
	});
	const known = new Set(left.map(({pod}) => pod));
	const terminated = pods.filter((pod) => isTerminal(pod) && !known.has(pod));
	const surplus = terminated
		.sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1))
		.slice(0, Math.max(0, terminated.length - limit));
	return [...left, ...surplus.map((pod) => ({pod, why: 'terminated'}) as const)];
};

/**
Deletes Pods that no kubelet will delete: above all those of nodes that were deleted.

@see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-garbage-collection
@mirrors k8s.io/kubernetes/pkg/controller/podgc
*/
export const podGarbageCollector: Controller = {
	name: 'pod-garbage-collector',
	reportsAs: 'pod-garbage-collector',
	rules: [allow('delete list watch', 'pods'), allow('get list watch', 'nodes'), allow('patch', 'pods/status')],
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
		const stateOf = (name: string): NodeState => {
			const node = informer('nodes').get(undefined, name);
			if (node) {
				missingSince.delete(name);
				return isOutOfService(node) ? 'out-of-service' : undefined;
			}

			const since = missingSince.get(name) ?? kernel.now;
			missingSince.set(name, since);
			return kernel.now - since >= quarantineMs ? 'gone' : undefined;
		};

		for (const leftover of leftovers(informer('pods').list(), stateOf)) {
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
		// No kubelet will say how it ended.
		if (!isTerminal(pod)) {
			const condition = {
				type: 'DisruptionTarget',
				status: 'True',
				reason: 'DeletionByPodGC',
				message: 'PodGC: node no longer exists',
				observedGeneration: generation,
				lastTransitionTime: kernel.timestamp(),
			};
			const conditions = why === 'orphaned' ? {conditions: [condition]} : {};
			yield* client.patch(
				'pods',
				namespace,
				name,
				{metadata: {uid}, status: {phase: 'Failed', ...conditions}},
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
