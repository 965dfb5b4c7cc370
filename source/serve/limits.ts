/** The limits for the clients of one server. */
export interface Limits {
	/** The most connections. */
	readonly connections: number;
	/** Requests that are being answered. @mirrors kube-apiserver --max-requests-inflight and --max-mutating-requests-inflight */
	readonly requests: number;
	/** Requests and watches at once on one connection of HTTP/2; a client in need of more opens another. @mirrors k8s.io/apiserver SecureServingInfo.Serve */
	readonly streams: number;
	/** Watches, followed logs and streams. */
	readonly longRunning: number;
	/** Bytes of a body. @mirrors k8s.io/apiserver MaxRequestBodyBytes */
	readonly bodyBytes: number;
	/** The most bytes of pending events of one slow watcher, besides its initial ones, before it is disconnected. Upstream counts events. */
	readonly watchBytes: number;
	/** The most bytes of other pending data of one slow client before its connection is closed. */
	readonly waitingBytes: number;
	/** Milliseconds for a connection's first bytes, and then for the head of each request. @mirrors k8s.io/apiserver ReadHeaderTimeout */
	readonly headMs: number;
	/** Milliseconds for a whole request. */
	readonly requestMs: number;
	/** Milliseconds for which a connection may be idle between two requests. */
	readonly idleMs: number;
}

export const defaultLimits: Limits = {
	connections: 10_000,
	requests: 600,
	streams: 100,
	longRunning: 5000,
	bodyBytes: 3 * 1024 * 1024,
	watchBytes: 8 * 1024 * 1024,
	waitingBytes: 64 * 1024 * 1024,
	headMs: 32_000,
	requestMs: 60_000,
	idleMs: 180_000,
};

/** Counts the requests of one sort that are in progress, up to a limit. */
export class Room {
	#taken = 0;

	constructor(readonly size: number) {}

	get taken(): number {
		return this.#taken;
	}

	/** Takes a place. @returns a function that releases it once; `undefined` if no place is free. */
	enter(): (() => void) | undefined {
		if (this.#taken >= this.size) {
			return undefined;
		}

		this.#taken++;
		let inside = true;
		return () => {
			if (inside) {
				inside = false;
				this.#taken--;
			}
		};
	}
}
