import {keyLabel} from '../input/keymap.js';
import {pageRows} from '../manual/page-rows.js';
import {pageOf} from '../manual/pages.js';
import {changed, type State} from '../state/state.js';
import {fit, line, plainText, rule, width, type Line, type Size} from '../paint/text.js';
import {wrapRow} from '../paint/text-layout.js';
import {momentKeys, onlyInExam} from '../state/moment.js';
import type {LanguageName} from '../../stages/language-names.js';
import type {Binding} from '../input/binding.js';
import {keyGroups, type Word} from '../input/key-table.js';
import {keyDoes, usagesIn, screenWords} from '../words/words.js';

/** The typed key, with its least space. */
const key = (text: string, columns: number): Line[number] => ({
	text: ` ${text}${' '.repeat(Math.max(0, columns - width(text)))} `,
	tone: 'key',
});

/** The width of a key's description, if it needs several rows. */
const indent = 13;

/** A key with its effect and its word. */
const keyRow = (language: LanguageName, binding: Binding<Word>): Line => [
	key(binding.keys.map((name) => keyLabel(name)).join(' '), 11),
	{text: keyDoes(language, binding), tone: 'plain'},
	{text: `  :${binding.word}`, tone: 'dim'},
];

/** Whether a word of the command line is one of an exam: an exam's help begins with these. */
const isOfExam = (word: string): boolean => [...onlyInExam].some((one) => one === word);

/** Rows under their heading, wrapped; nothing without rows. */
const section = (heading: string, rows: readonly Line[], columns: number): Line[] =>
	rows.length === 0
		? []
		: [rule(heading, columns - 1, '', 'title'), ...rows.flatMap((row) => wrapRow(row, columns - 1, indent))];

/** The twelve keys of the moment, then every key and every word of the command line under headings; in a search, only matching ones. */
const helpRows = (state: State, columns: number): Line[] => {
	const {language, keymap} = state.setup;
	const {help} = screenWords(language);
	const {find = ''} = state.help;
	const found = (rows: readonly Line[]): readonly Line[] =>
		rows.filter((row) => plainText(row).toLowerCase().includes(find.toLowerCase()));
	const usages = usagesIn(language).map(([usage, does]): {readonly word: string; readonly row: Line} => ({
		word: usage.split(' ')[0] ?? '',
		row: [key(`:${usage}`, 18), {text: does, tone: 'plain'}],
	}));
	const typed = usages.map(({row}) => row);
	const ofExam = state.lesson?.exam ? usages.filter(({word}) => isOfExam(word)).map(({row}) => row) : [];
	const rows = [
		...section(help.now, found([...ofExam, ...momentKeys(state).map((binding) => keyRow(language, binding))]), columns),
		...keyGroups.flatMap(({name, words}) =>
			section(
				help.groups[name],
				found(keymap.filter(({word}) => words.has(word)).map((binding) => keyRow(language, binding))),
				columns,
			),
		),
		...section(help.words, found(typed), columns),
	];
	return rows.length === 0 ? [line(` ${help.nothing(find)}`, 'dim')] : rows;
};

/** The widest page of the manual that is easy to read. */
const widestPage = 100;

/** The rows of the open page of the manual; `undefined` without one. */
const openPage = ({help: {page}}: State, columns: number): readonly Line[] | undefined => {
	const text = page === undefined ? undefined : pageOf(page);
	return text === undefined
		? undefined
		: pageRows(text, Math.min(widestPage, columns - 2)).map((row) => [{text: ' ', tone: 'plain'}, ...row]);
};

/** The layout of the help: side by side on a wide screen, and its scroll position. */
const layoutOf = (state: State, size: Size, wanted: number) => {
	const height = Math.max(1, size.rows - 1);
	const page = openPage(state, size.columns);
	if (page) {
		return {
			count: 1,
			each: size.columns,
			rows: page,
			height,
			top: Math.max(0, Math.min(wanted, page.length - height)),
		};
	}

	const layouts = Array.from({length: Math.max(1, Math.floor(size.columns / 50))}, (_, index) => {
		const each = Math.floor(size.columns / (index + 1));
		return {count: index + 1, each, rows: helpRows(state, each)};
	});
	const chosen = layouts.find(({count, rows}) => rows.length <= height * count) ?? layouts.at(-1);
	const {count = 1, each = size.columns, rows = []} = chosen ?? {};
	return {count, each, rows, height, top: Math.max(0, Math.min(wanted, rows.length - height * count))};
};

/** The scroll offset for a first row of the help: never beyond its end. */
export const helpTop = (state: State, wanted: number): number => layoutOf(state, state.size, wanted).top;

/** The state whose page begins at the next row with the searched text; the first follows the last. */
export const findInHelp = (state: State): State => {
	const find = (state.help.find ?? '').toLowerCase();
	const rows = openPage(state, state.size.columns) ?? [];
	const found = rows.flatMap((row, at) => (plainText(row).toLowerCase().includes(find) ? [at] : []));
	const next = found.find((at) => helpTop(state, at) > state.help.at) ?? found[0];
	return find === '' || next === undefined ? state : changed(state, 'help', {at: helpTop(state, next)});
};

/** The keys of the moment, every key and word under headings, or a page of the manual. */
export const helpScreen = (state: State, size: Size): Line[] => {
	const {help} = screenWords(state.setup.language);
	const {count, each, rows, height, top} = layoutOf(state, size, state.help.at);
	const hidden = rows.length - top - height * count;
	const {page, find = '', isTyping = false} = state.help;
	const again = page === undefined ? '' : ' n';
	const found = find === '' ? help.finds : `/${find}${again}`;
	const searched = isTyping ? `/${find}█` : found;
	const left = hidden > 0 ? help.below(hidden) : help.goesBack;
	return [
		rule(page ?? help.title, size.columns, `${searched}  ${left}`),
		...Array.from({length: height}, (_, index): Line =>
			Array.from({length: count}, (_item, column) => fit(rows[top + index + column * height] ?? line(''), each)).flat(),
		),
	];
};
