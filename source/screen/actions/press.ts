import {advised, unadvised} from './advised.js';
import {pressCommand} from './command-line.js';
import {findInHelp, helpTop} from '../panes/help-screen.js';
import {typeInto} from '../input/typing.js';
import {bindingOfKey} from '../input/keymap.js';
import {pressCompare, pressFutures} from './futures-keys.js';
import {pressFaults} from './fault-menu.js';
import {openCommandLine} from './open-command-line.js';
import {pressPalette} from './palette.js';
import {findNext} from './pane-actions.js';
import {changed, leave, type State} from '../state/state.js';
import {pressBreakpoints} from './breakpoints.js';
import {steered} from './live-steering.js';
import {contextsOf} from '../state/contexts.js';
import {resume, stopSearch} from './motions.js';
import {partsUntilSaid} from './long-work.js';
import {explained, withoutMeaning} from './disabled.js';
import {act} from './actions.js';
import {keyCounted} from './drill-actions.js';
import {passageEnded} from './passage.js';
import {paused} from './play.js';
import {paste, spelling} from './typed-command.js';

const pressFind = (state: State, key: string): State => {
	switch (key) {
		case 'return': {
			return {...state, mode: 'debug'};
		}

		case 'escape':
		case 'ctrl+c': {
			return {...changed(state, 'pane', {find: ''}), mode: 'debug', message: ''};
		}

		default: {
			const find = typeInto(state.pane.find, key);
			return findNext({...changed(state, 'pane', {find}), message: ''}, 1, true);
		}
	}
};

const helpMoves: Readonly<Record<string, number>> = {
	down: 1,
	j: 1,
	up: -1,
	k: -1,
	pagedown: 15,
	space: 15,
	pageup: -15,
};

/** A key while text to find in the page is typed. */
const pressHelpFind = (state: State, key: string): State => {
	if (key === 'return') {
		const typed = changed(state, 'help', {isTyping: false});
		return state.help.page === undefined ? typed : findInHelp(typed);
	}

	return key === 'escape' || key === 'ctrl+c'
		? changed(state, 'help', {isTyping: false, find: ''})
		: changed(state, 'help', {
				find: typeInto(state.help.find ?? '', key),
				...(state.help.page === undefined ? {at: 0} : {}),
			});
};

const pressHelp = (state: State, key: string): State => {
	if (state.help.isTyping) {
		return pressHelpFind(state, key);
	}

	if (key === '/') {
		return changed(state, 'help', {isTyping: true, find: ''});
	}

	if (state.help.page !== undefined && key === 'n') {
		return findInHelp(state);
	}

	const change = helpMoves[key];
	if (change !== undefined) {
		return changed(state, 'help', {at: helpTop(state, state.help.at + change)});
	}

	const {over = 'debug'} = state.help;
	const closed: State = {...changed(state, 'help', {at: 0, page: undefined, find: '', over: undefined}), mode: over};
	return key === 'ctrl+c' ? leave(closed) : closed;
};

/**
The next state after a key. Every action of the user passes through here.

@param key as the terminal names it: one character, or `return`, `escape`, `up`, `ctrl+c` …
*/
export const press = (state: State, key: string): State =>
	state.live
		? steered(state, state.live.cluster, (held) => pressHeld(held, key))
		: advised(pressHeld(state.lesson?.run.lesson.drill ? keyCounted(state, state.lesson) : state, key));

/** The next state after a paste: in modes with keys, the text opens the command line, and a single complete line runs; in a search, its characters count as keys. */
export const pasted = (state: State, text: string, keys: readonly string[]): State => {
	if (state.mode !== 'debug' && state.mode !== 'command') {
		return keys.reduce((now, key) => press(now, key), state);
	}

	const onto = state.mode === 'command' ? state.commandLine.typed : '';
	return state.live
		? steered(state, state.live.cluster, (held) => paste(held, text, onto))
		: paste(passageEnded(state), text, onto);
};

/** Keys that do nothing but stop a search in progress. */
const stopsOnly: ReadonlySet<string> = new Set(['escape', 'ctrl+c', 'space', 'return', 'c']);

/** Keys that end work; other keys are typed ahead, and act after its end. */
const endsWork: ReadonlySet<string> = new Set(['escape', 'ctrl+c']);

/** Continues the paused work. Keys that were typed ahead follow when it is done. */
export const goneOn = (state: State): State => {
	const {ahead = []} = state.search ?? {};
	const later = resume(state);
	const again = state.live ? press : pressHeld;
	return later.search?.work ? later : ahead.reduce((now, key) => again(now, key), later);
};

/**
Handles a key during work that the user did not request: if the screen has announced the work, escape ends it permanently; otherwise, it
restarts when the user pauses.
*/
const pressAside = (state: State, key: string, isSaid: boolean): State => {
	const still = stopSearch(state);
	return isSaid && endsWork.has(key) ? unadvised(still) : pressHeld(still, key);
};

/** Whether keys wait for the end of work. The letters of a word among them are combined after it, once the earlier keys have acted. */
const isTypedAhead = ({search}: State): boolean => search?.work !== undefined && search.isAside !== true;

/** Keys that skip a passage and also act: a command typed meanwhile is complete. */
const beginsCommand: ReadonlySet<string> = new Set([':', 'k']);

/** The next state after a key while real clients, if there are any, are held. */
export const pressHeld = (state: State, key: string): State => {
	if (state.passage) {
		const there = passageEnded(state);
		return beginsCommand.has(key) ? pressHeld(there, key) : there;
	}

	return isTypedAhead(state) ? pressed(state, key) : spelling(state, key, (now) => pressed(now, key));
};

/** The modes in which keys choose and no text is typed: a colon opens the command line over them. */
const lists: ReadonlySet<State['mode']> = new Set(['help', 'breakpoints', 'futures', 'compare', 'faults']);

const pressed = (state: State, key: string): State => {
	if (state.search) {
		const {work, parts, ahead = [], isAside} = state.search;
		if (isAside) {
			return pressAside(state, key, parts > partsUntilSaid);
		}

		if (work && !endsWork.has(key)) {
			// A second enter in a lesson repeats a request that already runs.
			const isRepeated = key === 'return' && state.lesson !== undefined && ahead.length === 0;
			return isRepeated ? state : {...state, search: {...state.search, ahead: [...ahead, key]}};
		}

		const still = stopSearch(state);
		return stopsOnly.has(key) ? still : pressHeld(still, key);
	}

	if (key === ':' && lists.has(state.mode) && !state.help.isTyping) {
		return openCommandLine(state);
	}

	switch (state.mode) {
		case 'command': {
			return pressCommand(state, key);
		}

		case 'find': {
			return pressFind(state, key);
		}

		case 'help': {
			return pressHelp(state, key);
		}

		case 'breakpoints': {
			return pressBreakpoints(state, key);
		}

		case 'futures': {
			return pressFutures(state, key);
		}

		case 'compare': {
			return pressCompare(state, key);
		}

		case 'faults': {
			return pressFaults(state, key);
		}

		case 'palette': {
			return pressPalette(state, key);
		}

		case 'quit': {
			return ['q', 'y', 'return', 'ctrl+c'].includes(key) ? leave(state) : {...state, mode: 'debug', message: ''};
		}

		case 'debug': {
			const binding = bindingOfKey(state.setup.keymap, contextsOf(state, key), key);
			const unsaid = state.message === '' ? state : {...state, message: ''};
			return binding
				? explained(unsaid, act(unsaid, binding.word, key), key, binding)
				: withoutMeaning(paused(unsaid), key);
		}
	}
};
