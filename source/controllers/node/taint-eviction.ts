import type {Routine} from '../../kernel/routine.js';
import {isNotFound} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Pod, PodCondition, Taint} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import {noExecute, staySeconds} from '../../objects/taints.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';

/**
Deletes Pods from nodes whose NoExecute taints they do not tolerate, or no longer.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/#taint-based-evictions
@mirrors k8s.io/kubernetes/pkg/controller/tainteviction
*/
export const taintEviction: Controller = {
	name: 'taint-eviction',
	reportsAs: 'taint-eviction-controller',
	account: 'node-controller',
	build(tools) {
		const evictor = new Evictor(tools);
		return {
			handlers: {
				*nodes({type, object, old}) {
					if (
						type === 'DELETED' ||
						(noExecute(object.spec?.taints).length === 0 && noExecute(old?.spec?.taints).length === 0)
					) {
						return;
					}

					if (old?.spec?.taints !== object.spec?.taints) {
						for (const pod of tools.informer('pods').byIndex('node', object.metadata.name)) {
							yield keyOf(pod);
						}
					}
				},
				pods: ({type, object, old}) => {
					const concerned = type !== 'DELETED' && (!old || old.spec !== object.spec) && evictor.concerns(object);
					return concerned || evictor.knows(object) ? [keyOf(object)] : [];
				},
			},
			sync: (key) => evictor.sync(key),
		};
	},
};

class Evictor {
	/** The time at which each Pod must leave, and the time since which this runs. */
	readonly #appointments = new Map<string, {readonly sinceMs: number; readonly atMs: number}>();

	constructor(readonly tools: Tools) {}

	knows(pod: Pod): boolean {
		return this.#appointments.has(keyOf(pod));
	}

	concerns(pod: Pod): boolean {
		return this.#taintsFor(pod).length > 0;
	}

	#taintsFor(pod: Pod): readonly Taint[] {
		const {nodeName} = pod.spec ?? {};
		return nodeName ? noExecute(this.tools.informer('nodes').get(undefined, nodeName)?.spec?.taints) : [];
	}

	*sync(key: string): Routine {
		const {kernel, queue, recorder, informer} = this.tools;
		const pod = informer('pods').getByKey(key);
		const planned = this.#appointments.get(key);
		if (!pod || pod.metadata.deletionTimestamp !== undefined) {
			this.#appointments.delete(key);
			yield* note('controller.taint-eviction.sync', {case: 'gone', key});
			return;
		}

		const object = registryKey('pods', pod.metadata.namespace, pod.metadata.name);
		const taints = this.#taintsFor(pod);
		const seconds = taints.length === 0 ? undefined : staySeconds(taints, pod.spec?.tolerations);
		const sinceMs = planned?.sinceMs ?? kernel.now;
		const atMs = seconds === undefined ? undefined : sinceMs + seconds * 1000;
		yield* note(
			'controller.taint-eviction.sync',
			{
				case: 'tolerate',
				node: pod.spec?.nodeName ?? '',
				taints,
				tolerations: pod.spec?.tolerations,
				seconds,
				atMs,
			},
			{object},
		);
		if (atMs === undefined) {
			if (this.#appointments.delete(key)) {
				yield* recorder.event(pod, 'Normal', 'TaintManagerEviction', `Cancelling deletion of Pod ${key}`);
			}

			return;
		}

		if (atMs > kernel.now) {
			this.#appointments.set(key, {sinceMs, atMs});
			queue.addAfter(key, atMs - kernel.now, {periodic: true});
			return;
		}

		this.#appointments.delete(key);
		yield* this.#evict(pod, object);
	}

	*#evict(pod: Pod, object: string): Routine {
		const {client, recorder, kernel} = this.tools;
		const {namespace, name, uid, generation} = pod.metadata;
		const condition: PodCondition = {
			type: 'DisruptionTarget',
			status: 'True',
			reason: 'DeletionByTaintManager',
			message: 'Taint manager: deleting due to NoExecute taint',
			observedGeneration: generation,
			lastTransitionTime: kernel.timestamp(),
		};
		yield* note('controller.taint-eviction.evict', {node: pod.spec?.nodeName ?? '', condition}, {object});
		yield* recorder.event(pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${namespace}/${name}`);
		try {
			yield* client.patch(
				'pods',
				namespace,
				name,
				{metadata: {uid}, status: {conditions: [condition]}},
				{subresource: 'status'},
			);
			yield* client.delete('pods', namespace, name);
		} catch (error) {
			if (!isNotFound(error)) {
				throw error;
			}
		}
	}
}
