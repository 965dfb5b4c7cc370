import {getOrInsert} from '../kernel/get-or-insert.js';
import {familyOf, formatIP, numberOf, parseNetwork} from '../objects/ip.js';
import type {Node, Pod} from '../objects/kubernetes.generated.js';

/** The range of Pods on nodes that have none. @mirrors the default of kwok's --cidr */
const usualRange = '10.0.0.0/24';

/** Addresses of one range, in their order; those that are free again first. */
class Pool {
	readonly #used = new Set<string>();
	readonly #free = new Set<string>();
	#next = 1n;

	constructor(readonly range: string) {}

	take(): string {
		const [free] = this.#free;
		if (free !== undefined) {
			this.#free.delete(free);
			this.#used.add(free);
			return free;
		}

		const {address = '0.0.0.0'} = parseNetwork(this.range) ?? {};
		for (;;) {
			const ip = formatIP(numberOf(address) + this.#next++, familyOf(address));
			if (!this.#used.has(ip)) {
				this.#used.add(ip);
				return ip;
			}
		}
	}

	use(ip: string): void {
		this.#free.delete(ip);
		this.#used.add(ip);
	}

	release(ip: string): void {
		if (this.#used.delete(ip)) {
			this.#free.add(ip);
		}
	}
}

/** The addresses of Pods that no machine runs: from the range of their node. @mirrors sigs.k8s.io/kwok/pkg/kwok/controllers ipPool */
export class PodAddresses {
	readonly #pools = new Map<string, Pool>();
	/** The addresses of Pods, by uid: a template that requests one twice gets the same. */
	readonly #given = new Map<string, readonly string[]>();

	/** @param node undefined where it is not known. */
	of(uid: string, node: Node | undefined): readonly string[] {
		return getOrInsert(this.#given, uid, () => rangesOf(node).map((range) => this.#pool(range).take()));
	}

	/** Notes the addresses that a Pod has already. */
	know({metadata, status}: Pod, node: Node | undefined): void {
		const own = (status?.podIPs ?? []).flatMap(({ip}) => (ip ? [ip] : []));
		if (own.length > 0 && !this.#given.has(metadata.uid)) {
			this.#given.set(metadata.uid, own);
			for (const [at, range] of rangesOf(node).entries()) {
				this.#pool(range).use(own[at] ?? '');
			}
		}
	}

	/** The Pod is gone. */
	release(uid: string, node: Node | undefined): void {
		const own = this.#given.get(uid);
		if (own && this.#given.delete(uid)) {
			for (const [at, range] of rangesOf(node).entries()) {
				this.#pool(range).release(own[at] ?? '');
			}
		}
	}

	#pool(range: string): Pool {
		return getOrInsert(this.#pools, range, () => new Pool(range));
	}
}

const rangesOf = (node: Node | undefined): readonly string[] => {
	const {podCIDRs = [], podCIDR} = node?.spec ?? {};
	if (podCIDRs.length > 0) {
		return podCIDRs;
	}

	return [podCIDR ?? usualRange];
};
