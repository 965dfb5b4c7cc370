import type {Tape} from '../../debugger/tape.js';
import {faultKinds} from '../../scenario/faults/fault-kinds.js';
import {commandTable} from '../input/command-table.js';
import {fuzzy} from '../input/fuzzy.js';
import type {Word} from '../input/key-table.js';
import {keyLabel} from '../input/keymap.js';
import {topics} from '../manual/pages.js';
import {objectName} from '../../objects/object-name.js';
import {fitOf, momentKeys, wordWorks} from './moment.js';
import type {State} from './state.js';
import {commandDoes, faultDoes, keyDoes, wordsOf} from '../words/words.js';

/** The effect of choosing an item of the palette. */
export type Chosen =
	| {readonly word: Word}
	/** A line to perform, or one to complete on the command line. */
	| {readonly line: string}
	| {readonly begun: string}
	| {readonly object: string}
	| {readonly stage: string}
	| {readonly lesson: string}
	/** A page of the manual. */
	| {readonly page: string};

/** One item of the palette. */
export interface PaletteItem {
	readonly kind: 'recent' | 'key' | 'word' | 'fault' | 'object' | 'stage' | 'lesson' | 'page';
	/** The text that is searched, and shown first. */
	readonly label: string;
	/** Its effect, which is also searched. */
	readonly note: string;
	readonly chosen: Chosen;
	/** Its rank at the moment: 1 for a key of the moment, −1 for one without effect here. */
	readonly fit?: number;
}

/** Stage → its first step, and the scanned part of the tape. */
interface Stages {
	upTo: number;
	readonly first: Map<string, number>;
}

const known = new WeakMap<Tape, Stages>();

/** The stages that the tape has reached, each with its first step. */
const stagesOf = ({recording: {stops}}: State): ReadonlyMap<string, number> => {
	const stages = known.get(stops) ?? {upTo: 0, first: new Map<string, number>()};
	known.set(stops, stages);
	for (; stages.upTo < stops.length; stages.upTo++) {
		const stage = stops.get(stages.upTo)?.stage;
		if (stage !== undefined && !stages.first.has(stage)) {
			stages.first.set(stage, stages.upTo);
		}
	}

	return stages.first;
};

const objectItems = ({recording: {kernel}, cursor}: State): PaletteItem[] =>
	kernel.ledger.keys('/registry/', cursor).flatMap((key): PaletteItem[] => {
		const name = objectName(key);
		return name && name.resource !== 'events'
			? [
					{
						kind: 'object',
						label: `${name.resource}/${name.name}`,
						note: name.namespace ?? '',
						chosen: {object: key},
					},
				]
			: [];
	});

/** The number of offered recent commands. */
const recent = 20;

/** All actions and places from here; the last typed ones are first. */
export const paletteItems = (state: State, now = momentKeys(state)): readonly PaletteItem[] => [
	...[...new Set(state.commandLine.history.toReversed())]
		.slice(0, recent)
		.map((line): PaletteItem => ({kind: 'recent', label: `:${line}`, note: '', chosen: {line}})),
	...[...now, ...state.setup.keymap.filter((binding) => !now.includes(binding))].map((binding): PaletteItem => ({
		kind: 'key',
		label: binding.word,
		note: `${keyDoes(state.setup.language, binding)}${binding.keys.length === 0 ? '' : `  ${binding.keys.map((key) => keyLabel(key)).join(' ')}`}`,
		chosen: {word: binding.word},
		fit: fitOf(state, binding, now),
	})),
	...commandTable.map(({word, argument, does}): PaletteItem => ({
		kind: 'word',
		label: `:${word} ${argument}`.trimEnd(),
		note: commandDoes(state.setup.language, {word, does}),
		chosen: argument === '' ? {line: word} : {begun: `${word} `},
		fit: wordWorks(state, word) ? 0 : -1,
	})),
	...faultKinds.map(({name, argument, does}): PaletteItem => ({
		kind: 'fault',
		label: `:${name} ${argument}`,
		note: faultDoes(state.setup.language, {name, does}),
		chosen: {begun: `fault ${name} `},
	})),
	...objectItems(state),
	...[...stagesOf(state)].map(([stage, step]): PaletteItem => ({
		kind: 'stage',
		label: stage,
		note: wordsOf(state).lists.palette.firstAt(step),
		chosen: {stage},
	})),
	...(state.setup.services.lessons?.() ?? []).map(({name, title}): PaletteItem => ({
		kind: 'lesson',
		label: wordsOf(state).lists.palette.lesson(Number.parseInt(name, 10), title),
		note: '',
		chosen: {lesson: name},
	})),
	...topics().map(({name, about}): PaletteItem => ({
		kind: 'page',
		label: name,
		note: wordsOf(state).manual.texts[about] ?? about,
		chosen: {page: name},
	})),
];

/** The most items that are found; typing more narrows the search. */
const most = 200;

/** Recent commands, then items of the moment, then others in order, and at the end those without an effect here. */
const byFit = (items: readonly PaletteItem[]): readonly PaletteItem[] => {
	const rank = ({kind, fit = 0}: PaletteItem): number => (kind === 'recent' ? 2 : fit);
	return items.toSorted((a, b) => rank(b) - rank(a));
};

/** A whole command that is typed where a search is expected: `kubectl get pods`, `:until ready`. Choosing it runs it. */
const typedLine = (typed: string): readonly PaletteItem[] => {
	const [, colon, word = '', argument] = /^\s*(:?)\s*(\S+)\s+(\S.*)$/s.exec(typed) ?? [];
	const isCommand =
		word === 'kubectl' || (colon === ':' && (word === 'k' || commandTable.some((command) => command.word === word)));
	const line = `${word} ${argument}`;
	return isCommand ? [{kind: 'word', label: `:${line}`, note: '', chosen: {line}}] : [];
};

/**
The items that match the typed text, best first, after the text itself if it is a command; a match in the note counts less than one in the
name, and rank at the moment decides near ties.
*/
export const foundItems = (state: State): readonly PaletteItem[] => {
	const {typed} = state.palette;
	return typed.trim() === ''
		? byFit(paletteItems(state)).slice(0, most)
		: [...typedLine(typed), ...matching(state, typed)].slice(0, most);
};

const matching = (state: State, typed: string): readonly PaletteItem[] =>
	paletteItems(state)
		.flatMap((item) => {
			const label = fuzzy(typed, item.label);
			const note = fuzzy(typed, `${item.label} ${item.note}`);
			const found = Math.max(label ?? Number.NEGATIVE_INFINITY, (note ?? Number.NEGATIVE_INFINITY) - 10);
			const worth = found + (item.fit ?? 0) * (item.fit === 1 ? 4 : 12);
			return label === undefined && note === undefined ? [] : [{item, worth}];
		})
		.sort((a, b) => b.worth - a.worth)
		.map(({item}) => item);
