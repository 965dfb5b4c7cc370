import type {Endpoint, EndpointSlice} from '../../objects/kubernetes.generated.js';
import type {Family, ServedPort} from './endpoint.js';
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
	/** Those that stay as they are. */
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

/** The plan without any hints: slices that have hints are written again without them. @mirrors topologycache.RemoveHintsFromSlices */
export const withoutHints = (plan: SlicePlan): SlicePlan => {
	const hinted = plan.unchanged.filter(({endpoints}) => endpoints?.some(({hints}) => hints !== undefined));
	const strip = (content: NewSlice): NewSlice =>
		content.endpoints.some(({hints}) => hints !== undefined)
			? {...content, endpoints: content.endpoints.map((endpoint) => bare(endpoint))}
			: content;
	return {
		...plan,
		create: plan.create.map((content) => strip(content)),
		update: [
			...plan.update.map(({slice, content}) => ({slice, content: strip(content)})),
			...hinted.map((slice) => ({slice, content: strip(endpointsOf(slice))})),
		],
		unchanged: plan.unchanged.filter((slice) => !hinted.includes(slice)),
	};
};

const keyOfPorts = (
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

const identity = ({addresses, targetRef}: Endpoint): string => `${targetRef?.uid ?? ''}/${addresses.join(',')}`;

/**
How the slices of one address family have to change: as few writes as possible, endpoints stay where they are.

A Service without endpoints keeps one empty slice. Hints are no difference: they are given when all else is decided.

@param isStale whether a slice has to be written though its endpoints stay.
@param capacity endpoints a slice holds at most.
@mirrors k8s.io/endpointslice Reconciler.reconcileByPortMapping and finalize
*/
export const planSlices = (
	addressType: Family,
	groups: readonly Group[],
	existing: readonly EndpointSlice[],
	isStale: (slice: EndpointSlice) => boolean = () => false,
	capacity = 100,
): SlicePlan => {
	const create: NewSlice[] = [];
	const update: Array<{slice: EndpointSlice; content: NewSlice}> = [];
	const remove: EndpointSlice[] = [];
	const left = new Set(existing);
	for (const {ports, endpoints} of groups) {
		const key = keyOfPorts(ports);
		const slices = existing.filter((slice) => keyOfPorts(slice.ports ?? []) === key);
		for (const slice of slices) {
			left.delete(slice);
		}

		const missing = new Map(endpoints.map((endpoint) => [identity(endpoint), endpoint]));
		const kept = slices.map((slice) => {
			const before = slice.endpoints ?? [];
			const after: Endpoint[] = [];
			for (const endpoint of before) {
				const wanted = missing.get(identity(endpoint));
				if (wanted) {
					missing.delete(identity(endpoint));
					after.push(equal(bare(endpoint), wanted) ? endpoint : wanted);
				}
			}

			const changed =
				isStale(slice) || after.length !== before.length || after.some((endpoint, index) => endpoint !== before[index]);
			return {slice, after, changed};
		});
		const rest = [...missing.values()];
		// What is written anyway is filled first, then the fullest that has room for all.
		for (const item of kept.filter(({changed}) => changed)) {
			item.after.push(...rest.splice(0, Math.max(0, capacity - item.after.length)));
		}

		const roomy = kept
			.filter(({changed, after}) => !changed && after.length + rest.length <= capacity)
			.sort((a, b) => b.after.length - a.after.length)[0];
		if (roomy && rest.length > 0 && rest.length < capacity) {
			roomy.after.push(...rest.splice(0));
			roomy.changed = true;
		}

		while (rest.length > 0) {
			create.push({addressType, ports, endpoints: rest.splice(0, capacity)});
		}

		for (const {slice, after, changed} of kept) {
			if (after.length === 0) {
				remove.push(slice);
			} else if (changed) {
				update.push({slice, content: {addressType, ports, endpoints: after}});
			}
		}
	}

	remove.push(...left);
	const written = new Set([...remove, ...update.map(({slice}) => slice)]);
	const unchanged = existing.filter((slice) => !written.has(slice));
	return reuse(addressType, existing, {create, update, remove, unchanged}, isStale);
};

/** A slice that would be deleted while another is created is written anew instead. */
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
