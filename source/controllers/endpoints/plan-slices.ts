import type {Endpoint, EndpointSlice} from '../../objects/kubernetes.generated.js';
import type {Family} from '../../objects/ip.js';
import type {ServedPort} from './port-order.js';
import {equal} from '../../kernel/equality.js';

/** Endpoints with the same ports: they share slices. */
export interface Group {
	readonly ports: readonly ServedPort[];
	readonly endpoints: readonly Endpoint[];
}

/** The content of a slice that does not exist yet. */
export interface NewSlice {
	readonly addressType: Family;
	readonly ports: readonly ServedPort[];
	readonly endpoints: readonly Endpoint[];
}

export interface SlicePlan {
	readonly create: readonly NewSlice[];
	readonly update: ReadonlyArray<{readonly slice: EndpointSlice; readonly content: NewSlice}>;
	readonly remove: readonly EndpointSlice[];
	/** The slices that stay unchanged. */
	readonly unchanged: readonly EndpointSlice[];
}

/** The content of an existing slice, in the form in which slices are written. */
export const endpointsOf = ({addressType, ports, endpoints}: EndpointSlice): NewSlice => ({
	addressType: addressType as Family,
	ports: (ports ?? []) as NewSlice['ports'],
	endpoints: endpoints ?? [],
});

/** The endpoint without its hints. */
export const bare = (endpoint: Endpoint): Endpoint => {
	if (endpoint.hints === undefined) {
		return endpoint;
	}

	const {hints: _, ...others} = endpoint;
	return others;
};

const hinted = new WeakMap<readonly Endpoint[], boolean>();

/** Whether any endpoint has hints. A frozen list is scanned once. */
const hasHints = (endpoints: readonly Endpoint[] | undefined): boolean => {
	if (!endpoints) {
		return false;
	}

	let has = hinted.get(endpoints);
	if (has === undefined) {
		has = endpoints.some(({hints}) => hints !== undefined);
		if (Object.isFrozen(endpoints)) {
			hinted.set(endpoints, has);
		}
	}

	return has;
};

/** The plan without any hints: slices that have hints are written again without them. @mirrors topologycache.RemoveHintsFromSlices */
export const withoutHints = (plan: SlicePlan): SlicePlan => {
	const stale = new Set(plan.unchanged.filter(({endpoints}) => hasHints(endpoints)));
	const strip = (content: NewSlice): NewSlice =>
		hasHints(content.endpoints)
			? {...content, endpoints: content.endpoints.map((endpoint) => bare(endpoint))}
			: content;
	return {
		...plan,
		create: plan.create.map((content) => strip(content)),
		update: [
			...plan.update.map(({slice, content}) => ({slice, content: strip(content)})),
			...[...stale].map((slice) => ({slice, content: strip(endpointsOf(slice))})),
		],
		unchanged: plan.unchanged.filter((slice) => !stale.has(slice)),
	};
};

/** The key of a slice's ports: slices of one group share it. */
export const keyOfPorts = (
	ports: ReadonlyArray<{
		readonly name?: string;
		readonly port?: number;
		readonly protocol?: string;
		readonly appProtocol?: string;
	}>,
): string =>
	ports
		.map(({name = '', port, protocol, appProtocol = ''}) => `${name}/${port}/${protocol}/${appProtocol}`)
		.sort()
		.join();

const identities = new WeakMap<Endpoint, string>();

/** The identity of a Service's endpoint. */
export const identityOf = (endpoint: Endpoint): string => {
	let identity = identities.get(endpoint);
	if (identity === undefined) {
		const {addresses, targetRef} = endpoint;
		identity = `${targetRef?.uid ?? ''}/${addresses.join(',')}`;
		if (Object.isFrozen(endpoint)) {
			identities.set(endpoint, identity);
		}
	}

	return identity;
};

/** A slice whose ports fit, with the endpoints that it is to have. */
export interface Kept {
	readonly slice: EndpointSlice;
	after: readonly Endpoint[];
	changed: boolean;
}

/** The slice with only the desired endpoints, each in its desired form. @param take removes and returns the endpoint of an identity, once. */
export const keep = (
	slice: EndpointSlice,
	isStale: boolean,
	take: (identity: string) => Endpoint | undefined,
): Kept => {
	const before = slice.endpoints ?? [];
	const after: Endpoint[] = [];
	for (const endpoint of before) {
		const wanted = take(identityOf(endpoint));
		if (wanted) {
			after.push(equal(bare(endpoint), wanted) ? endpoint : wanted);
		}
	}

	const changed =
		isStale || after.length !== before.length || after.some((endpoint, index) => endpoint !== before[index]);
	return {slice, after, changed};
};

/** Slices during their changes step by step, and the resulting writes. */
export class SliceChanges {
	readonly create: NewSlice[] = [];
	readonly update: Array<{slice: EndpointSlice; content: NewSlice}> = [];
	readonly remove: EndpointSlice[] = [];

	constructor(
		readonly addressType: Family,
		/** Endpoints a slice holds at most. */
		readonly capacity: number,
	) {}

	/** Finds a place for the endpoints of a group that have none yet. Slices that change in any case are filled first, then the fullest one with enough room. */
	fill(ports: readonly ServedPort[], kept: readonly Kept[], homeless: readonly Endpoint[]): void {
		const {addressType, capacity} = this;
		const rest = homeless.slice();
		for (const item of kept) {
			if (item.changed && rest.length > 0) {
				item.after = [...item.after, ...rest.splice(0, Math.max(0, capacity - item.after.length))];
			}
		}

		if (rest.length > 0 && rest.length < capacity) {
			const roomy = kept
				.filter(({changed, after}) => !changed && after.length + rest.length <= capacity)
				.sort((a, b) => b.after.length - a.after.length)[0];
			if (roomy) {
				roomy.after = [...roomy.after, ...rest.splice(0)];
				roomy.changed = true;
			}
		}

		while (rest.length > 0) {
			this.create.push({addressType, ports, endpoints: rest.splice(0, capacity)});
		}

		for (const {slice, after, changed} of kept) {
			if (after.length === 0) {
				this.remove.push(slice);
			} else if (changed) {
				this.update.push({slice, content: {addressType, ports, endpoints: Object.freeze(after)}});
			}
		}
	}

	/** The plan, once all groups are filled. @param left slices that belong to no group. */
	plan(
		existing: readonly EndpointSlice[],
		left: Iterable<EndpointSlice>,
		isStale: (slice: EndpointSlice) => boolean,
	): SlicePlan {
		const {addressType, create, update, remove} = this;
		remove.push(...left);
		const written = new Set([...remove, ...update.map(({slice}) => slice)]);
		const unchanged = existing.filter((slice) => !written.has(slice));
		return reuse(addressType, existing, {create, update, remove, unchanged}, isStale);
	}
}

/** Most endpoints of a slice. @mirrors the flag --max-endpoints-per-slice */
export const sliceCapacity = 100;

/**
Plans the changes of the slices of one address family: with as few writes as possible, and endpoints keep their slices. A Service without
endpoints keeps one empty slice. Hints do not count as a difference: they are set after the other decisions.

@param isStale whether a slice must be written although its endpoints stay.

@param capacity the most endpoints of a slice.
@mirrors k8s.io/endpointslice Reconciler.reconcileByPortMapping and finalize
*/
export const planSlices = (
	addressType: Family,
	groups: readonly Group[],
	existing: readonly EndpointSlice[],
	isStale: (slice: EndpointSlice) => boolean = () => false,
	capacity = sliceCapacity,
): SlicePlan => {
	const changes = new SliceChanges(addressType, capacity);
	const left = new Set(existing);
	for (const {ports, endpoints} of groups) {
		const key = keyOfPorts(ports);
		const slices = existing.filter((slice) => keyOfPorts(slice.ports ?? []) === key);
		const missing = new Map(endpoints.map((endpoint) => [identityOf(endpoint), endpoint]));
		const kept = slices.map((slice) => {
			left.delete(slice);
			return keep(slice, isStale(slice), (identity) => {
				const wanted = missing.get(identity);
				missing.delete(identity);
				return wanted;
			});
		});
		changes.fill(ports, kept, [...missing.values()]);
	}

	return changes.plan(existing, left, isStale);
};

/** A slice that would be deleted while another is created is rewritten instead. */
const reuse = (
	addressType: Family,
	existing: readonly EndpointSlice[],
	plan: SlicePlan,
	isStale: (slice: EndpointSlice) => boolean,
): SlicePlan => {
	let create = plan.create;
	let remove = plan.remove;
	if (existing.length === remove.length && create.length === 0) {
		const [only] = remove;
		if (only && remove.length === 1 && !only.endpoints?.length && !only.ports?.length && !isStale(only)) {
			return {...plan, remove: [], unchanged: [only]};
		}

		create = [{addressType, ports: [], endpoints: []}];
	}

	const pairs = Math.min(create.length, remove.length);
	const rewritten = remove.slice(0, pairs).flatMap((slice, index) => {
		const content = create[index];
		return content ? [{slice, content}] : [];
	});
	create = create.slice(pairs);
	remove = remove.slice(pairs);
	return {...plan, create, update: [...plan.update, ...rewritten], remove};
};
