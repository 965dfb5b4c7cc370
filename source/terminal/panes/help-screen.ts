import {keyLabel} from '../input/keymap.js';
import type {State} from '../state/state.js';
import {fit, line, pad, rule, type Line, type Size} from '../paint/text.js';
import {contextsOf} from '../state/contexts.js';
import {keyDoes, usagesIn, screenWords} from '../words/words.js';

/** Every key of this view, those with a special meaning here first, then the words of the command line. */
export const helpScreen = (state: State, size: Size): Line[] => {
	const {language} = state.setup;
	const {help} = screenWords(language);
	const contexts = contextsOf(state);
	const here = state.setup.keymap.filter((binding) => binding.in && contexts.includes(binding.in));
	const everywhere = state.setup.keymap.filter((binding) => binding.in === undefined);
	const elsewhere = state.setup.keymap.filter((binding) => binding.in && !contexts.includes(binding.in));
	const keys = [...here, ...everywhere, ...elsewhere].map((binding): Line => [
		{text: ` ${pad(binding.keys.map((key) => keyLabel(key)).join(' '), 11)} `, tone: 'key'},
		{text: keyDoes(language, binding), tone: 'plain'},
		{text: `  :${binding.word}`, tone: 'dim'},
	]);
	const typed = usagesIn(language).map(([usage, does]): Line => [
		{text: ` :${pad(usage, 17)} `, tone: 'key'},
		{text: does, tone: 'plain'},
	]);
	const rows: readonly Line[] = [...keys, line(''), ...typed];
	const height = Math.max(1, size.rows - 1);
	const columns = Math.max(1, Math.min(Math.floor(size.columns / 50), Math.ceil(rows.length / height)));
	const each = Math.floor(size.columns / columns);
	const top = Math.max(0, Math.min(state.help.at, rows.length - height * columns));
	const hidden = rows.length - top - height * columns;
	const note = hidden > 0 ? help.below(hidden) : help.goesBack;
	return [
		rule(help.title, size.columns, note),
		...Array.from({length: height}, (_, index): Line =>
			Array.from({length: columns}, (_item, column) =>
				fit(rows[top + index + column * height] ?? line(''), each),
			).flat(),
		),
	];
};
