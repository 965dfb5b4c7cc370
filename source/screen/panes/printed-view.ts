import type {ClusterRecording, TerminalEntry} from '../../cluster.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isStopOf} from '../../stages/stop-of.js';
import {shownKey, stopOf, type State} from '../state/state.js';
import {commandNumber, commandOf, typedCommand} from '../state/typed-command.js';
import {line} from '../paint/text.js';
import type {Row} from './row.js';
import {wordsOf} from '../words/words.js';

/** The output of a command so far, and its step: that of the shown answer, otherwise the command's own. */
interface Printed {
	readonly stdout: string;
	readonly stderr: string;
	readonly step: number | undefined;
}

/** A command, and its output so far. */
type Entry = Pick<TerminalEntry, 'command' | 'code' | 'stdout' | 'stderr'>;

const textRows = (text: string, tone: 'plain' | 'bad', step: number | undefined): Row[] =>
	text === ''
		? []
		: text
				.replace(/\n$/, '')
				.split('\n')
				.map((row) => ({row: line(` ${row}`, tone), step}));

const entryRows = (
	state: State,
	{command, code}: Entry,
	printed: readonly Printed[],
	begin: number | undefined,
): Row[] => [
	{row: line(` $ kubectl ${command}`, 'key'), step: begin},
	...printed.flatMap(({stdout, stderr, step}) => [
		...textRows(stdout, 'plain', step),
		...textRows(stderr, 'bad', step),
	]),
	...(code === interrupted ? [{row: line(' ^C', 'plain')}] : []),
	...(code === undefined ? [{row: line(` ${wordsOf(state).panes.printed.running}`, 'dim')}] : []),
	...(code ? [{row: line(` ${wordsOf(state).panes.printed.exitCode(code)}`, 'dim')}] : []),
];

/** The exit code of a command that Ctrl-C ends, as in a shell. */
const interrupted = 130;

/** The exit code of a command by a step: its own, or that of Ctrl-C. */
const codeBy = ({recording, cursor}: State, number: string, {command, code}: TerminalEntry): number | undefined => {
	const given = typedCommand(recording, number)?.step;
	return code === undefined &&
		given !== undefined &&
		recording.inputs.some(
			({step, input}) => step >= given && step <= cursor && 'interrupt' in input && input.interrupt === command,
		)
		? interrupted
		: code;
};

/** Whether the state pane shows kubectl's output: on request, and at stops where kubectl prints. */
export const showsPrinted = (state: State): boolean =>
	state.object.form === 'printed' ||
	(state.object.form === 'diff' &&
		((shownKey(state) ?? '').startsWith('/terminal/') || typeof stopOf(state)?.facts?.stdout === 'string'));

/** The output of this very stop, before it is kept. */
const printing = (state: State): Entry | undefined => {
	const {process, facts = {}} = stopOf(state) ?? {};
	const number = commandNumber(process ?? '');
	const {stdout, stderr} = facts;
	return number !== undefined &&
		typeof stdout === 'string' &&
		typeof stderr === 'string' &&
		state.recording.kernel.ledger.readAt(`/terminal/${number}`, state.cursor) === undefined
		? {command: commandOf(state.recording, number) ?? '', stdout, stderr, code: undefined}
		: undefined;
};

/** The output of a command, piece by piece, and the step at which it began. */
interface Pieces {
	readonly begin: number | undefined;
	readonly printed: readonly Printed[];
}

const piecesOf = (recording: ClusterRecording, number: string, cursor: number): Pieces => {
	const process = `kubectl/${number}`;
	const printed: Printed[] = [];
	let answer: number | undefined;
	let begin: number | undefined;
	for (let step = typedCommand(recording, number)?.step ?? 0; step <= cursor; step++) {
		const stop = recording.stops.get(step);
		if (stop?.process !== process) {
			continue;
		}

		begin ??= step;
		if (stop.stage === 'apiserver.respond') {
			answer = step;
		} else if (isStopOf(stop, 'kubectl.print') && stop.facts.case === 'output') {
			printed.push({stdout: stop.facts.stdout, stderr: stop.facts.stderr, step: answer ?? step});
			answer = undefined;
		}
	}

	return {begin, printed};
};

const known = new WeakMap<TerminalEntry, Pieces>();

const sameText = ({stdout, stderr}: Entry, printed: readonly Printed[]): boolean =>
	printed.map((piece) => piece.stdout).join('') === stdout && printed.map((piece) => piece.stderr).join('') === stderr;

/** Whether a command is from before the start of a drill or an exam, and would reveal the fault. */
const isOfTheFault = ({lesson, recording}: State, key: string): boolean =>
	lesson !== undefined &&
	(lesson.exam ? !lesson.exam.grades : lesson.run.lesson.drill !== undefined && !lesson.run.finished) &&
	recording.kernel.ledger.readAt(key, lesson.run.start) !== undefined;

/** Every kubectl command so far with its output so far, as in a terminal; enter on a line opens its answer. */
export const printedRows = (state: State): Row[] => {
	const {recording, cursor} = state;
	const {ledger} = recording.kernel;
	const entries = ledger
		.keys('/terminal/', cursor)
		.sort((a, b) => Number(a.slice(10)) - Number(b.slice(10)))
		.flatMap((key): Row[][] => {
			const entry = ledger.readAt<TerminalEntry>(key, cursor);
			if (!entry || isOfTheFault(state, key)) {
				return [];
			}

			const number = key.slice(10);
			const {begin, printed} = getOrInsert(known, entry, () => piecesOf(recording, number, cursor));
			const shown = {...entry, code: codeBy(state, number, entry)};
			const whole = [{stdout: entry.stdout, stderr: entry.stderr, step: undefined}];
			return [entryRows(state, shown, sameText(entry, printed) ? printed : whole, begin)];
		});
	const now = printing(state);
	const all = now ? [...entries, entryRows(state, now, [{...now, step: undefined}], undefined)] : entries;
	return all.length === 0
		? [{row: line(` ${wordsOf(state).panes.printed.noCommand}`, 'dim')}]
		: all.flatMap((rows, index) => [...(index === 0 ? [] : [{row: line('')}]), ...rows]);
};

/** The first row of the last command; a wrapped row begins with plain spaces. */
export const lastCommand = (rows: readonly Row[]): number =>
	rows.findLastIndex(({row, continues}) => !continues && row.find(({text}) => text.trim() !== '')?.tone === 'key');
