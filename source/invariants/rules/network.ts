import type {EndpointSlice, Service} from '../../objects/kubernetes.generated.js';
import {nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';

/** The table of a node's kube-proxy: its text is the input of iptables-restore or of nft. */
interface Rules {
	readonly text: string;
}

/** Endpoint slices of a Service, for IPv4. */
export const slicesOf = (known: Known, {metadata}: Service): readonly EndpointSlice[] =>
	[...known.all('endpointslices').values()].filter(
		(slice) =>
			slice.metadata.namespace === metadata.namespace &&
			slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name &&
			slice.addressType === 'IPv4',
	);

/** `ip:port` of the endpoints of a Service's port: those that are ready, or else those that serve while they terminate. */
const endpointsOf = (slices: readonly EndpointSlice[], portName: string): readonly string[] => {
	const found = (matches: (conditions: NonNullable<EndpointSlice['endpoints']>[number]['conditions']) => boolean) =>
		slices.flatMap(({ports, endpoints}) =>
			(ports ?? [])
				.filter(({name = '', port}) => name === portName && port !== undefined)
				.flatMap(({port}) =>
					(endpoints ?? []).flatMap(({addresses, conditions}) =>
						matches(conditions) ? [`${addresses[0]}:${port}`] : [],
					),
				),
		);
	const ready = found((conditions) => conditions?.ready !== false);
	const all =
		ready.length > 0 ? ready : found((conditions) => conditions?.terminating === true && conditions.serving !== false);
	return [...new Set(all)].sort();
};

/** The endpoints behind chains, by chain, in a table of iptables. */
const chainsOfIptables = (text: string): ReadonlyMap<string, readonly string[]> => {
	const chains = new Map<string, string[]>();
	for (const [, chain = '', rest = ''] of text.matchAll(/^-A (\S+) (.*)$/gm)) {
		const target = /--to-destination (\S+)/.exec(rest)?.[1] ?? / -j (KUBE-S\S+)/.exec(rest)?.[1];
		if (target !== undefined) {
			chains.set(chain, [...(chains.get(chain) ?? []), target]);
		}
	}

	return chains;
};

/** The endpoints to which a node's rules send a cluster IP and port; empty if they refuse. */
export const targetsOf = (text: string, ip: string, port: number, protocol: string): readonly string[] | undefined => {
	if (text.startsWith('*')) {
		const chains = chainsOfIptables(text);
		const service = new RegExp(
			`^-A KUBE-SERVICES (?=.* -d ${ip.replaceAll('.', String.raw`\.`)}(?:/32)? )(?=.*-p ${protocol} ).*--dport ${port} -j (\\S+)$`,
			'm',
		).exec(text)?.[1];
		if (service === undefined) {
			return undefined;
		}

		// With session affinity a chain names each endpoint twice.
		const found = (chains.get(service) ?? []).flatMap((chain) => chains.get(chain) ?? []);
		return [...new Set(found.filter((one) => one.includes(':')))].sort();
	}

	const element = `${ip} . ${protocol} . ${port} `;
	const line = text.split('\n').find((one) => one.includes(' service-ips { ') && one.includes(element));
	const chain = line && /: goto (\S+)/.exec(line)?.[1];
	if (chain === undefined || chain === '') {
		return text.split('\n').some((one) => one.includes('no-endpoint-services') && one.includes(element))
			? []
			: undefined;
	}

	const own = text.split('\n').filter((one) => one.includes(` ${chain} `) && one.includes(' rule '));
	const chains = own.flatMap((one) => [...one.matchAll(/goto (endpoint\S+)/g)].map(([, name = '']) => name));
	const lines = [...own, ...text.split('\n').filter((one) => chains.some((name) => one.includes(` ${name} `)))];
	return [
		...new Set(
			lines.flatMap((one) =>
				[...one.matchAll(/(?:: |dnat to )(\d+\.\d+\.\d+\.\d+)(?: \. |:)(\d+)/g)].map(
					([, address, to]) => `${address}:${to}`,
				),
			),
		),
	].sort();
};

const isProxied = ({spec}: Service): boolean =>
	spec.type !== 'ExternalName' &&
	spec.clusterIP !== undefined &&
	spec.clusterIP !== '' &&
	spec.clusterIP !== 'None' &&
	!spec.clusterIP.includes(':') &&
	(spec.internalTrafficPolicy ?? 'Cluster') === 'Cluster' &&
	spec.trafficDistribution === undefined;

const proxies: Rule = {
	name: 'at rest, the rules of each kube-proxy lead from cluster IPs to the ready endpoints',
	source: 'https://kubernetes.io/docs/reference/networking/virtual-ips/',
	watch: (known) => ({
		atRest(broken) {
			const {ledger, processes} = known.kernel;
			for (const {name, state, pausedBy} of processes.values()) {
				const node = name.startsWith('kube-proxy/') ? name.slice('kube-proxy/'.length) : '';
				if (
					node === '' ||
					node.includes('/') ||
					state === 'crashed' ||
					state === 'ended' ||
					pausedBy ||
					known.isDisturbed
				) {
					continue;
				}

				const at = [`/nodes/${node}/iptables`, `/nodes/${node}/nftables`].find((key) => ledger.read(key) !== undefined);
				const text = at === undefined ? undefined : ledger.read<Rules>(at)?.text;
				if (at === undefined || text === undefined) {
					continue;
				}

				for (const [key, service] of known.all('services/specs')) {
					const slices = slicesOf(known, service);
					const hasHints = slices.some(({endpoints}) => (endpoints ?? []).some(({hints}) => hints !== undefined));
					for (const {port, protocol = 'TCP', name: portName = ''} of isProxied(service) && !hasHints
						? (service.spec.ports ?? [])
						: []) {
						const wanted = endpointsOf(slices, portName);
						const found = targetsOf(text, service.spec.clusterIP ?? '', port, protocol.toLowerCase()) ?? [];
						if (wanted.join() !== found.join()) {
							broken(
								at,
								`${nameOf(key)}:${port} leads to ${found.join(', ') || 'nothing'} and not to ${wanted.join(', ') || 'nothing'}`,
							);
						}
					}
				}
			}
		},
	}),
};

/** The entry of an Ingress in its controller. */
interface IngressEntry {
	readonly routes: ReadonlyArray<{readonly service: string; readonly upstreams: readonly string[]}>;
}

const ingresses: Rule = {
	name: 'at rest, the routes of the ingress controller lead to the ready endpoints',
	source: 'https://kubernetes.io/docs/concepts/services-networking/ingress-controllers/',
	watch: (known) => ({
		atRest(broken) {
			const {ledger, processes} = known.kernel;
			const {state, pausedBy} = processes.get('ingress-controller') ?? {state: 'ended'};
			if (state === 'crashed' || state === 'ended' || pausedBy || known.isDisturbed) {
				return;
			}

			for (const [at, entry] of ledger.entries<IngressEntry>('/network/ingress/')) {
				for (const {service, upstreams} of entry.routes) {
					const [name = '', port = ''] = service.split(':');
					const target = known.all('services/specs').get(`/registry/services/specs/${name}`);
					const described = target?.spec.ports?.find((one) => String(one.port) === port || one.name === port);
					if (!target || !described) {
						continue;
					}

					const wanted = endpointsOf(slicesOf(known, target), described.name ?? '');
					if (wanted.join() !== upstreams.toSorted().join()) {
						broken(
							at,
							`${service} leads to ${upstreams.join(', ') || 'nothing'} and not to ${wanted.join(', ') || 'nothing'}`,
						);
					}
				}
			}
		},
	}),
};

/** An entry of CoreDNS for a Service. */
interface DNSEntry {
	readonly kind: 'cluster' | 'headless' | 'external';
	readonly clusterIP?: string;
	readonly hosts: ReadonlyArray<{readonly ip: string}>;
}

const names: Rule = {
	name: 'at rest, CoreDNS has each Service with its address, or with those of its ready endpoints',
	source: 'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/',
	watch: (known) => ({
		atRest(broken) {
			const {ledger, processes} = known.kernel;
			const {state, pausedBy} = processes.get('coredns') ?? {state: 'ended'};
			if (state === 'crashed' || state === 'ended' || pausedBy || known.isDisturbed) {
				return;
			}

			for (const [key, service] of known.all('services/specs')) {
				const at = `/network/dns/${nameOf(key)}`;
				const entry = ledger.read<DNSEntry>(at);
				if (!entry) {
					broken(at, 'there is no such name');
				} else if (entry.kind === 'cluster' && entry.clusterIP !== service.spec.clusterIP) {
					broken(at, `it has ${entry.clusterIP} and not ${service.spec.clusterIP}`);
				} else if (entry.kind === 'headless') {
					const wanted = new Set(
						slicesOf(known, service).flatMap(({endpoints}) =>
							(endpoints ?? []).flatMap(({addresses, conditions}) => (conditions?.ready === false ? [] : addresses)),
						),
					);
					const found = new Set(entry.hosts.map(({ip}) => ip));
					if (
						[...wanted].sort().join() !==
						[...found]
							.filter((ip) => !ip.includes(':'))
							.sort()
							.join()
					) {
						broken(at, `it has ${[...found].join(', ')} and not ${[...wanted].join(', ')}`);
					}
				}
			}
		},
	}),
};

/** Rules about the components that follow Services. */
export const networkRules: readonly Rule[] = [proxies, ingresses, names];
