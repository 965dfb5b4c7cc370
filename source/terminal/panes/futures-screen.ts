import {objectName, shortName} from '../state/object-name.js';
import type {AlignedStop} from '../state/futures-aligned.js';
import type {Future, State} from '../state/state.js';
import {seconds, sinceStart} from '../state/state.js';
import {fit, line, pad, rule, type Line, type Segment, type Size} from '../paint/text.js';
import {podSummary, type PodLike} from './pod-summary.js';
import {processName} from './process-name.js';

type Recording = Future['recording'];

/** A stop in one of the two columns. */
const stopText = (state: State, {stops}: Recording, step: number | undefined): string => {
	const stop = step === undefined ? undefined : stops.get(step);
	return stop
		? `${seconds(sinceStart(state, stop.timeMs))}  ${processName(stop.process)}  ${stop.stage}${stop.object === undefined ? '' : `  ${shortName(stop.object)}`}`
		: '';
};

const marks = {
	alike: {text: ' = ', tone: 'dim'},
	here: {text: ' ◀ ', tone: 'add'},
	there: {text: ' ▶ ', tone: 'remove'},
	differs: {text: ' ≠ ', tone: 'warn'},
} as const;

const markOf = ({here, there, alike}: AlignedStop): Segment =>
	alike ? marks.alike : here === undefined ? marks.there : there === undefined ? marks.here : marks.differs;

const isPod = (key: string): boolean => key.startsWith('/registry/pods/');

/** What an object has come to at the end of a future, in a word. */
const endOf = ({kernel, stops}: Recording, key: string): string => {
	const value = kernel.ledger.readAt<PodLike>(key, stops.length - 1);
	return value === undefined ? '(not there)' : isPod(key) ? podSummary(value).phase : 'there';
};

const quiet = /^\/registry\/(?:events|leases|masterleases)\//;

/** The objects that stand otherwise at the two ends: Pods by what has become of them, all others where only one has them. */
export const differentEnds = (
	here: Recording,
	there: Recording,
): ReadonlyArray<{readonly key: string; readonly here: string; readonly there: string}> => {
	const keysOf = ({kernel, stops}: Recording) => kernel.ledger.keys('/registry/', stops.length - 1);
	const [mine, other] = [new Set(keysOf(here)), new Set(keysOf(there))];
	return [...new Set([...mine, ...other])]
		.filter((key) => !quiet.test(key) && objectName(key) !== undefined)
		.filter((key) => isPod(key) || !mine.has(key) || !other.has(key))
		.map((key) => ({
			key,
			here: endOf(here, key),
			there: endOf(there, key),
		}))
		.filter((end) => end.here !== end.there);
};

const endRows = (here: Recording, there: Recording, columns: number, limit: number): Line[] => {
	const ends = differentEnds(here, there);
	const rows = ends.map((end): Line => [
		{text: ` ${pad(shortName(end.key), Math.floor(columns / 2) - 16)} `, tone: 'plain'},
		{text: pad(end.here, 14), tone: 'add'},
		{text: ' │ ', tone: 'dim'},
		{text: end.there, tone: 'remove'},
	]);
	return ends.length === 0
		? [line(' both have the same objects, and their Pods have come to the same', 'dim')]
		: rows.length <= limit
			? rows
			: [...rows.slice(0, limit - 1), line(` and ${rows.length - limit + 1} more`, 'dim')];
};

/** Two futures side by side, the first difference marked, and how each ends. */
export const futuresScreen = (state: State, {columns, rows}: Size): Line[] => {
	const {comparison, futures, recording} = state;
	const other = futures.at(-1);
	if (!comparison || !other) {
		return [rule('Two futures', columns), line(' there is only one future; a command in the past begins another')];
	}

	const side = Math.floor((columns - 3) / 2);
	const ends = rows < 14 ? [] : endRows(recording, other.recording, columns, Math.max(2, Math.floor(rows / 5)));
	const height = Math.max(1, rows - 4 - (ends.length === 0 ? 0 : ends.length + 1));
	const {aligned, at, first} = comparison;
	const top = Math.max(0, Math.min(at - Math.floor(height / 3), aligned.length - height));
	const list = aligned.slice(top, top + height).map((both, index): Line => {
		const row = top + index;
		const tone = row === at ? 'here' : both.alike ? 'dim' : 'plain';
		const target = {item: row};
		const text = (shown: string): Line => fit([{text: shown, tone, target}], side - 1);
		return [
			{text: row === at ? '▸' : row === first ? '●' : ' ', tone: 'here', target},
			...text(stopText(state, recording, both.here)),
			{...markOf(both), target},
			...text(stopText(state, other.recording, both.there)),
		];
	});
	const different = aligned.filter(({alike}) => !alike).length;
	return [
		rule('Two futures', columns, `${different} of ${aligned.length} stops differ`),
		[
			{text: ` ${pad('this future', side)}`, tone: 'title'},
			{text: '  the other one', tone: 'title'},
		],
		...list,
		...Array.from({length: height - list.length}, () => line('')),
		...(ends.length === 0 ? [] : [rule('How they end', columns), ...ends]),
		line(` ● first difference: ${first < 0 ? 'none so far' : `row ${first + 1}`}`, 'dim'),
		line(' ↑ ↓ choose  n next difference  enter goes there  esc leaves  :other', 'dim'),
	];
};
