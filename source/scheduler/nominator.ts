import type {PodInfo} from './pod-info.js';

/**
The nodes on which preemption has promised Pods a place.

@mirrors k8s.io/kubernetes/pkg/scheduler/backend/queue.nominator
*/
export class Nominator {
	readonly #nominations = new Map<string, {readonly info: PodInfo; readonly node: string}>();

	nominate(info: PodInfo, node: string): void {
		this.#nominations.set(info.key, {info, node});
	}

	/** The Pod with this key has a place, needs no place, or must look elsewhere. */
	forget(key: string): void {
		this.#nominations.delete(key);
	}

	/** Pods of at least this Pod's priority that have been promised a place on the node. */
	nominatedFor(node: string, {priority}: PodInfo): readonly PodInfo[] {
		if (this.#nominations.size === 0) {
			return [];
		}

		return [...this.#nominations.values()]
			.filter((nomination) => nomination.node === node && nomination.info.priority >= priority)
			.map(({info}) => info);
	}
}
