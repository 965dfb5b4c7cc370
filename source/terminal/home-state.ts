import {readdirSync} from 'node:fs';
import {findLesson, lessonNames} from '../lessons/course.js';
import {readProgress, type Progress} from '../lessons/progress.js';
import {typeInto} from './command-line.js';
import type {Size} from './state.js';
import {clean, cut, cutStart, line, rule, wrap, type Line} from './text.js';

/** What was chosen on the home screen. */
export type Choice =
	| {readonly view: 'lesson'; readonly lesson: string}
	| {readonly view: 'open'; readonly file: string}
	| {readonly view: 'replay'; readonly file: string}
	| {readonly view: 'play'};

/** One line that can be chosen: it opens something, asks for a path, or changes the language. */
export interface Item {
	readonly label: string;
	readonly choice?: Choice;
	readonly ask?: 'open' | 'replay';
	readonly language?: string;
}

/** The home screen. */
export interface HomeState {
	readonly items: readonly Item[];
	readonly at: number;
	/** What a path is typed for, and what is typed. */
	readonly asking?: 'open' | 'replay';
	readonly typed: string;
	readonly problem: string;
	readonly first: boolean;
	readonly language: string;
	readonly chosen?: Choice;
	readonly left: boolean;
}

/** What the home screen offers. */
export interface Offer {
	readonly lessons: ReadonlyArray<{
		readonly name: string;
		readonly title: string;
		readonly minutes: number;
		readonly steps: number;
	}>;
	readonly progress: Progress;
	/** Manifests of the folder one is in. */
	readonly files: readonly string[];
	readonly language: string;
	/** Whether recordings can be opened. */
	readonly replay: boolean;
}

const languages: Readonly<Record<string, string>> = {en: 'English', zh: '中文', ru: 'Русский'};

/** Reads the course, the progress and the folder one is in. */
export const readOffer = (language = 'en', replay = false, folder = '.'): Offer => ({
	lessons: lessonNames().map((name) => {
		const {title, minutes, steps} = findLesson(name, language);
		return {name, title, minutes, steps: steps.length};
	}),
	progress: readProgress(),
	files: readdirSync(folder)
		.filter((name) => /\.ya?ml$/i.test(name))
		.slice(0, 30),
	language,
	replay,
});

const lessonItem = ({lessons, progress}: Offer, index: number): Item => {
	const {name, title, minutes, steps} = lessons[index]!;
	const kept = progress[name];
	const mark = kept?.done ? '✓' : kept ? '●' : '·';
	const place = kept && !kept.done ? `, step ${kept.index + 1} of ${steps}` : '';
	return {
		label: `${mark} Lesson ${Number.parseInt(name, 10)}  ${title} (${minutes} min${place})`,
		choice: {view: 'lesson', lesson: name},
	};
};

/** The home screen for what there is; the lesson to go on with is selected. */
export const openHome = (offer: Offer, problem = ''): HomeState => {
	const order = Object.keys(languages);
	const next = order[(order.indexOf(offer.language) + 1) % order.length]!;
	const items: Item[] = [
		...offer.lessons.map((_, index) => lessonItem(offer, index)),
		{label: '  Free play: a cluster of three nodes, and kubectl', choice: {view: 'play'}},
		...offer.files.map((file): Item => ({label: `  Open ${file}`, choice: {view: 'open', file}})),
		{label: '  Open a manifest: type a path', ask: 'open'},
		...(offer.replay ? [{label: '  Replay a recording: type a path', ask: 'replay'} as const] : []),
		{label: `  Language: ${languages[offer.language] ?? offer.language} (enter: ${languages[next]})`, language: next},
	];
	const begun = offer.lessons.findIndex(({name}) => offer.progress[name] && !offer.progress[name].done);
	const fresh = offer.lessons.findIndex(({name}) => !offer.progress[name]?.done);
	return {
		items,
		at: Math.max(0, begun === -1 ? fresh : begun),
		typed: '',
		problem,
		first: Object.keys(offer.progress).length === 0,
		language: offer.language,
		left: false,
	};
};

/** What a key makes of the home screen. */
export const pressHome = (state: HomeState, key: string): HomeState => {
	const {asking, typed, items, at} = state;
	if (key === 'ctrl+c') {
		return {...state, left: true};
	}

	if (asking) {
		switch (key) {
			case 'escape': {
				return {...state, asking: undefined, typed: '', problem: ''};
			}

			case 'return': {
				const file = typed.trim();
				return file === ''
					? {...state, asking: undefined}
					: {...state, asking: undefined, typed: '', problem: '', chosen: {view: asking, file}};
			}

			default: {
				return {...state, typed: typeInto(typed, key)};
			}
		}
	}

	switch (key) {
		case 'down':
		case 'j': {
			return {...state, at: Math.min(items.length - 1, at + 1)};
		}

		case 'up':
		case 'k': {
			return {...state, at: Math.max(0, at - 1)};
		}

		case 'return': {
			const item = items[at];
			return {
				...state,
				problem: '',
				chosen: item?.choice,
				asking: item?.ask,
				language: item?.language ?? state.language,
			};
		}

		case 'q':
		case 'escape': {
			return {...state, left: true};
		}

		default: {
			return state;
		}
	}
};

const introduction = [
	'This is a Kubernetes v1.36 cluster, simulated, that you can stop at any step.',
	'Follow a Pod from kubectl to traffic and back: look at anything, go back, ask why.',
	'Press enter to begin with lesson 1.',
];

/** The home screen in its size. */
export const drawHome = (state: HomeState, {columns, rows}: Size): Line[] => {
	const text = state.first ? introduction : ['The whole path of a Pod, step by step, forwards and backwards.'];
	const head = [
		rule('k8s-walkthrough', columns),
		...(rows < 12 ? [] : text.flatMap((one) => wrap(one, columns - 2)).map((row) => line(` ${row}`))),
		...(rows < 12 ? [] : [line('')]),
	];
	const problem = state.problem === '' ? [] : wrap(state.problem, columns - 2).map((row) => line(` ${row}`, 'bad'));
	const foot: Line[] = state.asking
		? [line(` path: ${cutStart(clean(state.typed), columns - 10)}█`, 'key'), line(' enter opens  esc goes back', 'dim')]
		: [...problem.slice(0, 4), line(' ↑ ↓ choose  enter opens  q leaves', 'dim')];
	const height = Math.max(1, rows - head.length - foot.length);
	const top = Math.max(0, Math.min(state.at - Math.floor(height / 2), state.items.length - height));
	const list = state.items
		.slice(top, top + height)
		.map(({label}, index) =>
			top + index === state.at ? line(` ▸ ${cut(label, columns - 4)}`, 'here') : line(`   ${cut(label, columns - 4)}`),
		);
	return [...head, ...list, ...Array.from({length: height - list.length}, () => line('')), ...foot];
};
