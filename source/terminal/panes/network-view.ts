import type {Loss} from '../../stages/facts/network/traffic.js';
import {lossInWords} from '../../stages/sentence.js';
import type {State} from '../state/state.js';
import {line, type Line, type Segment} from '../paint/text.js';
import {yamlLines} from '../paint/yaml-lines.js';
import {columnBlocks, type Column} from './column-blocks.js';
import {isRulesKey, propagations, type Knowledge} from './propagation.js';

const lag = (ms: number): string => `${(ms / 1000).toFixed(ms < 100 ? 3 : 1)} s`;

/** ` +0.2 s ✓`, `late 1.8 s ✗`: that the consumer acts on what the API says, and how long that took. */
const knowledgeCell = ({agrees, lagMs}: Knowledge): Segment =>
	agrees
		? {text: lagMs === undefined ? '✓' : `✓ +${lag(lagMs)}`, tone: 'good'}
		: {text: lagMs === undefined ? '✗' : `✗ late ${lag(lagMs)}`, tone: 'bad'};

const conditionTones = {ready: 'good', 'not ready': 'warn', terminating: 'warn', removed: 'dim'} as const;

/** Each endpoint of each Service: what the API says, and who acts on it how much later. */
const endpointRows = (state: State, columns: number): Line[] => {
	const {stops, kernel} = state.recording;
	const found = propagations(kernel.ledger, state.cursor, (step) => stops.get(step)?.timeMs ?? 0);
	if (found.length === 0) {
		return [line(' no Service has endpoints yet', 'dim')];
	}

	return found.flatMap(({service, consumers, endpoints}, index) => [
		...(index === 0 ? [] : [line('')]),
		line(` Service ${service}`, 'title'),
		...(endpoints.length === 0
			? [line('   no endpoints', 'dim')]
			: columnBlocks(
					'endpoint',
					endpoints.map(({address}): Segment => ({text: address, tone: 'plain'})),
					[
						{
							title: 'apiserver',
							cells: endpoints.map(({condition}): Segment => ({text: condition, tone: conditionTones[condition]})),
						},
						...consumers.map((title, at): Column => ({
							title,
							cells: endpoints.map(({knowledge}) => knowledgeCell(knowledge[at] ?? {agrees: false})),
						})),
					],
					columns,
				)),
	]);
};

const dump = (state: State, prefix: string, empty: string): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows: Line[] = [];
	for (const key of ledger.keys(prefix, state.cursor)) {
		const value = ledger.readAt(key, state.cursor);
		rows.push(line(` ${key}`, 'title'), ...yamlLines(value).map(({text}) => line(`   ${text}`)));
	}

	return rows.length === 0 ? [line(` ${empty}`, 'dim')] : rows;
};

/** A line of nftables without what all lines share: a chain, and its rules below it. */
const withoutTable = (row: string): string =>
	row.replace(/^add rule ip kube-proxy \S+ /, '  ').replace(/^add (chain|element|map|set) ip kube-proxy /, '$1 ');

/** The rules of each node, in the words of its kube-proxy's mode. */
const rulesRows = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows: Line[] = [];
	for (const key of ledger.keys('/nodes/', state.cursor).filter((name) => isRulesKey(name))) {
		const {text} = ledger.readAt<{text?: string}>(key, state.cursor) ?? {};
		rows.push(line(` ${key}`, 'title'), ...(text ?? '').split('\n').map((row) => line(` ${withoutTable(row)}`)));
	}

	return rows.length === 0 ? [line(' no kube-proxy has written rules yet', 'dim')] : rows;
};

interface Traffic {
	readonly target?: string;
	readonly sent?: number;
	readonly answered?: number;
	readonly inFlight?: number;
	readonly byPod?: Readonly<Record<string, number>>;
	readonly losses?: ReadonlyArray<{readonly loss: Loss; readonly count: number}>;
	readonly [result: string]: unknown;
}

const count = (value: unknown): string => Number(value ?? 0).toLocaleString('en-US');

const lost = [
	['refused', 'refused'],
	['reset', 'reset'],
	['timedOut', 'timed out'],
	['failed', 'failed'],
] as const;

/** The outcome of each client's requests, every lost one with its reason. */
const trafficRows = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const rows = ledger.keys('/network/traffic/', state.cursor).flatMap((key): Line[] => {
		const traffic = ledger.readAt<Traffic>(key, state.cursor) ?? {};
		const losses = lost.filter(([name]) => Number(traffic[name] ?? 0) > 0);
		return [
			line(` client ${key.split('/').at(-1)} → ${traffic.target ?? ''}`, 'title'),
			[
				{text: `   requests ${count(traffic.sent)}  `, tone: 'plain'},
				{text: `answered ${count(traffic.answered)}  `, tone: 'good'},
				...losses.map(([name, words]): Segment => ({text: `${words} ${count(traffic[name])}  `, tone: 'bad'})),
				{text: `in flight ${count(traffic.inFlight)}`, tone: 'dim'},
			],
			...(traffic.losses ?? []).map(({loss, count: times}) =>
				line(`   ✗ ${count(times)} × ${lossInWords(loss, state.setup.language)}`, 'bad'),
			),
			...Object.entries(traffic.byPod ?? {}).map(([pod, times]) => line(`   ✓ ${count(times)} by ${pod}`, 'dim')),
		];
	});
	return rows.length === 0 ? [line(' no client sends requests; :traffic HOST:PORT starts one', 'dim')] : rows;
};

/** Who knows which endpoint; the rules, the zone, the traffic. */
export const networkView = (state: State, columns: number): Line[] => {
	switch (state.network.part) {
		case 'rules': {
			return rulesRows(state);
		}

		case 'dns': {
			return dump(state, '/network/dns', 'the zone is empty');
		}

		case 'traffic': {
			return trafficRows(state);
		}

		default: {
			return [...endpointRows(state, columns), line(''), ...trafficRows(state)];
		}
	}
};
