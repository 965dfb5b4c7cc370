import {lossInWords} from '../../stages/sentence.js';
import {raceOf, type Race} from '../state/race.js';
import type {SentRequest} from '../state/requests.js';
import {stopOf, type State} from '../state/state.js';
import {line, pad, width, type Line, type Segment, type Tone} from '../paint/text.js';
import {shorten, wrapRow} from '../paint/text-layout.js';
import {wordsOf} from '../words/words.js';
import type {ScreenWords} from '../words/screen-words.js';

type RaceWords = ScreenWords['panes']['race'];

/** Columns of the names at the left. */
const nameColumns = 16;

/** Time as columns. */
interface Axis {
	readonly columns: number;
	readonly lengthMs: number;
}

/** The columns of the time axis in a pane of so many. */
export const axisColumns = (columns: number): number => Math.max(10, columns - nameColumns - 3);

const columnOf = ({columns, lengthMs}: Axis, ms: number): number =>
	Math.max(0, Math.min(columns - 1, Math.floor((ms / lengthMs) * columns)));

/** A strip, drawn from left to right. */
class Strip {
	readonly #cells: Segment[];

	constructor(readonly axis: Axis) {
		this.#cells = Array.from({length: axis.columns}, () => ({text: ' ', tone: 'plain' as const}));
	}

	/** Fills the strip with one character from one time to another. */
	fill(text: string, fromMs: number, toMs: number, tone: Tone): this {
		for (let at = columnOf(this.axis, fromMs); at <= columnOf(this.axis, toMs); at++) {
			this.#cells[at] = {text, tone};
		}

		return this;
	}

	/** A mark at a time. */
	mark(text: string, ms: number, tone: Tone): this {
		this.#cells[columnOf(this.axis, ms)] = {text, tone};
		return this;
	}

	/** Writes words from a time on, as far as they fit; if they do not fit to the right, they end there. */
	words(text: string, ms: number, tone: Tone): this {
		const {columns} = this.axis;
		const size = width(text);
		const right = columnOf(this.axis, ms) + 2;
		let at = right + size <= columns ? right : columnOf(this.axis, ms) - size - 1;
		for (const character of text) {
			const cells = width(character);
			if (at >= 0 && at + cells <= columns) {
				// A wide character covers the cells after its own.
				for (let cell = at; cell < at + cells; cell++) {
					this.#cells[cell] = {text: cell === at ? character : '', tone};
				}
			}

			at += cells;
		}

		return this;
	}

	row(name: string, tone: Tone = 'title'): Line {
		return [{text: ` ${pad(shorten(name, nameColumns - 1), nameColumns)}`, tone}, ...this.#cells];
	}
}

const timeRow = (axis: Axis): Line => {
	const strip = new Strip(axis);
	const end = `${axis.lengthMs} ms`;
	const steps = Math.max(1, Math.min(6, Math.floor(axis.columns / 10)));
	for (let at = 0; at < steps && (axis.columns * at) / steps < axis.columns - end.length - 7; at++) {
		const ms = Math.round((axis.lengthMs * at) / steps);
		strip.words(at === 0 ? '+0' : String(ms), ms - (axis.lengthMs / axis.columns) * 2, 'dim');
	}

	strip.words(end, axis.lengthMs, 'dim');
	return strip.row('', 'dim');
};

const kubeletRow = (race: Race, axis: Axis, words: RaceWords): Line => {
	const {signal, signalMs, exitMs, goneMs, lengthMs} = race;
	const strip = new Strip(axis);
	if (signalMs === undefined) {
		return strip.words(race.subject.kind === 'joins' ? 'Ready' : words.noSignal, 0, 'dim').row('kubelet');
	}

	if (columnOf(axis, signalMs) > 2) {
		strip.fill('░', 0, signalMs, 'dim').words('preStop', 0, 'warn');
	}

	strip
		.fill('▓', signalMs, exitMs ?? lengthMs, 'warn')
		.mark('▼', signalMs, 'bad')
		.words(signal ?? '', signalMs, 'warn');
	if (goneMs !== undefined) {
		strip.mark('×', goneMs, 'bad');
	}

	if (exitMs !== undefined) {
		strip
			.mark('■', exitMs, 'bad')
			.words(goneMs === undefined ? words.exit : words.exitGone, Math.max(exitMs, goneMs ?? 0), 'plain');
	}

	return strip.row('kubelet');
};

const sliceRow = ({publishedMs, lengthMs}: Race, axis: Axis, words: RaceWords): Line => {
	const strip = new Strip(axis);
	return publishedMs === undefined
		? strip.words(words.notPublished, 0, 'dim').row('EndpointSlice')
		: strip
				.fill('─', publishedMs, lengthMs, 'good')
				.mark('●', publishedMs, 'good')
				.words(`${publishedMs} ms`, publishedMs, 'plain')
				.row('EndpointSlice');
};

const consumerRow = (race: Race, axis: Axis, words: RaceWords, {name, actedMs}: Race['consumers'][number]): Line => {
	const {lengthMs, subject} = race;
	const strip = new Strip(axis).fill('░', 0, actedMs ?? lengthMs, 'warn');
	const late = ` ${subject.kind === 'leaves' ? words.stillSends : words.doesNotSend} `;
	if (columnOf(axis, actedMs ?? lengthMs) > width(late) + 2) {
		strip.words(late, 0, 'warn');
	}

	if (actedMs !== undefined) {
		strip.mark('▼', actedMs, 'good').words(`${actedMs} ms`, actedMs, 'plain');
	}

	return strip.row(name.replace(/ node-/, ' '));
};

const marks = {answered: '✓', refused: '✗', reset: '✗', timedOut: '⧗', failed: '✗'} as const;

const requestRow = ({requests, startMs}: Race, axis: Axis, words: RaceWords): Line => {
	const strip = new Strip(axis);
	const isLost = ({end}: SentRequest) => end !== undefined && end.result !== 'answered';
	// If several share a column, a lost one is shown.
	for (const request of [...requests.filter((one) => !isLost(one)), ...requests.filter((one) => isLost(one))]) {
		const {end, timeMs} = request;
		const ended: Tone = isLost(request) ? 'bad' : 'good';
		const tone = end === undefined ? 'dim' : ended;
		strip.mark(end === undefined ? '·' : marks[end.result], timeMs - startMs, tone);
	}

	return strip.row(words.requests);
};

/** The reasons of lost requests, with the number for each. */
const lossRows = (state: State, {requests}: Race, columns: number): Line[] => {
	const {ends} = wordsOf(state).panes.network;
	const counts = new Map<string, {readonly mark: string; readonly count: number}>();
	for (const {end} of requests) {
		if (end && end.result !== 'answered' && end.loss) {
			const words = `${ends[end.result]}${wordsOf(state).colon}${lossInWords(end.loss, state.setup.language)}`;
			counts.set(words, {mark: marks[end.result], count: (counts.get(words)?.count ?? 0) + 1});
		}
	}

	const lost = [...counts].flatMap(([words, {mark, count}]) =>
		wrapRow(line(` ${mark} ${count} ${words}`, 'bad'), columns, 5),
	);
	return requests.length > 0 && lost.length === 0
		? [line(` ✓ ${wordsOf(state).panes.race.noneLost(requests.length)}`, 'good')]
		: lost;
};

const futureWords = (state: State): Segment => {
	const words = wordsOf(state).panes.race;
	const {future} = state.network;
	switch (future?.case) {
		case undefined: {
			return {text: words.sleepKey, tone: 'key'};
		}

		case 'none': {
			return {text: future.why, tone: 'warn'};
		}

		case 'counted': {
			const {lost, sent} = future;
			return {text: words.sleepLost(lost, sent), tone: lost === 0 ? 'good' : 'bad'};
		}
	}
};

/** The sentence above a race: the address that leaves or joins. */
export const raceTitle = (state: State, {subject, ip, service}: Race, columns: number): Line[] => {
	const pod = subject.pod.split('/').slice(-2).join('/');
	return wrapRow(line(` ${wordsOf(state).panes.race[subject.kind](pod, ip, service)}`, 'title'), columns, 1);
};

/** The sentences below a race: how long requests may be lost, and the reasons of lost ones. */
export const raceEnd = (state: State, race: Race, columns: number): Line[] => {
	const words = wordsOf(state).panes.race;
	const {subject, requests, windowMs} = race;
	const lost = requests.filter(({end}) => end && end.result !== 'answered').length;
	return [
		...wrapRow(
			[
				{
					text:
						subject.kind === 'joins'
							? ` ${words.untilAllSend}`
							: ` ${words.window}${requests.length > 0 ? words.lost(lost, requests.length) : ''}`,
					tone: 'plain',
				},
				{
					text: `${wordsOf(state).colon}${windowMs === undefined ? words.open : `${windowMs} ms`}`,
					tone: 'title',
				},
				...(subject.kind === 'leaves' ? [{text: '   ', tone: 'plain' as const}, futureWords(state)] : []),
			],
			columns,
			1,
		),
		...lossRows(state, race, columns),
	];
};

/** The rows of a race: time is the axis, a strip for each that learns of the change, and the requests in progress. */
export const raceRows = (state: State, columns: number): Line[] => {
	const words = wordsOf(state).panes.race;
	const {subject} = state.network;
	const race = subject && raceOf(state.recording, subject);
	if (!race) {
		return wrapRow(line(` ${words.none}`, 'dim'), columns, 1);
	}

	const axis: Axis = {columns: axisColumns(columns), lengthMs: race.lengthMs};
	const nowMs = (stopOf(state)?.timeMs ?? 0) - race.startMs;
	const within = nowMs > race.lengthMs ? '▸' : '▲';
	const cursor = new Strip(axis).mark(nowMs < 0 ? '◂' : within, nowMs, 'here').words(`${nowMs} ms`, nowMs, 'here');
	return [
		...raceTitle(state, race, columns),
		timeRow(axis),
		kubeletRow(race, axis, words),
		sliceRow(race, axis, words),
		...race.consumers.map((consumer) => consumerRow(race, axis, words, consumer)),
		...(race.requests.length === 0
			? [line(` ${pad(words.requests, nameColumns)} ${words.noRequests}`, 'dim')]
			: [requestRow(race, axis, words)]),
		cursor.row(words.here, 'here'),
		...raceEnd(state, race, columns),
	];
};
