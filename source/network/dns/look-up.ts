import {defaultNetwork, wellKnownAddress} from '../../objects/cluster-network.js';
import type {Family} from '../../objects/ip.js';
import {resolve, type DNSRecord, type Zone} from './dns-zone.js';

/** The settings of a resolver, as in `/etc/resolv.conf`. */
export interface ResolverConfig {
	/** Address that it asks. */
	readonly nameserver: string;
	readonly search: readonly string[];
	/** A name with fewer dots is tried with the domains of `search` first. */
	readonly ndots: number;
}

/** A DNS query, and its answer. */
export interface Question {
	/** The name, with a trailing dot. */
	readonly name: string;
	readonly type: 'A' | 'AAAA';
	readonly rcode: string;
	readonly records: readonly DNSRecord[];
}

/** The resolv.conf of a Pod of this namespace with dnsPolicy ClusterFirst. */
export const clusterResolver = (
	namespace: string,
	nameserver = wellKnownAddress(defaultNetwork, 10),
	domain = 'cluster.local',
): ResolverConfig => ({
	nameserver,
	search: [`${namespace}.svc.${domain}`, `svc.${domain}`, domain],
	ndots: 5,
});

/** Reads a `/etc/resolv.conf`. */
export const parseResolver = (text: string): ResolverConfig => {
	const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
	const options = lines.filter(([word]) => word === 'options').flatMap(([, ...rest]) => rest);
	const ndots = options.map((option) => /^ndots:(\d+)$/.exec(option)?.[1]).find((found) => found !== undefined);
	return {
		nameserver: lines.find(([word]) => word === 'nameserver')?.[1] ?? '',
		search: lines.findLast(([word]) => word === 'search')?.slice(1) ?? [],
		ndots: Number(ndots ?? 1),
	};
};

/** The names that a resolver queries in sequence until one has an address. */
export const namesAsked = (host: string, {search, ndots}: ResolverConfig): readonly string[] => {
	if (host.endsWith('.')) {
		return [host];
	}

	const searched = search.map((domain) => `${host}.${domain}.`);
	return host.split('.').length - 1 < ndots ? [...searched, `${host}.`] : [`${host}.`, ...searched];
};

const recordType: Readonly<Record<Family, 'A' | 'AAAA'>> = {IPv4: 'A', IPv6: 'AAAA'};

const isAddressRecord = ({type}: DNSRecord): boolean => type === 'A' || type === 'AAAA';

/**
The queries of a resolver for the addresses of a host: per name, one for each family. The last name is the one with an answer, if any.

Simplified: it queries only the families of the cluster.

@mirrors glibc's res_search
*/
export const lookUp = (
	zone: Zone,
	host: string,
	config: ResolverConfig,
	families: readonly Family[] = defaultNetwork.families,
): readonly Question[] => {
	const questions: Question[] = [];
	for (const name of namesAsked(host, config)) {
		const asked = families.map((family) => {
			const type = recordType[family];
			const {rcode, answers} = resolve(zone, type, name);
			return {name, type, rcode, records: answers};
		});
		questions.push(...asked);
		if (asked.some(({records}) => records.some((record) => isAddressRecord(record)))) {
			break;
		}
	}

	return questions;
};

/** The addresses of the last name, in the order of the queried families. */
export const addressesIn = (questions: readonly Question[]): readonly string[] =>
	questions
		.filter(({name}) => name === questions.at(-1)?.name)
		.flatMap(({records}) => records.filter((record) => isAddressRecord(record)).map(({data}) => data));
