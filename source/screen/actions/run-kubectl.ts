import {seek} from '../../debugger/seek.js';
import type {TerminalEntry} from '../../cluster.js';
import {runTo} from '../../classroom/place.js';
import {dataFiles, namedFiles} from '../../scenario/named-files.js';
import {submitting} from './futures.js';
import {openedBy, opensOrEnds} from './editor.js';
import {begin, searching} from './long-work.js';
import {withoutMark} from '../input/pasted-commands.js';
import {isAtEnd, jump, toEnd} from './motions.js';
import {isAnswer, mostStops, patienceMs, present, triesTask} from './present.js';
import type {Files} from '../state/parts.js';
import {changed, type State, type LongWork} from '../state/state.js';
import {
	changesNothing,
	commandNumber,
	neverEnds,
	onlyLooks,
	opensEditor,
	runsInside,
	shellSign,
} from '../state/typed-command.js';
import {wordsOf} from '../words/words.js';

/** The files for kubectl here: the lesson's own, otherwise the opened ones, in their current state on disk. */
export const filesOf = ({lesson, manifests}: State): Files => lesson?.run.lesson.files ?? manifests.files;

const filesFor = (state: State, line: string): Files => {
	const files: Record<string, string> = {...filesOf(state)};
	for (const name of [...namedFiles(line), ...dataFiles(line)]) {
		const text = state.lesson && name in files ? undefined : state.setup.services.read?.(name);
		if (text !== undefined) {
			files[name] = text;
		}
	}

	return files;
};

/**
Runs kubectl, after running commands, and moves to its first stop; for a read-only command, to its last, with its output. If it answers an
explained ending, it runs in the present and to its outcome; if it tries a task, to its outcome or refusal. `&` at the end sends it to the
background.
*/
export const runKubectl = (state: State, typed: string): State => {
	const sign = shellSign(typed);
	return sign === undefined
		? begin(state, runningKubectl(state, typed, isAnswer(state)))
		: {
				...changed(state, 'commandLine', {typed: `kubectl ${typed}`}),
				mode: 'command',
				message: wordsOf(state).messages.noShell(sign),
			};
};

/** All that a command printed. */
const textOf = (entry: TerminalEntry | undefined): string => `${entry?.stdout ?? ''}${entry?.stderr ?? ''}`.trim();

/** The last line that a command printed: of several, it names what the command has done in the end. */
const lastLine = (entry: TerminalEntry | undefined): string => {
	const lines = textOf(entry).split('\n');
	return `${lines.length > 1 ? '… ' : ''}${lines.at(-1)}`;
};

/** The output of the commands, in the first pane. */
const printed = (state: State): State => changed(changed(state, 'pane', {view: 'state'}), 'object', {form: 'printed'});

/** The outcome of a command in a drill: the pane of the cluster shows it, where the last stop's own facts would not. */
const outcome = (state: State): State =>
	state.lesson?.run.lesson.drill && state.pane.view === 'state' ? changed(state, 'pane', {view: 'cluster'}) : state;

/** Runs kubectl in the present, on to the outcome of the command. */
export const runKubectlNow = (state: State, line: string): State => begin(state, runningKubectl(state, line, true));

/** Long because it handles one command from the preceding work to the screen after its end. */
function* runningKubectl(state: State, typed: string, answers: boolean): LongWork {
	const {stdin} = state.commandLine;
	const hasInput = stdin !== undefined && stdin.line.endsWith(typed);
	const line = (hasInput ? withoutMark(typed) : typed).replace(/\s*&\s*$/, '');
	const inBackground = /&\s*$/.test(typed) || neverEnds(line);
	const tries = triesTask(state);
	const waited = yield* present(state, answers);
	const before = waited(state);
	const isFromPast = answers && !isAtEnd(state);
	const files = filesFor(before, line);
	const known = new Set(before.recording.kernel.processes.keys());
	const isEdit = opensEditor(line) && before.setup.services.editor !== undefined;
	const submitted = yield* submitting(before, {
		kubectl: line,
		files,
		...(hasInput ? {stdin: stdin.text} : {}),
		...(isEdit ? {editor: true} : {}),
	});
	const given = submitted(before);
	const {recording} = given;
	const after = (from: number, matches: Parameters<typeof seek>[3], untilMs?: number) =>
		searching(given, mostStops, (limits) => seek(recording, from, 1, matches, {...limits, pastRest: true, untilMs}));
	// In another future, commands that ran where it begins continue beside this one: the last that began is this one.
	const own = [...recording.kernel.processes.keys()].findLast(
		(name) => name.startsWith('kubectl/') && (recording !== before.recording || !known.has(name)),
	);
	const {stop: first} = yield* after(before.cursor, ({process}) => process === own);
	if (!first) {
		return (now) => ({...submitted(waited(now)), message: wordsOf(now).messages.notStarted});
	}

	const {ranInPresent, inPresent, ranOn, answered, refusedHere, between, stillWaits} = wordsOf(state).messages;
	const untilMs = first.timeMs + patienceMs;
	const said = isFromPast ? ranInPresent : '';
	const work = {
		recording,
		process: first.process,
		line,
		files,
		from: first.step - 1,
		fromMs: first.timeMs,
		isAnswer: answers && !onlyLooks(line),
		said,
	};
	if (isEdit) {
		const {stop} = yield* after(first.step, opensOrEnds(first.process));
		const editor = openedBy(given, {process: first.process, line, answer: answers || tries ? work : undefined});
		if (editor) {
			return (now) => changed(jump(submitted(waited(now)), stop?.step ?? first.step), 'commandLine', {editor});
		}
	}

	const isAwaited = (answers || tries) && !inBackground && !onlyLooks(line);
	const entryNow = () => recording.kernel.ledger.read<TerminalEntry>(`/terminal/${commandNumber(first.process)}`);
	const end =
		onlyLooks(line) || (tries && isAwaited)
			? (yield* after(
					first.step,
					// The stop at which kubectl makes an object from flags names the command too.
					({process, facts}) =>
						process === first.process && facts?.command !== undefined && entryNow()?.code !== undefined,
					onlyLooks(line) ? undefined : untilMs,
				)).stop
			: undefined;
	const entry = entryNow();
	const waits = tries && isAwaited && entry?.code === undefined;
	const isRefused = !onlyLooks(line) && (entry?.code ?? 0) !== 0;
	const isAnswered = changesNothing(line) || (runsInside(line) && textOf(entry) !== '');
	const last = isAnswered || isRefused ? end : undefined;
	if (isAwaited && !last && !waits) {
		yield* searching(given, mostStops, (limits) => runTo(recording, first.step, {rest: true}, {...limits, untilMs}));
	}

	return (now) => {
		const there = waited(now);
		const gone = submitted(there);
		// A message about where it ran says the same.
		const message = [...new Set([there.message, gone.message || said])].filter((text) => text !== '').join(between);
		const withFiles = there.lesson ? gone : changed(gone, 'manifests', {files, typed: work});
		const started =
			inBackground || waits
				? changed(withFiles, 'commandLine', {background: [...there.commandLine.background, first.process]})
				: withFiles;
		if (last) {
			return {
				...printed(jump(started, last.step)),
				message: [message, isRefused ? refusedHere : answered].filter(Boolean).join(between),
			};
		}

		if (waits) {
			return {
				...printed(jump(started, recording.stops.length - 1)),
				message: stillWaits(`kubectl ${line}`, Math.round(patienceMs / 1000)),
			};
		}

		return {
			...(isAwaited ? outcome(toEnd(jump(started, first.step))) : jump(started, first.step)),
			message: [
				tries ? lastLine(entryNow()) : '',
				isAwaited ? (isFromPast ? inPresent : ranOn)(first.step) : message,
				opensEditor(line) && !isEdit ? wordsOf(now).messages.noEditor : '',
			]
				.filter(Boolean)
				.join(between),
		};
	};
}
