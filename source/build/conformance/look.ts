import {readZone} from '../../network/dns/dns.js';
import {resolve, type DNSAnswer, type DNSRecord, type RecordType} from '../../network/dns/dns-zone.js';
import {nftablesOf} from '../../network/proxy/nftables.js';
import {tableSetup} from '../../network/proxy/nftables-setup.js';
import {readRules, type NodeRules} from '../../network/proxy/node-rules.js';
import type {SimulatedCluster} from './cluster.js';

/** The view of a component, or why it has none. */
export type View =
	{readonly body: unknown} | {readonly status: number; readonly body: unknown} | {readonly error: string};

const recordTypes: readonly RecordType[] = ['A', 'AAAA', 'CAA', 'CNAME', 'HTTPS', 'MX', 'PTR', 'SOA', 'SRV', 'TXT'];

/** Chains that belong to one port of a Service or to one endpoint. */
const ownChain = /^KUBE-(?:SVC|SVL|EXT|SEP|FW)-/;

const target = (rule: string): string | undefined => / -j (KUBE-\S+)/.exec(rule)?.[1];

/** The lines of one table that concern a namespace; without one, those that are independent of Services. */
const concerning = (lines: readonly string[], namespace: string | undefined): string[] => {
	const rules = lines
		.filter((line) => line.startsWith('-A '))
		.map((line) => ({line, chain: line.split(' ', 2)[1] ?? ''}));
	const comment = (line: string) => /--comment (?:"([^"]*)"|(\S+))/.exec(line);
	const isAbout = (line: string) => {
		const [, quoted, plain] = comment(line) ?? [];
		return ` ${quoted ?? plain ?? ''}`.includes(` ${namespace}/`);
	};

	const chains = new Set<string>();
	const kept = new Set<string>();
	if (namespace === undefined) {
		for (const {line, chain} of rules) {
			if (!ownChain.test(chain) && !ownChain.test(target(line) ?? '') && !/--comment "?[^" ]+\/[^" ]+/.test(line)) {
				kept.add(line);
			}
		}
	} else {
		for (const {line, chain} of rules) {
			if (isAbout(line)) {
				kept.add(line);
				chains.add(chain);
				const to = target(line);
				if (to && ownChain.test(to)) {
					chains.add(to);
				}
			}
		}

		for (const {line, chain} of rules) {
			if (ownChain.test(chain) && chains.has(chain)) {
				kept.add(line);
				const to = target(line);
				if (to && ownChain.test(to)) {
					chains.add(to);
				}
			}
		}
	}

	return lines.filter((line) => {
		if (line.startsWith('-A ')) {
			return kept.has(line);
		}

		const chain = /^:(\S+)/.exec(line)?.[1];
		return chain === undefined || (namespace === undefined ? !ownChain.test(chain) : chains.has(chain));
	});
};

/** Rules as `iptables-save` prints them, cut down to a namespace. */
export const iptablesLines = (text: string, namespace: string | undefined): string[] => {
	const lines = text.split('\n').filter(Boolean);
	const result: string[] = [];
	for (let start = 0; start < lines.length;) {
		const end = lines.indexOf('COMMIT', start) + 1 || lines.length;
		result.push(...concerning(lines.slice(start, end), namespace));
		start = end;
	}

	return result;
};

/** The rules that kube-proxy would write for the same Services in its other mode: recordings have both. */
const nftablesLines = ({services, nodeIP}: NodeRules, namespace: string | undefined): string[] =>
	namespace === undefined
		? tableSetup(nodeIP)
		: nftablesOf(
				Object.values(services).filter((port) => port.namespace === namespace),
				nodeIP,
			);

/** The answer that a load balancer gets when it probes the health check node ports of a node. */
const health = (rules: NodeRules | undefined, namespace: string | undefined) => {
	const services = new Map(
		Object.values(rules?.services ?? {})
			.filter((port) => port.healthCheckNodePort > 0 && (namespace === undefined || port.namespace === namespace))
			.map((port) => [`${port.namespace}/${port.name}`, port]),
	);
	return [...services.values()].map(({namespace: of, name, healthCheckNodePort: port, local}) => ({
		'X-Load-Balancing-Endpoint-Weight': String(local.length),
		localEndpoints: local.length,
		port,
		service: {name, namespace: of},
		serviceProxyHealthy: true,
		status: local.length > 0 ? 200 : 503,
	}));
};

/** A zone's serial number is the time of its last change: the recordings mark it. */
const withoutSerials = ({answers, authority, additional, ...answer}: DNSAnswer): DNSAnswer => {
	const marked = (records: readonly DNSRecord[]) =>
		records.map((record) =>
			record.type === 'SOA' ? {...record, data: record.data.replace(/^(\S+ \S+) \d+/, '$1 <serial>')} : record,
		);
	return {...answer, answers: marked(answers), authority: marked(authority), additional: marked(additional)};
};

/** The view of a component outside the API. `restart` restarts it instead. */
export const look = (cluster: SimulatedCluster, words: string): View => {
	const {kernel} = cluster;
	const [kind, first = '', second] = words.split(/\s+/);
	switch (kind) {
		case 'cri': {
			return {body: {items: cluster.runtimeCalls(first, second ?? '')}};
		}

		case 'iptables': {
			const rules = readRules(kernel.ledger, first);
			return rules ? {body: iptablesLines(rules.text, second)} : {error: `no kube-proxy has written rules on ${first}`};
		}

		case 'nftables': {
			const rules = readRules(kernel.ledger, first);
			return rules ? {body: nftablesLines(rules, second)} : {error: `no kube-proxy has written rules on ${first}`};
		}

		case 'dns': {
			const type = recordTypes.find((one) => one === first);
			return type
				? {body: withoutSerials(resolve(readZone(kernel.ledger), type, second ?? ''))}
				: {error: `no type of DNS record is called ${first}`};
		}

		case 'health': {
			return {body: health(readRules(kernel.ledger, first), second)};
		}

		case 'restart': {
			kernel.processes.restart(`kubelet/${first}`);
			return {body: {}};
		}

		default: {
			return {error: `the simulation shows no ${kind}`};
		}
	}
};
