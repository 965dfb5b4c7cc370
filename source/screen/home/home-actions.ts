import {produce} from 'immer';
import {platform} from '../../kernel/platform.js';
import {chapterPages} from '../../classroom/chapters.js';
import {languageNameOf} from '../../stages/language-names.js';
import type {MouseReport} from '../input/mouse.js';
import {sharedBeginning, typeInto} from '../input/typing.js';
import {line, type Line, type Size} from '../paint/text.js';
import {chapterRows} from '../panes/chapter-page.js';
import {firstShown, homeParts, type HomeState} from './home-state.js';
import {homeWords, itemsOf, type Item} from './items.js';

/** Shows the lessons of a chapter, or no longer. */
const toggleChapter = (state: HomeState, chapter: number): HomeState => {
	const unfolded = state.unfolded.includes(chapter)
		? state.unfolded.filter((one) => one !== chapter)
		: [...state.unfolded, chapter];
	const items = itemsOf(state.offer, unfolded);
	return {...state, unfolded, items, at: items.findIndex((item) => item.chapter === chapter), problem: ''};
};

/** Shows the summary of a chapter. */
const openPage = (state: HomeState, chapter: number): HomeState => {
	const shown = chapterPages(state.offer.language)[chapter];
	return shown ? {...state, page: {shown, top: 0}, problem: ''} : state;
};

/** The home screen after an item is chosen. */
export const chooseItem = (state: HomeState, {choice, ask, language, chapter, page}: Item): HomeState => {
	if (page !== undefined) {
		return openPage(state, page);
	}

	if (chapter === undefined) {
		return produce(state, (home) => {
			home.problem = '';
			home.chosen = choice;
			home.asking = ask;
			home.language = language ?? home.language;
		});
	}

	return toggleChapter(state, chapter);
};

/** The folders and files that complete a path; parts between slashes are kept unchanged. */
const pathsLike = (typed: string): readonly string[] => {
	const at = typed.lastIndexOf('/') + 1;
	const {names, find} = platform();
	try {
		return names(typed.slice(0, at) || '.')
			.filter((name) => name.startsWith(typed.slice(at)) && (typed.length > at || !name.startsWith('.')))
			.map((name) => typed.slice(0, at) + name + (find(typed.slice(0, at) + name)?.kind === 'folder' ? '/' : ''))
			.toSorted();
	} catch {
		return [];
	}
};

/** A key where a path is typed. */
const pressPath = (state: HomeState, key: string): HomeState =>
	produce(state, (home) => {
		if (key === 'escape') {
			Object.assign(home, {asking: undefined, typed: '', problem: ''});
		} else if (key === 'tab') {
			const found = pathsLike(home.typed);
			home.typed = found.length === 0 ? home.typed : sharedBeginning(found);
			const candidates = found.length === 1 ? '' : found.join('  ');
			home.problem = found.length === 0 ? homeWords(state.offer).noFile : candidates;
		} else if (key === 'return') {
			const file = home.typed.trim();
			Object.assign(home, {
				asking: undefined,
				typed: '',
				problem: '',
				chosen: file === '' || !home.asking ? undefined : {view: home.asking, file},
			});
		} else {
			home.typed = typeInto(home.typed, key);
			home.problem = '';
		}
	});

const moves: Readonly<Record<string, number>> = {
	down: 1,
	j: 1,
	tab: 1,
	up: -1,
	k: -1,
	backtab: -1,
	pagedown: 10,
	space: 10,
	pageup: -10,
};

const select = (state: HomeState, at: number): HomeState => ({
	...state,
	at: Math.max(0, Math.min(state.items.length - 1, at)),
	top: undefined,
	problem: '',
});

/** The home screen after a key. */
export const pressHome = (state: HomeState, key: string): HomeState => {
	if (key === 'ctrl+c') {
		return {...state, left: true};
	}

	if (state.page) {
		const {top} = state.page;
		const step = moves[key];
		// Which row is the last depends on the screen, which is not known here: drawing goes no further.
		return {...state, page: step === undefined ? undefined : {...state.page, top: Math.max(0, top + step)}};
	}

	if (state.asking !== undefined) {
		return pressPath(state, key);
	}

	const move = moves[key];
	if (move !== undefined) {
		// By single steps the list wraps around; by pages it ends.
		const {length} = state.items;
		return select(state, Math.abs(move) === 1 ? (state.at + move + length) % length : state.at + move);
	}

	const item = state.items[state.at];
	switch (key) {
		case 'return': {
			return item ? chooseItem(state, item) : state;
		}

		case 'home':
		case 'g': {
			return select(state, 0);
		}

		case 'end':
		case 'G': {
			return select(state, state.items.length - 1);
		}

		case 'q':
		case 'escape': {
			return {...state, left: true};
		}

		default: {
			return {...state, problem: homeWords(state.offer).nothing(key)};
		}
	}
};

/** The effect of the mouse on the home screen: a click selects, and opens the selected item; the wheel moves. */
export const pointHome = (state: HomeState, {does, button, row}: MouseReport, size: Size): HomeState => {
	if (state.page) {
		return does === 'press' ? {...state, page: undefined} : state;
	}

	if (does === 'wheel-up' || does === 'wheel-down') {
		return state.asking === undefined ? select(state, state.at + (does === 'wheel-up' ? -1 : 1)) : state;
	}

	const {head, height} = homeParts(state, size);
	const top = firstShown(state, height);
	const at = top + row - head.length;
	const item = row >= head.length && row < head.length + height ? state.items[at] : undefined;
	if (does !== 'press' || button !== 'left' || !item) {
		return state;
	}

	return at === state.at ? chooseItem(state, item) : {...select(state, at), top, asking: undefined, typed: ''};
};

/** The page of a chapter, as the rows of the whole screen; `undefined` while the list is shown. */
export const pageRows = ({page, offer}: HomeState, {columns, rows}: Size): readonly Line[] | undefined => {
	if (!page) {
		return undefined;
	}

	const all = chapterRows(page.shown, languageNameOf(offer.language), columns);
	const top = Math.min(page.top, Math.max(0, all.length - rows + 1));
	const shown = all.slice(top, top + rows - 1);
	return [
		...shown,
		...Array.from({length: rows - 1 - shown.length}, () => line('')),
		line(` ${homeWords(offer).pageKeys}`, 'dim'),
	];
};
