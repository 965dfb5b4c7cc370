import {canonicalIP, familyOf, formatIP, isIP, isIPv6, numberOf} from '../../objects/ip.js';
import type {Service} from '../../objects/kubernetes.generated.js';

/** `MX` and its like have no records in a cluster: a known name answers without any. */
export type RecordType = 'A' | 'AAAA' | 'CAA' | 'CNAME' | 'HTTPS' | 'MX' | 'PTR' | 'SOA' | 'SRV' | 'TXT';

/** A resource record. Names end in a dot. */
export interface DNSRecord {
	readonly name: string;
	readonly type: RecordType;
	/** Seconds. */
	readonly ttl: number;
	readonly data: string;
}

/** An answer of the DNS server. */
export interface DNSAnswer {
	readonly rcode: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL';
	readonly authoritative: boolean;
	readonly answers: readonly DNSRecord[];
	readonly authority: readonly DNSRecord[];
	readonly additional: readonly DNSRecord[];
}

/** An address behind a Service, with the name it has there. */
export interface DNSHost {
	readonly ip: string;
	readonly host: string;
	readonly ports: readonly DNSPort[];
}

export interface DNSPort {
	readonly name: string;
	readonly protocol: string;
	readonly port: number;
}

/** A Service in DNS. */
export interface DNSService {
	readonly namespace: string;
	readonly name: string;
	readonly kind: 'cluster' | 'headless' | 'external';
	readonly clusterIP?: string;
	/** All of them, if it has one of each family. */
	readonly clusterIPs?: readonly string[];
	readonly externalName?: string;
	readonly ports: readonly DNSPort[];
	readonly hosts: readonly DNSHost[];
}

export interface Zone {
	/** `cluster.local`. */
	readonly domain: string;
	service(namespace: string, name: string): DNSService | undefined;
	services(): Iterable<DNSService>;
	hasNamespace(name: string): boolean;
	/** Names outside the cluster → their addresses. */
	readonly outside: Readonly<Record<string, readonly string[]>>;
}

const ttl = 30;

/** The DNS records of a Service itself. */
export type DNSNames = Omit<DNSService, 'hosts'>;

export const dnsNames = ({metadata: {namespace = 'default', name}, spec}: Service): DNSNames => {
	if (spec?.type === 'ExternalName') {
		return {namespace, name, kind: 'external', externalName: spec.externalName, ports: []};
	}

	const ports = (spec?.ports ?? []).map((port) => ({
		name: port.name ?? '',
		protocol: (port.protocol ?? 'TCP').toLowerCase(),
		port: port.port,
	}));
	const headless = !spec?.clusterIP || spec.clusterIP === 'None';
	return {
		namespace,
		name,
		kind: headless ? 'headless' : 'cluster',
		...(headless ? {} : {clusterIP: spec.clusterIP}),
		...((spec?.clusterIPs?.length ?? 0) > 1 ? {clusterIPs: spec?.clusterIPs} : {}),
		ports,
	};
};

/** The records of a Service, to show in the zone. */
export const recordsOf = (service: DNSService, domain: string): DNSRecord[] => {
	const {namespace, name, kind, externalName, ports, hosts} = service;
	const full = `${name}.${namespace}.svc.${domain}.`;
	const record = (owner: string, type: RecordType, data: string): DNSRecord => ({name: owner, type, ttl, data});
	switch (kind) {
		case 'external': {
			return [record(full, 'CNAME', `${externalName}.`)];
		}

		case 'cluster': {
			const ips = clusterIPsOf(service);
			const weight = Math.trunc(100 / ips.length);
			return [
				...ips.map((ip) => record(full, addressType(ip), ip)),
				...ports
					.filter((port) => port.name !== '')
					.map((port) => record(`_${port.name}._${port.protocol}.${full}`, 'SRV', `0 ${weight} ${port.port} ${full}`)),
				...ips.map((ip) => record(reverseName(ip), 'PTR', full)),
			];
		}

		case 'headless': {
			return hosts.flatMap(({ip, host, ports: own}) => [
				record(full, addressType(ip), ip),
				record(`${host}.${full}`, addressType(ip), ip),
				...own
					.filter((port) => port.name !== '')
					.map((port) =>
						record(
							`_${port.name}._${port.protocol}.${full}`,
							'SRV',
							`0 ${Math.trunc(100 / hosts.length)} ${port.port} ${host}.${full}`,
						),
					),
				record(reverseName(ip), 'PTR', `${host}.${full}`),
			]);
		}
	}
};

/** The cluster IPs of a Service, one of each of its families. */
const clusterIPsOf = ({clusterIP = '', clusterIPs = [clusterIP]}: DNSNames): readonly string[] => clusterIPs;

/** The type of an address's record. */
const addressType = (ip: string): 'A' | 'AAAA' => (familyOf(ip) === 'IPv6' ? 'AAAA' : 'A');

/** `10.96.0.1` → `1.0.96.10.in-addr.arpa.`; of IPv6 each of the 32 digits, with `ip6.arpa.`. */
const reverseName = (ip: string): string =>
	familyOf(ip) === 'IPv6'
		? `${[...numberOf(ip).toString(16).padStart(32, '0')].reverse().join('.')}.ip6.arpa.`
		: `${ip.split('.').reverse().join('.')}.in-addr.arpa.`;

/** The address that such a name is about; empty for others. */
const addressIn = (name: string): string => {
	const [, digits, numbers = ''] = /^(?:((?:[\da-f]\.){32})ip6|([\d.]+)\.in-addr)\.arpa\.$/i.exec(name) ?? [];
	return digits === undefined
		? numbers.split('.').reverse().join('.')
		: formatIP(BigInt(`0x${digits.split('.').reverse().join('')}`), 'IPv6');
};

/** The name in the answer to a failed lookup, and how long the answer may be cached. */
const soa = (domain: string): DNSRecord => ({
	name: `${domain}.`,
	type: 'SOA',
	ttl,
	data: `ns.dns.${domain}. hostmaster.${domain}. 1767225600 7200 1800 86400 30`,
});

const byData = (a: DNSRecord, b: DNSRecord): number => {
	if (a.data < b.data) {
		return -1;
	}

	if (a.data > b.data) {
		return 1;
	}

	return 0;
};

const families: ReadonlyMap<RecordType, 'IPv4' | 'IPv6'> = new Map([
	['A', 'IPv4'],
	['AAAA', 'IPv6'],
]);

/**
Answers a question from a zone, as CoreDNS with its `kubernetes` plug-in does.

@param name with or without trailing dot; for PTR, an address is also accepted.
@see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
@mirrors github.com/coredns/coredns/plugin/kubernetes
*/
export const resolve = (zone: Zone, type: RecordType, name: string): DNSAnswer => {
	const asked = name.endsWith('.') ? name : `${name}.`;
	if (type === 'PTR' || /\.(?:in-addr|ip6)\.arpa\.$/i.test(asked)) {
		return resolveAddress(zone, isIP(name) === 0 ? asked : reverseName(name));
	}

	const lower = asked.toLowerCase();
	if (lower !== `${zone.domain}.` && !lower.endsWith(`.${zone.domain}.`)) {
		const host = lower.slice(0, -1);
		const ips = Object.hasOwn(zone.outside, host) ? zone.outside[host] : undefined;
		const family = families.get(type);
		return answered(
			ips === undefined ? 'NXDOMAIN' : 'NOERROR',
			(ips ?? []).filter((ip) => familyOf(ip) === family).map((data) => ({name: asked, type, ttl: 300, data})),
		);
	}

	const labels = lower === `${zone.domain}.` ? [] : lower.slice(0, -zone.domain.length - 2).split('.');
	return resolveInside(zone, type, asked, labels);
};

const answered = (
	rcode: DNSAnswer['rcode'],
	answers: readonly DNSRecord[],
	authority: readonly DNSRecord[] = [],
	additional: readonly DNSRecord[] = [],
): DNSAnswer => ({
	rcode,
	authoritative: true,
	answers: [...answers].sort(byData),
	authority,
	additional: [...additional].sort(byData),
});

const resolveAddress = (zone: Zone, asked: string): DNSAnswer => {
	const ip = addressIn(asked);
	const record = (data: string): DNSRecord => ({name: asked, type: 'PTR', ttl, data});
	const found: DNSRecord[] = [];
	for (const service of zone.services()) {
		const {namespace, name, hosts} = service;
		const full = `${name}.${namespace}.svc.${zone.domain}.`;
		if (clusterIPsOf(service).includes(ip)) {
			return answered('NOERROR', [record(full)]);
		}

		for (const host of hosts) {
			if (host.ip === ip) {
				found.push(record(`${host.host}.${full}`));
			}
		}
	}

	return found.length > 0 ? answered('NOERROR', found) : answered('NXDOMAIN', []);
};

const resolveInside = (zone: Zone, type: RecordType, asked: string, labels: readonly string[]): DNSAnswer => {
	const nothing = answered('NOERROR', [], [soa(zone.domain)]);
	const unknown = answered('NXDOMAIN', [], [soa(zone.domain)]);
	const joined = labels.join('.');
	if (joined === '') {
		return type === 'SOA' ? answered('NOERROR', [soa(zone.domain)]) : nothing;
	}

	if (joined === 'dns-version') {
		return type === 'TXT' ? answered('NOERROR', [{name: asked, type: 'TXT', ttl: 28_800, data: '"1.1.0"'}]) : nothing;
	}

	if (joined === 'ns.dns') {
		return nothing;
	}

	const base = labels.at(-1);
	const namespace = labels.at(-2);
	if (base !== 'svc' && base !== 'pod') {
		return unknown;
	}

	if (namespace === undefined) {
		return nothing;
	}

	if (!zone.hasNamespace(namespace)) {
		return unknown;
	}

	const rest = labels.slice(0, -2);
	const last = rest.at(-1);
	if (last === undefined) {
		return nothing;
	}

	if (base === 'pod') {
		const ip = rest.length === 1 ? podAddress(last) : undefined;
		if (ip === undefined) {
			return unknown;
		}

		if (type === addressType(ip)) {
			return answered('NOERROR', [{name: asked, type, ttl, data: ip}]);
		}

		return nothing;
	}

	const service = zone.service(namespace, last);
	return service ? (resolveService(zone, type, asked, service, rest.slice(0, -1)) ?? unknown) : unknown;
};

/** The address that is the name of a Pod: `10-244-1-2`, `fd00-10-244-1--2`. @mirrors github.com/coredns/coredns/plugin/kubernetes findPods */
const podAddress = (label: string): string | undefined => {
	if (/^\d+-\d+-\d+-\d+$/.test(label)) {
		return label.replaceAll('-', '.');
	}

	const ip = label.replaceAll('-', ':');
	return isIPv6(ip) ? canonicalIP(ip) : undefined;
};

/** The possible meaning of a name of a Service. */
interface Target {
	readonly ip: string;
	readonly name: string;
	readonly ports: readonly DNSPort[];
}

/** The addresses of a name below a Service. @param host of one of its Pods. */
const targetsOf = (service: DNSService, full: string, host: string | undefined): readonly Target[] =>
	service.kind === 'cluster' && host === undefined
		? clusterIPsOf(service).map((ip) => ({ip, name: full, ports: service.ports}))
		: service.hosts
				.filter((one) => host === undefined || one.host === host)
				.map((one) => ({ip: one.ip, name: `${one.host}.${full}`, ports: one.ports}));

/** @returns `undefined` if there is no such name. */
const resolveService = (
	zone: Zone,
	type: RecordType,
	asked: string,
	service: DNSService,
	prefix: readonly string[],
): DNSAnswer | undefined => {
	const nothing = answered('NOERROR', [], [soa(zone.domain)]);
	const full = `${service.name}.${service.namespace}.svc.${zone.domain}.`;
	if (service.kind === 'external') {
		return prefix.length > 0 ? undefined : resolveExternal(zone, type, asked, service.externalName ?? '');
	}

	const isPort = prefix.length === 2 && prefix.every((label) => label.startsWith('_'));
	if (prefix.length > 0 && !isPort && prefix.length !== 1) {
		return undefined;
	}

	const isWanted = (port: DNSPort): boolean =>
		!isPort || (`_${port.name}` === prefix[0] && `_${port.protocol}` === prefix[1]);
	const host = prefix.length === 1 ? prefix[0] : undefined;
	const matching = targetsOf(service, full, host).filter(({ports}) => !isPort || ports.some((port) => isWanted(port)));
	if (matching.length === 0) {
		return undefined;
	}

	switch (type) {
		case 'A':
		case 'AAAA': {
			const found = matching.filter(({ip}) => addressType(ip) === type);
			return found.length === 0
				? nothing
				: answered(
						'NOERROR',
						found.map(({ip}) => ({name: asked, type, ttl, data: ip})),
					);
		}

		case 'SRV': {
			return portAnswer(asked, matching, isWanted) ?? nothing;
		}

		default: {
			return nothing;
		}
	}
};

/** The SRV records of ports, each equally likely; the addresses are included. @returns `undefined` if there are no such ports. */
const portAnswer = (
	asked: string,
	targets: readonly Target[],
	isWanted: (port: DNSPort) => boolean,
): DNSAnswer | undefined => {
	const pairs = targets.flatMap((target) =>
		target.ports.filter((port) => isWanted(port)).map(({port}) => ({target, port})),
	);
	if (pairs.length === 0) {
		return undefined;
	}

	const weight = Math.trunc(100 / pairs.length);
	// A Service of both families is one place with two addresses; each counts for the weights.
	const places = new Set(pairs.map(({target, port}) => `0 ${weight} ${port} ${target.name}`));
	const addresses = new Map(pairs.map(({target}) => [`${target.name} ${target.ip}`, target]));
	return answered(
		'NOERROR',
		[...places].map((data) => ({name: asked, type: 'SRV', ttl, data})),
		[],
		[...addresses.values()].map(({ip, name}) => ({name, type: addressType(ip), ttl, data: ip})),
	);
};

const resolveExternal = (zone: Zone, type: RecordType, asked: string, externalName: string): DNSAnswer | undefined => {
	// An address written as text is not a name.
	if (/^[\d.]+$/.test(externalName) || isIPv6(externalName)) {
		return undefined;
	}

	const alias: DNSRecord = {name: asked, type: 'CNAME', ttl, data: `${externalName}.`};
	switch (type) {
		case 'CNAME': {
			return answered('NOERROR', [alias]);
		}

		case 'A':
		case 'AAAA': {
			const {answers, rcode} = resolve(zone, type, externalName);
			// A name of the same zone that does not resolve makes its alias fail too.
			return rcode === 'NXDOMAIN' && externalName.endsWith(`.${zone.domain}`)
				? answered('NOERROR', [], [soa(zone.domain)])
				: answered('NOERROR', [alias, ...answers]);
		}

		default: {
			return answered('NOERROR', [], [soa(zone.domain)]);
		}
	}
};
