import type {LessonRun} from '../../classroom/player.js';
import {typeInto} from '../input/typing.js';
import {foundItems, type Chosen, type PaletteItem} from '../state/palette-items.js';
import {openCommandLine} from './open-command-line.js';
import {changed, leave, type LongWork, type State} from '../state/state.js';
import {act} from './actions.js';
import {perform} from './command-words.js';
import {begin} from './long-work.js';
import {jump} from './motions.js';
import {lessonOpened} from './lesson-actions.js';
import {show} from './pane-actions.js';
import {wordsOf} from '../words/words.js';

/** Goes to the next stop of a stage; without one, to the first. */
const toStage = (state: State, stage: string): State => {
	const {stops} = state.recording;
	for (let step = state.cursor + 1; step < stops.length; step++) {
		if (stops.get(step)?.stage === stage) {
			return jump(state, step);
		}
	}

	const first = stops.find((stop) => stop.stage === stage);
	return first ? jump(state, first.step) : {...state, message: wordsOf(state).messages.notReached(stage)};
};

function* openingLesson({keymap, services, language}: State['setup'], name: string): LongWork {
	const run: LessonRun | undefined = yield* services.lessonNamed?.(name) ?? [];
	return (now) => (run ? {...lessonOpened(run, {keymap, services, language}), size: now.size} : now);
}

const openLesson = (state: State, name: string): State => {
	if (state.leaving.unsaved > 0 && !state.lesson) {
		return {...state, message: wordsOf(state).messages.wouldReplace};
	}

	return begin(state, openingLesson(state.setup, name));
};

const choose = (state: State, chosen: Chosen): State => {
	if ('word' in chosen) {
		return act(state, chosen.word);
	}

	if ('line' in chosen) {
		return perform(state, chosen.line);
	}

	if ('begun' in chosen) {
		return openCommandLine(state, chosen.begun, state.message);
	}

	if ('object' in chosen) {
		const shown = show(state, 'state');
		return {
			...shown,
			object: {...shown.object, lookingAt: chosen.object, form: 'whole'},
			message: wordsOf(state).messages.oFollows,
		};
	}

	if ('page' in chosen) {
		return {...changed(state, 'help', {at: 0, page: chosen.page, find: '', isTyping: false}), mode: 'help'};
	}

	return 'stage' in chosen ? toStage(state, chosen.stage) : openLesson(state, chosen.lesson);
};

/** Performs an item of the palette, and closes it. */
export const chooseItem = (state: State, item: PaletteItem | undefined): State => {
	const closed: State = {...state, mode: 'debug', message: ''};
	return item ? choose(closed, item.chosen) : {...closed, message: wordsOf(state).messages.nothingFound};
};

const moves: Readonly<Record<string, number>> = {
	up: -1,
	'ctrl+p': -1,
	down: 1,
	'ctrl+n': 1,
	tab: 1,
	backtab: -1,
	pageup: -10,
	pagedown: 10,
};

/** Handles a key in the palette: typing, choosing or executing. */
export const pressPalette = (state: State, key: string): State => {
	const {typed, at} = state.palette;
	const move = moves[key];
	if (move !== undefined) {
		const last = foundItems(state).length - 1;
		return changed(state, 'palette', {at: Math.max(0, Math.min(last, at + move))});
	}

	switch (key) {
		case 'return': {
			return chooseItem(state, foundItems(state)[at]);
		}

		case 'escape': {
			return {...state, mode: 'debug'};
		}

		case 'ctrl+c': {
			return leave(state);
		}

		default: {
			return changed(state, 'palette', {typed: typeInto(typed, key), at: 0});
		}
	}
};
