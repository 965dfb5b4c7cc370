import {keyRows, shorten, wrap} from '../paint/text-layout.js';
import {clean, cut, cutStart, line, pad, rule, width, type Line, type Size} from '../paint/text.js';
import {firstShown} from './first-shown.js';
import {foundItems} from '../state/palette-items.js';
import type {State} from '../state/state.js';
import {wordsOf} from '../words/words.js';

/** The search over all actions and places: the typed text, and its matches. */
export const paletteScreen = (state: State, {columns, rows}: Size): Line[] => {
	const words = wordsOf(state).lists.palette;
	const {typed} = state.palette;
	const found = foundItems(state);
	const at = Math.min(state.palette.at, found.length - 1);
	const keys = keyRows(words.keys, columns - 2);
	const chosen = found[at];
	const isCut = chosen !== undefined && width(clean(chosen.label)) + width(clean(chosen.note)) > columns / 2 + 8;
	// Text without room beside the chosen one is shown below the list.
	const told = isCut && chosen.note !== '' && rows >= 16 ? wrap(`${chosen.label}  ${chosen.note}`, columns - 2) : [];
	const height = Math.max(1, rows - 2 - keys.length - told.length);
	const top = firstShown(at, found.length, height);
	const shown = found.slice(top, top + height);
	const labels = Math.min(Math.floor(columns / 2), Math.max(12, ...shown.map(({label}) => width(clean(label)))));
	const kinds = Math.max(...Object.values(words.kinds).map((kind) => width(kind))) + 1;
	return [
		rule(words.title, columns, words.found(found.length)),
		line(` ${cutStart(clean(typed), columns - 4)}█`, 'key'),
		...shown.map(({kind, label, note}, index): Line => {
			const here = top + index === at;
			const target = {item: top + index};
			// A label takes the room that its note leaves; names of objects differ in their ends.
			const room = Math.max(labels, columns - kinds - 6 - (note === '' ? 0 : width(clean(note)) + 2));
			const name = kind === 'object' ? shorten(label, room) : cut(clean(label), room);
			return [
				{text: ` ${here ? '▸' : ' '} ${pad(words.kinds[kind], kinds)}`, tone: here ? 'here' : 'dim', target},
				{text: `${pad(name, Math.max(labels, width(name)))}  `, tone: here ? 'here' : 'plain', target},
				{text: note, tone: 'dim', target},
			];
		}),
		...Array.from({length: height - shown.length}, () => line('')),
		...told.map((row) => line(` ${row}`, 'dim')),
		...keys.map((row) => line(` ${row}`, 'dim')),
	];
};
