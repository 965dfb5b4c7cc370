import {seconds, sinceStart, type State} from '../state/state.js';
import type {Target} from '../paint/target.js';
import {width, type Line, type Segment} from '../paint/text.js';
import {axisOf, lengthOf, partOf, stepAtPart, type Axis} from './timeline-axis.js';
import {markedSteps, markSigns, type Mark} from './timeline-marks.js';

const bars = '▁▂▃▄▅▆▇█';

const span = (ms: number): string => (Math.abs(ms) < 1000 ? `${ms < 0 ? '-' : '+'}${Math.abs(ms)} ms` : seconds(ms, 1));

const target: Target = {timeline: true};

/** The step at a place of the timeline. @param part from 0, its beginning, to 1. */
export const stepAt = (state: State, part: number): number => stepAtPart(axisOf(state), part);

/** The heights of bars, one per column, from 0 (none of the user's own work) to 8 (the highest rate). */
const heightsOf = (state: State, axis: Axis, room: number): readonly number[] => {
	const {stops} = state.recording;
	const timeAt = (step: number): number => stops.get(Math.min(step, stops.length - 1))?.timeMs ?? 0;
	const total = lengthOf(axis);
	const isFull = (axis.along.at(-1) ?? 0) + 1 >= total;
	const edges = Array.from({length: room + 1}, (_, column) => stepAtPart(axis, column / room));
	const rates = edges.slice(0, -1).map((first, column) => {
		// With more room than stops, a stop uses several columns. A wait has no column, and the part beyond the last stop has none.
		const left = (axis.along[first - axis.from] ?? 0) - (column / room) * total;
		const within = left >= 0 && left < 1;
		const next =
			isFull && column === room - 1 ? stops.length : Math.max(edges[column + 1] ?? first, within ? first + 1 : first);
		const done = (axis.done[next - 1 - axis.from] ?? 0) - (axis.done[first - 1 - axis.from] ?? 0);
		return next <= first ? 0 : Math.log1p(done / (1 + timeAt(next) - timeAt(first)));
	});
	const most = Math.max(...rates, Number.MIN_VALUE);
	return rates.map((rate) => (rate === 0 ? 0 : Math.max(1, Math.ceil((rate / most) * 8))));
};

/** Column → its most important mark. */
const marksAt = (
	marked: ReadonlyMap<Mark, readonly number[]>,
	columnOf: (step: number) => number,
): ReadonlyMap<number, Mark> => {
	const found = new Map<number, Mark>();
	for (const [mark, steps] of [...marked].reverse()) {
		for (const step of steps) {
			found.set(columnOf(step), mark);
		}
	}

	return found;
};

const noteOf = (state: State, axis: Axis, marked: ReadonlyMap<Mark, readonly number[]>): string => {
	const {stops} = state.recording;
	const startMs = stops.get(axis.from)?.timeMs ?? 0;
	const first = axis.from === state.start ? '+0' : span(sinceStart(state, startMs));
	const failures = marked.get('failure')?.length ?? 0;
	const count = state.session.breakpoints.filter(({enabled}) => enabled).length;
	return `  ${first} … ${span(sinceStart(state, stops.at(-1)?.timeMs ?? 0))}${failures === 0 ? '' : `  ✗ ${failures}`}  ○ ${count}`;
};

/** The tape from the user's first command to its end: its rate of work, its marks, and the cursor in it. */
export const timeline = (state: State, columns: number): Line => {
	const axis = axisOf(state);
	const marked = markedSteps(state, axis);
	const note = noteOf(state, axis, marked);
	const room = Math.max(5, columns - width(note) - 2);
	const columnOf = (step: number): number => Math.min(room - 1, Math.floor(partOf(axis, step) * room));
	const marks = marksAt(marked, columnOf);
	const at = columnOf(state.cursor);
	const row: Segment[] = [{text: ' ', tone: 'plain'}];
	for (const [column, height] of heightsOf(state, axis, room).entries()) {
		const mark = marks.get(column);
		let cell: Pick<Segment, 'text' | 'tone'>;
		if (column === at) {
			cell = {text: '●', tone: 'here'};
		} else if (mark) {
			cell = {text: markSigns[mark].sign, tone: markSigns[mark].tone};
		} else {
			cell = {text: height === 0 ? '·' : (bars[height - 1] ?? ''), tone: column < at ? 'good' : 'dim'};
		}

		const last = row.at(-1);
		if (last?.target && last.tone === cell.tone) {
			row[row.length - 1] = {...last, text: last.text + cell.text};
		} else {
			row.push({...cell, target});
		}
	}

	return [...row, {text: note, tone: 'dim'}];
};
