import {seek} from '../../debugger/seek.js';
import {runTo} from '../../classroom/place.js';
import {dataFiles, namedFiles} from '../../scenario/named-files.js';
import {submitting} from './futures.js';
import {openedBy, opensOrEnds} from './editor.js';
import {begin, searching} from './long-work.js';
import {withoutMark} from '../input/pasted-commands.js';
import {isAtEnd, jump, toEnd} from './motions.js';
import {adviceAt} from '../state/advice-at.js';
import type {Files} from '../state/parts.js';
import {changed, type State, type LongWork} from '../state/state.js';
import {neverEnds, onlyLooks, opensEditor, runningCommands} from '../state/typed-command.js';
import {wordsOf} from '../words/words.js';

/** The files that kubectl finds here: the lesson's own, else those that were opened, as they are on the disk now. */
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

/** How long the commands before are waited for, in virtual milliseconds. */
const patienceMs = 300_000;
/** And in stops. */
const mostStops = 50_000;

/** kubectl commands that have not ended, but for those that were sent to the background. */
const running = ({recording, commandLine}: State): readonly string[] =>
	runningCommands(recording)
		.map(({name}) => name)
		.filter((name) => !commandLine.background.includes(name));

/** Lets the previous command end, as a shell does; a command that does not end is in the background from then on. */
export function* afterRunning(state: State): LongWork {
	const {recording, cursor} = state;
	const {stops, kernel} = recording;
	if (state.live || !isAtEnd(state) || running(state).length === 0) {
		return (now) => now;
	}

	const untilMs = kernel.now + patienceMs;
	yield* searching(state, mostStops, (limits) =>
		seek(recording, cursor, 1, () => running(state).length === 0, {...limits, pastRest: true, untilMs}),
	);
	const left = running(state);
	const end = stops.length - 1;
	return (now) => ({
		...changed(jump(now, end), 'commandLine', {background: [...now.commandLine.background, ...left]}),
		message: left.length === 0 ? '' : wordsOf(now).messages.inBackground(left.join(', ')),
	});
}

/**
Whether the screen explains here, at a stop of the past, how the run ended. A command typed here is an answer to that: it runs in the present, where
the command that failed has ended.
*/
const isExplained = (state: State): boolean =>
	!state.lesson && !state.live && !isAtEnd(state) && adviceAt(state, state.cursor).length > 0;

/** Runs kubectl, after what runs already, and goes to its first stop; of a command that only looks, to its last, with what it printed. Typed where the screen explains an ending, it runs in the present and on to its outcome. `&` at the end sends it to the background. */
export const runKubectl = (state: State, typed: string): State =>
	begin(state, runningKubectl(state, typed, isExplained(state)));

/** Runs kubectl in the present, on to the outcome of the command. */
export const runKubectlNow = (state: State, line: string): State => begin(state, runningKubectl(state, line, true));

/** Long because it follows one command from the work before it to what the screen shows of its end. */
function* runningKubectl(state: State, typed: string, isAnswer: boolean): LongWork {
	const {stdin} = state.commandLine;
	const hasInput = stdin !== undefined && stdin.line.endsWith(typed);
	const line = (hasInput ? withoutMark(typed) : typed).replace(/\s*&\s*$/, '');
	const inBackground = /&\s*$/.test(typed) || neverEnds(line);
	const present = isAnswer ? toEnd(state) : state;
	const waited = yield* afterRunning(present);
	const before = waited(present);
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
	const after = (from: number, matches: Parameters<typeof seek>[3]) =>
		searching(given, mostStops, (limits) => seek(recording, from, 1, matches, {...limits, pastRest: true}));
	// In another future, commands that ran where it begins continue beside this one: the last that began is this one.
	const own = [...recording.kernel.processes.keys()].findLast(
		(name) => name.startsWith('kubectl/') && (recording !== before.recording || !known.has(name)),
	);
	const {stop: first} = yield* after(before.cursor, ({process}) => process === own);
	if (!first) {
		return (now) => ({...submitted(waited(now)), message: wordsOf(now).messages.notStarted});
	}

	const work = {recording, process: first.process, line, files, from: first.step - 1, fromMs: first.timeMs};
	if (isEdit) {
		const {stop} = yield* after(first.step, opensOrEnds(first.process));
		const editor = openedBy(given, {process: first.process, line, isAnswer});
		if (editor) {
			return (now) =>
				changed(jump(submitted(waited(isAnswer ? toEnd(now) : now)), stop?.step ?? first.step), 'commandLine', {
					editor,
				});
		}
	}

	const last = onlyLooks(line)
		? (yield* after(first.step, ({process, facts}) => process === first.process && facts?.command !== undefined)).stop
		: undefined;
	if (isAnswer && !inBackground && !onlyLooks(line)) {
		const untilMs = first.timeMs + patienceMs;
		yield* searching(given, mostStops, (limits) => runTo(recording, first.step, {rest: true}, {...limits, untilMs}));
	}

	return (now) => {
		const there = waited(isAnswer ? toEnd(now) : now);
		const gone = submitted(there);
		const message = [there.message, gone.message].filter((text) => text !== '').join('; ');
		const withFiles = there.lesson ? gone : changed(gone, 'manifests', {files, typed: work});
		const started = inBackground
			? changed(withFiles, 'commandLine', {background: [...there.commandLine.background, first.process]})
			: withFiles;
		return last
			? {
					...changed(changed(jump(started, last.step), 'pane', {view: 'state'}), 'object', {form: 'printed'}),
					message: [message, wordsOf(now).messages.answered].filter(Boolean).join('; '),
				}
			: {
					...(isAnswer && !inBackground ? toEnd(jump(started, first.step)) : jump(started, first.step)),
					message: [
						isAnswer ? wordsOf(now).messages.inPresent(first.step) : message,
						opensEditor(line) && !isEdit ? wordsOf(now).messages.noEditor : '',
					]
						.filter(Boolean)
						.join('; '),
				};
	};
}
