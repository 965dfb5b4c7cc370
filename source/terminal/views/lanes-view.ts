import type {Stop} from '../../kernel/stop.js';
import {seconds, sinceStart, type State} from '../state.js';
import {line, pad, type Line, type Segment, type Tone} from '../text.js';

const laneOf = (stop: Stop): string => {
	const name = stop.component === 'etcd' || stop.component === 'kube-apiserver' ? stop.component : stop.process;
	return name.split('/').slice(0, 2).join('/');
};

const namesWidth = 26;

/** The stops around the cursor, periodic ones left out, as many as there are columns for. */
const stopsAround = (state: State, count: number): readonly Stop[] => {
	const {stops} = state.recording;
	const before: Stop[] = [];
	for (let step = state.cursor; step >= 0 && before.length < Math.floor(count * 0.7); step--) {
		if (stops[step] && (!stops[step].periodic || step === state.cursor)) {
			before.push(stops[step]);
		}
	}

	const shown = before.reverse();
	for (let step = state.cursor + 1; step < stops.length && shown.length < count; step++) {
		if (!stops[step]!.periodic) {
			shown.push(stops[step]!);
		}
	}

	return shown;
};

/** What a lane shows of the stops that share a column. */
const cell = (state: State, lane: string, group: readonly Stop[]): readonly [mark: string, tone: Tone] => {
	const mine = group.filter((stop) => laneOf(stop) === lane);
	const here = group.some(({step}) => step === state.cursor);
	if (mine.length === 0) {
		return here ? ['│', 'dim'] : [' ', 'plain'];
	}

	if (mine.some(({step}) => step === state.cursor)) {
		return ['●', 'here'];
	}

	if (mine.some(({outcome}) => outcome !== undefined && outcome !== 'passed')) {
		return ['✗', 'bad'];
	}

	return mine[0]!.step > state.cursor ? ['·', 'dim'] : ['■', 'good'];
};

/** Where messages cross from lane to lane: a lane's first stop after a wake-up by another is drawn as an arrow's end. */
const laneRow = (state: State, lane: string, groups: ReadonlyArray<readonly Stop[]>): Line => {
	const row: Segment[] = [{text: ` ${pad(lane, namesWidth - 1)} `, tone: 'plain'}];
	for (const group of groups) {
		const [text, tone] = cell(state, lane, group);
		const last = row.at(-1)!;
		if (last.tone === tone && row.length > 1) {
			row[row.length - 1] = {text: last.text + text, tone};
		} else {
			row.push({text, tone});
		}
	}

	return row;
};

/**
Stops around the cursor, one lane a component, time to the right; then the message that woke this stop and how long it took.

@param limit rows at most: lanes that say nothing near the cursor give way.
*/
export const lanesView = (state: State, columns: number, limit: number): Line[] => {
	const room = Math.max(10, columns - namesWidth - 2);
	const {lanesStep} = state;
	const shown = stopsAround(state, room * lanesStep);
	const first = shown[0];
	const last = shown.at(-1);
	if (!first || !last) {
		return [line(' nothing is recorded yet', 'dim')];
	}

	const groups: Stop[][] = [];
	for (let at = 0; at < shown.length; at += lanesStep) {
		groups.push(shown.slice(at, at + lanesStep));
	}

	const {stops} = state.recording;
	const here = stops[state.cursor];
	const cause = here && stops[here.cause];
	const lanes = [...new Set(shown.map((stop) => laneOf(stop)))];
	const nearest = new Map(lanes.map((lane) => [lane, Number.POSITIVE_INFINITY]));
	for (const stop of shown) {
		const lane = laneOf(stop);
		nearest.set(lane, Math.min(nearest.get(lane)!, Math.abs(stop.step - state.cursor)));
	}

	const space = Math.max(1, limit - 2);
	const kept = new Set([...lanes].sort((a, b) => nearest.get(a)! - nearest.get(b)!).slice(0, space));
	const hidden = lanes.length - Math.min(lanes.length, space);
	const scale = `#${first.step} ${seconds(sinceStart(state, first.timeMs))} … #${last.step} ${seconds(sinceStart(state, last.timeMs))}${lanesStep > 1 ? `  ${lanesStep} stops a column` : ''}${hidden > 0 ? `  ${hidden} more lanes: 5` : ''}`;
	return [
		line(` ${' '.repeat(namesWidth)}${scale}`, 'dim'),
		...lanes.filter((lane) => kept.has(lane)).map((lane) => laneRow(state, lane, groups)),
		cause
			? line(
					` woken by #${cause.step} ${cause.process} (${cause.stage}), ${here.timeMs - cause.timeMs} ms earlier`,
					'dim',
				)
			: line(' begun by you', 'dim'),
	].slice(0, limit);
};
