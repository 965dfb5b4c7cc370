import type {Kernel} from '../../kernel/kernel.js';
import type {NodePod} from '../node/node-pod.js';
import {PodWork, type PodLists, type PodSyncer} from './pod-work.js';

/** The questions of other parts to the pod workers before they report a Pod as ended or delete it. @mirrors status.PodDeletionSafetyProvider */
export interface PodDeletionSafety {
	readonly couldRun: (uid: string) => boolean;
	readonly isFinished: (uid: string) => boolean;
}

/** The workers of one kubelet: a process for each Pod of the node. @mirrors k8s.io/kubernetes/pkg/kubelet podWorkers */
export class PodWorkers implements PodDeletionSafety {
	readonly #works = new Map<string, PodWork>();

	/** @param node name of the node. */
	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly lists: PodLists,
	) {}

	of(uid: string): PodWork | undefined {
		return this.#works.get(uid);
	}

	/** An unknown Pod has nothing on the node either. */
	isFinished(uid: string): boolean {
		return this.#works.get(uid)?.isFinished ?? true;
	}

	couldRun(uid: string): boolean {
		return this.#works.get(uid)?.couldRun ?? false;
	}

	/** Adds a Pod. Its worker does not run yet. */
	add(local: NodePod): PodWork {
		const {namespace, name} = local.pod.metadata;
		const base = `kubelet/${this.node}/pod/${namespace}/${name}`;
		const taken = this.kernel.processes.get(base)?.state;
		const isFree = taken === undefined || taken === 'ended' || taken === 'crashed';
		const work = new PodWork(this.kernel, local, isFree ? base : `${base}-${local.uid.slice(0, 8)}`, base);
		this.#works.set(local.uid, work);
		return work;
	}

	start(work: PodWork, syncer: PodSyncer): void {
		this.kernel.spawn(work.process, 'kubelet', () => work.run(syncer, this.lists, this.node), {child: true});
	}

	forget(uid: string): void {
		this.#works.delete(uid);
	}
}
