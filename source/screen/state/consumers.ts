import {joinHostPort} from '../../objects/host-port.js';
import type {Ledger} from '../../kernel/ledger.js';
import {proxyModes} from '../../objects/simulated-node.js';
import {perValue} from './per-value.js';

/** The place of an endpoint, and the zones for which it is meant. */
export interface EndpointPlace {
	readonly node?: string | undefined;
	readonly zones?: readonly string[] | undefined;
}

/** The rule by which a node leaves a ready endpoint to others: `internalTrafficPolicy: Local`, or the zone hints of its slice. */
export type Spared = 'Local' | 'hints';

/** A component that acts on endpoints, and the ledger key of its knowledge. */
export interface Consumer {
	readonly name: string;
	readonly keys: readonly string[];
	/** Addresses of the Service's endpoints that it uses at a step. */
	readonly usedAt: (step: number) => ReadonlySet<string>;
	/** The rule by which it leaves an endpoint at a place to others, if there is one at a step. */
	readonly sparedAt?: (place: EndpointPlace, step: number) => Spared | undefined;
}

const nothing: ReadonlySet<string> = new Set();

/** The union of the sets; if only one is not empty, that set itself. */
const union = (sets: ReadonlyArray<ReadonlySet<string>>): ReadonlySet<string> => {
	const filled = sets.filter(({size}) => size > 0);
	return filled.length > 1 ? new Set(filled.flatMap((set) => [...set])) : (filled[0] ?? nothing);
};

/** Consumers of one kind, by a value's endpoints of a Service. */
const consumersBy = <V extends object>(used: (value: V, service: string) => readonly string[]) => {
	const addresses = perValue((value: V, service) => new Set(used(value, service)));
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
				readonly internalLocal: boolean;
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

const localByRules = perValue((value: Rules, service) => {
	const ports = Object.values(value.services).filter(({namespace, name}) => `${namespace}/${name}` === service);
	return ports.length > 0 && ports.every(({internalLocal, cluster}) => internalLocal && cluster.length === 0);
});

interface LabelledNode {
	readonly metadata: {readonly labels?: Readonly<Record<string, string>>};
}

/** The rule by which a node's kube-proxy leaves an endpoint to other nodes. */
const sparedOn =
	(ledger: Ledger, service: string, {node, keys}: {readonly node: string; readonly keys: readonly string[]}) =>
	(place: EndpointPlace, step: number): Spared | undefined => {
		if (place.node !== node && keys.some((key) => localByRules(ledger.readAt<Rules>(key, step), service))) {
			return 'Local';
		}

		const labels = ledger.readAt<LabelledNode>(`/registry/minions/${node}`, step)?.metadata.labels;
		const zone = labels?.['topology.kubernetes.io/zone'];
		return zone !== undefined && place.zones && !place.zones.includes(zone) ? 'hints' : undefined;
	};

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
		...[...rulesByNode(ledger, step)].map(([node, keys]) => ({
			...byRules(ledger, service, `kube-proxy ${node}`, ...keys),
			sparedAt: sparedOn(ledger, service, {node, keys}),
		})),
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
