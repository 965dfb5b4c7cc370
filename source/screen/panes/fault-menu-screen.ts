import {keyRows, wrap} from '../paint/text-layout.js';
import {line, pad, rule, width, type Line, type Size} from '../paint/text.js';
import type {State} from '../state/state.js';
import {firstShown} from './first-shown.js';
import {faultDoes, wordsOf} from '../words/words.js';

/** The faults for the selection, each with its words and its effect. */
export const faultMenuScreen = (state: State, {columns, rows}: Size): Line[] => {
	const texts = wordsOf(state).lists.faults;
	const {about, faults, at} = state.faultMenu;
	const chosen = faults[at];
	// The description of the chosen one is shown in full below the list, if there is room for both.
	const told =
		chosen && rows >= 16
			? [...wrap(`${chosen.words}: ${faultDoes(state.setup.language, chosen)}`, columns - 2), '']
			: [];
	const foot = [...told, ...wrap(texts.when, columns - 2), ...keyRows(texts.keys, columns - 2)];
	const height = Math.max(1, rows - 1 - foot.length);
	const top = firstShown(at, faults.length, height);
	const shown = faults.slice(top, top + height);
	const words = Math.min(Math.floor(columns * 0.6), Math.max(10, ...shown.map((fault) => width(fault.words))));
	return [
		rule(texts.title(about), columns, texts.count(faults.length)),
		...shown.map((fault, index): Line => {
			const here = top + index === at;
			const target = {item: top + index};
			return [
				{text: ` ${here ? '▸' : ' '} ${pad(fault.words, words)}  `, tone: here ? 'here' : 'plain', target},
				{text: faultDoes(state.setup.language, fault), tone: 'dim', target},
			];
		}),
		...Array.from({length: height - shown.length}, () => line('')),
		...foot.map((row) => line(` ${row}`, 'dim')),
	];
};
