import type {Race} from '../../screen/state/race.js';
import type {SentRequest} from '../../screen/state/requests.js';
import {width as columnsOf, type Line, type Tone} from '../../screen/paint/text.js';
import {shorten} from '../../screen/paint/text-layout.js';
import type {ScreenWords} from '../../screen/words/screen-words.js';
import type {DotShape, Mark, TextRole} from './mark.js';
import type {Canvas} from './svg.js';

type Words = ScreenWords['panes']['race'];

/** A race as it is drawn. */
export interface RaceScene {
	readonly race: Race;
	/** The time of the cursor, in milliseconds since the race began. */
	readonly nowMs: number;
	/** The sentences above and below, in rows that fit. */
	readonly title: readonly Line[];
	readonly end: readonly Line[];
	readonly words: Words;
	/** The sentence of a request. */
	readonly requestWords: (request: SentRequest) => string;
}

/** The drawn race: its marks, their height, and the line of the cursor. */
export interface RacePlaces {
	readonly marks: readonly Mark[];
	readonly height: number;
	readonly now: {readonly x: number; readonly top: number; readonly bottom: number};
}

/** A stretch of a strip, or a state in it. */
type Part =
	| {readonly fromMs: number; readonly toMs: number; readonly tone: Tone; readonly says?: string}
	| {readonly atMs: number; readonly shape: DotShape; readonly tone: Tone};

interface Strip {
	readonly name: string;
	readonly parts: readonly Part[];
	/** Words beside a time. */
	readonly value?: {readonly atMs: number; readonly text: string; readonly tone: Tone};
}

const kubeletStrip = ({signal, signalMs, exitMs, goneMs, lengthMs, subject}: Race, words: Words): Strip => {
	const name = 'kubelet';
	if (signalMs === undefined) {
		const text = subject.kind === 'joins' ? 'Ready' : words.noSignal;
		return {name, parts: [], value: {atMs: 0, text, tone: 'dim'}};
	}

	const endMs = Math.max(signalMs, exitMs ?? 0, goneMs ?? 0);
	const exit = exitMs === undefined ? '' : ` → ${words.exit} ${exitMs} ms`;
	const gone = goneMs === undefined ? '' : ` → ${words.gone} ${goneMs} ms`;
	return {
		name,
		parts: [
			// A delayed signal arrives without a hook before it.
			...(signalMs > lengthMs / 50 ? [{fromMs: 0, toMs: signalMs, tone: 'dim' as const, says: 'preStop'}] : []),
			{fromMs: signalMs, toMs: exitMs ?? lengthMs, tone: 'warn', says: signal ?? ''},
			{atMs: signalMs, shape: 'disc', tone: 'warn'},
			...(exitMs === undefined ? [] : [{atMs: exitMs, shape: 'cross' as const, tone: 'bad' as const}]),
		],
		value: {atMs: endMs, text: `${signal ?? ''} ${signalMs} ms${exit}${gone}`.trim(), tone: 'plain'},
	};
};

const sliceStrip = ({publishedMs, lengthMs}: Race, words: Words): Strip =>
	publishedMs === undefined
		? {name: 'EndpointSlice', parts: [], value: {atMs: 0, text: words.notPublished, tone: 'dim'}}
		: {
				name: 'EndpointSlice',
				parts: [
					{fromMs: publishedMs, toMs: lengthMs, tone: 'good'},
					{atMs: publishedMs, shape: 'disc', tone: 'good'},
				],
				value: {atMs: publishedMs, text: `${publishedMs} ms`, tone: 'plain'},
			};

const consumerStrip = ({lengthMs, subject}: Race, words: Words, {name, actedMs}: Race['consumers'][number]): Strip => ({
	name,
	parts: [
		{
			fromMs: 0,
			toMs: actedMs ?? lengthMs,
			tone: 'warn',
			says: subject.kind === 'leaves' ? words.stillSends : words.doesNotSend,
		},
		...(actedMs === undefined
			? []
			: [
					{fromMs: actedMs, toMs: lengthMs, tone: 'good' as const},
					{atMs: actedMs, shape: 'disc' as const, tone: 'good' as const},
				]),
	],
	...(actedMs === undefined ? {} : {value: {atMs: actedMs, text: `${actedMs} ms`, tone: 'plain' as const}}),
});

const isLost = ({end}: SentRequest): boolean => end !== undefined && end.result !== 'answered';

const shapeOf = (request: SentRequest): {readonly shape: DotShape; readonly tone: Tone} => {
	if (request.end === undefined) {
		return {shape: 'ring', tone: 'dim'};
	}

	return isLost(request) ? {shape: 'cross', tone: 'bad'} : {shape: 'disc', tone: 'good'};
};

/** Round steps of an axis: at most so many. */
const tickMs = (lengthMs: number, most: number): number => {
	const least = lengthMs / Math.max(1, most);
	const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
	return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? lengthMs;
};

/** A row of text. */
export const textMark = (parts: Line, x: number, y: number, role?: TextRole): Mark => ({is: 'text', x, y, parts, role});

/** The horizontal places of times. */
class Axis {
	readonly left: number;
	readonly right: number;

	constructor(
		readonly lengthMs: number,
		names: readonly string[],
		{width, char}: Canvas,
	) {
		const longest = Math.max(...names.map((name) => columnsOf(name)));
		this.left = Math.min((longest + 3) * char, width * 0.36);
		this.right = Math.max(this.left + 40, width - 16);
	}

	x(ms: number): number {
		const part = Math.max(0, Math.min(1, ms / this.lengthMs));
		return this.left + part * (this.right - this.left);
	}
}

/** Lines for round times, and their words. */
const axisMarks = (axis: Axis, top: number, pitch: number, foot: number, char: number): readonly Mark[] => {
	const step = tickMs(axis.lengthMs, Math.floor((axis.right - axis.left) / (9 * char)));
	const count = Math.floor(axis.lengthMs / step);
	return Array.from({length: count + 1}, (_, index) => index * step).flatMap((ms): Mark[] => {
		const x = axis.x(ms);
		const text = ms === 0 ? '0' : `${ms} ms`;
		const isLast = x + columnsOf(text) * char > axis.right + 16;
		return [
			{
				is: 'stroke',
				tone: 'plain',
				points: [
					{x, y: top + pitch},
					{x, y: foot},
				],
			},
			{is: 'text', role: isLast ? 'end' : undefined, x, y: top + pitch * 0.68, parts: [{text, tone: 'dim'}]},
		];
	});
};

const stripMarks = (strip: Strip, axis: Axis, top: number, pitch: number, char: number): Mark[] => {
	const {name, parts} = strip;
	const middle = top + pitch / 2;
	const base = middle + 4.5;
	const high = Math.min(16, pitch - 4);
	const said = parts.flatMap((part): Mark[] => {
		if ('atMs' in part) {
			return [{is: 'dot', x: axis.x(part.atMs), y: middle, radius: 5, shape: part.shape, tone: part.tone}];
		}

		const [left, end] = [axis.x(part.fromMs), axis.x(part.toMs)];
		const isThin = part.tone === 'good';
		const area = {left, top: middle - (isThin ? 1.5 : high / 2), width: end - left, height: isThin ? 3 : high};
		const {says = ''} = part;
		const fits = says !== '' && (columnsOf(says) + 2) * char < area.width;
		return [
			{is: 'bar', role: 'stretch', area, tone: part.tone},
			...(fits ? [textMark([{text: says, tone: 'plain'}], left + 8, base, 'value')] : []),
		];
	});
	const shownName = shorten(name, Math.max(4, Math.floor(axis.left / char) - 2));
	return [textMark([{text: shownName, tone: 'title'}], char, base), ...said, ...valueMarks(strip, axis, base, char)];
};

/** Words to the right of a time; if they do not fit, to its left. */
const valueMarks = ({value, parts}: Strip, axis: Axis, y: number, char: number): readonly Mark[] => {
	const onLine = parts.some((part) => part.tone === 'good' && 'toMs' in part);
	if (!value) {
		return [];
	}

	const x = axis.x(value.atMs);
	const rooms = {right: Math.floor((axis.right + 6 - x) / char), left: Math.floor((x - 10 - axis.left) / char)};
	const isRight = columnsOf(value.text) <= rooms.right || rooms.right >= rooms.left;
	const text = shorten(value.text, Math.max(4, isRight ? rooms.right : rooms.left));
	const plate = {left: x + 8, top: y - 12, width: columnsOf(text) * char + 2, height: 15};
	return [
		// A line that continues behind the words would strike them out.
		...(isRight && onLine ? [{is: 'bar' as const, role: 'plate' as const, tone: 'plain' as const, area: plate}] : []),
		{is: 'text', role: isRight ? 'value' : 'end', x: isRight ? x + 10 : x - 10, y, parts: [{text, tone: value.tone}]},
	];
};

/** Requests as dots; where several share a place, a lost one is on top. */
const requestMarks = ({race, requestWords}: RaceScene, axis: Axis, top: number, pitch: number): readonly Mark[] => {
	const sorted = [...race.requests.filter((one) => !isLost(one)), ...race.requests.filter((one) => isLost(one))];
	const middle = top + pitch / 2;
	const placed = sorted.map((request) => ({request, x: axis.x(request.timeMs - race.startMs), ...shapeOf(request)}));
	// Several in the same two pixels look like one.
	const seen = new Map(placed.map((one) => [`${Math.round(one.x / 2)} ${one.shape}`, one]));
	return [...seen.values()].flatMap(({request, x, shape, tone}): Mark[] => [
		{is: 'dot', x, y: middle, radius: 4, shape, tone},
		{
			is: 'hit',
			area: {left: x - 5, top, width: 10, height: pitch},
			step: request.step,
			title: requestWords(request),
		},
	]);
};

/** Marks the time from the signal until the last consumer acts, in which requests may be lost. */
const windowMarks = ({windowMs, signalMs, subject}: Race, axis: Axis, top: number, foot: number): readonly Mark[] => {
	if (windowMs === undefined || windowMs === 0 || subject.kind === 'joins') {
		return [];
	}

	const left = axis.x(signalMs ?? 0);
	const area = {left, top, width: axis.x((signalMs ?? 0) + windowMs) - left, height: foot - top};
	return [{is: 'bar', role: 'window', area, tone: 'bad'}];
};

/** A line without the terminal's hourglass, which few fonts of pages have. */
const withCommonMarks = (line: Line): Line => line.map((part) => ({...part, text: part.text.replace('⧗', '✗')}));

/** Places a race: time is the axis, with a strip for each that learns of the change, and the requests in progress. */
export const racePlaces = (scene: RaceScene, canvas: Canvas): RacePlaces => {
	const {race, nowMs, title, end, words} = scene;
	const {char, height} = canvas;
	const strips = [
		kubeletStrip(race, words),
		sliceStrip(race, words),
		...race.consumers.map((consumer) => consumerStrip(race, words, consumer)),
	];
	const rows = title.length + 1 + strips.length + 2 + end.length;
	const least = canvas.row;
	const pitch = Math.max(least, Math.min(34, (height - (title.length + end.length) * least) / (strips.length + 3)));
	const axis = new Axis(race.lengthMs, [...strips.map(({name}) => name), words.requests, words.here], canvas);
	const top = title.length * least;
	const first = top + pitch;
	const requestTop = first + strips.length * pitch;
	const foot = requestTop + pitch;
	const textAt = (row: number): number => row * least + least * 0.68;
	const after = nowMs > race.lengthMs ? '▸ ' : '';
	const beyond = nowMs < 0 ? '◂ ' : after;
	const here: Strip = {
		name: words.here,
		parts: [],
		value: {atMs: nowMs, text: `${beyond}${nowMs} ms`, tone: 'here'},
	};
	const none: Strip = {name: words.requests, parts: [], value: {atMs: 0, text: words.noRequests, tone: 'dim'}};
	return {
		marks: [
			...windowMarks(race, axis, first, foot),
			...axisMarks(axis, top, pitch, foot, char),
			...title.map((line, row) => textMark(line, 0, textAt(row))),
			...strips.flatMap((strip, index) => stripMarks(strip, axis, first + index * pitch, pitch, char)),
			...(race.requests.length === 0
				? stripMarks(none, axis, requestTop, pitch, char)
				: [
						...stripMarks({name: words.requests, parts: []}, axis, requestTop, pitch, char),
						...requestMarks(scene, axis, requestTop, pitch),
					]),
			...stripMarks(here, axis, foot, pitch, char),
			...end.map((line, row) => textMark(withCommonMarks(line), 0, foot + pitch + textAt(row))),
		],
		height: Math.max(rows * least, foot + pitch + end.length * least),
		now: {x: axis.x(nowMs), top: first, bottom: foot + pitch / 2 - 8},
	};
};

/** A race in sentences, for readers who listen. */
export const raceSentences = ({race, title, end, words, nowMs}: RaceScene): readonly string[] => {
	const textOf = (line: Line): string =>
		line
			.map(({text}) => text)
			.join('')
			.trim();
	const lost = race.requests.filter((one) => isLost(one)).length;
	const spoken = ({name, parts, value}: Strip): string => {
		const said = parts.flatMap((part) => ('says' in part && part.says && part.says !== race.signal ? part.says : []));
		return `${name}: ${[...said, ...(value ? [value.text] : [])].join(', ')}`;
	};
	return [
		title.map((line) => textOf(line)).join(' '),
		spoken(kubeletStrip(race, words)),
		spoken(sliceStrip(race, words)),
		...race.consumers.map((consumer) => spoken(consumerStrip(race, words, consumer))),
		race.requests.length === 0
			? `${words.requests}: ${words.noRequests}`
			: `${words.requests}: ${race.requests.length}${lost === 0 ? '' : words.lost(lost, race.requests.length)}`,
		`${words.here}: ${nowMs} ms`,
		end.map((line) => textOf(withCommonMarks(line))).join(' '),
	];
};
