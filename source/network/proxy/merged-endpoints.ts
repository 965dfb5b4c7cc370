import {differingRange} from '../../kernel/equality.js';
import type {EndpointSlice} from '../../objects/kubernetes.generated.js';
import {joinHostPort} from '../../objects/host-port.js';
import type {Family} from '../../objects/ip.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** One address behind a Service's port. */
export interface Endpoint {
	/** `ip:port`. */
	readonly text: string;
	readonly nodeName?: string;
	readonly ready: boolean;
	readonly serving: boolean;
	readonly terminating: boolean;
	readonly nodeHints: readonly string[];
	readonly zoneHints: readonly string[];
}

/** The endpoints of a Service's port. */
export interface Merged {
	readonly slices: readonly EndpointSlice[];
	/** The endpoints, in the order of their texts. */
	readonly endpoints: readonly Endpoint[];
	/** The texts of the ready ones. */
	readonly ready: readonly string[];
	readonly byNode: ReadonlyMap<string, readonly Endpoint[]>;
}

type SliceEndpoint = NonNullable<EndpointSlice['endpoints']>[number];
type Endpoints = readonly Endpoint[];

const noHints: readonly string[] = Object.freeze([]);
const noEndpoints: Endpoints = Object.freeze([]);

const namesOf = (hints: ReadonlyArray<{readonly name: string}> | undefined): readonly string[] =>
	hints ? hints.map(({name}) => name) : noHints;

// One endpoint of a slice is one object for each of its ports, in all versions of the slice.
const endpointsKnown = new WeakMap<SliceEndpoint, Endpoint[]>();

const endpointOf = (given: SliceEndpoint, address: string, port: number): Endpoint => {
	const text = joinHostPort(address, port);
	const all = getOrInsert(endpointsKnown, given, () => []);
	const known = all.find((endpoint) => endpoint.text === text);
	if (known) {
		return known;
	}

	const {conditions, nodeName, hints} = given;
	const endpoint = {
		text,
		nodeName,
		ready: conditions?.ready ?? true,
		serving: conditions?.serving ?? true,
		terminating: conditions?.terminating ?? false,
		nodeHints: namesOf(hints?.forNodes),
		zoneHints: namesOf(hints?.forZones),
	};
	all.push(endpoint);
	return endpoint;
};

/** The choice of endpoints: those of a port, with addresses of a family. */
export interface EndpointsWanted {
	readonly portName: string;
	readonly protocol: string;
	readonly family: Family;
}

/** The endpoints of a port in one slice, unchanged. */
const endpointsIn = (slice: EndpointSlice, {portName, protocol, family}: EndpointsWanted): Endpoints => {
	const found: Endpoint[] = [];
	for (const port of slice.addressType === family ? (slice.ports ?? []) : []) {
		if ((port.name ?? '') === portName && (port.protocol ?? 'TCP') === protocol && port.port) {
			for (const endpoint of slice.endpoints ?? []) {
				if (endpoint.addresses[0]) {
					found.push(endpointOf(endpoint, endpoint.addresses[0], port.port));
				}
			}
		}
	}

	return found;
};

const byText = (a: Endpoint, b: Endpoint): number => {
	if (a.text < b.text) {
		return -1;
	}

	if (a.text > b.text) {
		return 1;
	}

	return 0;
};

/** The state of a port with these slices. */
class State implements Merged {
	#ready: readonly string[] | undefined;
	#byNode: ReadonlyMap<string, Endpoints> | undefined;

	constructor(
		readonly slices: readonly EndpointSlice[],
		/** The endpoints of each slice. */
		readonly lists: readonly Endpoints[],
		readonly endpoints: Endpoints,
		/** Whether no text is there twice. */
		readonly isPlain: boolean,
	) {}

	get ready(): readonly string[] {
		this.#ready ??= Object.freeze(this.endpoints.filter((endpoint) => endpoint.ready).map(({text}) => text));
		return this.#ready;
	}

	get byNode(): ReadonlyMap<string, Endpoints> {
		this.#byNode ??= groupedByNode(this.endpoints);
		return this.#byNode;
	}
}

const groupedByNode = (endpoints: Endpoints): ReadonlyMap<string, Endpoints> => {
	const byNode = new Map<string, Endpoint[]>();
	for (const endpoint of endpoints) {
		getOrInsert(byNode, endpoint.nodeName ?? '', () => []).push(endpoint);
	}

	return byNode;
};

/** Merges the endpoints of all slices; of several with one text, the last one counts. */
const mergeAll = (slices: readonly EndpointSlice[], lists: readonly Endpoints[]): State => {
	const all = lists.flat();
	const found = new Map(all.map((endpoint) => [endpoint.text, endpoint]));
	return new State(slices, lists, [...found.values()].sort(byText), found.size === all.length);
};

/** The list with some endpoints removed and others added; `undefined` if a text would repeat. */
const exchange = (
	endpoints: Endpoints,
	gone: ReadonlySet<Endpoint>,
	added: readonly Endpoint[],
): Endpoints | undefined => {
	const result: Endpoint[] = [];
	const rest = added.toSorted(byText);
	let next = 0;
	for (const endpoint of endpoints) {
		if (gone.has(endpoint)) {
			continue;
		}

		for (let one = rest[next]; one && one.text <= endpoint.text; one = rest[++next]) {
			if (one.text === endpoint.text || one.text === result.at(-1)?.text) {
				return undefined;
			}

			result.push(one);
		}

		result.push(endpoint);
	}

	for (const one of rest.slice(next)) {
		if (one.text === result.at(-1)?.text) {
			return undefined;
		}

		result.push(one);
	}

	return result;
};

/**
The endpoints of one port of a Service. It merges only changed slices and their changed endpoints, so a new endpoint does not reorder thousands.

@mirrors k8s.io/kubernetes/pkg/proxy EndpointsChangeTracker
*/
export class MergedEndpoints {
	#last = new State([], [], noEndpoints, true);

	constructor(readonly wanted: EndpointsWanted) {}

	/** The endpoints that these slices list. */
	of(slices: readonly EndpointSlice[]): Merged {
		const last = this.#last;
		const isSame = last.slices.length === slices.length && slices.every((slice, index) => slice === last.slices[index]);
		if (!isSame) {
			this.#last = this.#next(last, slices);
		}

		return this.#last;
	}

	#next(last: State, slices: readonly EndpointSlice[]): State {
		const lists = slices.map((slice, index) =>
			slice === last.slices[index] ? (last.lists[index] ?? noEndpoints) : endpointsIn(slice, this.wanted),
		);
		if (!last.isPlain) {
			return mergeAll(slices, lists);
		}

		const gone = new Set<Endpoint>();
		const added: Endpoint[] = [];
		for (let index = 0; index < Math.max(lists.length, last.lists.length); index++) {
			const before = last.lists[index] ?? noEndpoints;
			const now = lists[index] ?? noEndpoints;
			const {start, end, otherEnd} = differingRange(before, now);
			for (const endpoint of before.slice(start, end)) {
				gone.add(endpoint);
			}

			added.push(...now.slice(start, otherEnd));
		}

		const endpoints = exchange(last.endpoints, gone, added);
		return endpoints ? new State(slices, lists, endpoints, true) : mergeAll(slices, lists);
	}
}
