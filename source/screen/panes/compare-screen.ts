import {shortName} from '../../objects/object-name.js';
import type {AlignedStop} from '../state/futures-aligned.js';
import type {Comparison, State} from '../state/state.js';
import {seconds, sinceStart} from '../state/state.js';
import {fit, line, pad, rule, width, type Line, type Segment, type Size} from '../paint/text.js';
import {keyRows, shorten, wrapAtMost} from '../paint/text-layout.js';
import {firstShown} from './first-shown.js';
import {processName} from './process-name.js';
import {wordsOf} from './stop-words.js';
import {screenWords} from '../words/words.js';
import type {ScreenWords} from '../words/screen-words.js';

type Recording = Comparison['runs'][number];

/** A stop in a row of a column. In a narrow column, its stage stays complete as long as possible: spaces, the object, then the process are cut first. */
export const stopInColumn = (time: string, process: string, stage: string, object: string, columns: number): string => {
	const wide = [time, process, stage, object].filter((part) => part !== '').join('  ');
	if (width(wide) <= columns) {
		return wide;
	}

	const brief = time.replace(/ s$/, '');
	const whole = [`${brief} ${process} ${stage}`, `${brief} ${stage}`].find((text) => width(text) <= columns);
	const room = columns - width(whole ?? '') - 1;
	if (whole === undefined) {
		return `${brief} ${shorten(stage, columns - width(brief) - 1)}`;
	}

	if (object === '' || room < Math.min(width(object), leastOfObject)) {
		return whole;
	}

	return `${whole} ${shorten(object, room)}`;
};

/** The fewest columns in which the beginning of an object's name is useful. */
const leastOfObject = 9;

/** A stop in one of the two columns. */
const stopText = (state: State, {stops}: Recording, step: number | undefined, columns: number): string => {
	const stop = step === undefined ? undefined : stops.get(step);
	return stop
		? stopInColumn(
				seconds(sinceStart(state, stop.timeMs)),
				processName(stop.process),
				stop.stage,
				stop.object === undefined ? '' : shortName(stop.object),
				columns,
			)
		: '';
};

const marks = {
	alike: {text: ' = ', tone: 'dim'},
	here: {text: ' ◀ ', tone: 'add'},
	there: {text: ' ▶ ', tone: 'remove'},
	differs: {text: ' ≠ ', tone: 'warn'},
} as const;

const markOf = ({here, there, alike}: AlignedStop): Segment => {
	if (alike) {
		return marks.alike;
	}

	if (here === undefined) {
		return marks.there;
	}

	if (there === undefined) {
		return marks.here;
	}

	return marks.differs;
};

/** Rows of the differences at the end, as many as fit; keys scroll them. */
const endRows = (
	words: ScreenWords['lists']['compare'],
	{ends, names, aligned, endAt}: Comparison,
	columns: number,
	limit: number,
): Line[] => {
	if (ends.length === 0) {
		return [line(` ${words.endAlike(names[0], names[1])}`, 'dim')];
	}

	const widest = Math.max(...ends.map(({what}) => width(what)));
	const first = Math.min(widest, Math.floor(columns / 2) - 4);
	const side = Math.floor((columns - first - 6) / 2);
	const height = Math.min(limit, ends.length);
	const top = firstShown(endAt ?? 0, ends.length, height);
	return ends.slice(top, top + height).map((end, index): Line => {
		const target = {item: aligned.length + top + index};
		const here = top + index === endAt;
		return [
			{text: here ? '▸' : ' ', tone: 'here', target},
			{text: `${pad(end.what, first)} `, tone: here ? 'here' : 'plain', target},
			...fit([{text: end.here, tone: 'add', target}], side),
			{text: ' │ ', tone: 'dim', target},
			{text: end.there, tone: 'remove', target},
		];
	});
};

/** The rows for the sentences of the selected stops: the lists move only for a long text, which has a maximum height. */
const leastSaid = 3;
const mostSaid = 10;

/** The sentence of the selected stop in each of the two futures, or the selected row of their ends. */
const saidRows = (state: State, {runs, aligned, at, ends, endAt}: Comparison, columns: number): Line[] => {
	const row = aligned[at];
	const end = ends[endAt ?? -1];
	const side = Math.floor((columns - 3) / 2);
	const said = [row?.here, row?.there].map((step, index) => {
		const stop = step === undefined ? undefined : runs[index]?.stops.get(step);
		return stop && wordsOf(stop, state.setup.language);
	});
	const [mine = [], other = []] = (end ? [`${end.what}: ${end.here}`, end.there] : said).map((text) =>
		text === undefined ? [] : wrapAtMost(text, side - 1, mostSaid),
	);
	return Array.from({length: Math.max(leastSaid, mine.length, other.length)}, (_, index): Line => [
		...fit([{text: ` ${mine[index] ?? ''}`, tone: 'plain'}], side),
		{text: ' │ ', tone: 'dim'},
		{text: other[index] ?? '', tone: 'plain'},
	]);
};

/** Two futures side by side, the first difference marked, and how each ends. */
export const compareScreen = (state: State, {columns, rows}: Size): Line[] => {
	const {comparison} = state;
	const words = screenWords(state.setup.language).lists.compare;
	if (!comparison) {
		return [rule(words.title, columns), line(` ${words.onlyOne}`)];
	}

	const {aligned, at, first, names, runs, endAt} = comparison;
	const side = Math.floor((columns - 3) / 2);
	const onEnds = endAt !== undefined;
	const said = rows < 20 ? [] : saidRows(state, comparison, columns);
	// The list that keys act on has most of the room.
	const room = onEnds ? rows - said.length - 9 : Math.floor(rows / 3);
	const ends = rows < 14 && !onEnds ? [] : endRows(words, comparison, columns, Math.max(4, room));
	const keys = keyRows(words.keys, columns - 2);
	const height = Math.max(1, rows - 3 - keys.length - said.length - (ends.length === 0 ? 0 : ends.length + 1));
	const top = firstShown(at, aligned.length, height, Math.floor(height / 3));
	const list = aligned.slice(top, top + height).map((both, index): Line => {
		const row = top + index;
		const usual = both.alike ? 'dim' : 'plain';
		const tone = row === at && !onEnds ? 'here' : usual;
		const firstMark = row === first ? '●' : ' ';
		const target = {item: row};
		const text = (shown: string): Line => fit([{text: shown, tone, target}], side - 1);
		return [
			{text: row === at ? '▸' : firstMark, tone: 'here', target},
			...text(stopText(state, runs[0], both.here, side - 1)),
			{...markOf(both), target},
			...text(stopText(state, runs[1], both.there, side - 1)),
		];
	});
	const place =
		onEnds || ends.length < comparison.ends.length ? words.endPlace(endAt, comparison.ends.length) : undefined;
	const different = aligned.filter(({alike}) => !alike).length;
	return [
		rule(words.title, columns, words.differ(different, aligned.length)),
		[
			{text: ` ${pad(names[0], side)}`, tone: 'title'},
			{text: `  ${names[1]}`, tone: 'title'},
		],
		...list,
		...Array.from({length: height - list.length}, () => line('')),
		...said,
		...(ends.length === 0 ? [] : [rule(words.howTheyEnd, columns, place), ...ends]),
		line(` ${words.first(first < 0 ? undefined : first + 1)}`, 'dim'),
		...keys.map((row) => line(` ${row}`, 'dim')),
	];
};
