import {joinHostPort} from '../../../objects/host-port.js';
import {equal} from '../../../kernel/equality.js';
import {firstFew} from '../../digest/first-few.js';
import type {ConsumerFacts} from '../../facts/network/consumers.js';
import {counted} from '../words.js';
import type {Sentences} from '../../language-table.js';

type RuleChange = ConsumerFacts['kube-proxy.sync']['changes'][number];
type DNSEntry = Extract<ConsumerFacts['dns.update'], {case: 'set'}>['after'];
type IngressRoute = Extract<ConsumerFacts['ingress.update'], {case: 'set'}>['after']['routes'][number];

const some = (items: readonly string[]): string => {
	const {named, more} = firstFew(items);
	return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const ruleWords = ({id, clusterIP, port, before, after}: RuleChange): string => {
	if (!after) {
		return `${id} is gone`;
	}

	return before && equal(before, after)
		? `${id} changes, but its endpoints stay the same`
		: `${id} (${joinHostPort(clusterIP, port)}) ${after.length === 0 ? 'rejects requests, because it has no endpoint' : `is routed to ${some(after)}`}`;
};

const proxyWords = ({mode, family, nodeIP, changes}: ConsumerFacts['kube-proxy.sync']): string => {
	const six = family === undefined ? '' : 'IPv6 ';
	if (changes.length === 0) {
		return mode === 'nftables'
			? `sets up its ${six}nftables table${nodeIP ? ` for node ports on ${nodeIP}` : '; the node has no address yet'}.`
			: `writes its first ${six}rules; there is no ${six}Service yet.`;
	}

	const what = mode === 'nftables' ? `updates its ${six}nftables table` : `writes new ${six}rules`;
	const {named, more} = firstFew(changes);
	return `${what}: ${named.map((change) => ruleWords(change)).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
};

const addressesOf = ({clusterIP = '', clusterIPs = [clusterIP]}: DNSEntry): string => clusterIPs.join(', ');

const dnsWords = (entry: DNSEntry, before: DNSEntry | undefined, domain: string): string => {
	const full = `${entry.name}.${entry.namespace}.svc.${domain}`;
	switch (entry.kind) {
		case 'external': {
			return `${full} is an alias for ${entry.externalName}.`;
		}

		case 'cluster': {
			return before && before.kind === 'cluster' && before.clusterIP === entry.clusterIP
				? `${full} still resolves to ${addressesOf(entry)}; ${counted(entry.hosts.length, 'ready address', 'ready addresses')} behind it ${entry.hosts.length === 1 ? 'has its own name' : 'have their own names'}.`
				: `${full} resolves to ${addressesOf(entry)}, whichever Pods are behind it.`;
		}

		case 'headless': {
			return entry.hosts.length === 0
				? `${full} has no ready address, so the name does not exist.`
				: `${full} resolves to ${some(entry.hosts.map(({ip}) => ip))}: one address for each ready Pod.`;
		}
	}
};

const routeWords = ({host, path, service, upstreams}: IngressRoute): string =>
	`${host || '*'}${path} to ${upstreams.length === 0 ? `no server, because ${service} has no ready endpoint` : upstreams.join(', ')}`;

/** Stops of the components that follow Services and their endpoints, in English. */
export const consumerSentences: Sentences<ConsumerFacts> = {
	'kube-proxy.sync': (facts) => `kube-proxy on ${facts.node} ${proxyWords(facts)}`,
	'dns.serve': ({ip, port}) => `CoreDNS has its first lists and answers on ${joinHostPort(ip, port)}.`,
	'dns.update'(facts) {
		const {domain} = facts;
		switch (facts.case) {
			case 'set': {
				return dnsWords(facts.after, facts.before, domain);
			}

			case 'remove': {
				return `The name ${facts.name}.${facts.namespace}.svc.${domain} no longer exists.`;
			}

			case 'namespace': {
				return facts.isKnown
					? `CoreDNS now answers for names in ${facts.namespace}.svc.${domain}.`
					: `CoreDNS no longer knows names in ${facts.namespace}.svc.${domain}.`;
			}
		}
	},
	'ingress.update'(facts) {
		if (facts.case === 'forget') {
			return `The ingress controller forgets ${facts.before.namespace}/${facts.before.name}.`;
		}

		const {namespace, name, routes} = facts.after;
		return `The ingress controller sets the upstreams of ${namespace}/${name}: ${routes.map((route) => routeWords(route)).join('; ') || 'none'}.`;
	},
	'external-dns.sync'({after, created, updated, deleted}) {
		const record = (host: string): string => `${host} → ${after[host]?.ips.join(', ')}`;
		const parts = [
			...created.map((host) => `creates ${record(host)}, for ${after[host]?.resource}`),
			...updated.map((host) => `changes ${record(host)}`),
			...deleted.map((host) => `deletes ${host}`),
		];
		return `external-dns ${parts.join('; ')}.`;
	},
	'mesh.push'(facts) {
		if (facts.case === 'gone') {
			return `The sidecar of ${facts.pod} is gone.`;
		}

		const {changed, sidecars, endpoints} = facts;
		const what =
			changed.length === 0
				? 'the endpoints'
				: some(changed.map((key) => `${key} with ${counted(endpoints[key]?.length ?? 0, 'endpoint')}`));
		return `The mesh pushes ${what} to ${sidecars.length === 1 ? `the sidecar of ${sidecars[0]}` : `${sidecars.length} sidecars`}.`;
	},
};
