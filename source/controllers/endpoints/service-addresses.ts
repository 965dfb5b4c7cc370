import {equal} from '../../kernel/equality.js';
import type {EndpointSubset, Pod, Service} from '../../objects/kubernetes.generated.js';
import type {ServedPort} from './port-order.js';
import {addressOf, maxCapacity, orderOf, planSubsets, subsetOf, truncated, type PodAddress} from './plan-subsets.js';
import type {PodSet, Selected} from './selected-pods.js';
import {ChangedPods} from './services-of.js';
import {SortedAddresses, type Placed} from './sorted-addresses.js';

interface Listed extends PodAddress, Placed {
	readonly pod: Pod;
}

/** The lists of an Endpoints object. */
export interface Subsets {
	readonly subsets: readonly EndpointSubset[];
	/** Whether the Service has more addresses than the object can hold. */
	readonly isTruncated: boolean;
}

/**
The addresses of one Service, updated from changed Pods only.

If all Pods serve the same ports, there is one subset, whose lists are kept in order; otherwise subsets are planned from scratch.
*/
export class ServiceAddresses implements PodSet {
	readonly changed = new ChangedPods();
	readonly #listed = new Map<string, Listed>();
	/** By list of served ports: the number of Pods. */
	readonly #groups = new Map<readonly ServedPort[], number>();
	readonly #ready = new SortedAddresses();
	readonly #notReady = new SortedAddresses();
	#last: Subsets = {subsets: [], isTruncated: false};
	#service: Service | undefined;

	constructor(readonly capacity = maxCapacity) {}

	reset(service: Service): void {
		this.#service = service;
		this.changed.reset();
		this.#listed.clear();
		this.#groups.clear();
		this.#ready.clear();
		this.#notReady.clear();
	}

	put(key: string, selected: Selected | undefined): void {
		this.changed.put(key, selected?.pod);
		const before = this.#listed.get(key);
		const found = selected && this.#service && addressOf(this.#service, selected.pod);
		if (before) {
			this.#drop(key, before);
		}

		if (found) {
			const {pod, order} = selected;
			// As long as nothing about it changes, an address is one object.
			const address = before && equal(before.address, found.address) ? before.address : found.address;
			this.#add(key, {...found, address, pod, order, key: orderOf(address)});
		}
	}

	#add(key: string, listed: Listed): void {
		const {ports, isReady} = listed;
		this.#listed.set(key, listed);
		this.#groups.set(ports, (this.#groups.get(ports) ?? 0) + 1);
		(isReady ? this.#ready : this.#notReady).add(listed);
	}

	#drop(key: string, listed: Listed): void {
		const {ports, isReady} = listed;
		this.#listed.delete(key);
		const left = (this.#groups.get(ports) ?? 0) - 1;
		if (left > 0) {
			this.#groups.set(ports, left);
		} else {
			this.#groups.delete(ports);
		}

		(isReady ? this.#ready : this.#notReady).delete(listed);
	}

	/** The lists that the Endpoints object of the Service must have. An unchanged list is the same object as before. */
	plan(): Subsets {
		const [ports, ...others] = this.#groups.keys();
		if (!ports || !this.#service) {
			return {subsets: [], isTruncated: false};
		}

		if (others.length > 0) {
			const pods = [...this.#listed.values()].sort((a, b) => a.order - b.order).map(({pod}) => pod);
			const subsets = planSubsets(this.#service, pods);
			const fewer = truncated(subsets, this.capacity);
			return {subsets: fewer ?? subsets, isTruncated: fewer !== undefined};
		}

		const ready = this.#ready.first(this.capacity);
		const room = this.#ready.size > this.capacity ? 0 : this.capacity - ready.length;
		const subset = subsetOf(ready, this.#notReady.first(room), ports);
		const isTruncated = this.#ready.size + this.#notReady.size > this.capacity;
		const [last] = this.#last.subsets;
		if (!last || !equal(last, subset)) {
			this.#last = {subsets: Object.freeze([Object.freeze(subset)]), isTruncated};
		} else if (this.#last.isTruncated !== isTruncated) {
			this.#last = {subsets: this.#last.subsets, isTruncated};
		}

		return this.#last;
	}
}
