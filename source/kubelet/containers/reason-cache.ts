/** Why a container waits: the result of the last attempt to start it. */
export interface WaitingReason {
	readonly reason: string;
	readonly message: string;
}

const none: ReadonlyMap<string, WaitingReason> = new Map();

/** Why the last start of containers failed, by Pod and container, for their status. @mirrors k8s.io/kubernetes/pkg/kubelet reasonCache */
export class ReasonCache {
	readonly #reasons = new Map<string, Map<string, WaitingReason>>();

	/** The reasons of a Pod, by container. */
	of(uid: string): ReadonlyMap<string, WaitingReason> {
		return this.#reasons.get(uid) ?? none;
	}

	set(uid: string, container: string, reason: WaitingReason): void {
		const reasons = this.#reasons.get(uid) ?? new Map<string, WaitingReason>();
		this.#reasons.set(uid, reasons.set(container, reason));
	}

	/** The container has started. */
	delete(uid: string, container: string): void {
		this.#reasons.get(uid)?.delete(container);
	}

	forget(uid: string): void {
		this.#reasons.delete(uid);
	}
}
