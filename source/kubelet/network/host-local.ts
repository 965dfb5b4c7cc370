import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {isWithin} from '../../objects/ip.js';
import {note} from '../../stages/note.js';
import {addressAt, addressCount, addressIndex, prefixLength} from './address.js';

/** A plug-in has failed; the message is containerd's. */
export class NetworkFailure extends Error {
	override name = 'NetworkFailure';
}

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
	const [first, end] = [2, addressCount(podCIDR) - 1];
	const start = last === undefined ? first : addressIndex(podCIDR, last) + 1;
	for (let offset = 0; offset < end - first; offset++) {
		const candidate = addressAt(podCIDR, first + ((start - first + offset) % (end - first)));
		if (!reserved.has(candidate)) {
			return candidate;
		}
	}

	return undefined;
};

/** The plug-in that allocates the addresses of a node's range. It keeps a file for each address, containing the sandbox's id, and one with the address allocated last. */
export class HostLocal {
	readonly #reserved = new Map<string, string>();
	#last: string | undefined;

	constructor(
		readonly kernel: Kernel,
		readonly node: string,
		readonly podCIDR: string,
	) {}

	get gateway(): string {
		return addressAt(this.podCIDR, 1);
	}

	/**
	@param id of the sandbox.
	@param object ledger key of the Pod.
	@param input what the plug-in that asks was given itself; it passes it on.
	@throws {NetworkFailure} when no address is free.
	*/
	*reserve(id: string, object: string, input: Readonly<Record<string, unknown>>): Routine<string> {
		const {kernel, node, podCIDR, gateway} = this;
		const lastReserved = this.#last;
		const ip = nextAddress(podCIDR, this.#reserved, lastReserved);
		if (ip === undefined) {
			const range = `${addressAt(podCIDR, 1)}-${addressAt(podCIDR, addressCount(podCIDR) - 2)}`;
			const message = `failed to allocate for range 0: no IP addresses available in range set: ${range}`;
			yield* note('cni.add.host-local', {case: 'exhausted', subnet: podCIDR, message}, {object, outcome: 'failed'});
			throw new NetworkFailure(
				`failed to setup network for sandbox "${id}": plugin type="bridge" failed (add): ${message}`,
			);
		}

		this.#last = ip;
		this.#reserved.set(ip, id);
		kernel.ledger.write(`/nodes/${node}/netns/host-local/${ip}`, id);
		kernel.ledger.write(`/nodes/${node}/netns/host-local/last_reserved_ip.0`, ip);
		const output = {address: `${ip}/${prefixLength(podCIDR)}`, gateway};
		yield* note('cni.add.host-local', {case: 'reserve', ip, subnet: podCIDR, lastReserved, output, input}, {object});
		return ip;
	}

	/** An address that a sandbox has already. Report it with the next stop. */
	restore(ip: string, id: string): void {
		const {kernel, node, podCIDR} = this;
		this.#reserved.set(ip, id);
		kernel.ledger.write(`/nodes/${node}/netns/host-local/${ip}`, id);
		// Another plug-in may have given addresses of another range.
		if (isWithin(`${ip}/32`, podCIDR)) {
			this.#last = ip;
			kernel.ledger.write(`/nodes/${node}/netns/host-local/last_reserved_ip.0`, ip);
		}
	}

	/** Releases what a sandbox has, as its caller has gone before it got an answer. */
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
