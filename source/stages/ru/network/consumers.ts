import {joinHostPort} from '../../../objects/host-port.js';
import {equal} from '../../../kernel/equality.js';
import {firstFew} from '../../digest/first-few.js';
import type {ConsumerFacts} from '../../facts/network/consumers.js';
import {counted} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

type RuleChange = ConsumerFacts['kube-proxy.sync']['changes'][number];
type DNSEntry = Extract<ConsumerFacts['dns.update'], {case: 'set'}>['after'];
type IngressRoute = Extract<ConsumerFacts['ingress.update'], {case: 'set'}>['after']['routes'][number];

const some = (items: readonly string[]): string => {
	const {named, more} = firstFew(items);
	return `${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}`;
};

const ruleWords = ({id, clusterIP, port, before, after}: RuleChange): string => {
	if (!after) {
		return `${id} больше нет`;
	}

	return before && equal(before, after)
		? `${id} меняется, его эндпоинты прежние`
		: `${id} (${joinHostPort(clusterIP, port)}) ${after.length === 0 ? 'отклоняет запросы: у него нет эндпоинтов' : `направляется к ${some(after)}`}`;
};

const proxyWords = ({mode, family, nodeIP, changes}: ConsumerFacts['kube-proxy.sync']): string => {
	const six = family === undefined ? '' : 'IPv6 ';
	if (changes.length === 0) {
		return mode === 'nftables'
			? `создаёт таблицу nftables для ${six}порты узлов на ${nodeIP || '(адреса ещё нет)'}.`
			: `пишет первые ${six}правила; ни одного ${six}Service ещё нет.`;
	}

	const what = mode === 'nftables' ? `обновляет ${six}таблицу nftables` : `пишет новые ${six}правила`;
	const {named, more} = firstFew(changes);
	return `${what}: ${named.map((change) => ruleWords(change)).join('; ')}${more > 0 ? `; и ещё ${more}` : ''}.`;
};

const addressesOf = ({clusterIP = '', clusterIPs = [clusterIP]}: DNSEntry): string => clusterIPs.join(', ');

const dnsWords = (entry: DNSEntry, before: DNSEntry | undefined, domain: string): string => {
	const full = `${entry.name}.${entry.namespace}.svc.${domain}`;
	switch (entry.kind) {
		case 'external': {
			return `${full} — псевдоним ${entry.externalName}.`;
		}

		case 'cluster': {
			return before && before.kind === 'cluster' && before.clusterIP === entry.clusterIP
				? `${full} остаётся ${addressesOf(entry)}; за ним ${counted(entry.hosts.length, 'готовый адрес', 'готовых адреса', 'готовых адресов')}, у каждого своё имя.`
				: `${full} — это ${addressesOf(entry)}, какие бы Pod за ним ни стояли.`;
		}

		case 'headless': {
			return entry.hosts.length === 0
				? `У ${full} нет готового адреса, поэтому такого имени не существует.`
				: `${full} — это ${some(entry.hosts.map(({ip}) => ip))}: по адресу на каждый готовый Pod.`;
		}
	}
};

const routeWords = ({host, path, service, upstreams}: IngressRoute): string =>
	`${host || '*'}${path} → ${upstreams.length === 0 ? `некуда: у ${service} нет готовых эндпоинтов` : upstreams.join(', ')}`;

/** Stops of the components that follow Services and their endpoints, in Russian. */
export const consumerSentences: Translation<Sentences<ConsumerFacts>> = {
	'kube-proxy.sync': (facts) => `kube-proxy на ${facts.node} ${proxyWords(facts)}`,
	'dns.serve': ({ip, port}) => `CoreDNS получил первые списки и отвечает на ${joinHostPort(ip, port)}.`,
	'dns.update'(facts) {
		const {domain} = facts;
		switch (facts.case) {
			case 'set': {
				return dnsWords(facts.after, facts.before, domain);
			}

			case 'remove': {
				return `Имени ${facts.name}.${facts.namespace}.svc.${domain} больше не существует.`;
			}

			case 'namespace': {
				return facts.isKnown
					? `CoreDNS теперь отвечает за имена в ${facts.namespace}.svc.${domain}.`
					: `CoreDNS больше не знает имён в ${facts.namespace}.svc.${domain}.`;
			}
		}
	},
	'ingress.update'(facts) {
		if (facts.case === 'forget') {
			return `Контроллер ingress забывает ${facts.before.namespace}/${facts.before.name}.`;
		}

		const {namespace, name, routes} = facts.after;
		return `Контроллер ingress задаёт адреса для ${namespace}/${name}: ${routes.map((route) => routeWords(route)).join('; ') || 'никаких'}.`;
	},
	'external-dns.sync'({after, created, updated, deleted}) {
		const record = (host: string): string => `${host} → ${after[host]?.ips.join(', ')}`;
		const parts = [
			...created.map((host) => `создаёт ${record(host)} для ${after[host]?.resource}`),
			...updated.map((host) => `меняет ${record(host)}`),
			...deleted.map((host) => `удаляет ${host}`),
		];
		return `external-dns ${parts.join('; ')}.`;
	},
	'mesh.push'(facts) {
		if (facts.case === 'gone') {
			return `Sidecar у ${facts.pod} больше нет.`;
		}

		const {changed, sidecars, endpoints} = facts;
		const what =
			changed.length === 0 ? 'endpoints' : some(changed.map((key) => `${key} (${endpoints[key]?.length ?? 0} эндп.)`));
		return `Mesh рассылает ${what}: получает ${sidecars.length === 1 ? `sidecar у ${sidecars[0]}` : `${sidecars.length} sidecar`}.`;
	},
};
