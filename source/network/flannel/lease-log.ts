import {getOrInsert} from '../../kernel/get-or-insert.js';

/** Flannel's knowledge of another node: a range of its Pods for each family, and the address to which packets for them are sent. */
export type Lease = ReadonlyArray<{readonly podCIDR: string; readonly address: string}>;

/** A change of a node's lease; `undefined` if the node was deleted. */
export interface LeaseChange {
	readonly node: string;
	readonly lease: Lease | undefined;
}

interface Entry {
	readonly version: number;
	readonly lease: Lease | undefined;
}

/** A daemon's position in a log. */
export interface Position {
	readonly log: LeaseLog;
	readonly version: number;
}

/** Whether two leases route packets equally. */
export const isSameLease = (one: Lease | undefined, other: Lease | undefined): boolean =>
	one === other ||
	(one?.length === other?.length &&
		(one ?? []).every(
			({podCIDR, address}, index) => podCIDR === other?.[index]?.podCIDR && address === other[index].address,
		));

/**
The leases of a cluster as a sequence of changes. All daemons receive nearly the same changes in the same order, so they share one log, and
each one keeps only its position. A daemon
with another order of changes continues in a separate log, which later daemons with that order share.
*/
export class LeaseLog {
	readonly #byNode = new Map<string, Entry[]>();
	readonly #forks = new Map<number, LeaseLog>();
	readonly #changes: LeaseChange[] = [];
	/** The place of a daemon after each change. */
	readonly #positions: Position[] = [];

	constructor(changes: readonly LeaseChange[] = []) {
		for (const change of changes) {
			this.#append(change);
		}
	}

	#append(change: LeaseChange): void {
		this.#changes.push(change);
		const version = this.#changes.length;
		const entry = {version, lease: change.lease};
		this.#positions.push({log: this, version});
		getOrInsert(this.#byNode, change.node, () => []).push(entry);
	}

	/** A node's lease after this many changes; `undefined` if there is no such node. */
	leaseOf(node: string, version: number): Lease | undefined {
		return this.#byNode.get(node)?.findLast((entry) => entry.version <= version)?.lease;
	}

	/** The leases of all nodes after this many changes. */
	leasesAt(version: number): ReadonlyMap<string, Lease> {
		const leases = new Map<string, Lease>();
		for (const {node, lease} of this.#changes.slice(0, version)) {
			if (lease) {
				leases.set(node, lease);
			} else {
				leases.delete(node);
			}
		}

		return leases;
	}

	/** The place of a daemon after one more change than this many; `undefined` if it changes nothing. */
	after(version: number, {node, lease}: LeaseChange): Position | undefined {
		const next = this.#changes[version];
		// Another daemon has learned it before.
		if (next?.node === node && next.lease === lease) {
			return this.#positions[version];
		}

		if (isSameLease(this.leaseOf(node, version), lease)) {
			return undefined;
		}

		if (next === undefined) {
			this.#append({node, lease});
			return this.#positions[version];
		}

		if (next.node === node && isSameLease(next.lease, lease)) {
			return this.#positions[version];
		}

		const fork = getOrInsert(this.#forks, version, () => new LeaseLog(this.#changes.slice(0, version)));
		return fork.after(version, {node, lease});
	}
}
