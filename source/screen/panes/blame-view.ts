import {writerLetters} from '../../stages/writers/writer.js';
import {pad, line, width, type Line} from '../paint/text.js';
import {groupedWriters, writersAt, writtenLines, type Authorship} from '../state/authorship.js';
import {shownKey, type State} from '../state/state.js';
import type {Row} from './row.js';
import {wordsOf} from '../words/words.js';

/** The name of a writer on the screen: a writer that is not a program has a word of the language. */
const writerName = (state: State, name: string): string => {
	const {you, defaults} = wordsOf(state).panes.state.writers;
	if (name === 'you') {
		return you;
	}

	if (name === 'defaults') {
		return defaults;
	}

	return name;
};

/** Beside each line: the place in the user's file or command, otherwise the step and its writer. */
const reason = (state: State, {step, writer, place}: Authorship): string =>
	place ?? `#${step} ${writerName(state, writer.name)}`;

/** Columns for the reason, beside a gutter of three and the line itself. */
const reasonColumns = (columns: number): number => {
	if (columns >= 110) {
		return 44;
	}

	if (columns >= 60) {
		return 26;
	}

	return 0;
};

/** Rows of the state pane when it shows the writer of each line; enter on a line opens the step that wrote it. */
export const blameRows = (state: State, columns: number): readonly Row[] => {
	const key = shownKey(state);
	const lines = key === undefined ? [] : writtenLines(state.recording, key, state.cursor);
	if (lines.length === 0) {
		const {noObjectToBlame, notStoredToBlame} = wordsOf(state).panes.state;
		return [{row: line(` ${key === undefined ? noObjectToBlame : notStoredToBlame(key)}`, 'dim')}];
	}

	const beside = reasonColumns(columns);
	let last = '';
	return lines.map(({text, path, by}): Row => {
		if (!by) {
			return {row: line(`   ${text}`), path};
		}

		const why = reason(state, by);
		const again = why === last;
		last = why;
		const row: Line = [
			{text: ` ${writerLetters[by.writer.kind]} `, tone: by.step === state.cursor ? 'here' : 'dim'},
			{text: beside === 0 ? text : `${pad(text, columns - beside - 4)} `, tone: 'plain'},
			...(beside === 0 ? [] : [{text: again ? '│' : why, tone: 'dim'} as const]),
		];
		return {row, step: by.step, path, oneLine: true};
	});
};

/** The writers that are omitted first if they do not fit: those of every object. */
const leastTelling = ['kubectl', 'apiserver', 'other', 'default', 'admission', 'controller'];

/**
The writers of an object with their numbers of lines: `you 10  defaults 29  ServiceAccount 12`; without room for all, the admission plug-ins as one, then the most telling writers.

@param first whether the first number has its unit, if the context does not name it
*/
export const legendOf = (
	state: State,
	key: string | undefined,
	columns: number,
	first: (lines: number) => string = String,
): string => {
	const counts = key === undefined ? [] : writersAt(state.recording, key, state.cursor);
	const textOf = (some: typeof counts, gap: string): string =>
		some.map(([name, lines], index) => `${writerName(state, name)} ${index === 0 ? first(lines) : lines}`).join(gap);
	let grouped = groupedWriters(counts);
	const all = [counts, grouped]
		.flatMap((some) => [textOf(some, '  '), textOf(some, ' ')])
		.find((text) => width(text) <= columns);
	if (all !== undefined) {
		return all;
	}

	while (grouped.length > 0 && width(textOf(grouped, '  ')) > columns - 2) {
		const kind = leastTelling.find((one) => grouped.some(([, , other]) => other === one));
		grouped = kind === undefined ? grouped.slice(0, -1) : grouped.filter(([, , other]) => other !== kind);
	}

	return `${textOf(grouped, '  ')} …`;
};

/** The writers of the shown object with their numbers of lines. */
export const writersLegend = (state: State, columns: number): string => legendOf(state, shownKey(state), columns);
