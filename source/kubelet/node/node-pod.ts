import type {Pod} from '../../objects/kubernetes.generated.js';

/** When a kubelet first saw a Pod, as its annotations say it and in milliseconds of virtual time. */
export interface FirstSeen {
	readonly timestamp: string;
	readonly ms: number;
}

/**
A Pod of the node, from when its kubelet hears of it until nothing of it is left.

The main loop tells it what the watch brings; the others read it. What they do to a Pod each of them keeps for itself, by uid.
*/
export class NodePod {
	readonly uid: string;
	#pod: Pod;
	#mirror: Pod | undefined;
	#isRemoved = false;

	/** @param manifest file that a static Pod is from. */
	constructor(
		pod: Pod,
		readonly seen: FirstSeen,
		readonly manifest?: string,
	) {
		this.uid = pod.metadata.uid;
		this.#pod = pod;
	}

	/** The newest version known; of a static Pod what its manifest says. */
	get pod(): Pod {
		return this.#pod;
	}

	/** What shows a static Pod in the API, as last seen there. */
	get mirror(): Pod | undefined {
		return this.#mirror;
	}

	/** The object of the API that shows the Pod: of a static Pod its mirror. */
	get shown(): Pod {
		return this.#mirror ?? this.#pod;
	}

	/** The object is gone from the apiserver. */
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

	/** @param mirror `undefined`: nothing shows it any more. */
	show(mirror: Pod | undefined): void {
		this.#mirror = mirror;
	}

	/** The answer to a write is newer than the object it changed. The watch brings the same later. */
	learn(before: Pod, written: Pod): void {
		if (this.#mirror === before) {
			this.#mirror = written;
		} else if (this.#pod === before) {
			this.#pod = written;
		}
	}
}
