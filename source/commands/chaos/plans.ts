import type {CommandWords} from '../words/words.js';
import {isTelling, type Caller, type Traffic, type Write} from './writes.js';

/** The faults of `chaos`, in the order in which a place receives them. */
export const chaosKinds = ['crash', 'lost', 'conflict', 'error', 'stale', 'unobserved', 'leader'] as const;

export type ChaosKind = (typeof chaosKinds)[number];

/** The effect of each fault, for lists. */
export const kindTexts: Readonly<Record<ChaosKind, string>> = {
	crash: 'the controller is killed once the write is stored, and starts again',
	lost: 'the write is stored, and its answer is lost',
	conflict: 'the write gets 409 Conflict',
	error: 'the write gets 500, and is not stored',
	stale: 'from the write on, the controller sees all changes late',
	unobserved: 'the controller never sees the changes that begin with a write by another client',
	leader: 'from the write on, the controller cannot renew its Leases',
};

/** A write at which a fault happens. */
export interface Place {
	/** The client in the words of faults: a user agent, its beginning, or a user. */
	readonly client: string;
	readonly verb: Write['verb'];
	readonly resource: string;
	/** The number of the request among those of this client with this verb and resource, from 1. */
	readonly number: number;
	/** The object of the recorded run, for the reader: `default/web`. */
	readonly object: string;
}

/** One fault at one place. */
export interface Plan {
	readonly kind: ChaosKind;
	readonly place: Place;
	/** The faults, in their own words, to inject when the run begins. */
	readonly faults: readonly string[];
}

/** Options for making plans. */
export interface Planning {
	/** The clients that are the controller: user agents, their beginnings, users. */
	readonly clients: readonly string[];
	readonly kinds: readonly ChaosKind[];
	/** The delay of watches, in milliseconds. */
	readonly lagMs: number;
}

/** The time for which a controller cannot renew its Lease: longer than client-go's lease duration, 15 s. */
const leaderMs = 20_000;

/** The additional silence of a controller's watch: for changes that take effect in several writes. */
const missFactor = 2;

/** `web-operator` of `web-operator/v0.0.0 (linux/amd64) kubernetes/$Format`; `kube-scheduler/binder` stays. */
const programOf = (agent: string): string => (agent.split(' ', 1)[0] ?? '').replace(/\/v?\d.*$/, '');

/** Whether a request is of this client, as faults read its name. */
export const isOf = (client: string, {agent, user}: Caller): boolean =>
	user === client || `${agent}/`.startsWith(`${client}/`);

const ownerOf = (clients: readonly string[], caller: Caller): string | undefined =>
	clients.find((client) => isOf(client, caller));

/** Clients of a run that may be the controller, when the user names none: programs that write and watch. */
export const likelyClients = ({writes, watches}: Traffic): readonly string[] => [
	...new Set(
		writes
			.map(({agent}) => programOf(agent))
			.filter(
				(program) =>
					program !== '' &&
					!/^kube(?:ctl|let|-|rnetes)|^(?:controller-manager|coredns|csi-|mesh|ingress-controller)/.test(program) &&
					watches.some((watch) => programOf(watch.agent) === program),
			),
	),
];

const objectOf = ({namespace, name}: Write): string => (namespace === '' ? name : `${namespace}/${name}`);

/** A place, in words that do not depend on the run. */
export const placeKey = ({client, verb, resource, number}: Omit<Place, 'object'>): string =>
	`${client} ${verb} ${resource} ${number}`;

/** A plan in words for the reader. */
export const planText = ({kind, place}: Plan, words: CommandWords['chaos']): string => words.plan(kind, place);

/** The words that choose the request of a place. */
const chosen = ({client, verb, resource, number}: Place): string =>
	`${client} verb=${verb} of=${resource} number=${number}`;

/** Begins when the request of a place arrives. */
const marked = (place: Place, fault: string): readonly string[] => [
	`delay requests ${chosen(place)} by=1ms`,
	`${fault} when=fault.request`,
];

/** The fault of a kind at a place, in words; `undefined` where a real cluster has no such fault. */
const faultsOf = (kind: ChaosKind, place: Place, watcher: string, lagMs: number): readonly string[] | undefined => {
	switch (kind) {
		case 'crash': {
			return [`fail requests ${chosen(place)} with=held`];
		}

		case 'lost': {
			return [`fail requests ${chosen(place)} with=lost`];
		}

		case 'conflict': {
			return place.verb === 'update' || place.verb === 'patch'
				? [`fail requests ${chosen(place)} with=409`]
				: undefined;
		}

		case 'error': {
			return [`fail requests ${chosen(place)} with=500`];
		}

		case 'stale': {
			return marked(place, `delay watches ${watcher} by=${lagMs}ms for=${lagMs}ms`);
		}

		case 'unobserved': {
			const [resource] = place.resource.split('/', 1);
			return marked(place, `miss watches ${watcher} of=${resource} for=${lagMs * missFactor}ms`);
		}

		case 'leader': {
			return marked(place, `fail requests ${watcher} of=leases with=503 for=${leaderMs}ms`);
		}
	}
};

/** The writes of a run, each as a place; the number counts all requests of its kind, answered or not. */
const placesOf = (
	writes: readonly Write[],
	nameOf: (write: Write) => string | undefined,
): ReadonlyArray<{readonly place: Place; readonly write: Write}> => {
	const counts = new Map<string, number>();
	return writes.flatMap((write) => {
		const client = nameOf(write);
		if (client === undefined || client === '' || !isTelling(write)) {
			return [];
		}

		const {verb, resource} = write;
		const kind = `${client} ${verb} ${resource}`;
		const number = (counts.get(kind) ?? 0) + 1;
		counts.set(kind, number);
		return [{place: {client, verb, resource, number, object: objectOf(write)}, write}];
	});
};

const isDone = ({write}: {readonly write: Write}): boolean => write.code > 0 && write.code < 300 && !write.isDryRun;

/**
All useful faults: one of each kind at each successful write of the controller, and missed changes at each write of another client to a watched object.

@returns plans in the order of the recorded writes, at each write in the order of the kinds.
*/
export const plansOf = ({writes, watches}: Traffic, {clients, kinds, lagMs}: Planning): readonly Plan[] => {
	const watched = new Map<string, string>();
	for (const watch of watches) {
		const owner = ownerOf(clients, watch);
		if (owner !== undefined && !watched.has(watch.resource)) {
			watched.set(watch.resource, owner);
		}
	}

	const hasLeases = writes.some((write) => write.resource === 'leases' && ownerOf(clients, write) !== undefined);
	const own = placesOf(writes, (write) => ownerOf(clients, write));
	const others = placesOf(writes, (write) =>
		ownerOf(clients, write) === undefined ? programOf(write.agent) : undefined,
	);
	const plans: Array<Plan & {readonly step: number}> = [];
	const add = (kind: ChaosKind, place: Place, watcher: string, step: number): void => {
		const faults = kinds.includes(kind) ? faultsOf(kind, place, watcher, lagMs) : undefined;
		if (faults) {
			plans.push({kind, place, faults, step});
		}
	};

	for (const {place, write} of own.filter(isDone)) {
		for (const kind of chaosKinds) {
			if (kind !== 'unobserved' && (kind !== 'leader' || hasLeases)) {
				add(kind, place, place.client, write.step);
			}
		}
	}

	for (const {place, write} of others.filter(isDone)) {
		const watcher = watched.get(place.resource.split('/', 1)[0] ?? '');
		if (watcher !== undefined) {
			add('unobserved', place, watcher, write.step);
		}
	}

	return plans.toSorted((a, b) => a.step - b.step).map(({kind, place, faults}) => ({kind, place, faults}));
};
