import {getOrInsert} from '../../kernel/get-or-insert.js';
import {PacketOnItsWay} from './packet-on-its-way.js';
import {isIn, type Circumstances, type Packet, type RuleTrace} from './rule-trace.js';

/** A rule in its words. */
interface Rule {
	readonly chain: string;
	/** The line of `iptables-save`. */
	readonly text: string;
	readonly words: readonly string[];
}

type Table = ReadonlyMap<string, readonly Rule[]>;

/** Words separated by spaces; a quoted text is one word. */
const wordsOf = (text: string): readonly string[] =>
	[...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

/** The tables of `iptables-save`. */
const tablesOf = (text: string): ReadonlyMap<string, Table> => {
	const tables = new Map<string, Map<string, Rule[]>>();
	let table = new Map<string, Rule[]>();
	for (const line of text.split('\n')) {
		if (line.startsWith('*')) {
			table = getOrInsert(tables, line.slice(1), () => new Map());
		} else if (line.startsWith('-A ')) {
			const [, chain = '', ...words] = wordsOf(line);
			getOrInsert(table, chain, () => []).push({chain, text: line, words});
		}
	}

	return tables;
};

/** The verdict of a rule on a packet that it matches. */
type Verdict = 'accept' | 'drop' | 'reject' | 'return';

/** One packet in the chains of a node. */
class Walker extends PacketOnItsWay {
	constructor(
		readonly tables: ReadonlyMap<string, Table>,
		packet: Packet,
		circumstances: Circumstances,
	) {
		super(packet, circumstances);
	}

	/** Walks through a chain and its subchains. Rules for other endpoints are also reported. */
	walk(table: string, chain: string): Verdict {
		const rules = this.tables.get(table)?.get(chain) ?? [];
		for (const [index, rule] of rules.entries()) {
			const matches = this.#matches(rule);
			const isChoice = leadsTo(rule.words) !== undefined;
			const before = this.rules.length;
			if (matches || isChoice) {
				const rest = isChoice && matches ? rules.slice(index + 1) : [];
				this.rules.push({text: rule.text, chosen: matches}, ...rest.map(({text}) => ({text, chosen: false})));
			}

			const verdict = matches ? this.#act(table, rule) : undefined;
			if (verdict) {
				return verdict;
			}

			if (table === 'filter') {
				this.rules.length = before;
			}
		}

		return 'return';
	}

	/** @returns `undefined` when the next rule is to be tried. */
	#act(table: string, {words}: Rule): Verdict | undefined {
		const target = words[words.indexOf('-j') + 1] ?? '';
		switch (words.includes('-j') ? target : '') {
			case '': {
				return undefined;
			}

			case 'MARK': {
				this.marked = words.includes('--or-mark');
				return undefined;
			}

			case 'MASQUERADE': {
				this.masquerades = true;
				return 'accept';
			}

			case 'DNAT': {
				this.rewrite(words[words.indexOf('--to-destination') + 1] ?? '');
				return 'accept';
			}

			case 'ACCEPT': {
				return 'accept';
			}

			case 'DROP': {
				return 'drop';
			}

			case 'REJECT': {
				return 'reject';
			}

			case 'RETURN': {
				return 'return';
			}

			default: {
				const verdict = this.walk(table, target);
				return verdict === 'return' ? undefined : verdict;
			}
		}
	}

	#matches({words}: Rule): boolean {
		let negated = false;
		for (let at = 0; at < words.length && words[at] !== '-j'; at++) {
			const option = words[at] ?? '';
			if (option === '!') {
				negated = true;
				continue;
			}

			const holds = this.#holds(option, words[at + 1] ?? '', words);
			if (holds !== undefined && holds === negated) {
				return false;
			}

			negated = false;
			at += option === '--rcheck' || option === '--set' || option === '--reap' ? 0 : 1;
		}

		return true;
	}

	/** Whether one condition holds; `undefined` if the option is not a condition. */
	#holds(option: string, value: string, words: readonly string[]): boolean | undefined {
		const {packet, circumstances} = this;
		switch (option) {
			case '-p': {
				return packet.protocol === value;
			}

			case '-d': {
				return isIn(this.destination, value);
			}

			case '-s': {
				return isIn(packet.source, value);
			}

			case '--dport': {
				return this.port === Number(value);
			}

			case '--dst-type': {
				return this.isForNode;
			}

			case '--src-type': {
				return circumstances.own.includes(packet.source);
			}

			case '--ctstate': {
				const states = value.split(',');
				return states.includes('NEW') || (this.isRewritten && states.includes('DNAT'));
			}

			case '--mark': {
				return this.marked;
			}

			case '--probability': {
				return leadsTo(words) === circumstances.endpoint;
			}

			case '--rcheck': {
				return circumstances.remembers && leadsTo(words) === circumstances.endpoint;
			}

			default: {
				return undefined;
			}
		}
	}
}

/** The endpoint of a rule in a Service's chain, from its comment. */
const leadsTo = (words: readonly string[]): string | undefined =>
	/ -> (\S+)$/.exec(words[words.indexOf('--comment') + 1] ?? '')?.[1];

/**
The path of a packet through the output of `iptables-save` on a node: nat, filter, and nat again on exit. Rules of the table filter that
only let it pass are left out.
*/
export const traceIptables = (text: string, packet: Packet, circumstances: Circumstances): RuleTrace => {
	const walker = new Walker(tablesOf(text), packet, circumstances);
	walker.walk('nat', packet.isFromNode ? 'OUTPUT' : 'PREROUTING');
	const before = walker.rules.length;
	// A packet from a node to itself leaves by OUTPUT and enters by INPUT.
	const passes = packet.isFromNode ? [] : ['FORWARD'];
	const filters = [...(packet.isFromNode ? ['OUTPUT'] : []), ...(walker.isForNode ? ['INPUT'] : passes)];
	for (const chain of filters) {
		const verdict = walker.walk('filter', chain);
		if (verdict === 'drop' || verdict === 'reject') {
			return walker.trace(verdict);
		}

		walker.rules.length = before;
	}

	walker.walk('nat', 'POSTROUTING');
	if (!walker.masquerades) {
		walker.rules.length = before;
	}

	return walker.trace('accept');
};
