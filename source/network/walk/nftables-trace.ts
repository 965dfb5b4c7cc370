import {splitHostPort} from '../../objects/host-port.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {PacketOnItsWay} from './packet-on-its-way.js';
import {isIn, type Circumstances, type Packet, type RuleTrace} from './rule-trace.js';

/** A table of nftables. */
interface Table {
	/** Chain → its rules. */
	readonly chains: ReadonlyMap<string, readonly string[]>;
	/** Set or map → its elements: key → value; a set's values are empty. */
	readonly elements: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const tableOf = (text: string): Table => {
	const chains = new Map<string, string[]>();
	const elements = new Map<string, Map<string, string>>();
	for (const line of text.split('\n')) {
		const [, chain, rule] = /^add rule ip6? kube-proxy (\S+) (.*)$/.exec(line) ?? [];
		const [, set, key = '', value = ''] =
			/^add element ip6? kube-proxy (\S+) \{ (.*?)(?: comment "[^"]*")?(?: : (.*?))? \}$/.exec(line) ?? [];
		if (chain !== undefined && rule !== undefined) {
			getOrInsert(chains, chain, () => []).push(rule);
		} else if (set !== undefined) {
			getOrInsert(elements, set, () => new Map()).set(key, value);
		}
	}

	return {chains, elements};
};

type Verdict = 'accept' | 'drop' | 'reject';

/** The result of a part of a rule: the rule continues, does not match, ends its chain, or decides. */
type Part = 'on' | 'no' | 'end' | Verdict;

/** Whether a chain is that of an endpoint: `endpoint-…__10.244.1.2/80` is that of `10.244.1.2:80`, and `…__fd00..2/80` of `[fd00::2]:80`. */
const isChainOf = (chain: string, endpoint: string | undefined): boolean => {
	const {ip, port} = splitHostPort(endpoint ?? '');
	return chain.endsWith(`__${ip.replaceAll(':', '.')}/${port}`);
};

/** One packet in the chains of a node. */
class Walker extends PacketOnItsWay {
	constructor(
		readonly table: Table,
		packet: Packet,
		circumstances: Circumstances,
	) {
		super(packet, circumstances);
	}

	/** Walks through a chain and its subchains; `undefined` if none of their rules decides. */
	walk(chain: string): Verdict | undefined {
		for (const rule of this.table.chains.get(chain) ?? []) {
			const at = this.rules.length;
			const part = this.#rule(rule);
			if (part !== 'no') {
				this.rules.splice(at, 0, {text: `${chain} ${rule}`, chosen: true});
			}

			if (part === 'accept' || part === 'drop' || part === 'reject') {
				return part;
			}

			if (part === 'end') {
				return undefined;
			}
		}

		return undefined;
	}

	/** A rule, part by part, until one does not match or decides. */
	#rule(rule: string): Part {
		let rest = rule.replace(/ comment "[^"]*"$/, '');
		while (rest !== '') {
			const [part, length] = this.#part(rest);
			if (part !== 'on') {
				return part;
			}

			rest = rest.slice(length).trimStart();
		}

		return 'on';
	}

	/** The first part of the rest of a rule, and its length. */
	#part(rest: string): readonly [Part, number] {
		for (const [pattern, holds] of this.#conditions) {
			const match = pattern.exec(rest);
			if (match) {
				return [holds(match[1] ?? '', match[2] ?? ''), match[0].length];
			}
		}

		return ['no', 0];
	}

	readonly #conditions: ReadonlyArray<readonly [pattern: RegExp, says: (first: string, second: string) => Part]> = [
		[/^ct state new/, () => 'on'],
		[/^ip6? daddr \. meta l4proto \. th dport vmap @(\S+)/, (map) => this.#lookUp(map, true)],
		[/^meta l4proto \. th dport vmap @(\S+)/, (map) => this.#lookUp(map, false)],
		[/^ip6? daddr @(\S+)/, (set) => this.#when(this.table.elements.get(set)?.has(this.destination) ?? false)],
		[/^ip6? daddr \{ (.*?) \}/, (ranges) => this.#when(this.#isInOne(this.destination, ranges))],
		[/^ip6? saddr != \{ (.*?) \}/, (ranges) => this.#when(!this.#isInOne(this.packet.source, ranges))],
		[/^ip6? saddr != (\S+)/, (range) => this.#when(!isIn(this.packet.source, range))],
		[/^ip6? saddr @affinity-(\S+)/, (name) => this.#when(this.#isRemembered(name))],
		[/^ip6? saddr \. ip6? daddr \. meta l4proto \. th dport @(\S+)/, (set) => this.#when(this.#isHairpin(set))],
		[/^ip6? saddr (\S+)/, (range) => this.#when(isIn(this.packet.source, range))],
		[/^fib saddr type local/, () => this.#when(this.circumstances.own.includes(this.packet.source))],
		[/^ct status dnat/, () => this.#when(this.isRewritten)],
		[/^mark and \S+ != 0/, () => this.#when(this.marked)],
		[/^mark set mark (or|xor) \S+/, (word) => this.#mark(word === 'or')],
		[/^meta l4proto (tcp|udp)/, (protocol) => this.#when(protocol === this.packet.protocol)],
		[/^update @\S+ \{ ip6? saddr \}/, () => 'on'],
		[/^dnat ip6? addr \. port to numgen random mod \d+ map \{ .* \}/, () => this.#dnat(this.circumstances.endpoint)],
		[/^dnat to (\S+)/, (endpoint) => this.#dnat(endpoint)],
		[/^numgen random mod \d+ vmap \{ (.*) \}/, (choices) => this.#draw(choices)],
		[/^masquerade fully-random/, () => this.#masquerade()],
		[/^jump (\S+)/, (chain) => this.walk(chain) ?? 'on'],
		[/^goto (\S+)/, (chain) => this.walk(chain) ?? 'end'],
		[/^drop/, () => 'drop'],
		[/^reject/, () => 'reject'],
	];

	#when(holds: boolean): Part {
		return holds ? 'on' : 'no';
	}

	#isInOne(ip: string, ranges: string): boolean {
		return ranges.split(' , ').some((range) => isIn(ip, range));
	}

	#isRemembered(name: string): boolean {
		return this.circumstances.remembers && isChainOf(name, this.circumstances.endpoint);
	}

	#isHairpin(set: string): boolean {
		const {source, protocol} = this.packet;
		const key = [source, this.destination, protocol, this.port].join(' . ');
		return this.table.elements.get(set)?.has(key) ?? false;
	}

	#mark(marked: boolean): Part {
		this.marked = marked;
		return 'on';
	}

	#masquerade(): Part {
		this.masquerades = true;
		return 'accept';
	}

	#dnat(endpoint: string | undefined): Part {
		this.rewrite(endpoint ?? '');
		return 'accept';
	}

	#draw(choices: string): Part {
		const chains = [...choices.matchAll(/goto ([^ ,]+)/g)].map(([, chain = '']) => chain);
		const chain = chains.find((one) => isChainOf(one, this.circumstances.endpoint));
		return chain === undefined ? 'no' : (this.walk(chain) ?? 'end');
	}

	/** The verdict of a map's element, which also counts as a rule. */
	#lookUp(map: string, withAddress: boolean): Part {
		const key = [...(withAddress ? [this.destination] : []), this.packet.protocol, this.port].join(' . ');
		const verdict = this.table.elements.get(map)?.get(key);
		if (verdict === undefined) {
			return 'no';
		}

		this.rules.push({text: `element ${map} { ${key} : ${verdict} }`, chosen: true});
		const chain = /^goto (\S+)/.exec(verdict)?.[1];
		return chain === undefined ? 'drop' : (this.walk(chain) ?? 'end');
	}
}

/**
The path of a packet through a node's nftables table: filters before its destination is rewritten, the rewriting, filters for packets without a Service, and the exit.

@param text in kube-proxy's words for `nft`.
*/
export const traceNftables = (text: string, packet: Packet, circumstances: Circumstances): RuleTrace => {
	const walker = new Walker(tableOf(text), packet, circumstances);
	const hook = packet.isFromNode ? 'output' : 'prerouting';
	if (walker.walk(`filter-${hook}-pre-dnat`) === 'drop') {
		return walker.trace('drop');
	}

	walker.rules.length = 0;
	walker.walk(`nat-${hook}`);
	const before = walker.rules.length;
	// A packet from a node to itself leaves by the output hook and enters by the input hook.
	const passes = packet.isFromNode ? [] : ['filter-forward'];
	const filters = [...(packet.isFromNode ? ['filter-output'] : []), ...(walker.isForNode ? ['filter-input'] : passes)];
	for (const chain of filters) {
		const verdict = walker.walk(chain);
		if (verdict === 'drop' || verdict === 'reject') {
			return walker.trace(verdict);
		}

		walker.rules.length = before;
	}

	walker.walk('nat-postrouting');
	if (!walker.masquerades) {
		walker.rules.length = before;
	}

	return walker.trace('accept');
};
