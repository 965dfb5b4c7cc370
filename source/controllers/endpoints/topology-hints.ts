import type {Endpoint, EndpointSlice, Node} from '../../objects/kubernetes.generated.js';
import {cpuMillis} from '../../objects/quantity.js';
import {endpointsOf, withoutHints, type SlicePlan} from './plan-slices.js';

const zoneLabel = 'topology.kubernetes.io/zone';

/** Labels of nodes whose CPUs are not for ordinary Pods. */
const excluded = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/** The allowed overload of an endpoint above its share, as a fraction. */
const overloadThreshold = 0.2;
const leastPart = 1 / (1 + overloadThreshold);

/** Zone → a number. */
export type ByZone = ReadonlyMap<string, number>;

/** Whether the kubelet reports the node as ready; without a report, it is not. */
export const isReady = ({status}: Node): boolean =>
	status?.conditions?.find(({type}) => type === 'Ready')?.status === 'True';

/** The zone a node is labelled with; empty if it has no such label. */
export const zoneOf = ({metadata}: Node): string => metadata.labels?.[zoneLabel] ?? '';

/**
Each zone's share of the cluster's allocatable CPUs, by the ready nodes; `undefined` if one of them does not report them, or all
are in one zone.

@mirrors TopologyCache.SetNodes
*/
export const cpuRatios = (nodes: readonly Node[]): ByZone | undefined => {
	const cpus = new Map<string, number>();
	let total = 0;
	for (const node of nodes) {
		if (excluded.some((label) => node.metadata.labels?.[label] !== undefined) || !isReady(node)) {
			continue;
		}

		const zone = zoneOf(node);
		const cpu = cpuMillis(node.status?.allocatable?.['cpu']);
		if (zone === '' || cpu === 0) {
			return undefined;
		}

		cpus.set(zone, (cpus.get(zone) ?? 0) + cpu);
		total += cpu;
	}

	return cpus.size < 2
		? undefined
		: new Map([...cpus].sort(([a], [b]) => (a < b ? -1 : 1)).map(([zone, cpu]) => [zone, cpu / total]));
};

/** The number of endpoints allocated to a zone. */
export interface Allocation {
	readonly minimum: number;
	readonly maximum: number;
	readonly desired: number;
}

type Allocations = ReadonlyMap<string, Allocation>;

/** Endpoints for each zone, or why they cannot be divided without overloading some. @mirrors TopologyCache.getAllocations */
export const allocationsOf = (ratios: ByZone | undefined, endpoints: number): Allocations | string => {
	if (!ratios) {
		return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes';
	}

	const counts = `(${endpoints} endpoints, ${ratios.size} zones)`;
	if (ratios.size > endpoints) {
		return `Insufficient number of endpoints ${counts}`;
	}

	const least = [...ratios].map(([zone, ratio]) => {
		const share = ratio * endpoints;
		const minimum = Math.ceil(share * leastPart);
		return {zone, minimum, desired: Math.max(share, minimum)};
	});
	const spare = endpoints - least.reduce((sum, {minimum}) => sum + minimum, 0);
	return spare < 0
		? `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${counts}`
		: new Map(least.map(({zone, minimum, desired}) => [zone, {minimum, desired, maximum: minimum + spare}]));
};

/** Whether a zone has fewer endpoints than its CPUs require, since nodes were added or removed. @mirrors topologycache.serviceOverloaded */
export const isOverloaded = (endpoints: ByZone, ratios: ByZone | undefined): boolean => {
	if (endpoints.size === 0 || !ratios) {
		return endpoints.size > 0;
	}

	const total = [...endpoints.values()].reduce((sum, count) => sum + count, 0);
	return [...ratios].some(
		([zone, ratio]) => !endpoints.has(zone) || (endpoints.get(zone) ?? 0) < Math.ceil(total * ratio * leastPart),
	);
};

/** The zone with the most; of equals the first. */
const most = (zones: ByZone): readonly [zone: string, count: number] =>
	[...zones].reduce<readonly [string, number]>((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0]);

const add = (zones: Map<string, number>, zone: string, count: number): void => {
	zones.set(zone, (zones.get(zone) ?? 0) + count);
};

/**
The numbers of endpoints that zones with too many give to zones with too few.

@mirrors topologycache.getGivingAndReceivingZones
*/
export const exchange = (
	allocations: Allocations,
	hinted: ByZone,
): {readonly giving: Map<string, number>; readonly receiving: Map<string, number>} => {
	const tooMany = new Map<string, number>();
	const tooFew = new Map<string, number>();
	for (const [zone, {desired}] of allocations) {
		const count = hinted.get(zone) ?? 0;
		if (count > desired) {
			tooMany.set(zone, count - desired);
		} else if (count < desired) {
			tooFew.set(zone, desired - count);
		}
	}

	const giving = new Map<string, number>();
	const receiving = new Map<string, number>();
	for (;;) {
		const [from, gives] = most(tooMany);
		const [to, takes] = most(tooFew);
		if (from === '' || to === '' || (gives < 1 && takes < 1) || gives < 0.5 || takes < 0.5) {
			return {giving, receiving};
		}

		add(giving, from, 1);
		add(tooMany, from, -1);
		add(receiving, to, 1);
		add(tooFew, to, -1);
	}
};

/** The number of hints by zone in a slice that may stay unchanged; `undefined` if it must be written. @mirrors topologycache.getHintsByZone */
const keptHints = (slice: EndpointSlice, hinted: ByZone, allocations: Allocations): ByZone | undefined => {
	const zones = new Map<string, number>();
	for (const {conditions, hints} of slice.endpoints ?? []) {
		if (!conditions?.ready) {
			continue;
		}

		if (!hints?.forZones?.length || hints.forZones.some(({name}) => !allocations.has(name))) {
			return undefined;
		}

		for (const {name} of hints.forZones) {
			add(zones, name, 1);
		}
	}

	const fits = [...zones].every(
		([zone, count]) => count + (hinted.get(zone) ?? 0) <= (allocations.get(zone)?.maximum ?? 0),
	);
	return fits ? zones : undefined;
};

const hintedFor = (endpoint: Endpoint, zone: string): Endpoint => ({...endpoint, hints: {forZones: [{name: zone}]}});

/** A plan with hints and the number of endpoints per zone; or a plan without hints, and the reason. */
export type TopologyPlan =
	{readonly plan: SlicePlan; readonly byZone: ByZone} | {readonly plan: SlicePlan; readonly refusal: string};

/**
Divides the endpoints of a Service among the zones, in proportion to their CPUs: first each to its own
zone, then from zones with too many to those with too few. Unchanged slices keep their hints if these fit.

@mirrors TopologyCache.AddHints
*/
export const withTopologyHints = (plan: SlicePlan, ratios: ByZone | undefined): TopologyPlan => {
	const all = [...plan.create, ...plan.update.map(({content}) => content), ...plan.unchanged];
	const ready = all.flatMap(({endpoints}) => (endpoints ?? []).filter(({conditions}) => conditions?.ready));
	const allocations = allocationsOf(ratios, ready.length);
	if (typeof allocations === 'string') {
		return {plan: withoutHints(plan), refusal: allocations};
	}

	const byZone = new Map<string, number>();
	const unchanged: EndpointSlice[] = [];
	const update = plan.update.slice();
	for (const slice of plan.unchanged) {
		const kept = keptHints(slice, byZone, allocations);
		if (kept) {
			unchanged.push(slice);
			for (const [zone, count] of kept) {
				add(byZone, zone, count);
			}
		} else {
			update.push({slice, content: endpointsOf(slice)});
		}
	}

	const written = [...plan.create, ...update.map(({content}) => content)].map((content) => content.endpoints.slice());
	for (const endpoints of written) {
		for (const [index, endpoint] of endpoints.entries()) {
			if (endpoint.conditions?.ready) {
				if (!endpoint.zone) {
					return {plan: withoutHints(plan), refusal: 'One or more endpoints do not have a zone specified'};
				}

				add(byZone, endpoint.zone, 1);
				endpoints[index] = hintedFor(endpoint, endpoint.zone);
			}
		}
	}

	redistribute(written, byZone, exchange(allocations, byZone));
	const created = plan.create.map((content, index) => ({...content, endpoints: written[index] ?? []}));
	const updated = update.map(({slice, content}, index) => ({
		slice,
		content: {...content, endpoints: written[plan.create.length + index] ?? []},
	}));
	return {plan: {...plan, create: created, update: updated, unchanged}, byZone};
};

/** Distributes endpoints of the giving zones, in order. @mirrors topologycache.redistributeHints */
const redistribute = (
	written: readonly Endpoint[][],
	byZone: Map<string, number>,
	{giving, receiving}: ReturnType<typeof exchange>,
): void => {
	for (const endpoints of written) {
		for (const [index, endpoint] of endpoints.entries()) {
			const from = endpoint.conditions?.ready ? (endpoint.zone ?? '') : '';
			const to = [...receiving].find(([, count]) => count > 0)?.[0];
			if (to !== undefined && (giving.get(from) ?? 0) > 0) {
				endpoints[index] = hintedFor(endpoint, to);
				add(giving, from, -1);
				add(receiving, to, -1);
				add(byZone, from, -1);
				add(byZone, to, 1);
			}
		}
	}
};
