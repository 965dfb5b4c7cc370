import type {Endpoint, Node, Service} from '../../objects/kubernetes.generated.js';
import {cpuMillis} from '../../objects/quantity.js';

const zoneLabel = 'topology.kubernetes.io/zone';
const excludedLabels = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
/** By how much more traffic than its share an endpoint may get. */
const overload = 0.2;

/** Zone → a number of endpoints, or a share of them. */
export type ByZone = ReadonlyMap<string, number>;

/** Whether the Service asks for hints by the size of its zones. */
export const wantsTopologyHints = ({metadata}: Service): boolean => {
	const annotations = metadata.annotations ?? {};
	const mode =
		annotations['service.kubernetes.io/topology-mode'] ?? annotations['service.kubernetes.io/topology-aware-hints'];
	return mode === 'Auto' || mode === 'auto';
};

/**
The share of each zone in the processors of the cluster; `undefined` where one node does not tell enough, or there is one zone.

@mirrors TopologyCache.SetNodes
*/
export const zoneShares = (nodes: readonly Node[]): ByZone | undefined => {
	const millis = new Map<string, number>();
	for (const {metadata, status} of nodes) {
		const labels = metadata.labels ?? {};
		const isReady = status?.conditions?.find(({type}) => type === 'Ready')?.status === 'True';
		if (!isReady || excludedLabels.some((label) => label in labels)) {
			continue;
		}

		const zone = labels[zoneLabel];
		const cpu = cpuMillis(status?.allocatable?.['cpu']);
		if (!zone || cpu === 0) {
			return undefined;
		}

		millis.set(zone, (millis.get(zone) ?? 0) + cpu);
	}

	const total = [...millis.values()].reduce((sum, one) => sum + one, 0);
	const sorted = [...millis].sort(([a], [b]) => (a < b ? -1 : 1));
	return millis.size < 2 ? undefined : new Map(sorted.map(([zone, cpu]) => [zone, cpu / total]));
};

interface Allocation {
	readonly desired: number;
	readonly maximum: number;
}

const allocate = (shares: ByZone | undefined, endpoints: number): ReadonlyMap<string, Allocation> | string => {
	if (!shares) {
		return 'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes';
	}

	const counts = `(${endpoints} endpoints, ${shares.size} zones)`;
	if (shares.size > endpoints) {
		return `Insufficient number of endpoints ${counts}`;
	}

	const minima = [...shares].map(([zone, share]) => {
		const desired = share * endpoints;
		return {zone, desired, minimum: Math.ceil(desired * (1 / (1 + overload)))};
	});
	const total = minima.reduce((sum, {minimum}) => sum + minimum, 0);
	if (total > endpoints) {
		return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${counts}`;
	}

	return new Map(
		minima.map(({zone, desired, minimum}) => [
			zone,
			{desired: Math.max(desired, minimum), maximum: minimum + endpoints - total},
		]),
	);
};

const most = (zones: ReadonlyMap<string, number>): readonly [zone: string, count: number] =>
	[...zones].reduce<readonly [string, number]>(
		(best, [zone, count]) => (count > best[1] ? [zone, count] : best),
		['', 0],
	);

const add = (zones: Map<string, number>, zone: string, count: number): void => {
	zones.set(zone, (zones.get(zone) ?? 0) + count);
};

/** How many endpoints zones give away and take in, in whole ones. @mirrors getGivingAndReceivingZones */
const exchange = (
	allocations: ReadonlyMap<string, Allocation>,
	hints: ByZone,
): {readonly giving: Map<string, number>; readonly receiving: Map<string, number>} => {
	const [over, under] = [new Map<string, number>(), new Map<string, number>()];
	for (const [zone, {desired}] of allocations) {
		const difference = (hints.get(zone) ?? 0) - desired;
		if (difference !== 0) {
			(difference > 0 ? over : under).set(zone, Math.abs(difference));
		}
	}

	const [giving, receiving] = [new Map<string, number>(), new Map<string, number>()];
	for (;;) {
		const [from, give] = most(over);
		const [to, take] = most(under);
		if (from === '' || to === '' || (give < 1 && take < 1) || give < 0.5 || take < 0.5) {
			return {giving, receiving};
		}

		add(giving, from, 1);
		add(over, from, -1);
		add(receiving, to, 1);
		add(under, to, -1);
	}
};

const isReady = ({conditions}: Endpoint): boolean => conditions?.ready === true;

/** The hints that endpoints have now; `undefined` where one has none, or they do not fit any more. @mirrors getHintsByZone */
const presentHints = (
	endpoints: readonly Endpoint[],
	before: ByZone,
	allocations: ReadonlyMap<string, Allocation>,
): ByZone | undefined => {
	const result = new Map<string, number>();
	for (const {hints} of endpoints.filter((endpoint) => isReady(endpoint))) {
		const zones = (hints?.forZones ?? []).map(({name}) => name);
		if (zones.length === 0 || zones.some((zone) => !allocations.has(zone))) {
			return undefined;
		}

		for (const zone of zones) {
			add(result, zone, 1);
		}
	}

	const fits = [...result].every(([zone, count]) => count + (before.get(zone) ?? 0) <= allocations.get(zone)!.maximum);
	return fits ? result : undefined;
};

/** The endpoint as if nobody had thought of zones. */
export const withoutHints = ({hints: _hints, ...others}: Endpoint): Endpoint => others;

const hintedFor = (endpoint: Endpoint, zone: string): Endpoint => ({...endpoint, hints: {forZones: [{name: zone}]}});

/** The hints of slices, or why there are none. */
export type Hinting =
	{readonly endpoints: ReadonlyArray<readonly Endpoint[]>; readonly byZone: ByZone} | {readonly disabled: string};

/**
Gives the ready endpoints of slices hints for zones, so that each zone has as many as its share of processors: those of its
own first, and of what others have too many.

@param slices the endpoints of each, and whether they are written anyway; what is not keeps its hints while they fit.
@mirrors TopologyCache.AddHints
*/
export const topologyHints = (
	slices: ReadonlyArray<{readonly endpoints: readonly Endpoint[]; readonly isWritten: boolean}>,
	shares: ByZone | undefined,
): Hinting => {
	const total = slices.flatMap(({endpoints}) => endpoints).filter((endpoint) => isReady(endpoint)).length;
	const allocations = allocate(shares, total);
	if (typeof allocations === 'string') {
		return {disabled: allocations};
	}

	const byZone = new Map<string, number>();
	const isKept = slices.map(({endpoints, isWritten}) => {
		const present = isWritten ? undefined : presentHints(endpoints, byZone, allocations);
		for (const [zone, count] of present ?? []) {
			add(byZone, zone, count);
		}

		return present !== undefined;
	});
	const open = slices.filter((_, index) => !isKept[index]).flatMap(({endpoints}) => endpoints);
	if (open.some((endpoint) => isReady(endpoint) && !endpoint.zone)) {
		return {disabled: 'One or more endpoints do not have a zone specified'};
	}

	for (const {zone} of open.filter((endpoint) => isReady(endpoint))) {
		add(byZone, zone!, 1);
	}

	const {giving, receiving} = exchange(allocations, byZone);
	const hint = (endpoint: Endpoint): Endpoint => {
		if (!isReady(endpoint)) {
			return withoutHints(endpoint);
		}

		const own = endpoint.zone!;
		const [other] = [...receiving].find(([, count]) => count > 0) ?? [];
		if (other === undefined || (giving.get(own) ?? 0) === 0) {
			return hintedFor(endpoint, own);
		}

		for (const [zones, zone] of [[giving, own] as const, [receiving, other] as const]) {
			add(zones, zone, -1);
		}

		add(byZone, own, -1);
		add(byZone, other, 1);
		return hintedFor(endpoint, other);
	};

	const endpoints = slices.map((slice, index) =>
		isKept[index] ? slice.endpoints : slice.endpoints.map((endpoint) => hint(endpoint)),
	);
	return byZone.size === 0 ? {disabled: 'No hints allocated for zones'} : {endpoints, byZone};
};

/** Whether a zone has too few of a Service's endpoints, now that the nodes have changed. @mirrors serviceOverloaded */
export const isOverloaded = (byZone: ByZone, shares: ByZone | undefined): boolean => {
	const total = [...byZone.values()].reduce((sum, one) => sum + one, 0);
	return (
		byZone.size > 0 &&
		(!shares ||
			[...shares].some(([zone, share]) => {
				const count = byZone.get(zone);
				return count === undefined || count < Math.ceil(total * share * (1 / (1 + overload)));
			}))
	);
};
