import type {Ledger} from '../../kernel/ledger.js';

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

/** What the API says of an endpoint. */
export type Condition = 'ready' | 'not ready' | 'terminating' | 'removed';

/** What one consumer knows of an endpoint. */
export interface Knowledge {
	/** Whether it is used as the API says. */
	readonly agrees: boolean;
	/** How long it took to agree, or has taken until now without; `undefined` where it never was otherwise. */
	readonly lagMs?: number;
}

export interface EndpointKnowledge {
	/** `10.244.1.7:80`. */
	readonly address: string;
	readonly condition: Condition;
	/** In the order of the consumers. */
	readonly knowledge: readonly Knowledge[];
}

/** Who knows which endpoint of a Service. */
export interface Propagation {
	/** `namespace/name`. */
	readonly service: string;
	readonly consumers: readonly string[];
	readonly endpoints: readonly EndpointKnowledge[];
}

interface Consumer {
	readonly name: string;
	readonly key: string;
	readonly uses: (value: unknown, address: string) => boolean;
}

interface Rules {
	readonly services?: Readonly<
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

const consumersOf = (ledger: Ledger, service: string, step: number): Consumer[] => {
	const [namespace, name] = service.split('/') as [string, string];
	const proxies = ledger
		.keys('/nodes/', step)
		.filter((key) => key.endsWith('/iptables'))
		.map((key): Consumer => ({
			name: `kube-proxy ${key.split('/')[2]}`,
			key,
			uses: (value, address) =>
				Object.values((value as Rules | undefined)?.services ?? {}).some(
					(port) =>
						port.namespace === namespace &&
						port.name === name &&
						(port.cluster.includes(address) || port.local.includes(address)),
				),
		}));
	const dns: Consumer = {
		name: 'CoreDNS',
		key: `/network/dns/${service}`,
		uses: (value, address) =>
			((value as {hosts?: ReadonlyArray<{ip: string}>} | undefined)?.hosts ?? []).some(
				({ip}) => ip === address.slice(0, address.lastIndexOf(':')),
			),
	};
	type Routes = {readonly routes: ReadonlyArray<{service: string; upstreams: readonly string[]}>} | undefined;
	const routesTo = (value: unknown) =>
		((value as Routes)?.routes ?? []).filter((route) => route.service.startsWith(`${service}:`));
	const ingresses = ledger
		.keys('/network/ingress/', step)
		.filter((key) => ledger.versions(key).some(({value}) => routesTo(value).length > 0))
		.map((key): Consumer => ({
			name: `ingress ${key.split('/').at(-1)}`,
			key,
			uses: (value, address) => routesTo(value).some(({upstreams}) => upstreams.includes(address)),
		}));
	const sidecars = ledger.keys('/network/mesh/', step).map((key): Consumer => ({
		name: `mesh ${key.split('/').at(-1)}`,
		key,
		uses: (value, address) =>
			Object.entries((value as {endpoints?: Record<string, readonly string[]>} | undefined)?.endpoints ?? {}).some(
				([host, addresses]) => host.startsWith(`${name}.${namespace}.svc.`) && addresses.includes(address),
			),
	}));
	return [...proxies, ...(ledger.versions(dns.key).length > 0 ? [dns] : []), ...ingresses, ...sidecars];
};

const addressesOf = (slice: Slice | undefined): string[] =>
	(slice?.endpoints ?? []).flatMap(({addresses}) =>
		addresses.flatMap((address) => (slice?.ports ?? []).map(({port}) => `${address}:${port}`)),
	);

const conditionIn = (slices: ReadonlyArray<Slice | undefined>, address: string): Condition => {
	for (const slice of slices) {
		for (const endpoint of slice?.endpoints ?? []) {
			if (addressesOf({...slice!, endpoints: [endpoint]}).includes(address)) {
				return endpoint.conditions?.terminating
					? 'terminating'
					: (endpoint.conditions?.ready ?? true)
						? 'ready'
						: 'not ready';
			}
		}
	}

	return 'removed';
};

/** The last step, up to one, at which an answer over the versions of some keys became what it is; `undefined`: it always was. */
const since = (
	ledger: Ledger,
	keys: readonly string[],
	step: number,
	answer: (at: number) => boolean,
): number | undefined => {
	const now = answer(step);
	const steps = [...new Set(keys.flatMap((key) => ledger.versions(key).map((version) => version.step)))]
		.filter((at) => at <= step)
		.sort((a, b) => b - a);
	let changed: number | undefined;
	for (const at of steps) {
		if (answer(at) !== now) {
			return changed;
		}

		changed = at;
	}

	return undefined;
};

/**
Endpoint by endpoint, what the API says and which consumer already acts on it.

@param timeOf virtual time of a step, in milliseconds.
*/
export const propagations = (ledger: Ledger, step: number, timeOf: (step: number) => number): Propagation[] => {
	const slicesOf = new Map<string, string[]>();
	const all = [
		...new Set(ledger.changes.filter(({key}) => key.startsWith('/registry/endpointslices/')).map(({key}) => key)),
	];
	for (const key of all.sort()) {
		const known = ledger.versions(key).findLast((version) => version.step <= step && version.value !== undefined);
		const {metadata} = (known?.value ?? {}) as Partial<Slice>;
		const name = metadata?.labels?.['kubernetes.io/service-name'];
		if (metadata && name) {
			const service = `${metadata.namespace}/${name}`;
			slicesOf.set(service, [...(slicesOf.get(service) ?? []), key]);
		}
	}

	return [...slicesOf].map(([service, keys]) => {
		const consumers = consumersOf(ledger, service, step);
		const slicesAt = (at: number) => keys.map((key) => ledger.readAt<Slice>(key, at));
		const addresses = new Set(
			keys.flatMap((key) =>
				ledger
					.versions(key)
					.filter((version) => version.step <= step)
					.flatMap(({value}) => addressesOf(value as Slice | undefined)),
			),
		);
		const wantedAt = (address: string) => (at: number) => conditionIn(slicesAt(at), address) === 'ready';
		const endpoints = [...addresses].map((address): EndpointKnowledge => {
			const wanted = wantedAt(address);
			const told = since(ledger, keys, step, wanted);
			return {
				address,
				condition: conditionIn(slicesAt(step), address),
				knowledge: consumers.map(({key, uses}): Knowledge => {
					const usesAt = (at: number) => uses(ledger.readAt(key, at), address);
					const agrees = usesAt(step) === wanted(step);
					const acted = agrees ? since(ledger, [key], step, usesAt) : step;
					return told === undefined || acted === undefined || acted < told
						? {agrees}
						: {agrees, lagMs: timeOf(acted) - timeOf(told)};
				}),
			};
		});
		// What everybody has long forgotten is no news.
		const news = endpoints.filter(
			({condition, knowledge}) =>
				condition !== 'removed' || knowledge.some(({agrees}) => !agrees) || endpoints.length < 12,
		);
		return {service, consumers: consumers.map(({name}) => name), endpoints: news};
	});
};
