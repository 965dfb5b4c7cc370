import {line, pad, rule, width, type Line, type Size} from '../paint/text.js';
import type {State} from '../state/state.js';

/** The faults that fit what was selected, each as it is typed and with what it does. */
export const faultMenuScreen = (state: State, {columns, rows}: Size): Line[] => {
	const {about, faults, at} = state.faultMenu;
	const height = Math.max(1, rows - 3);
	const top = Math.max(0, Math.min(at - Math.floor(height / 2), faults.length - height));
	const shown = faults.slice(top, top + height);
	const words = Math.min(Math.floor(columns * 0.6), Math.max(10, ...shown.map((fault) => width(fault.words))));
	return [
		rule(`What goes wrong with ${about}`, columns, `${faults.length} faults`),
		...shown.map((fault, index): Line => {
			const here = top + index === at;
			const target = {item: top + index};
			return [
				{text: ` ${here ? '▸' : ' '} ${pad(fault.words, words)}  `, tone: here ? 'here' : 'plain', target},
				{text: fault.does, tone: 'dim', target},
			];
		}),
		...Array.from({length: height - shown.length}, () => line('')),
		line(' It happens at this stop; in the past it begins another future. at=30s and when=… give it later.', 'dim'),
		line(' ↑ ↓ choose  enter does it  e edits its words  esc leaves', 'dim'),
	];
};
