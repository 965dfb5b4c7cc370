import type {TerminalEntry} from '../../cluster.js';
import type {State} from '../state.js';
import {line, type Line} from '../text.js';

const textRows = (text: string, tone: 'plain' | 'bad'): Line[] =>
	text === ''
		? []
		: text
				.replace(/\n$/, '')
				.split('\n')
				.map((row) => line(` ${row}`, tone));

const entryRows = ({command, stdout, stderr, code}: TerminalEntry): Line[] => [
	line(` $ kubectl ${command}`, 'key'),
	...textRows(stdout, 'plain'),
	...textRows(stderr, 'bad'),
	...(code === undefined ? [line(' (still running)', 'dim')] : code === 0 ? [] : [line(` exit code ${code}`, 'dim')]),
];

/** Every kubectl command so far with what it printed by now, as in a terminal. */
export const printedView = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const entries = ledger
		.keys('/terminal/', state.cursor)
		.sort((a, b) => Number(a.slice(10)) - Number(b.slice(10)))
		.map((key) => ledger.readAt<TerminalEntry>(key, state.cursor)!);
	return entries.length === 0
		? [line(' No kubectl command has run yet; : and kubectl … runs one.', 'dim')]
		: entries.flatMap((entry, index) => [...(index === 0 ? [] : [line('')]), ...entryRows(entry)]);
};

/** The first row of the last command. */
export const lastCommand = (rows: ReadonlyArray<{readonly row: Line}>): number =>
	rows.findLastIndex(({row}) => row[0]?.tone === 'key');
