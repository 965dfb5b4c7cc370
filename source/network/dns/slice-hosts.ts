import {differingRange} from '../../kernel/equality.js';
import type {EndpointSlice} from '../../objects/kubernetes.generated.js';
import type {DNSHost, DNSPort} from './dns-zone.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

type Hosts = readonly DNSHost[];
type SliceEndpoint = NonNullable<EndpointSlice['endpoints']>[number];

const noPorts: readonly DNSPort[] = Object.freeze([]);
const portsKnown = new WeakMap<NonNullable<EndpointSlice['ports']>, readonly DNSPort[]>();
const endpointsKnown = new WeakMap<SliceEndpoint, {readonly ports: readonly DNSPort[]; readonly hosts: Hosts}>();
const slicesKnown = new WeakMap<EndpointSlice, Hosts>();

const portOf = ({name = '', protocol = 'TCP', port = 0}: NonNullable<EndpointSlice['ports']>[number]): DNSPort =>
	Object.freeze({name, protocol: protocol.toLowerCase(), port});

const portsOf = ({ports}: EndpointSlice): readonly DNSPort[] =>
	ports ? getOrInsert(portsKnown, ports, () => Object.freeze(ports.map((port) => portOf(port)))) : noPorts;

/** The name that an address has below its Service. @mirrors github.com/coredns/coredns/plugin/kubernetes endpointHostname */
const hostOf = (ip: string): string => `${ip.replaceAll(/[.:]/g, '-')}${ip.endsWith(':') ? '0' : ''}`;

const hostsOfEndpoint = (endpoint: SliceEndpoint, ports: readonly DNSPort[]): Hosts => {
	const known = endpointsKnown.get(endpoint);
	if (known?.ports === ports) {
		return known.hosts;
	}

	const hosts = Object.freeze(
		endpoint.addresses.map((ip) => Object.freeze({ip, host: endpoint.hostname || hostOf(ip), ports})),
	);
	endpointsKnown.set(endpoint, {ports, hosts});
	return hosts;
};

/** The ready addresses of a slice, which must be frozen. One endpoint has the same hosts in all versions of its slice. */
export const hostsOfSlice = (slice: EndpointSlice): Hosts =>
	getOrInsert(slicesKnown, slice, () => {
		const ports = portsOf(slice);
		const endpoints = slice.addressType === 'FQDN' ? [] : (slice.endpoints ?? []);
		return Object.freeze(
			endpoints
				.filter(({conditions}) => conditions?.ready !== false)
				.flatMap((endpoint) => hostsOfEndpoint(endpoint, ports)),
		);
	});

/** The hosts of several slices: an address that is in several has the ports of all. */
export const mergeHosts = (lists: readonly Hosts[]): Hosts => {
	const merged = new Map<string, DNSHost>();
	for (const host of lists.flat()) {
		const before = merged.get(host.ip);
		merged.set(host.ip, before ? {...host, ports: [...before.ports, ...host.ports]} : host);
	}

	return [...merged.values()];
};

/** The hosts of a Service as the lists of its slices. */
export interface HostLists {
	readonly lists: readonly Hosts[];
	/** Whether no address is repeated: then all of them are hosts. */
	readonly isPlain: boolean;
}

/** Counts the addresses of a Service, and reads only the changed ones. */
export class HostCounts {
	readonly #counts = new Map<string, number>();
	#lists: readonly Hosts[] = [];
	#repeated = 0;

	/** The lists of these slices. */
	update(slices: readonly EndpointSlice[]): HostLists {
		const before = this.#lists;
		const lists = slices.map((slice) => hostsOfSlice(slice));
		for (let index = 0; index < Math.max(before.length, lists.length); index++) {
			const [old = [], now = []] = [before[index], lists[index]];
			if (old !== now) {
				const {start, end, otherEnd} = differingRange(old, now);
				this.#count(old, start, end, -1);
				this.#count(now, start, otherEnd, 1);
			}
		}

		this.#lists = lists;
		return {lists, isPlain: this.#repeated === 0};
	}

	#count(hosts: Hosts, start: number, end: number, change: 1 | -1): void {
		for (let index = start; index < end; index++) {
			const ip = hosts[index]?.ip ?? '';
			const before = this.#counts.get(ip) ?? 0;
			const after = before + change;
			this.#repeated += (after > 1 ? 1 : 0) - (before > 1 ? 1 : 0);
			if (after === 0) {
				this.#counts.delete(ip);
			} else {
				this.#counts.set(ip, after);
			}
		}
	}
}

const textOf = ({ip, host, ports}: DNSHost): string =>
	`${ip} ${host} ${ports.map(({name, protocol, port}) => `${name}/${protocol}/${port}`).join(',')}`;

const areSame = (one: Hosts, other: Hosts): boolean =>
	one.length === other.length &&
	one.every((host, index) => {
		const counterpart = other[index];
		return host === counterpart || (counterpart !== undefined && textOf(host) === textOf(counterpart));
	});

/** Whether two states of a Service have the same hosts in the same order. */
export const sameHosts = (one: HostLists, other: HostLists): boolean => {
	if (!one.isPlain || !other.isPlain) {
		return areSame(mergeHosts(one.lists), mergeHosts(other.lists));
	}

	const {start, end, otherEnd} = differingRange(one.lists, other.lists);
	return areSame(one.lists.slice(start, end).flat(), other.lists.slice(start, otherEnd).flat());
};
