import type {Stop} from '../../kernel/stop.js';
import type {State} from '../state.js';
import {line, type Line, type Segment, type Tone} from '../text.js';

const laneOf = (stop: Stop): string => {
	const name =
		stop.component === 'etcd' ? 'etcd' : stop.component === 'kube-apiserver' ? 'kube-apiserver' : stop.process;
	return name.split('/').slice(0, 2).join('/');
};

/** Stops around the cursor, one lane a component, a column a stop; where a message crosses into another lane, its column says from where. */
export const lanesView = (state: State, columns: number): Line[] => {
	const {stops} = state.recording;
	const names = 26;
	const room = Math.max(10, columns - names - 2);
	const shown: Stop[] = [];
	for (let step = state.cursor; step >= 0 && shown.length < Math.floor(room * 0.7); step--) {
		if (!stops[step]!.periodic || step === state.cursor) {
			shown.unshift(stops[step]!);
		}
	}

	for (let step = state.cursor + 1; step < stops.length && shown.length < room; step++) {
		if (!stops[step]!.periodic) {
			shown.push(stops[step]!);
		}
	}

	if (shown.length === 0) {
		return [line(' nothing is recorded yet', 'dim')];
	}

	const lanes = [...new Set(shown.map((stop) => laneOf(stop)))];
	const first = shown[0]!;
	const last = shown.at(-1)!;
	const rows: Line[] = [
		line(` ${' '.repeat(names)}+${first.timeMs} … +${last.timeMs} ms, #${first.step} … #${last.step}`, 'dim'),
	];
	for (const lane of lanes) {
		const row: Segment[] = [{text: ` ${lane.slice(0, names - 1).padEnd(names)}`, tone: 'plain'}];
		let run = '';
		let runTone: Tone = 'dim';
		const flush = () => {
			if (run !== '') {
				row.push({text: run, tone: runTone});
				run = '';
			}
		};

		for (const stop of shown) {
			const mine = laneOf(stop) === lane;
			const here = stop.step === state.cursor;
			const bad = stop.outcome !== undefined && stop.outcome !== 'passed';
			const mark = mine ? (here ? '●' : bad ? '✗' : stop.step > state.cursor ? '·' : '■') : here ? '│' : ' ';
			const tone: Tone = mine ? (here ? 'here' : bad ? 'bad' : stop.step > state.cursor ? 'dim' : 'good') : 'dim';
			if (tone !== runTone) {
				flush();
				runTone = tone;
			}

			run += mark;
		}

		flush();
		rows.push(row);
	}

	const here = stops[state.cursor];
	const cause = here && stops[here.cause];
	if (cause) {
		rows.push(
			line(''),
			line(
				` woken by #${cause.step} ${cause.process} (${cause.stage}), ${here.timeMs - cause.timeMs} ms earlier`,
				'dim',
			),
		);
	}

	return rows;
};
