import {joinHostPort} from '../../../objects/host-port.js';
import {equal} from '../../../kernel/equality.js';
import {firstFew} from '../../digest/first-few.js';
import type {ConsumerFacts} from '../../facts/network/consumers.js';
import {listed} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

type RuleChange = ConsumerFacts['kube-proxy.sync']['changes'][number];
type DNSEntry = Extract<ConsumerFacts['dns.update'], {case: 'set'}>['after'];
type IngressRoute = Extract<ConsumerFacts['ingress.update'], {case: 'set'}>['after']['routes'][number];

const some = (items: readonly string[]): string => {
	const {named, more} = firstFew(items);
	return `${listed(named)}${more > 0 ? ` 等 ${items.length} 个` : ''}`;
};

const ruleWords = ({id, clusterIP, port, before, after}: RuleChange): string => {
	if (!after) {
		return `${id} 已不存在`;
	}

	return before && equal(before, after)
		? `${id} 变了，端点不变`
		: `${id}（${joinHostPort(clusterIP, port)}）${after.length === 0 ? '拒绝请求，因为它没有端点' : `发往 ${some(after)}`}`;
};

const proxyWords = ({mode, family, nodeIP, changes}: ConsumerFacts['kube-proxy.sync']): string => {
	const six = family === undefined ? '' : ' IPv6 ';
	if (changes.length === 0) {
		return mode === 'nftables'
			? `在 ${nodeIP || '还没有的地址'} 上为${six}节点端口建立 nftables 表。`
			: `写下最初的${six}规则；还没有${six || ' '}Service。`;
	}

	const what = mode === 'nftables' ? `更新${six || ' '}nftables 表` : `写下新${six}规则`;
	const {named, more} = firstFew(changes);
	return `${what}：${named.map((change) => ruleWords(change)).join('；')}${more > 0 ? `；另有 ${more} 条` : ''}。`;
};

const addressesOf = ({clusterIP = '', clusterIPs = [clusterIP]}: DNSEntry): string => clusterIPs.join('、');

const dnsWords = (entry: DNSEntry, before: DNSEntry | undefined, domain: string): string => {
	const full = `${entry.name}.${entry.namespace}.svc.${domain}`;
	switch (entry.kind) {
		case 'external': {
			return `${full} 是 ${entry.externalName} 的别名。`;
		}

		case 'cluster': {
			return before && before.kind === 'cluster' && before.clusterIP === entry.clusterIP
				? `${full} 仍是 ${addressesOf(entry)}；它后面 ${entry.hosts.length} 个就绪地址有自己的名字。`
				: `${full} 是 ${addressesOf(entry)}，无论它后面是哪些 Pod。`;
		}

		case 'headless': {
			return entry.hosts.length === 0
				? `${full} 没有就绪地址，所以这个名字不存在。`
				: `${full} 是 ${some(entry.hosts.map(({ip}) => ip))}：每个就绪的 Pod 一个地址。`;
		}
	}
};

const routeWords = ({host, path, service, upstreams}: IngressRoute): string =>
	`${host || '*'}${path} ${upstreams.length === 0 ? `没有后端，因为 ${service} 没有就绪的端点` : `到 ${listed(upstreams)}`}`;

/** Stops of the components that follow Services and their endpoints, in Chinese. */
export const consumerSentences: Translation<Sentences<ConsumerFacts>> = {
	'kube-proxy.sync': (facts) => `${facts.node} 上的 kube-proxy ${proxyWords(facts)}`,
	'dns.serve': ({ip, port}) => `CoreDNS 收到了初始列表，开始在 ${joinHostPort(ip, port)} 上应答。`,
	'dns.update'(facts) {
		const {domain} = facts;
		switch (facts.case) {
			case 'set': {
				return dnsWords(facts.after, facts.before, domain);
			}

			case 'remove': {
				return `名字 ${facts.name}.${facts.namespace}.svc.${domain} 不再存在。`;
			}

			case 'namespace': {
				return facts.isKnown
					? `CoreDNS 现在解析 ${facts.namespace}.svc.${domain} 中的名称。`
					: `CoreDNS 不再知道 ${facts.namespace}.svc.${domain} 里的名字。`;
			}
		}
	},
	'ingress.update'(facts) {
		if (facts.case === 'forget') {
			return `Ingress 控制器删除 ${facts.before.namespace}/${facts.before.name}。`;
		}

		const {namespace, name, routes} = facts.after;
		return `Ingress 控制器设置 ${namespace}/${name} 的上游：${routes.map((route) => routeWords(route)).join('；') || '无'}。`;
	},
	'external-dns.sync'({after, created, updated, deleted}) {
		const record = (host: string): string => `${host} → ${after[host]?.ips.join('、')}`;
		const parts = [
			...created.map((host) => `为 ${after[host]?.resource} 新建 ${record(host)}`),
			...updated.map((host) => `修改 ${record(host)}`),
			...deleted.map((host) => `删除 ${host}`),
		];
		return `external-dns ${parts.join('；')}。`;
	},
	'mesh.push'(facts) {
		if (facts.case === 'gone') {
			return `${facts.pod} 的边车已不存在。`;
		}

		const {changed, sidecars, endpoints} = facts;
		const what =
			changed.length === 0
				? '端点'
				: ` ${some(changed.map((key) => `${key}（${endpoints[key]?.length ?? 0} 个端点）`))}`;
		return `网格把${what}推送给${sidecars.length === 1 ? ` ${sidecars[0]} 的边车` : ` ${sidecars.length} 个边车`}。`;
	},
};
