import type {LedgerView} from '../../kernel/ledger-view.js';
import type {Hop} from '../../stages/facts/network/traffic.js';
import {readRules} from '../proxy/node-rules.js';
import {passage} from '../traffic/passage.js';
import {sendingTo, type Requester, type Way} from '../traffic/way.js';
import {joinHostPort, splitHostPort} from '../../objects/host-port.js';
import {familyOf} from '../../objects/ip.js';
import {traceIptables} from './iptables-trace.js';
import {traceNftables} from './nftables-trace.js';
import type {RuleTrace} from './rule-trace.js';
import type {Request, WalkHop} from './walk-hop.js';
import {walkWords, type WalkWords} from './words/words.js';

/** The source of a packet for the rules of a node: traffic that leaves another node has that node's address. */
const sourceAt = (ledger: LedgerView, {place, node, ip}: Requester, at: string): string =>
	place === 'pod' && node !== at ? (readRules(ledger, node, familyOf(ip))?.nodeIP ?? ip) : ip;

/** The path of a request through the rules of a node; `undefined` before kube-proxy has written rules. */
export const traceRules = (
	ledger: LedgerView,
	{client, target}: Request,
	at: string,
	ip: string,
	endpoint?: string,
	remembers = false,
): RuleTrace | undefined => {
	const rules = readRules(ledger, at, familyOf(ip));
	if (!rules) {
		return undefined;
	}

	const bridge = passage(ledger, at, splitHostPort(endpoint ?? '').ip);
	const own = [rules.nodeIP, ...(bridge.case === 'bridge' || bridge.case === 'overlay' ? [bridge.source] : [])];
	const trace = rules.mode === 'nftables' ? traceNftables : traceIptables;
	return trace(
		rules.text,
		{
			source: sourceAt(ledger, sendingTo(client, ip), at),
			destination: ip,
			port: target.port,
			protocol: 'tcp',
			isFromNode: client.place === 'node' && client.node === at,
		},
		{own, endpoint, remembers},
	);
};

type RuleHop = Extract<Hop, {readonly case: 'checked' | 'no-rule' | 'verdict' | 'endpoint'}>;

const wordsOf = (hop: RuleHop, {lost}: Way, words: WalkWords): string => {
	if (lost?.loss.case === 'source-ranges') {
		return words.sourceRanges(lost.loss.service, lost.loss.ip);
	}

	switch (hop.case) {
		case 'checked': {
			return words.noPort;
		}

		case 'no-rule': {
			return hop.ip === undefined ? words.closedNodePort : words.noRule(hop.ip);
		}

		case 'verdict': {
			return hop.verdict === 'drop' ? words.noLocalEndpoint(hop.service) : words.noEndpoints(hop.service);
		}

		case 'endpoint': {
			return hop.remembers === undefined
				? words.picks(hop.service, hop.endpoint)
				: words.remembers(hop.service, hop.remembers, hop.endpoint);
		}
	}
};

/** The address of a request before any rule: from its name or its text. */
const addressOf = (way: Way): string => {
	const hop = way.hops.find((one) => one.case === 'name' || one.case === 'address');
	return hop?.ip ?? '';
};

/** The address that a packet to an endpoint has when it leaves under the node's own. */
const deviceSource = (ledger: LedgerView, at: string, endpoint: string): string => {
	const {ip} = splitHostPort(endpoint);
	const way = passage(ledger, at, ip);
	return way.case === 'bridge' || way.case === 'overlay'
		? way.source
		: (readRules(ledger, at, familyOf(ip))?.nodeIP ?? at);
};

/** The address of a packet's source when it leaves the node of these rules. */
export const sourceAfter = (ledger: LedgerView, request: Request, way: Way): string => {
	const hop = way.hops.findLast((one) => one.case === 'endpoint' || one.case === 'no-rule');
	const client = sendingTo(request.client, splitHostPort(way.endpoint ?? '').ip);
	if (hop?.case === 'no-rule') {
		return client.place === 'node' ? deviceSource(ledger, hop.node, way.endpoint ?? '') : client.ip;
	}

	return hop?.case === 'endpoint' &&
		traceRules(ledger, request, hop.node, addressOf(way), hop.endpoint, hop.remembers !== undefined)?.masquerades
		? deviceSource(ledger, hop.node, hop.endpoint)
		: client.ip;
};

/** The rules of a node, each matching one with its branch, and their changes to its addresses. */
export const ruleHops = (ledger: LedgerView, request: Request, way: Way, hop: RuleHop): readonly WalkHop[] => {
	const ip = addressOf(way);
	const {target, language} = request;
	const client = sendingTo(request.client, ip);
	const words = walkWords(language);
	const at = hop.node;
	const endpoint = hop.case === 'endpoint' ? hop.endpoint : undefined;
	const remembers = hop.case === 'endpoint' && hop.remembers !== undefined;
	const trace = traceRules(ledger, request, at, ip, endpoint, remembers);
	const mode = readRules(ledger, at, familyOf(ip))?.mode ?? 'iptables';
	const program = mode === 'iptables' && familyOf(ip) === 'IPv6' ? 'ip6tables' : mode;
	const says = trace ? wordsOf(hop, way, words) : words.noRulesYet;
	const found: WalkHop[] = [{what: 'rules', where: at, says: `${program}: ${says}`, lines: trace?.rules ?? []}];
	if (endpoint !== undefined) {
		const changes = [
			words.destination(joinHostPort(ip, target.port), endpoint),
			...(trace?.masquerades ? [words.source(sourceAt(ledger, client, at), deviceSource(ledger, at, endpoint))] : []),
		];
		found.push({what: 'NAT', where: at, says: words.conntrack(changes), lines: []});
	}

	return found;
};
