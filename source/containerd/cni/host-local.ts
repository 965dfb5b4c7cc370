import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {addressAt, addressCount, addressIndex, hasAddress, prefixLength} from '../../objects/address-range.js';

/** A plug-in has failed; the message is containerd's. */
export class NetworkFailure extends Error {
	override name = 'NetworkFailure';
}

/** The number of addresses used of a longer range: no cluster has as many Pods. */
const mostLookedAt = 2 ** 24;

/**
@returns the next free address after the one allocated last, wrapping around the range; `undefined` if no address is free.
@mirrors host-local's allocator: round robin
*/
export const nextAddress = (
	podCIDR: string,
	reserved: ReadonlySet<string> | ReadonlyMap<string, unknown>,
	last: string | undefined,
): string | undefined => {
	// .0 is the network, .1 the gateway, the last one broadcasts.
	const [first, end] = [2, Math.min(addressCount(podCIDR) - 1, mostLookedAt)];
	const start = last === undefined ? first : addressIndex(podCIDR, last) + 1;
	for (let offset = 0; offset < end - first; offset++) {
		const candidate = addressAt(podCIDR, first + ((start - first + offset) % (end - first)));
		if (!reserved.has(candidate)) {
			return candidate;
		}
	}

	return undefined;
};

/** One address of a range, as the calling plug-in receives it. */
export interface Reserved {
	/** With the length of its range's prefix: `10.244.1.2/24`. */
	readonly address: string;
	readonly gateway: string;
}

/**
The plug-in that allocates the addresses of a node's ranges, one per range. It keeps a file for each address with the sandbox's id, and one
for each range with the last allocated address.
*/
export class HostLocal {
	readonly #reserved = new Map<string, string>();
	readonly #last: Array<string | undefined> = [];

	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly podCIDRs: readonly string[],
	) {}

	/**
	@param id of the sandbox.
	@param object ledger key of the Pod.
	@param input the input of the calling plug-in, which passes it on.
	@throws {NetworkFailure} when no address of a range is free; addresses of the other ranges are released.
	*/
	*reserve(id: string, object: string, input: Readonly<Record<string, unknown>>): Routine<readonly Reserved[]> {
		const reserved: Reserved[] = [];
		for (const index of this.podCIDRs.keys()) {
			reserved.push(yield* this.#reserveOf(index, id, object, input));
		}

		return reserved;
	}

	*#reserveOf(index: number, id: string, object: string, input: Readonly<Record<string, unknown>>): Routine<Reserved> {
		const {kernel, node} = this;
		const podCIDR = this.podCIDRs[index] ?? '';
		const gateway = addressAt(podCIDR, 1);
		const lastReserved = this.#last[index];
		const ip = nextAddress(podCIDR, this.#reserved, lastReserved);
		if (ip === undefined) {
			this.releaseOf(id);
			const range = `${addressAt(podCIDR, 1)}-${addressAt(podCIDR, addressCount(podCIDR) - 2)}`;
			const message = `failed to allocate for range ${index}: no IP addresses available in range set: ${range}`;
			yield* note('cni.add.host-local', {case: 'exhausted', subnet: podCIDR, message}, {object, outcome: 'failed'});
			throw new NetworkFailure(
				`failed to setup network for sandbox "${id}": plugin type="bridge" failed (add): ${message}`,
			);
		}

		this.#last[index] = ip;
		this.#reserved.set(ip, id);
		kernel.ledger.write(`/nodes/${node}/netns/host-local/${ip}`, id);
		kernel.ledger.write(`/nodes/${node}/netns/host-local/last_reserved_ip.${index}`, ip);
		const output = {address: `${ip}/${prefixLength(podCIDR)}`, gateway};
		yield* note('cni.add.host-local', {case: 'reserve', ip, subnet: podCIDR, lastReserved, output, input}, {object});
		return output;
	}

	/** An address that a sandbox has already. Report it with the next stop. */
	restore(ip: string, id: string): void {
		const {kernel, node} = this;
		this.#reserved.set(ip, id);
		kernel.ledger.write(`/nodes/${node}/netns/host-local/${ip}`, id);
		// Another plug-in may have given addresses of another range.
		const index = this.podCIDRs.findIndex((range) => hasAddress(range, ip));
		if (index !== -1) {
			this.#last[index] = ip;
			kernel.ledger.write(`/nodes/${node}/netns/host-local/last_reserved_ip.${index}`, ip);
		}
	}

	/** Releases a sandbox's addresses, since its caller disconnected before the answer. */
	releaseOf(id: string): void {
		for (const [ip, holder] of this.#reserved) {
			if (holder === id) {
				this.release(ip, id);
			}
		}
	}

	/** Releases an address that the sandbox still has. Report it with the next stop. */
	release(ip: string, id: string): void {
		if (this.#reserved.get(ip) !== id) {
			return;
		}

		this.#reserved.delete(ip);
		this.kernel.ledger.delete(`/nodes/${this.node}/netns/host-local/${ip}`);
	}
}
