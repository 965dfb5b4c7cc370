import {asksBelief} from '../state/belief.js';
import {bindingOfKey, keyLabel} from '../input/keymap.js';
import type {State} from '../state/state.js';
import type {Part} from '../paint/region.js';
import {clean, cut, cutStart, plainText, width, type Line, type Segment} from '../paint/text.js';
import {wrapAtMost} from '../paint/text-layout.js';
import {openGuess} from '../state/guess-round.js';
import {contextsOf} from '../state/contexts.js';
import {isOffered} from '../state/moment.js';
import type {Binding} from '../input/binding.js';
import {liveLine} from './live-line.js';
import {enterDoes, rowSelected} from './enter.js';
import type {Row} from './row.js';
import {isList} from './rows.js';
import {tabRow} from './tabs.js';
import {namedViews} from '../state/taught-views.js';
import {visibleRows} from './visible-rows.js';
import type {LessonState} from '../state/parts.js';
import type {LanguageName} from '../../stages/language-names.js';
import type {ScreenWords} from '../words/screen-words.js';
import {keyShort, screenWords, wordsOf} from '../words/words.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The line where the user types, and where the screen answers. */
export const promptLine = (state: State, columns: number): Line => {
	const words = screenWords(state.setup.language).prompt;
	switch (state.mode) {
		case 'command': {
			const room = state.message === '' ? columns - 4 : Math.max(12, Math.floor(columns / 2));
			const typed = cutStart(clean(state.commandLine.typed), room);
			return [
				{text: ` :${typed}█`, tone: 'key'},
				{text: state.message === '' ? '' : `  ${cut(clean(state.message), columns - width(typed) - 6)}`, tone: 'dim'},
			];
		}

		case 'find': {
			return [
				{text: ` /${cutStart(clean(state.pane.find), columns - 30)}█`, tone: 'key'},
				{text: `  ${state.message === '' ? words.findAccepts : state.message}`, tone: 'dim'},
			];
		}

		case 'quit': {
			return [{text: ` ${words.leave(state.leaving.unsaved)}`, tone: 'warn'}];
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

/** Whether there is no typed text and no message: then the row names the views. */
export const namesViews = (state: State): boolean =>
	state.mode === 'debug' &&
	state.message === '' &&
	liveLine(state) === '' &&
	state.pane.view !== 'board' &&
	openGuess(state) === undefined;

/** The rows above the keys: the typed text, the views, or an answer. */
const promptRows = (state: State, columns: number): readonly Line[] => {
	const message = messageRows(state, columns);
	return state.mode === 'debug' && message.length > 1
		? message.map((row) => [{text: ` ${row}`, tone: 'warn'}])
		: [
				namesViews(state)
					? tabRow(wordsOf(state).panes.views, state.pane.view, namedViews(state), columns)
					: promptLine(state, columns),
			];
};

/**
The typed text or the views, and the keys below; on a low screen, an answer that is too long for one row uses both rows.

@param room of the open pane, if it shows its own keys
*/
export const lastParts = (state: State, columns: number, room?: Room): readonly Part[] => [
	{name: 'prompt', rows: promptRows(state, columns)},
	...(hasFooter(state, columns) ? [{name: 'footer', rows: [footer(state, columns, room)]} as const] : []),
];

/** An answer, in as many rows as a screen of this height can spare. */
const messageRows = ({message, size}: State, columns: number): readonly string[] =>
	wrapAtMost(clean(message), columns - 2, size.rows < 20 ? 2 : 4);

/** Whether the last row has the keys; on a low screen, a long answer may need it. */
const hasFooter = (state: State, columns: number): boolean =>
	state.mode !== 'debug' || state.size.rows >= 20 || messageRows(state, columns).length <= 1;

/** The number of rows of `lastParts`. */
export const lastHeight = (state: State, columns: number): number =>
	promptRows(state, columns).length + (hasFooter(state, columns) ? 1 : 0);

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
const hintsOf = (bindings: readonly Binding[], language: LanguageName): Hint[] => {
	const hints = new Map<string, string[]>();
	for (const {keys, short} of bindings) {
		if (short !== undefined && keys[0] !== undefined) {
			getOrInsert(hints, short, () => []).push(keys[0]);
		}
	}

	return [...hints].map(([short, keys]) => ({short: keyShort(language, short), keys}));
};

/** The effect of enter on a lesson. */
const movesLesson = (learning: LessonState, words: ScreenWords['footer']): string => {
	const {run, answered, solved} = learning;
	if (learning.exam) {
		const {exam} = learning;
		return exam.paused && !exam.grades ? words.goOn : words.nextTask;
	}

	if (asksBelief(learning) || (run.step.ask && !answered)) {
		return words.answer;
	}

	if (run.step.task && !solved) {
		return words.check;
	}

	return words.goOn;
};

/** The effect of enter, unless it is obvious; a guess has it among its own keys. */
const enterHints = (state: State, row: Row | undefined): Hint[] => {
	const {language} = state.setup;
	const words = screenWords(language).footer;
	const hint = (short: string): Hint[] => [{keys: ['return'], short}];
	switch (enterDoes(state, row)) {
		case 'inside': {
			return hint(keyShort(language, 'inside'));
		}

		case 'open':
		case 'walk': {
			return hint(words.open);
		}

		case 'unfold': {
			return hint(words.unfold);
		}

		case 'lesson': {
			return state.lesson ? hint(movesLesson(state.lesson, words)) : [];
		}

		case 'answer':
		case 'select':
		case 'form': {
			return [];
		}
	}
};

/** The room of the open pane. */
interface Room {
	readonly columns: number;
	readonly height: number;
}

/** The keys of the open pane that have something to do now: there is more than fits, or it is moved sideways. */
const paneHints = (state: State, {columns, height}: Room): Hint[] => {
	const words = screenWords(state.setup.language).footer;
	const {view, zoomed, shift} = state.pane;
	const {rows, top} = visibleRows(state, view, columns, height);
	const wider = rows.slice(top, top + height).some(({row}) => width(plainText(row)) > columns);
	return [
		...(rows.length > height
			? [
					{
						keys: openGuess(state) ? ['k', 'j'] : ['up', 'down'],
						short: isList(state, view) ? words.choose : words.scroll,
					},
				]
			: []),
		...(wider && shift === 0 ? [{keys: ['right'], short: words.more}] : []),
		...(shift > 0 ? [{keys: ['left'], short: words.back}] : []),
		...(zoomed || rows.length > height ? [{keys: ['z'], short: zoomed ? words.allPanes : words.alone}] : []),
	];
};

/** Whether the arrows choose something: an option, the next text of an order, or what the learner believes. */
const hasOptions = (lesson: LessonState): boolean => {
	const {options = [], order = []} = lesson.run.step.ask ?? {};
	return asksBelief(lesson) || options.length + order.length > 0;
};

/** The effect of tab: the text at full height, or the panes again. */
const turnsLesson = ({tall, exam, run}: LessonState, words: ScreenWords['footer']): string => {
	if (tall) {
		return words.panes;
	}

	if (exam) {
		return words.allTasks;
	}

	return Object.keys(run.lesson.terms ?? {}).length > 0 ? words.words : words.text;
};

/** The keys of a lesson that have something to do at this step. */
const lessonHints = (lesson: LessonState, asks: boolean, words: ScreenWords['footer']): Hint[] => [
	...(asks && hasOptions(lesson) ? [{keys: ['left', 'right'], short: words.choose}] : []),
	{keys: ['tab'], short: turnsLesson(lesson, words)},
];

/** The keys during typing, when all others are letters. */
const typingHints = ({mode, setup, commandLine}: State): readonly Hint[] | undefined => {
	const {prompt: words, footer} = screenWords(setup.language);
	const close = {keys: ['escape'], short: words.close};
	switch (mode) {
		case 'command': {
			return [
				{keys: ['return'], short: /^answer\b/.test(commandLine.typed) ? footer.answer : words.run},
				{keys: ['tab'], short: words.complete},
				{keys: ['up', 'down'], short: words.earlier},
				close,
			];
		}

		case 'find': {
			return [close];
		}

		default: {
			return undefined;
		}
	}
};

/** Whether a key has opened the board, and closes it. */
const closesBoard = ({pane, setup}: State, {short}: Hint): boolean =>
	pane.view === 'board' && short === keyShort(setup.language, 'board');

/** A hint as it appears in the footer, with the space to the next. */
const hintSegments = ({keys, short}: Hint): Line => [
	...keySegments(keys),
	{text: ` ${short}`, tone: 'dim', target: {key: keys[0] ?? ''}},
	{text: '  ', tone: 'dim'},
];

/** The relevant keys, as many as fit; the key that shows all of them always fits. */
export const footer = (state: State, columns: number, room?: Room): Line => {
	const {language} = state.setup;
	const typing = typingHints(state);
	if (typing) {
		return [{text: ' ', tone: 'plain'}, ...typing.flatMap((hint) => hintSegments(hint)).slice(0, -1)];
	}

	const contexts = contextsOf(state);
	const enter = enterHints(state, room && rowSelected(state, room.columns, room.height));
	const lesson = state.lesson
		? lessonHints(state.lesson, contexts.includes('question'), screenWords(language).footer)
		: [];
	const taken = new Set(lesson.flatMap(({keys}) => keys));
	// While the arrows choose an option, they do not move the pane.
	const pane = room ? paneHints(state, room).filter(({keys}) => !keys.some((key) => taken.has(key))) : [];
	const here = hintsOf(
		state.setup.keymap.filter((binding) => binding.in && contexts.includes(binding.in) && isOffered(state, binding)),
		language,
	);
	const all = hintsOf(
		// A key that means something else in this place is not offered twice.
		state.setup.keymap.filter(
			(binding) =>
				binding.in === undefined && bindingOfKey(state.setup.keymap, contexts, binding.keys[0] ?? '') === binding,
		),
		language,
	).map((hint) => (closesBoard(state, hint) ? {...hint, short: screenWords(language).footer.close} : hint));
	const last = all.find(({short}) => short === keyShort(language, 'all'));
	const most = columns - 1 - (last ? width(plainText(keySegments(last.keys))) + width(last.short) + 1 : 0);
	const row: Segment[] = [{text: ' ', tone: 'plain'}];
	let used = 0;
	for (const hint of [...enter, ...lesson, ...here, ...pane, ...all.filter((item) => item !== last)]) {
		const size = width(plainText(keySegments(hint.keys))) + width(hint.short) + 3;
		if (used + size > most) {
			break;
		}

		row.push(...hintSegments(hint));
		used += size;
	}

	if (last) {
		row.push(...hintSegments(last));
	}

	return row.at(-1)?.text.trim() === '' ? row.slice(0, -1) : row;
};
