import {move} from '../../debugger/seek.js';
import {initialState} from '../../screen/state/initial-state.js';
import {drawScreen} from '../../screen/panes/screen.js';
import {digits, elapsedMs, figure, median, quantile, type Print} from './measure.js';
import type {ClusterRecording} from './world.js';
import {views, type View} from '../../classroom/views.js';
import {changed} from '../../screen/state/state.js';

const sizes = [
	[80, 24],
	[160, 50],
] as const;
const backSteps = 10_000;

/** The wall-clock time of stepping back and jumping on a long tape, and of the rows of each view. */
export const measureScreen = (print: Print, recording: ClusterRecording): void => {
	const {length} = recording.stops;
	const at = Math.min(100_000, length - 1);
	const draw = (cursor: number, columns = 80, rows = 24, view: View = 'state'): void => {
		drawScreen(changed(initialState(recording, {cursor, size: {columns, rows}}), 'pane', {view}));
	};

	const spread = (name: string, times: readonly number[], budget: number): void => {
		print(
			figure(
				name,
				median(times),
				'ms',
				budget,
				`95 %: ${digits(quantile(times, 0.95))} ms, slowest ${digits(Math.max(...times))} ms, of ${times.length}`,
			),
		);
	};

	print('Looking back and jumping: the motion and its frame, 80×24, wall clock');
	for (let warm = at; warm > at - 50; warm--) {
		draw(warm);
	}

	let cursor = at;
	spread(
		`a step back, from step ${at} on`,
		Array.from({length: Math.min(backSteps, at)}, () =>
			elapsedMs(() => {
				cursor = move(recording, cursor, 'into', -1).stop?.step ?? 0;
				draw(cursor);
			}),
		),
		16,
	);
	spread(
		'a jump anywhere',
		Array.from({length: 100}, (_, index) => {
			// Golden-ratio steps: spread over the whole tape, the same each time.
			const cursor = Math.floor(((index * 0.618_033_988_75) % 1) * length);
			return elapsedMs(() => {
				draw(cursor);
			});
		}),
		100,
	);
	print(
		`The rows of each view after ${length} steps, without Ink and the terminal ("keys" measures those too), wall clock`,
	);
	for (const [columns, rows] of sizes) {
		for (const view of views) {
			spread(
				`${columns}×${rows} ${view}`,
				Array.from({length: 30}, (_, index) =>
					elapsedMs(() => {
						draw(at - index, columns, rows, view);
					}),
				),
				16,
			);
		}
	}
};
