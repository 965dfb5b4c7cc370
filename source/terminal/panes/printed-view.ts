import type {TerminalEntry} from '../../cluster.js';
import {commandOf, shownKey, stopOf, type State} from '../state/state.js';
import {line, type Line} from '../paint/text.js';

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

/** Whether the state pane is to show what kubectl printed: when asked for, and where kubectl prints. */
export const showsPrinted = (state: State): boolean =>
	state.object.form === 'printed' ||
	(state.object.form === 'diff' &&
		((shownKey(state) ?? '').startsWith('/terminal/') || typeof stopOf(state)?.facts?.stdout === 'string'));

/** What is being printed at this very stop, before it is kept. */
const printing = (state: State): TerminalEntry | undefined => {
	const {process, facts = {}} = stopOf(state) ?? {};
	const number = /^kubectl\/(\d+)$/.exec(process ?? '')?.[1];
	const {stdout, stderr} = facts;
	return number !== undefined &&
		typeof stdout === 'string' &&
		typeof stderr === 'string' &&
		state.recording.kernel.ledger.readAt(`/terminal/${number}`, state.cursor) === undefined
		? {command: commandOf(state, number) ?? '', stdout, stderr}
		: undefined;
};

/** Every kubectl command so far with what it printed by now, as in a terminal. */
export const printedView = (state: State): Line[] => {
	const {ledger} = state.recording.kernel;
	const entries = ledger
		.keys('/terminal/', state.cursor)
		.sort((a, b) => Number(a.slice(10)) - Number(b.slice(10)))
		.flatMap((key) => ledger.readAt<TerminalEntry>(key, state.cursor) ?? []);
	const now = printing(state);
	const all = now ? [...entries, now] : entries;
	return all.length === 0
		? [line(' No kubectl command has run yet; type : and kubectl … to run one.', 'dim')]
		: all.flatMap((entry, index) => [...(index === 0 ? [] : [line('')]), ...entryRows(entry)]);
};

/** The first row of the last command. */
export const lastCommand = (rows: ReadonlyArray<{readonly row: Line}>): number =>
	rows.findLastIndex(({row}) => row[0]?.tone === 'key');
