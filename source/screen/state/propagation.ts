import {joinHostPort} from '../../objects/host-port.js';
import {clusterServices} from '../../objects/control-plane.js';
import type {Ledger} from '../../kernel/ledger.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {comingsOf, type Comings} from './comings.js';
import {consumersOf, type Consumer, type EndpointPlace, type Spared} from './consumers.js';
import {perValue} from './per-value.js';

interface Slice {
	readonly metadata: {
		readonly namespace: string;
		readonly labels?: Readonly<Record<string, string>>;
		readonly resourceVersion?: string;
	};
	readonly endpoints?: ReadonlyArray<{
		readonly addresses: readonly string[];
		readonly conditions?: {readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean};
		readonly nodeName?: string;
		readonly hints?: {readonly forZones?: ReadonlyArray<{readonly name: string}>};
	}> | null;
	readonly ports?: ReadonlyArray<{readonly port?: number}> | null;
}

/** The API's condition of an endpoint. */
export type Condition = 'ready' | 'not ready' | 'terminating' | 'removed';

/** An endpoint in the API. */
export interface PublishedEndpoint {
	/** `10.244.1.7:80`. */
	readonly address: string;
	readonly condition: Condition;
}

/** The knowledge of one consumer about an endpoint. */
export interface Knowledge {
	/** Whether it is used as the API says. */
	readonly agrees: boolean;
	/** The time that it took to agree, or has disagreed so far, in milliseconds; `undefined` if it always agreed. */
	readonly lagMs?: number;
	/** The rule by which the consumer leaves a ready endpoint to others. */
	readonly spared?: Spared;
}

/** The consumers that know each endpoint of a Service. */
export interface Propagation {
	/** `namespace/name`. */
	readonly service: string;
	readonly endpoints: readonly PublishedEndpoint[];
	/** The knowledge of each consumer about each endpoint, in the order of the endpoints. While it stays the same, it is the same array. */
	readonly consumers: ReadonlyArray<{readonly name: string; readonly knowledge: readonly Knowledge[]}>;
}

/** An endpoint, and the step at which it last became ready or stopped being ready. */
interface Followed extends PublishedEndpoint, EndpointPlace {
	readonly told: number | undefined;
}

/** The endpoints of a Service, and the slices and the history from which they were read. */
interface Listed {
	readonly slices: ReadonlyArray<Slice | undefined>;
	readonly history: string;
	readonly endpoints: readonly Followed[];
}

/** The knowledge of a consumer, and the endpoints and the history from which it was worked out. */
interface Known {
	readonly endpoints: readonly Followed[];
	readonly history: string;
	readonly knowledge: readonly Knowledge[];
	/** The indexes of endpoints about which it disagrees: their delay grows with each step. */
	readonly late: readonly number[];
}

/** The last answers for a ledger: a step changes few of them. */
class Latest {
	readonly listed = new Map<string, Listed>();
	readonly known = new Map<string, Known>();
}

const latest = new WeakMap<Ledger, Latest>();

/** Address → condition, of one version of a slice. */
const conditionsOf = perValue(({endpoints, ports}: Slice): ReadonlyMap<string, Condition> => {
	return new Map(
		(endpoints ?? []).flatMap(({addresses, conditions}) => {
			const readiness = (conditions?.ready ?? true) ? 'ready' : 'not ready';
			const condition = conditions?.terminating ? 'terminating' : readiness;
			return addresses.flatMap((ip) =>
				(ports ?? []).map(({port}) => [joinHostPort(ip, port ?? 0), condition] as const),
			);
		}),
	);
});

/** Address → node and zones, of one version of a slice. */
const placesOf = perValue(({endpoints, ports}: Slice): ReadonlyMap<string, EndpointPlace> => {
	return new Map(
		(endpoints ?? []).flatMap(({addresses, nodeName, hints}) =>
			addresses.flatMap((ip) =>
				(ports ?? []).map(
					({port}) =>
						[joinHostPort(ip, port ?? 0), {node: nodeName, zones: hints?.forZones?.map(({name}) => name)}] as const,
				),
			),
		),
	);
});

/** The keys of the EndpointSlices of each Service, by its `namespace/name`. The cluster's own Services are left out, because they never change. */
const slicesByService = (ledger: Ledger, step: number): ReadonlyMap<string, readonly string[]> => {
	const slicesOf = new Map<string, string[]>();
	for (const key of ledger.everyKey('/registry/endpointslices/')) {
		const known = ledger.versions(key).findLast((version) => version.step <= step && version.value !== undefined);
		const metadata = known && ledger.readAt<Slice>(key, known.step)?.metadata;
		const name = metadata?.labels?.['kubernetes.io/service-name'];
		const service = `${metadata?.namespace}/${name}`;
		if (name && !clusterServices.includes(service)) {
			getOrInsert(slicesOf, service, () => []).push(key);
		}
	}

	return slicesOf;
};

/** The condition of an address in the first slice that has it. */
const conditionIn = (slices: ReadonlyArray<ReadonlyMap<string, Condition>>, address: string): Condition => {
	for (const conditions of slices) {
		const condition = conditions.get(address);
		if (condition) {
			return condition;
		}
	}

	return 'removed';
};

/** The addresses that are ready in the slices with these keys. */
const readyIn = (ledger: Ledger, keys: readonly string[], step: number): ReadonlySet<string> => {
	const slices = keys.flatMap((key) => conditionsOf(ledger.readAt<Slice>(key, step), '') ?? []);
	return new Set(
		slices.flatMap((conditions) => [...conditions.keys()].filter((one) => conditionIn(slices, one) === 'ready')),
	);
};

/** All endpoints of the slices with these keys up to a step, in the order in which they appeared. */
const endpointsAt = (
	ledger: Ledger,
	keys: readonly string[],
	step: number,
	published: Comings,
	known: Listed | undefined,
): Listed => {
	const slices = keys.map((key) => ledger.readAt<Slice>(key, step));
	const appearances = keys.map((key) =>
		comingsOf(ledger, 'listed', [key], (at) => new Set(conditionsOf(ledger.readAt<Slice>(key, at), '')?.keys() ?? [])),
	);
	const history = [published, ...appearances].map((comings) => comings.historyAt(step)).join(' ');
	if (
		known?.history === history &&
		slices.length === known.slices.length &&
		slices.every((slice, index) => slice === known.slices[index])
	) {
		return known;
	}

	const present = slices.flatMap((slice) => conditionsOf(slice, '') ?? []);
	const places = slices.flatMap((slice) => placesOf(slice, '') ?? []);
	const addresses = new Set(appearances.flatMap((comings) => comings.everUntil(step)));
	return {
		slices,
		history,
		endpoints: [...addresses].map((address) => ({
			...places.find((place) => place.has(address))?.get(address),
			address,
			condition: conditionIn(present, address),
			told: published.lastChange(address, step),
		})),
	};
};

/** The knowledge of a consumer about the endpoints. */
const knowledgeAt = (
	{usedAt, sparedAt}: Consumer,
	endpoints: readonly Followed[],
	changes: Comings,
	step: number,
	timeOf: (step: number) => number,
	known: Known | undefined,
): Known => {
	const used = usedAt(step);
	const about = ({address, condition, told, ...place}: Followed): Knowledge => {
		const spared = condition === 'ready' && !used.has(address) ? sparedAt?.(place, step) : undefined;
		if (spared !== undefined) {
			return {agrees: true, spared};
		}

		const agrees = used.has(address) === (condition === 'ready');
		const acted = agrees ? changes.lastChange(address, step) : step;
		return told === undefined || acted === undefined || acted < told
			? {agrees}
			: {agrees, lagMs: timeOf(acted) - timeOf(told)};
	};

	const history = changes.historyAt(step);
	if (known?.history !== history || known.endpoints !== endpoints) {
		const knowledge = endpoints.map((endpoint) => about(endpoint));
		const late = knowledge.flatMap(({agrees}, index) => (agrees ? [] : index));
		return {endpoints, history, knowledge, late};
	}

	if (known.late.length === 0) {
		return known;
	}

	const knowledge = [...known.knowledge];
	for (const index of known.late) {
		const endpoint = endpoints[index];
		if (endpoint) {
			knowledge[index] = about(endpoint);
		}
	}

	return {...known, knowledge};
};

/** The endpoints to show: if there are many, those that all consumers dropped are left out. */
const shown = ({service, endpoints, consumers}: Propagation): Propagation => {
	const isNews = (index: number): boolean =>
		endpoints[index]?.condition !== 'removed' || consumers.some(({knowledge}) => knowledge[index]?.agrees === false);
	if (endpoints.length < 12 || endpoints.every((_, index) => isNews(index))) {
		return {service, endpoints, consumers};
	}

	return {
		service,
		endpoints: endpoints.filter((_, index) => isNews(index)),
		consumers: consumers.map(({name, knowledge}) => ({name, knowledge: knowledge.filter((_, index) => isNews(index))})),
	};
};

/**
The API's state of each endpoint of each Service, and the knowledge of its consumers.

@param timeOf virtual time of a step, in milliseconds.
*/
export const propagations = (ledger: Ledger, step: number, timeOf: (step: number) => number): Propagation[] => {
	const {listed, known} = getOrInsert(latest, ledger, () => new Latest());
	return [...slicesByService(ledger, step)].map(([service, keys]) => {
		const published = comingsOf(ledger, `ready ${service}`, keys, (at) => readyIn(ledger, keys, at));
		const found = endpointsAt(ledger, keys, step, published, listed.get(service));
		listed.set(service, found);
		const consumers = consumersOf(ledger, service, step).map((consumer) => {
			const about = `${consumer.name} ${service}`;
			const changes = comingsOf(ledger, about, consumer.keys, consumer.usedAt);
			const now = knowledgeAt(consumer, found.endpoints, changes, step, timeOf, known.get(about));
			known.set(about, now);
			return {name: consumer.name, knowledge: now.knowledge};
		});
		return shown({service, endpoints: found.endpoints, consumers});
	});
};
