import {keyLabel} from '../input/keymap.js';
import type {State} from '../state/state.js';
import {clean, cut, cutStart, plainText, width, type Line, type Segment} from '../paint/text.js';
import {wrapAtMost} from '../paint/text-layout.js';
import {contextsOf} from '../state/contexts.js';
import type {Binding} from '../input/binding.js';
import {liveLine} from './live-line.js';
import type {LessonState} from '../state/parts.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The line where the user types, and where the screen answers. */
export const promptLine = (state: State, columns: number): Line => {
	switch (state.mode) {
		case 'command': {
			const room = state.message === '' ? columns - 4 : Math.max(12, Math.floor(columns / 2));
			const typed = cutStart(clean(state.commandLine.typed), room);
			return [
				{text: ` :${typed}█`, tone: 'key'},
				{text: state.message === '' ? '' : `  ${cut(clean(state.message), columns - width(typed) - 6)}`, tone: 'dim'},
			];
		}

		case 'guess': {
			return [{text: ` guess: ${cutStart(clean(state.commandLine.typed), columns - 10)}█`, tone: 'key'}];
		}

		case 'find': {
			return [
				{text: ` /${cutStart(clean(state.pane.find), columns - 30)}█`, tone: 'key'},
				{text: `  ${state.message === '' ? 'enter accepts; then n next, N previous' : state.message}`, tone: 'dim'},
			];
		}

		case 'quit': {
			const what = `${state.leaving.unsaved} unsaved action${state.leaving.unsaved === 1 ? '' : 's'}`;
			return [
				{
					text: ` Leave? ${what} would be lost. q leaves, esc stays; :save FILE saves.`,
					tone: 'warn',
				},
			];
		}

		default: {
			return state.message === ''
				? [
						{
							text: cut(` ${liveLine(state) || ':'}`, columns - 1),
							tone: state.live && !state.live.following ? 'warn' : 'dim',
						},
					]
				: [{text: ` ${cut(clean(state.message), columns - 2)}`, tone: 'warn'}];
		}
	}
};

/** What is typed and, below, the keys; an answer that is too long for one row takes both. */
export const lastRows = (state: State, columns: number): readonly Line[] => {
	const rows = wrapAtMost(clean(state.message), columns - 2, 2);
	return state.mode === 'debug' && rows.length > 1
		? rows.map((row) => [{text: ` ${row}`, tone: 'warn'}])
		: [promptLine(state, columns), footer(state, columns)];
};

interface Hint {
	readonly keys: readonly string[];
	readonly short: string;
}

/** The keys of a hint as they are drawn: letters together, names apart; a click on one presses it. */
const keySegments = (keys: readonly string[]): Line => {
	const gap = keys.every((key) => [...key].length === 1) ? '' : ' ';
	return keys.map((key, index) => ({
		text: `${index === 0 ? '' : gap}${keyLabel(key)}`,
		tone: 'key',
		target: {key},
	}));
};

/** Bindings of one short name share a place: `SNFC back`. */
const hintsOf = (bindings: readonly Binding[]): Hint[] => {
	const hints = new Map<string, string[]>();
	for (const {keys, short} of bindings) {
		if (short !== undefined && keys[0] !== undefined) {
			getOrInsert(hints, short, () => []).push(keys[0]);
		}
	}

	return [...hints].map(([short, keys]) => ({short, keys}));
};

/** What enter does in a lesson. */
const enterDoes = ({run, answered, solved}: LessonState): string =>
	run.step.ask && !answered ? 'answer' : run.step.task && !solved ? 'check' : 'go on';

/** The keys that matter here, as many as fit; the key that shows all of them always fits. */
export const footer = (state: State, columns: number): Line => {
	const contexts = contextsOf(state);
	const lesson: Hint[] = state.lesson
		? [
				{keys: ['return'], short: enterDoes(state.lesson)},
				...(contexts.includes('question') ? [{keys: ['left', 'right'], short: 'choose'}] : []),
			]
		: [];
	const drill = state.lesson?.run.lesson.drill;
	const here = hintsOf(
		state.setup.keymap.filter(
			({in: context, word}) => context && contexts.includes(context) && !(drill && word === 'hint'),
		),
	);
	const all = hintsOf(state.setup.keymap.filter((binding) => binding.in === undefined));
	const last = all.find(({short}) => short === 'all');
	const room = columns - 1 - (last ? width(plainText(keySegments(last.keys))) + 4 : 0);
	const row: Segment[] = [{text: ' ', tone: 'plain'}];
	let used = 0;
	const push = ({keys, short}: Hint) => {
		const target = {key: keys[0] ?? ''};
		row.push(...keySegments(keys), {text: ` ${short}`, tone: 'dim', target}, {text: '  ', tone: 'dim'});
	};

	for (const hint of [...lesson, ...here, ...all.filter((item) => item !== last)]) {
		const size = width(plainText(keySegments(hint.keys))) + width(hint.short) + 3;
		if (used + size > room) {
			break;
		}

		push(hint);
		used += size;
	}

	if (last) {
		push(last);
	}

	return row.at(-1)?.text.trim() === '' ? row.slice(0, -1) : row;
};
