import {ApiError} from '../client/errors.js';
import {sleep, type Routine} from '../kernel/routine.js';
import type {Node, Taint} from '../objects/kubernetes.generated.js';
import {toBeDeletedTaint} from '../objects/node-group.js';
import {registryKey} from '../objects/resources.js';
import type {PodInfo} from '../scheduler/pod-info.js';
import {note} from '../stages/note.js';
import type {AutoscalerParts} from './parts.js';
import type {StatusMap} from './status-map.js';

/** @mirrors --node-delete-delay-after-taint */
const afterTaintMs = 5000;
/** @mirrors --max-pod-eviction-time */
const evictionMs = 120_000;
/** @mirrors cluster-autoscaler/core/scaledown/actuation DefaultEvictionRetryTime */
const retryMs = 10_000;
/** @mirrors --max-graceful-termination-sec */
const longestGraceSeconds = 600;
/** @mirrors cluster-autoscaler/core/scaledown/actuation DefaultPodEvictionHeadroom */
const headroomMs = 30_000;
const lookMs = 5000;

/** A failed removal: the node stays. */
class Undone extends Error {
	override name = 'Undone';
}

/** A node with the added taints, and without the taints of the given keys. */
export const withTaints = (node: Node, without: readonly string[], added: readonly Taint[]): Node => {
	const taints = [...(node.spec?.taints ?? []).filter(({key}) => !without.includes(key)), ...added];
	return {...node, spec: {...node.spec, taints}};
};

const nameOf = ({pod}: PodInfo): string => `${pod.metadata.namespace}/${pod.metadata.name}`;

/** The removal of one node. */
export class Deletion {
	constructor(
		readonly parts: AutoscalerParts,
		readonly status: StatusMap,
		readonly node: Node,
		readonly pods: readonly PodInfo[],
		readonly daemons: readonly PodInfo[],
	) {}

	get #name(): string {
		return this.node.metadata.name;
	}

	get #drains(): boolean {
		return this.pods.length > 0;
	}

	/**
	Drains the node if it has Pods, and has the cloud remove it. @returns whether it worked.

	@mirrors cluster-autoscaler/core/scaledown/actuation Actuator.deleteNodesAsync
	*/
	*run(): Routine<boolean> {
		const {cloud, recorder} = this.parts;
		yield* sleep(afterTaintMs);
		try {
			if (this.#drains) {
				yield* this.#drain();
			}
		} catch (error) {
			if (!(error instanceof Undone)) {
				throw error;
			}

			yield* this.#giveUp(error.message);
			return false;
		}

		yield* note(
			'cluster-autoscaler.removed',
			{node: this.#name, drained: this.#drains},
			{object: registryKey('nodes', undefined, this.#name)},
		);
		yield* recorder.event(this.node, 'Normal', 'ScaleDown', 'nodes removed by cluster autoscaler');
		yield* this.#drains
			? this.status.event('Normal', 'ScaleDown', `Scale-down: node ${this.#name} removed with drain`)
			: this.status.event('Normal', 'ScaleDownEmpty', `Scale-down: empty node ${this.#name} removed`);
		yield* cloud.remove(this.#name);
		return true;
	}

	/** @throws {Undone} when a Pod stays. @mirrors cluster-autoscaler/core/scaledown/actuation Evictor.DrainNode */
	*#drain(): Routine {
		const {kernel, recorder} = this.parts;
		for (const {pod} of [...this.pods, ...this.daemons]) {
			yield* recorder.event(pod, 'Normal', 'ScaleDown', 'deleting pod for node scale down');
		}

		const untilMs = kernel.now + evictionMs;
		const failures = new Map<PodInfo, string>();
		let left: readonly PodInfo[] = this.pods;
		for (const pod of this.daemons) {
			yield* this.#evict(pod);
		}

		for (;;) {
			const again: PodInfo[] = [];
			for (const pod of left) {
				const failure = yield* this.#evict(pod);
				if (failure !== undefined) {
					failures.set(pod, failure);
					again.push(pod);
				}
			}

			left = again;
			if (left.length === 0) {
				break;
			}

			if (kernel.now + retryMs >= untilMs) {
				for (const {pod} of left) {
					yield* recorder.event(pod, 'Warning', 'ScaleDownFailed', 'failed to delete pod for ScaleDown');
				}

				const errors = left.map(
					(pod) => `failed to evict pod ${nameOf(pod)} within allowed timeout (last error: ${failures.get(pod)})`,
				);
				throw new Undone(`Failed to drain node /${this.#name}, due to following errors: [${errors.join(' ')}]`);
			}

			yield* sleep(retryMs);
		}

		yield* this.#awaitEnd();
	}

	/** @returns the error of the apiserver, if it refuses. */
	*#evict({pod}: PodInfo): Routine<string | undefined> {
		const {namespace, name} = pod.metadata;
		const gracePeriodSeconds = Math.min(pod.spec.terminationGracePeriodSeconds ?? 30, longestGraceSeconds);
		try {
			yield* this.parts.client.send('POST', `/api/v1/namespaces/${namespace}/pods/${name}/eviction`, {
				body: {
					apiVersion: 'policy/v1',
					kind: 'Eviction',
					metadata: {namespace, name},
					deleteOptions: {gracePeriodSeconds},
				},
			});
			return undefined;
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			return error.reason === 'NotFound' ? undefined : error.message;
		}
	}

	/** @throws {Undone} if a Pod exists longer than its grace period allows. */
	*#awaitEnd(): Routine {
		const {kernel, client} = this.parts;
		const untilMs = kernel.now + longestGraceSeconds * 1000 + headroomMs;
		while (kernel.now < untilMs) {
			let isGone = true;
			for (const {pod} of this.pods) {
				isGone &&= yield* this.#isGone(client.get('pods', pod.metadata.namespace, pod.metadata.name));
			}

			if (isGone) {
				return;
			}

			yield* sleep(lookMs);
		}

		throw new Undone(`Failed to drain node /${this.#name}: pods remaining after timeout`);
	}

	*#isGone(request: Routine<{readonly spec: {readonly nodeName?: string}}>): Routine<boolean> {
		try {
			return (yield* request).spec.nodeName !== this.#name;
		} catch (error) {
			if (!(error instanceof ApiError)) {
				throw error;
			}

			return error.reason === 'NotFound';
		}
	}

	*#giveUp(message: string): Routine {
		const {client, recorder} = this.parts;
		yield* note(
			'cluster-autoscaler.failed',
			{node: this.#name, message},
			{object: registryKey('nodes', undefined, this.#name), outcome: 'failed'},
		);
		yield* recorder.event(
			this.node,
			'Warning',
			'ScaleDownFailed',
			`failed to ${this.#drains ? 'drain and delete node' : 'delete empty node'}: ${message}`,
		);
		const fresh = yield* client.get('nodes', undefined, this.#name);
		yield* client.update('nodes', withTaints(fresh, [toBeDeletedTaint], []));
	}
}
