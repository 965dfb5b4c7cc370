import {joinHostPort} from '../../objects/host-port.js';
import {clusterServices} from '../../objects/control-plane.js';
import type {Ledger} from '../../kernel/ledger.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {proxyModes} from '../../objects/simulated-node.js';
import {comingsOf} from './comings.js';

interface Slice {
	readonly metadata: {
		readonly namespace: string;
		readonly labels?: Readonly<Record<string, string>>;
		readonly resourceVersion?: string;
	};
	readonly endpoints?: ReadonlyArray<{
		readonly addresses: readonly string[];
		readonly conditions?: {readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean};
	}> | null;
	readonly ports?: ReadonlyArray<{readonly port?: number}> | null;
}

/** The API's condition of an endpoint. */
export type Condition = 'ready' | 'not ready' | 'terminating' | 'removed';

/** The knowledge of one consumer about an endpoint. */
export interface Knowledge {
	/** Whether it is used as the API says. */
	readonly agrees: boolean;
	/** The time that it took to agree, or has disagreed so far; `undefined` if it always agreed. */
	readonly lagMs?: number;
}

export interface EndpointKnowledge {
	/** `10.244.1.7:80`. */
	readonly address: string;
	readonly condition: Condition;
	/** The knowledge of the consumers, in their order. */
	readonly knowledge: readonly Knowledge[];
}

/** The consumers that know each endpoint of a Service. */
export interface Propagation {
	/** `namespace/name`. */
	readonly service: string;
	readonly consumers: readonly string[];
	readonly endpoints: readonly EndpointKnowledge[];
}

/** A component that acts on endpoints, and the ledger key of its knowledge. */
export interface Consumer {
	readonly name: string;
	readonly keys: readonly string[];
	/** Addresses of the Service's endpoints that it uses at a step. */
	readonly usedAt: (step: number) => ReadonlySet<string>;
}

/** Caches results for each frozen value of the ledger. */
const remembered = <V extends object, T>(read: (value: V, about: string) => T) => {
	const known = new WeakMap<V, Map<string, T>>();
	return (value: V | undefined, about: string): T | undefined => {
		if (!value) {
			return undefined;
		}

		const answers = known.get(value) ?? new Map<string, T>();
		known.set(value, answers);
		if (!answers.has(about)) {
			answers.set(about, read(value, about));
		}

		return answers.get(about);
	};
};

const nothing: ReadonlySet<string> = new Set();

/** The union of the sets; if only one is not empty, that set itself. */
const union = (sets: ReadonlyArray<ReadonlySet<string>>): ReadonlySet<string> => {
	const filled = sets.filter(({size}) => size > 0);
	return filled.length > 1 ? new Set(filled.flatMap((set) => [...set])) : (filled[0] ?? nothing);
};

/** Consumers of one kind, by a value's endpoints of a Service. */
const consumersBy = <V extends object>(used: (value: V, service: string) => readonly string[]) => {
	const addresses = remembered((value: V, service) => new Set(used(value, service)));
	return (ledger: Ledger, service: string, name: string, ...keys: readonly string[]): Consumer => {
		const usedIn = (key: string, step: number) => addresses(ledger.readAt<V>(key, step), service) ?? nothing;
		const [first = ''] = keys;
		return {
			name,
			keys,
			usedAt: keys.length === 1 ? (step) => usedIn(first, step) : (step) => union(keys.map((key) => usedIn(key, step))),
		};
	};
};

interface Rules {
	readonly services: Readonly<
		Record<
			string,
			{
				readonly namespace: string;
				readonly name: string;
				readonly cluster: readonly string[];
				readonly local: readonly string[];
			}
		>
	>;
}

/** The names of kube-proxy's rules below a node. */
const ruleNames = [...proxyModes, 'ip6tables', 'nftables-ip6'].sort();

const byRules = consumersBy((value: Rules, service) =>
	Object.values(value.services)
		.filter(({namespace, name}) => `${namespace}/${name}` === service)
		.flatMap(({cluster, local}) => [...cluster, ...local]),
);

interface Zone {
	readonly hosts?: ReadonlyArray<{readonly ip: string; readonly ports: ReadonlyArray<{readonly port: number}>}>;
}

const byZone = consumersBy((value: Zone) =>
	(value.hosts ?? []).flatMap(({ip, ports}) => ports.map(({port}) => joinHostPort(ip, port))),
);

interface Routes {
	readonly routes?: ReadonlyArray<{readonly service: string; readonly upstreams: readonly string[]}>;
}

const routesTo = ({routes = []}: Routes, service: string): NonNullable<Routes['routes']> =>
	routes.filter((route) => route.service.startsWith(`${service}:`));

const byRoutes = consumersBy((value: Routes, service) => routesTo(value, service).flatMap(({upstreams}) => upstreams));

interface Sidecar {
	readonly endpoints?: Readonly<Record<string, readonly string[]>>;
}

const bySidecar = consumersBy((value: Sidecar, service) => {
	const [namespace, name] = service.split('/');
	return Object.entries(value.endpoints ?? {})
		.filter(([host]) => host.startsWith(`${name}.${namespace}.svc.`))
		.flatMap(([, addresses]) => addresses);
});

/** The ledger keys of each node's rules: those of each family. */
export const rulesByNode = (ledger: Ledger, step: number): ReadonlyMap<string, readonly string[]> => {
	const byNode = new Map<string, readonly string[]>();
	for (const node of ledger.folders('/nodes/')) {
		const keys = ruleNames
			.map((name) => `/nodes/${node}/${name}`)
			.filter((key) => ledger.readAt(key, step) !== undefined);
		if (keys.length > 0) {
			byNode.set(node, keys);
		}
	}

	return byNode;
};

/** The components that act on the endpoints of a Service, as far as they exist at a step. */
export const consumersOf = (ledger: Ledger, service: string, step: number): Consumer[] => {
	const last = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
	const routed = (key: string): boolean =>
		ledger
			.versions(key)
			.some((version) => routesTo(ledger.readAt<Routes>(key, version.step) ?? {}, service).length > 0);
	return [
		...[...rulesByNode(ledger, step)].map(([node, keys]) => byRules(ledger, service, `kube-proxy ${node}`, ...keys)),
		...ledger
			.keys(`/network/dns/${service}`, step)
			.filter((key) => key === `/network/dns/${service}`)
			.map((key) => byZone(ledger, service, 'CoreDNS', key)),
		...ledger
			.keys('/network/ingress/', step)
			.filter(routed)
			.map((key) => byRoutes(ledger, service, `ingress ${last(key)}`, key)),
		...ledger.keys('/network/mesh/', step).map((key) => bySidecar(ledger, service, `mesh ${last(key)}`, key)),
	];
};

/** Address → condition, of one version of a slice. */
const conditionsOf = remembered(({endpoints, ports}: Slice): ReadonlyMap<string, Condition> => {
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

/**
Endpoint by endpoint, the API's state and the consumers that already act on it.

@param timeOf virtual time of a step, in milliseconds.
*/
export const propagations = (ledger: Ledger, step: number, timeOf: (step: number) => number): Propagation[] => {
	return [...slicesByService(ledger, step)].map(([service, keys]) => {
		const consumers = consumersOf(ledger, service, step);
		const slicesAt = (at: number): ReadonlyArray<ReadonlyMap<string, Condition>> =>
			keys.flatMap((key) => conditionsOf(ledger.readAt<Slice>(key, at), '') ?? []);
		const conditionIn = (slices: ReturnType<typeof slicesAt>, address: string): Condition => {
			for (const conditions of slices) {
				const condition = conditions.get(address);
				if (condition) {
					return condition;
				}
			}

			return 'removed';
		};

		const readyAt = (at: number): ReadonlySet<string> => {
			const slices = slicesAt(at);
			return new Set(
				slices.flatMap((conditions) => [...conditions.keys()].filter((one) => conditionIn(slices, one) === 'ready')),
			);
		};
		const published = comingsOf(ledger, `ready ${service}`, keys, readyAt);
		const present = slicesAt(step);
		const acting = consumers.map(({name, keys: own, usedAt}) => ({
			used: usedAt(step),
			changes: comingsOf(ledger, `${name} ${service}`, own, usedAt),
		}));
		// In the order in which they appeared.
		const addresses = new Set(
			keys.flatMap((key) =>
				comingsOf(
					ledger,
					'listed',
					[key],
					(at) => new Set(conditionsOf(ledger.readAt<Slice>(key, at), '')?.keys() ?? []),
				).everUntil(step),
			),
		);
		const endpoints = [...addresses].map((address): EndpointKnowledge => {
			const condition = conditionIn(present, address);
			const wanted = condition === 'ready';
			const told = published.lastChange(address, step);
			return {
				address,
				condition,
				knowledge: acting.map(({used, changes}): Knowledge => {
					const uses = used.has(address);
					const agrees = uses === wanted;
					const acted = agrees ? changes.lastChange(address, step) : step;
					return told === undefined || acted === undefined || acted < told
						? {agrees}
						: {agrees, lagMs: timeOf(acted) - timeOf(told)};
				}),
			};
		});
		// Endpoints that all consumers dropped long ago are left out if there is much to show.
		const news = endpoints.filter(
			({condition, knowledge}) =>
				condition !== 'removed' || knowledge.some(({agrees}) => !agrees) || endpoints.length < 12,
		);
		return {service, consumers: consumers.map(({name}) => name), endpoints: news};
	});
};
