import {differingRange, equal} from '../../kernel/equality.js';
import type {Endpoint, EndpointSlice} from '../../objects/kubernetes.generated.js';
import type {Family} from '../../objects/ip.js';
import type {ServedPort} from './port-order.js';
import {
	bare,
	identityOf,
	keep,
	keyOfPorts,
	planSlices,
	sliceCapacity,
	SliceChanges,
	type Group,
	type SlicePlan,
} from './plan-slices.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** A Pod as an endpoint of a Service. */
export interface Wanted {
	readonly endpoint: Endpoint;
	readonly ports: readonly ServedPort[];
	/** Grows in the order of the endpoints' places. */
	readonly order: number;
}

/** A slice as last seen. */
interface Seen {
	slice: EndpointSlice;
	ports: string;
}

interface Entry extends Wanted {
	readonly identity: string;
	/** Key of the ports. */
	readonly group: string;
}

const noEndpoints: readonly Endpoint[] = [];

/**
The endpoints of a Service in one address family, and their slices, as the cache shows them.

It has the results of {@link planSlices}, but considers only changed endpoints and slices. This suffices if all Pods serve the same ports;
otherwise, it plans from scratch.
*/
export class SliceBook {
	/** The wanted endpoints, by the keys of their Pods. */
	readonly #wanted = new Map<string, Entry>();
	readonly #byIdentity = new Map<string, Entry>();
	/** Key of ports → the ports, and how many endpoints have them. */
	readonly #groups = new Map<string, {readonly ports: readonly ServedPort[]; count: number}>();
	/** The slices, by name. */
	readonly #slices = new Map<string, Seen>();
	/** Identity → the slice that has it. */
	readonly #holders = new Map<string, Seen>();
	/** The identities whose endpoints may differ between the slices and the plan. */
	readonly #open = new Set<string>();
	readonly #keys = new WeakMap<readonly ServedPort[], string>();

	constructor(
		readonly family: Family,
		readonly capacity = sliceCapacity,
	) {}

	/** The number of wanted endpoints. */
	get size(): number {
		return this.#wanted.size;
	}

	/** The Pod of a key as an endpoint: `undefined` for none. */
	want(key: string, wanted: Wanted | undefined): void {
		const before = this.#wanted.get(key);
		if (before) {
			this.#drop(key, before);
		}

		if (!wanted) {
			return;
		}

		const {ports, order} = wanted;
		// As long as nothing about it changes, an endpoint is one object.
		const endpoint = before && equal(before.endpoint, wanted.endpoint) ? before.endpoint : wanted.endpoint;
		const entry = {endpoint, ports, order, identity: identityOf(endpoint), group: this.#groupOf(ports)};
		this.#wanted.set(key, entry);
		this.#byIdentity.set(entry.identity, entry);
		this.#open.add(entry.identity);
		getOrInsert(this.#groups, entry.group, () => ({ports, count: 0})).count++;
	}

	#drop(key: string, {identity, group}: Entry): void {
		this.#wanted.delete(key);
		this.#byIdentity.delete(identity);
		this.#open.add(identity);
		const members = this.#groups.get(group);
		if (members && --members.count === 0) {
			this.#groups.delete(group);
		}
	}

	#groupOf(ports: readonly ServedPort[]): string {
		return getOrInsert(this.#keys, ports, keyOfPorts);
	}

	/** All endpoints that are wanted, by their ports. */
	groups(): Group[] {
		const groups = new Map<string, {ports: readonly ServedPort[]; endpoints: Endpoint[]}>();
		for (const {endpoint, ports, group} of [...this.#wanted.values()].sort((a, b) => a.order - b.order)) {
			getOrInsert(groups, group, () => ({ports, endpoints: []})).endpoints.push(endpoint);
		}

		return [...groups.values()];
	}

	/** Plans as {@link planSlices} does. */
	plan(existing: readonly EndpointSlice[], isStale: (slice: EndpointSlice) => boolean = () => false): SlicePlan {
		const isClear = this.#look(existing);
		const [group, ...others] = this.#groups;
		return isClear && group && others.length === 0
			? this.#planOne(group[0], group[1].ports, existing, isStale)
			: planSlices(this.family, this.groups(), existing, isStale, this.capacity);
	}

	/** The plan where all endpoints have the same ports. */
	#planOne(
		key: string,
		ports: readonly ServedPort[],
		existing: readonly EndpointSlice[],
		isStale: (slice: EndpointSlice) => boolean,
	): SlicePlan {
		const {touched, missing} = this.#unsettled(key);
		const changes = new SliceChanges(this.family, this.capacity);
		const kept = [];
		const left = [];
		for (const slice of existing) {
			const seen = this.#slices.get(slice.metadata.name);
			if (seen?.ports !== key) {
				left.push(slice);
			} else if (touched.has(seen) || isStale(slice)) {
				kept.push(keep(slice, isStale(slice), (identity) => this.#byIdentity.get(identity)?.endpoint));
			} else {
				kept.push({slice, after: slice.endpoints ?? noEndpoints, changed: false});
			}
		}

		const homeless = missing.sort((a, b) => a.order - b.order).map(({endpoint}) => endpoint);
		changes.fill(ports, kept, homeless);
		return changes.plan(existing, left, isStale);
	}

	/** The slices with unwanted or outdated endpoints, and the endpoints that no slice has. */
	#unsettled(ports: string): {readonly touched: ReadonlySet<Seen>; readonly missing: Entry[]} {
		const touched = new Set<Seen>();
		const missing: Entry[] = [];
		for (const identity of this.#open) {
			const wanted = this.#byIdentity.get(identity);
			const holder = this.#holders.get(identity);
			if (wanted && holder?.ports === ports) {
				const held = holder.slice.endpoints?.find((endpoint) => identityOf(endpoint) === identity);
				if (held && equal(bare(held), wanted.endpoint)) {
					this.#open.delete(identity);
				} else {
					touched.add(holder);
				}
			} else if (wanted) {
				missing.push(wanted);
			} else if (holder) {
				touched.add(holder);
			} else {
				this.#open.delete(identity);
			}
		}

		return {touched, missing};
	}

	/** Reads the slices that differ from last time. @returns false if an endpoint is in several places: then nothing is known. */
	#look(existing: readonly EndpointSlice[]): boolean {
		const names = new Set(existing.map(({metadata}) => metadata.name));
		for (const [name, seen] of this.#slices) {
			if (!names.has(name)) {
				this.#slices.delete(name);
				this.#release(seen, seen.slice.endpoints ?? noEndpoints);
			}
		}

		// An endpoint that one slice gave away may be in another: removals are applied before additions.
		const entered: Array<readonly [Seen, readonly Endpoint[]]> = [];
		for (const slice of existing) {
			const seen = this.#slices.get(slice.metadata.name);
			if (!seen) {
				const first = {slice, ports: keyOfPorts(slice.ports ?? [])};
				this.#slices.set(slice.metadata.name, first);
				entered.push([first, slice.endpoints ?? noEndpoints]);
			} else if (seen.slice !== slice) {
				entered.push([seen, this.#exchange(seen, slice)]);
			}
		}

		let isClear = true;
		for (const [seen, endpoints] of entered) {
			for (const endpoint of endpoints) {
				const identity = identityOf(endpoint);
				isClear &&= !this.#holders.has(identity);
				this.#holders.set(identity, seen);
				this.#open.add(identity);
			}
		}

		if (!isClear) {
			this.#forgetSlices();
		}

		return isClear;
	}

	/** Replaces a slice by its new version. @returns its new and changed endpoints. */
	#exchange(seen: Seen, slice: EndpointSlice): readonly Endpoint[] {
		const old = seen.slice.endpoints ?? noEndpoints;
		const now = slice.endpoints ?? noEndpoints;
		const ports = seen.slice.ports === slice.ports ? seen.ports : keyOfPorts(slice.ports ?? []);
		const whole = {start: 0, end: old.length, otherEnd: now.length};
		const {start, end, otherEnd} = seen.ports === ports ? differingRange(old, now) : whole;
		this.#release(seen, old.slice(start, end));
		seen.slice = slice;
		seen.ports = ports;
		return now.slice(start, otherEnd);
	}

	/** A slice no longer has these endpoints. */
	#release(holder: Seen, endpoints: readonly Endpoint[]): void {
		for (const endpoint of endpoints) {
			const identity = identityOf(endpoint);
			if (this.#holders.get(identity) === holder) {
				this.#holders.delete(identity);
			}

			this.#open.add(identity);
		}
	}

	#forgetSlices(): void {
		this.#slices.clear();
		this.#holders.clear();
		for (const identity of this.#byIdentity.keys()) {
			this.#open.add(identity);
		}
	}
}
