import type {Pod} from '../../objects/kubernetes.generated.js';

/** The time when a kubelet first saw a Pod, as in its annotations and in milliseconds of virtual time. */
export interface FirstSeen {
	readonly timestamp: string;
	readonly ms: number;
}

/**
A Pod of the node, from its kubelet's first sight of it to its complete removal.

The main loop updates it with the watch's deliveries; the other parts read it. Each part keeps its own state of a Pod, by uid.
*/
export class NodePod {
	readonly uid: string;
	#pod: Pod;
	#mirror: Pod | undefined;
	#isRemoved = false;

	/** @param manifest the file of a static Pod. */
	constructor(
		pod: Pod,
		readonly seen: FirstSeen,
		readonly manifest?: string,
	) {
		this.uid = pod.metadata.uid;
		this.#pod = pod;
	}

	/** The newest known version; for a static Pod, the manifest. */
	get pod(): Pod {
		return this.#pod;
	}

	/** The mirror Pod that shows a static Pod in the API, as last seen there. */
	get mirror(): Pod | undefined {
		return this.#mirror;
	}

	/** The object of the API that shows the Pod: for a static Pod, its mirror. */
	get shown(): Pod {
		return this.#mirror ?? this.#pod;
	}

	/** The object was deleted from the apiserver. */
	get isRemoved(): boolean {
		return this.#isRemoved;
	}

	change(pod: Pod): void {
		this.#pod = pod;
	}

	remove(pod: Pod): void {
		this.#pod = pod;
		this.#isRemoved = true;
	}

	/** @param mirror `undefined` if there is no mirror Pod any more. */
	show(mirror: Pod | undefined): void {
		this.#mirror = mirror;
	}

	/** The response to a write is newer than the object it changed. The watch delivers this version later. */
	learn(before: Pod, written: Pod): void {
		if (this.#mirror === before) {
			this.#mirror = written;
		} else if (this.#pod === before) {
			this.#pod = written;
		}
	}
}
