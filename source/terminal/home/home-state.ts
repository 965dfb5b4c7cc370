import {readdirSync} from 'node:fs';
import {produce} from 'immer';
import {findLesson, lessonNames} from '../../lessons/course.js';
import {languageNames, offeredLanguages} from '../../stages/language-names.js';
import {readProgress, type Progress} from '../../lessons/progress.js';
import {sharedBeginning, typeInto} from '../input/typing.js';
import {clean, cutStart, line, rule, type Line, type Size} from '../paint/text.js';
import {wrap} from '../paint/text-layout.js';

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

/** The home screen except its list. */
export interface HomeState {
	readonly items: readonly Item[];
	/** The item that is selected at first. */
	readonly begin: number;
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
	/** Manifests in the current folder. */
	readonly files: readonly string[];
	readonly language: string;
}

const languages: Readonly<Record<string, string>> = languageNames;

/** Reads the course, the progress and the current folder. */
export const readOffer = (language = 'en', folder = '.'): Offer => ({
	lessons: lessonNames().map((name) => {
		const {title, minutes, steps} = findLesson(name, language);
		return {name, title, minutes, steps: steps.length};
	}),
	progress: readProgress(),
	files: readdirSync(folder)
		.filter((name) => /\.ya?ml$/i.test(name))
		.slice(0, 30),
	language,
});

const lessonItem = ({name, title, minutes, steps}: Offer['lessons'][number], progress: Progress): Item => {
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
	const next = offeredLanguages[offeredLanguages.indexOf(offer.language) + 1] ?? 'en';
	const items: Item[] = [
		...offer.lessons.map((lesson) => lessonItem(lesson, offer.progress)),
		{label: '  Free play: a three-node cluster and kubectl', choice: {view: 'play'}},
		...offer.files.map((file): Item => ({label: `  Open ${file}`, choice: {view: 'open', file}})),
		{label: '  Open a manifest: type a path', ask: 'open'},
		{label: '  Replay a recording: type a path', ask: 'replay'},
		{
			label: `  Language: ${languages[offer.language] ?? offer.language} (enter: ${languages[next]}, ${next})`,
			language: next,
		},
	];
	const begun = offer.lessons.findIndex(({name}) => offer.progress[name] && !offer.progress[name].done);
	const fresh = offer.lessons.findIndex(({name}) => !offer.progress[name]?.done);
	return {
		items,
		begin: Math.max(0, begun === -1 ? fresh : begun),
		typed: '',
		problem,
		first: Object.keys(offer.progress).length === 0,
		language: offer.language,
		left: false,
	};
};

/** How choosing an item changes the home screen. */
export const chooseItem = (state: HomeState, {choice, ask, language}: Item): HomeState =>
	produce(state, (home) => {
		home.problem = '';
		home.chosen = choice;
		home.asking = ask;
		home.language = language ?? home.language;
	});

/** The folders and files that complete a path; what is between slashes is kept as it is. */
const pathsLike = (typed: string): readonly string[] => {
	const at = typed.lastIndexOf('/') + 1;
	try {
		return readdirSync(typed.slice(0, at) || '.', {withFileTypes: true})
			.filter(({name}) => name.startsWith(typed.slice(at)) && (typed.length > at || !name.startsWith('.')))
			.map((entry) => typed.slice(0, at) + entry.name + (entry.isDirectory() ? '/' : ''))
			.sort();
	} catch {
		return [];
	}
};

/** How a key changes the home screen; the list handles its own keys. */
export const pressHome = (state: HomeState, key: string): HomeState =>
	produce(state, (home) => {
		if (key === 'ctrl+c' || (home.asking === undefined && (key === 'q' || key === 'escape'))) {
			home.left = true;
		} else if (home.asking === undefined) {
			return;
		} else if (key === 'escape') {
			Object.assign(home, {asking: undefined, typed: '', problem: ''});
		} else if (key === 'tab') {
			const found = pathsLike(home.typed);
			home.typed = found.length === 0 ? home.typed : sharedBeginning(found);
			home.problem = found.length === 1 ? '' : found.length === 0 ? 'no such file here' : found.join('  ');
		} else if (key === 'return') {
			const file = home.typed.trim();
			Object.assign(home, {
				asking: undefined,
				typed: '',
				problem: '',
				chosen: file === '' ? undefined : {view: home.asking, file},
			});
		} else {
			home.typed = typeInto(home.typed, key);
			home.problem = '';
		}
	});

const moves: Readonly<Record<string, number>> = {down: 1, j: 1, up: -1, k: -1};

/** How keys change the home screen and the selected item; a key that is held down arrives several times at once. */
export const pressTogether = (
	state: HomeState,
	at: number,
	names: readonly string[],
): {readonly state: HomeState; readonly at: number} => {
	let next = state;
	let selected = at;
	for (const name of names) {
		next = pressHome(next, name);
		// The list knows single keys only.
		if (names.length > 1 && next.asking === undefined) {
			selected = (selected + (moves[name] ?? 0) + state.items.length) % state.items.length;
			const item = state.items[selected];
			next = name === 'return' && item ? chooseItem(next, item) : next;
		}
	}

	return {state: next, at: selected};
};

const introduction = [
	'A simulated Kubernetes v1.36 cluster that you can stop at any step.',
	'Follow a Pod from kubectl to traffic: look at anything, go back, ask why.',
	'Press enter to begin with lesson 1.',
];

/** What is above and below the list of the home screen, and how tall the list is. */
export const homeParts = (
	state: HomeState,
	{columns, rows}: Size,
): {readonly head: readonly Line[]; readonly foot: readonly Line[]; readonly height: number} => {
	const text = state.first ? introduction : ['The whole path of a Pod, step by step, forwards and backwards.'];
	const head = [
		rule('k8s-walkthrough', columns),
		...(rows < 12 ? [] : text.flatMap((one) => wrap(one, columns - 2)).map((row) => line(` ${row}`))),
		...(rows < 12 ? [] : [line('')]),
	];
	const problem = state.problem === '' ? [] : wrap(state.problem, columns - 2).map((row) => line(` ${row}`, 'bad'));
	const foot: Line[] = [
		...problem.slice(0, Math.min(6, rows - 4)),
		...(state.asking
			? [
					line(` path: ${cutStart(clean(state.typed), columns - 10)}█`, 'key'),
					line(' enter opens  tab completes  esc goes back', 'dim'),
				]
			: [line(state.chosen ? ' opening …' : ' ↑ ↓ choose  enter opens  q leaves', state.chosen ? 'key' : 'dim')]),
	];
	return {head, foot, height: Math.max(1, rows - head.length - foot.length)};
};
