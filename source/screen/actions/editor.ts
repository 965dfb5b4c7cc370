import type {TerminalEntry} from '../../cluster.js';
import {seek} from '../../debugger/seek.js';
import {runTo} from '../../classroom/place.js';
import type {Stop} from '../../kernel/stop.js';
import {isStopOf} from '../../stages/stop-of.js';
import {changed, type EditorState, type LongWork, type State} from '../state/state.js';
import {commandNumber} from '../state/typed-command.js';
import {wordsOf} from '../words/words.js';
import {submitting} from './futures.js';
import {begin, searching} from './long-work.js';
import {jump, toEnd} from './motions.js';

/** The result of the editor of a kubectl command: the file and its final text, or the error. */
export interface ClosedFile {
	readonly file?: string;
	readonly text?: string;
	readonly failure?: string;
}

/** The most stops of kubectl from one opening of the editor to the next. */
const mostStops = 50_000;
/** How long the run continues after an edit that answers a question, in virtual milliseconds. */
const patienceMs = 300_000;

/** Whether a command is at a stop where it has opened the editor, or has ended. */
export const opensOrEnds =
	(process: string) =>
	(stop: Stop): boolean =>
		stop.process === process &&
		((isStopOf(stop, 'kubectl.generate') && stop.facts.case === 'editor') ||
			(isStopOf(stop, 'kubectl.print') && stop.facts.case === 'end'));

const entryOf = ({recording}: Pick<State, 'recording'>, process: string): TerminalEntry | undefined =>
	recording.kernel.ledger.read<TerminalEntry>(`/terminal/${commandNumber(process)}`);

/** The file that a command shows in the editor now; `undefined` without one. */
export const openedBy = (
	state: Pick<State, 'recording'>,
	begun: Pick<EditorState, 'process' | 'line' | 'answer'>,
	files: readonly string[] = [],
): EditorState | undefined => {
	const text = entryOf(state, begun.process)?.editor;
	return text === undefined ? undefined : {...begun, text, files};
};

/** Continues after the editor is closed: kubectl runs until it has ended, or opens the file again with the reasons of a refusal. */
export const editorClosed = (state: State, closed: ClosedFile): State => begin(state, closing(state, closed));

function* closing(state: State, closed: ClosedFile): LongWork {
	const {editor} = state.commandLine;
	if (!editor) {
		return (now) => now;
	}

	const {line, process, answer} = editor;
	const submitted = yield* submitting(state, {edited: line, ...closed});
	const given = submitted(state);
	const {recording} = given;
	const {stop} = yield* searching(given, mostStops, (limits) =>
		seek(recording, given.cursor, 1, opensOrEnds(process), {...limits, pastRest: true}),
	);
	// As upstream, the file is kept if the editor fails.
	const files = [...editor.files, ...(closed.file === undefined || closed.failure !== undefined ? [] : [closed.file])];
	const opened = openedBy(given, editor, files);
	if (!opened && answer) {
		const untilMs = recording.kernel.now + patienceMs;
		yield* searching(given, mostStops, (limits) =>
			runTo(recording, stop?.step ?? given.cursor, {rest: true}, {...limits, untilMs}),
		);
	}

	return (now) => {
		const left = changed(submitted(now), 'commandLine', {editor: opened});
		if (opened) {
			return jump(left, stop?.step ?? left.cursor);
		}

		const {stderr = ''} = entryOf(left, process) ?? {};
		const kept = files.filter((file) => stderr.includes(file));
		for (const file of files.filter((one) => !kept.includes(one))) {
			left.setup.services.editor?.discard(file);
		}

		const withFile =
			closed.text === undefined || !kept.includes(closed.file ?? '')
				? left
				: changed(left, 'manifests', {files: {...left.manifests.files, [closed.file ?? '']: closed.text}});
		const ended = jump(withFile, stop?.step ?? withFile.cursor);
		return answer
			? {
					...changed(toEnd(ended), 'manifests', {typed: answer}),
					message: wordsOf(now).messages.ranOn(answer.from + 1),
				}
			: {
					...changed(changed(ended, 'pane', {view: 'state'}), 'object', {form: 'printed'}),
					message: wordsOf(now).messages.answered,
				};
	};
}
