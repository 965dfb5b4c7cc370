import {clusterServices} from '../../objects/control-plane.js';
import {line, type Line} from '../paint/text.js';
import {tableRows, wrapRow, type Cell} from '../paint/text-layout.js';
import type {State} from '../state/state.js';
import {rulesByNode} from '../state/consumers.js';
import {wordsOf} from '../words/words.js';

interface DNSRecord {
	readonly name: string;
	readonly type: string;
	readonly ttl: number;
	readonly data: string;
}

const origin = 'cluster.local.';

/** A name as it appears in the zone: without the origin at its end. */
const relative = (name: string): string => (name.endsWith(`.${origin}`) ? name.slice(0, -origin.length - 1) : name);

/** The zone of a cluster, as in a zone file: names below its origin, those of each Service together. */
export const zoneRows = (state: State, columns: number): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows = ledger.keys('/network/dns/', state.cursor).flatMap((key): Cell[][] => {
		const {records = []} = ledger.readAt<{readonly records?: readonly DNSRecord[]}>(key, state.cursor) ?? {};
		return records.map(({name, ttl, type, data}) => [
			{text: ` ${relative(name)}`, tone: 'title', name: true},
			{text: String(ttl), tone: 'dim'},
			{text: 'IN', tone: 'dim'},
			{text: type, tone: 'plain'},
			{text: relative(data), tone: 'plain', name: true},
		]);
	});
	return rows.length === 0
		? [line(` ${wordsOf(state).panes.network.emptyZone}`, 'dim')]
		: [line(` $ORIGIN ${origin}`, 'dim'), ...tableRows(rows, columns)];
};

/** A line of nftables without what all lines share: a chain, and its rules below it. */
const withoutTable = (row: string): string =>
	row.replace(/^add rule ip6? kube-proxy \S+ /, '  ').replace(/^add (chain|element|map|set) ip6? kube-proxy /, '$1 ');

/** Matches a line about a Service of every cluster. */
const ofCluster = new RegExp(`[ "-](?:${clusterServices.join('|')})\\b`);

/** A line of iptables that is independent of Services: the list of chains, jumps, marks, masquerading. */
const isIptablesHousekeeping = (row: string): boolean =>
	/^(?::|COMMIT|$)/.test(row) ||
	ofCluster.test(row) ||
	(row.startsWith('-A ') && !/KUBE-(?:SVC|SVL|EXT|FW|SEP)-|-j (?:REJECT|DROP)$/.test(row)) ||
	/ KUBE-FIREWALL | KUBE-FORWARD /.test(row);

/** A line of nftables that is independent of Services: sets, maps, hooks, and the chains that look packets up. */
const isNftablesHousekeeping = (row: string): boolean =>
	row === '' ||
	ofCluster.test(row) ||
	!/^add (?:element|(?:chain|rule|set) ip6? kube-proxy (?:affinity|endpoint|external|firewall|local|service)-\w{8}-)/.test(
		row,
	);

/** The rules of each node, in the words of its kube-proxy's mode; those of no Service, or of the cluster's own, are folded. */
export const rulesRows = (state: State, columns: number): Line[] => {
	const {ledger} = state.recording.kernel;
	const words = wordsOf(state).panes.network;
	const rows: Line[] = [];
	for (const key of [...rulesByNode(ledger, state.cursor).values()].flat()) {
		const {text = ''} = ledger.readAt<{text?: string}>(key, state.cursor) ?? {};
		const isHousekeeping = key.includes('/nftables') ? isNftablesHousekeeping : isIptablesHousekeeping;
		const all = text.split('\n');
		const shown = state.network.whole ? all : all.filter((row) => !isHousekeeping(row));
		const folded = all.filter((row) => row !== '').length - shown.filter((row) => row !== '').length;
		rows.push(
			line(` ${key}`, 'title'),
			...shown.flatMap((row) => wrapRow(line(` ${withoutTable(row)}`), columns, 4)),
			...(folded === 0 ? [] : [line(` ${words.housekeeping(folded)}`, 'dim')]),
		);
	}

	return rows.length === 0 ? [line(` ${words.noRules}`, 'dim')] : rows;
};
