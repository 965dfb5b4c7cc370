import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {active, take, type Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';

/** A time to live for attached keys. */
export interface Lease {
	readonly id: number;
	readonly ttlSeconds: number;
	/** Virtual time of its end. */
	readonly expiresMs: number;
	readonly keys: Set<string>;
}

/** The part of etcd on which leases act. */
interface LeasedKeys {
	readonly kernel: Kernel;
	readonly revision: number;
	readonly get: (key: string) => {readonly lease: number} | undefined;
	readonly commit: (operations: ReadonlyArray<{readonly type: 'delete'; readonly key: string}>) => unknown;
	/** The key as etcd's users see it. */
	readonly shown: (key: string) => string;
}

/**
Leases: keys that expire together unless their lease is renewed.

The apiserver stores Events under leases of an hour, so old ones vanish from `kubectl get events`.
*/
export class Leases {
	readonly #leases = new Map<number, Lease>();
	readonly #wake = new Mailbox<undefined>('etcd/lessor');
	#id = 0x6f5c_0000;

	constructor(readonly etcd: LeasedKeys) {}

	get all(): ReadonlyMap<number, Lease> {
		return this.#leases;
	}

	start(): void {
		this.etcd.kernel.spawn('etcd/lessor', 'etcd', () => this.#run());
	}

	/** A new lease. Its keys are deleted after `ttlSeconds` without `keepAlive`. */
	grant(ttlSeconds: number): Lease {
		const lease = {
			id: ++this.#id,
			ttlSeconds,
			expiresMs: this.etcd.kernel.now + ttlSeconds * 1000,
			keys: new Set<string>(),
		};
		this.#leases.set(lease.id, lease);
		this.etcd.kernel.send(this.#wake, undefined);
		return lease;
	}

	/** Restarts the time to live. */
	keepAlive(id: number): void {
		const lease = this.#leases.get(id);
		if (lease) {
			this.#leases.set(id, {...lease, expiresMs: this.etcd.kernel.now + lease.ttlSeconds * 1000});
		}
	}

	/** Moves a key from one lease to another; 0 means no lease. */
	attach(key: string, id: number, from: number): void {
		this.#leases.get(from)?.keys.delete(key);
		this.#leases.get(id)?.keys.add(key);
	}

	*#run(): Routine {
		for (;;) {
			const now = this.etcd.kernel.now;
			let next = Number.POSITIVE_INFINITY;
			for (const lease of this.#leases.values()) {
				if (lease.expiresMs <= now) {
					yield* active();
					yield* this.#expire(lease);
				} else {
					next = Math.min(next, lease.expiresMs);
				}
			}

			yield* take(
				this.#wake,
				next === Number.POSITIVE_INFINITY ? {periodic: true} : {timeoutMs: next - now, periodic: true},
			);
		}
	}

	*#expire(lease: Lease): Routine {
		this.#leases.delete(lease.id);
		const keys = [...lease.keys].filter((key) => this.etcd.get(key)?.lease === lease.id);
		if (keys.length > 0) {
			this.etcd.commit(keys.map((key) => ({type: 'delete', key})));
		}

		yield* note('etcd.lease', {
			lease: lease.id,
			ttlSeconds: lease.ttlSeconds,
			keys: keys.map((key) => this.etcd.shown(key)),
			revision: this.etcd.revision,
		});
	}
}
