import {jump} from '../screen/actions/motions.js';
import {FrameWriter} from '../terminal/paint/frame-writer.js';
import {darkTheme, paint} from '../terminal/paint/theme.js';
import {drawScreen} from '../screen/panes/screen.js';
import {changed, type State} from '../screen/state/state.js';
import {initialState} from '../screen/state/initial-state.js';
import type {Export} from './export.js';
import {isFailure} from './spans.js';
import {clipped, stopsOf, titleOf, type Stretch} from './stretch.js';

/** Five minutes of film. */
const mostStops = 1500;

/** The duration of each stop, in seconds: the board's speed 5. */
const paceSeconds = 0.2;

/** The duration of the last one. */
const endSeconds = 2;

/** Room for the whole board. */
const size = {columns: 120, rows: 35};

/** The board, playing. */
const opened = ({recording, first, language}: Stretch): State => {
	const state = initialState(recording, {cursor: first, start: first, view: 'board', size, language});
	return changed(state, 'board', {playing: true, speed: 5});
};

/**
A film of the board as it plays the stretch, stop after stop, for asciinema and its players: asciicast, version 2.

@see https://docs.asciinema.org/manual/asciicast/v2/
*/
export const exportAsciicast = (whole: Stretch): Export => {
	const {stretch, omitted} = clipped(whole, mostStops);
	return {
		omitted,
		*chunks() {
			const header = {
				version: 2,
				width: size.columns,
				height: size.rows,
				title: titleOf(stretch),
				env: {TERM: 'xterm-256color'},
			};
			yield `${JSON.stringify(header)}\n`;
			let written = '';
			const writer = new FrameWriter({
				...size,
				write(text: string) {
					written += text;
				},
				on() {},
				off() {},
			});
			const event = (seconds: number, kind: 'o' | 'm', data: string): string =>
				`${JSON.stringify([Math.round(seconds * 1000) / 1000, kind, data])}\n`;
			yield event(0, 'o', '\u001B[?25l\u001B[2J');
			let seconds = 0;
			let state = opened(stretch);
			for (const stop of stopsOf(stretch)) {
				state = jump(state, stop.step);
				written = '';
				writer.paint(drawScreen(state).map((row) => paint(row, darkTheme)));
				yield event(seconds, 'o', written);
				if (isFailure(stop)) {
					yield event(seconds, 'm', `✗ #${stop.step} ${stop.stage}`);
				}

				seconds += paceSeconds;
			}

			if (omitted !== undefined) {
				yield event(seconds, 'm', omitted);
			}

			yield event(seconds + endSeconds, 'o', omitted === undefined ? '' : `\u001B[${size.rows};1H\u001B[2K ${omitted}`);
			writer.close();
		},
	};
};
