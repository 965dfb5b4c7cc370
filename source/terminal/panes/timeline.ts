import {seconds, sinceStart, type State} from '../state/state.js';
import type {Target} from '../paint/target.js';
import {width, type Line} from '../paint/text.js';

const bars = '▁▂▃▄▅▆▇█';

/** Heights of bars, each from 0 (nothing happened) to 8, for how often something happened in equal parts of a stretch of time. */
export const histogram = (times: readonly number[], parts: number): readonly number[] => {
	const start = times[0] ?? 0;
	const span = Math.max(1, (times.at(-1) ?? 0) - start + 1);
	const counts = Array.from({length: parts}, () => 0);
	for (const time of times) {
		const part = Math.min(parts - 1, Math.floor(((time - start) / span) * parts));
		counts[part] = (counts[part] ?? 0) + 1;
	}

	const most = Math.max(1, ...counts);
	return counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.ceil((Math.log1p(count) / Math.log1p(most)) * 8))));
};

const span = (ms: number): string => (Math.abs(ms) < 1000 ? `${ms < 0 ? '-' : '+'}${Math.abs(ms)} ms` : seconds(ms, 1));

/** How many stops at most are looked at to draw the bars. */
const samples = 4000;

/** Where the timeline begins: with the user's first command, or with the start of the cluster while that is looked at. */
const firstStep = ({recording, cursor, start}: State): number =>
	cursor < start ? 0 : Math.min(start, Math.max(0, recording.stops.length - 1));

const target: Target = {timeline: true};

/** The step at a place of the timeline. @param part from 0, its beginning, to 1. */
export const stepAt = (state: State, part: number): number => {
	const {stops} = state.recording;
	const from = firstStep(state);
	const startMs = stops.get(from)?.timeMs ?? 0;
	const ms = startMs + part * ((stops.at(-1)?.timeMs ?? 0) - startMs);
	let [low, high] = [from, stops.length - 1];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((stops.get(middle)?.timeMs ?? 0) < ms) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}

	return low;
};

/** How much happened when, with the cursor in it: the tape from the user's first command to its end. */
export const timeline = (state: State, columns: number): Line => {
	const {stops} = state.recording;
	const from = firstStep(state);
	const every = Math.max(1, Math.floor((stops.length - from) / samples));
	const times: number[] = [];
	for (let step = from; step < stops.length; step += every) {
		times.push(stops.get(step)?.timeMs ?? 0);
	}

	const startMs = stops.get(from)?.timeMs ?? 0;
	const endMs = stops.at(-1)?.timeMs ?? 0;
	const count = state.session.breakpoints.filter(({enabled}) => enabled).length;
	const first = from === state.start ? '+0' : span(sinceStart(state, startMs));
	const note = `  ${first} … ${span(sinceStart(state, endMs))}  ○ ${count}`;
	const room = Math.max(5, columns - width(note) - 3);
	const nowMs = stops.get(state.cursor)?.timeMs ?? startMs;
	const at = Math.max(0, Math.min(room - 1, Math.floor(((nowMs - startMs) / Math.max(1, endMs - startMs + 1)) * room)));
	const text = histogram(times, room)
		.map((height) => (height === 0 ? '·' : (bars[height - 1] ?? '')))
		.join('');
	return [
		{text: ' ', tone: 'plain'},
		{text: text.slice(0, at), tone: 'good', target},
		{text: '●', tone: 'here', target},
		{text: text.slice(at + 1), tone: 'dim', target},
		{text: note, tone: 'dim'},
	];
};
