import type {Loss} from '../../stages/facts/network/traffic.js';
import type {LanguageName} from '../../stages/language-names.js';
import {lossInWords} from '../../stages/sentence.js';
import {requestsUntil, type SentRequest} from '../state/requests.js';
import {seconds, sinceStart, type State} from '../state/state.js';
import {line, type Line, type Segment, type Tone} from '../paint/text.js';
import {rulesRows, zoneRows} from './node-rules-view.js';
import {columnBlocks, type Column} from './column-blocks.js';
import {plain, type Row} from './row.js';
import {namesIn} from './tabs.js';
import {walkOf} from '../state/packet.js';
import {wrapRow} from '../paint/text-layout.js';
import {raceRows} from './race-rows.js';
import {walkRows} from './walk-rows.js';
import {perValue} from '../state/per-value.js';
import {propagations, type Knowledge} from '../state/propagation.js';
import {screenWords, wordsOf} from '../words/words.js';
import type {ScreenWords} from '../words/screen-words.js';

type Words = ScreenWords['panes']['network'];

const lag = (ms: number): string => `${(ms / 1000).toFixed(ms < 100 ? 3 : 1)} s`;

/** `✓ +0.2 s`, `late 1.8 s`, `– Local`: whether the consumer acts on the API's state, and its delay or the rule that spares it; a late one is not lost. */
const knowledgeCell = ({agrees, lagMs, spared}: Knowledge, words: Words): Segment => {
	if (spared !== undefined) {
		return {text: `– ${spared}`, tone: 'dim'};
	}

	return agrees
		? {text: lagMs === undefined ? '✓' : `✓ +${lag(lagMs)}`, tone: 'good'}
		: {text: lagMs === undefined ? words.notYet : words.late(lag(lagMs)), tone: 'warn'};
};

const conditionTones = {ready: 'good', 'not ready': 'warn', terminating: 'warn', removed: 'dim'} as const;

/** The cells of a consumer's column in a language. */
const knowledgeCells = perValue((knowledge: readonly Knowledge[], language: LanguageName): readonly Segment[] => {
	const words = screenWords(language).panes.network;
	return knowledge.map((one) => knowledgeCell(one, words));
});

/** Each endpoint of each Service: the API's state, the components that act on it, and their delay. */
const endpointRows = (state: State, columns: number): readonly Row[] => {
	const {recording, cursor, setup} = state;
	const {stops, kernel} = recording;
	const words = wordsOf(state).panes.network;
	const found = propagations(kernel.ledger, cursor, (step) => stops.get(step)?.timeMs ?? 0);
	if (found.length === 0) {
		return plain([line(` ${words.noServices}`, 'dim')]);
	}

	return found.flatMap(({service, consumers, endpoints}, index) => [
		...plain([...(index === 0 ? [] : [line('')]), line(` Service ${service}`, 'title')]),
		...(endpoints.length === 0
			? plain([line(`   ${words.noEndpoints}`, 'dim')])
			: columnBlocks(
					words.endpoint,
					endpoints.map(({address}): Segment => ({text: address, tone: 'plain'})),
					[
						{
							title: 'apiserver',
							cells: endpoints.map(({condition}): Segment => ({
								text: words.conditions[condition],
								tone: conditionTones[condition],
							})),
						},
						...consumers.map(({name, knowledge}): Column => ({
							title: name,
							cells: knowledgeCells(knowledge, setup.language) ?? [],
						})),
					],
					columns,
				)),
	]);
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

const lost = ['refused', 'reset', 'timedOut', 'failed'] as const;

/** The outcome of each client's requests, every lost one with its reason. */
const trafficRows = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const words = wordsOf(state).panes.network;
	const rows = ledger.keys('/network/traffic/', state.cursor).flatMap((key): Line[] => {
		const traffic = ledger.readAt<Traffic>(key, state.cursor) ?? {};
		const losses = lost.filter((name) => Number(traffic[name] ?? 0) > 0);
		return [
			line(` ${words.client(key.split('/').at(-1) ?? '', traffic.target ?? '')}`, 'title'),
			[
				{text: `   ${words.requests(count(traffic.sent))}  `, tone: 'plain'},
				{text: `${words.counts.answered} ${count(traffic.answered)}  `, tone: 'good'},
				...losses.map((name): Segment => ({text: `${words.counts[name]} ${count(traffic[name])}  `, tone: 'bad'})),
				{text: words.inFlight(count(traffic.inFlight)), tone: 'dim'},
			],
			...(traffic.losses ?? []).map(({loss, count: times}) =>
				line(`   ✗ ${count(times)} × ${lossInWords(loss, state.setup.language)}`, 'bad'),
			),
			...Object.entries(traffic.byPod ?? {}).map(([pod, times]) =>
				line(`   ✓ ${words.answeredBy(count(times), pod)}`, 'dim'),
			),
		];
	});
	return rows.length === 0 ? [line(` ${words.noClients}`, 'dim')] : rows;
};

/** The most listed requests of a kind, the latest ones. */
const listed = 500;

/** The sign and the colours of a request: of its name, and of its end in words. */
const requestTones = (end: SentRequest['end']): readonly [mark: string, tone: Tone, endTone: Tone] => {
	if (end === undefined) {
		return ['·', 'dim', 'plain'];
	}

	return end.result === 'answered' ? ['✓', 'good', 'plain'] : ['✗', 'bad', 'bad'];
};

const requestRow = (state: State, {step, timeMs, client, number, endpoint, end}: SentRequest): Row => {
	const [mark, tone, endTone] = requestTones(end);
	const {underWay, ends, by} = wordsOf(state).panes.network;
	const words = end === undefined ? underWay : ends[end.result];
	const answered = end?.pod ? by(end.pod) : '';
	const why = end?.loss ? `${wordsOf(state).colon}${lossInWords(end.loss, state.setup.language)}` : answered;
	return {
		request: step,
		oneLine: true,
		row: [
			{text: ` ${mark} ${client} ${number}`, tone},
			{text: `  ${seconds(sinceStart(state, timeMs))}  ${endpoint ?? ''}  `, tone: 'dim'},
			{text: `${words}${why}`, tone: endTone},
		],
	};
};

/** The outcome of each request: lost ones, then others, the latest first in each group. */
const requestRows = (state: State): Row[] => {
	const words = wordsOf(state).panes.network;
	const requests = requestsUntil(state.recording, state.cursor).toReversed();
	const isLost = ({end}: SentRequest) => end !== undefined && end.result !== 'answered';
	const some = (title: string, found: readonly SentRequest[]): Row[] =>
		found.length === 0
			? []
			: [{row: line(title, 'dim')}, ...found.slice(0, listed).map((one) => requestRow(state, one))];
	return [
		...some(
			` ${words.lostFirst}`,
			requests.filter((one) => isLost(one)),
		),
		...some(
			` ${words.othersNext}`,
			requests.filter((one) => !isLost(one)),
		),
	];
};

/** The title in the rule of the pane. */
export const networkTitle = (state: State): string => {
	const {part, walk} = state.network;
	const words = wordsOf(state).panes;
	if (part !== 'walk' || walk === undefined) {
		return `${namesIn(words.views, 'network').title} · ${words.network.parts[part]}`;
	}

	const sent = 'request' in walk ? state.recording.stops.get(walk.request) : undefined;
	const of = 'words' in walk ? walk.words.replace(/\s+/, ' → ') : (sent?.process.replace('traffic/', '') ?? '');
	const found = walkOf(state);
	const end = found.case === 'walk' && found.walk.arrives ? '✓' : '✗';
	return `${words.titles.packet} ${found.case === 'walk' ? end : '·'} ${of}`;
};

/** The endpoints that each component knows; the rules, the zone, the traffic, the path of a packet. */
export const networkRows = (state: State, columns: number): readonly Row[] => {
	switch (state.network.part) {
		case 'rules': {
			return plain(rulesRows(state, columns));
		}

		case 'dns': {
			return plain(zoneRows(state, columns));
		}

		case 'traffic': {
			return [...plain(trafficRows(state)), ...requestRows(state)];
		}

		case 'race': {
			return raceRows(state, columns).map((row): Row => ({row, oneLine: true}));
		}

		case 'walk': {
			const found = walkOf(state);
			return plain(
				found.case === 'walk'
					? walkRows(found.walk, columns, state.network.whole, wordsOf(state).panes.walk)
					: wrapRow(line(` ${found.why}`, 'dim'), columns, 1),
			);
		}

		case 'endpoints': {
			return [...endpointRows(state, columns), ...plain([line(''), ...trafficRows(state)])];
		}
	}
};
