import {seek} from '../../debugger/seek.js';
import {namedFiles} from '../../scenario/named-files.js';
import {submit} from './futures.js';
import {jump} from './motions.js';
import type {Files} from '../state/parts.js';
import {changed, type State} from '../state/state.js';
import {neverEnds, onlyLooks} from '../state/typed-command.js';
import {wordsOf} from '../words/words.js';

/** The files that kubectl finds here: the lesson's own, else those that were opened, as they are on the disk now. */
export const filesOf = ({lesson, manifests}: State): Files => lesson?.run.lesson.files ?? manifests.files;

const filesFor = (state: State, line: string): Files => {
	const files: Record<string, string> = {...filesOf(state)};
	for (const name of namedFiles(line)) {
		const text = state.lesson && name in files ? undefined : state.setup.services.read?.(name);
		if (text !== undefined) {
			files[name] = text;
		}
	}

	return files;
};

/** How long the commands before are waited for, in virtual milliseconds. */
const patienceMs = 300_000;

/** kubectl commands that have not ended, but for those that were sent to the background. */
const running = ({recording, commandLine}: State): readonly string[] =>
	[...recording.kernel.processes.values()]
		.filter(
			({name, state}) =>
				/^kubectl\/\d+$/.test(name) &&
				state !== 'ended' &&
				state !== 'crashed' &&
				!commandLine.background.includes(name),
		)
		.map(({name}) => name);

/** Lets the command before come to its end, as a shell does; one that does not end is in the background from then on. */
export const afterRunning = (state: State): State => {
	if (state.live || state.cursor < state.recording.stops.length - 1 || running(state).length === 0) {
		return state;
	}

	const {stops, kernel} = state.recording;
	seek(state.recording, state.cursor, 1, () => running(state).length === 0, {
		pastRest: true,
		steps: 50_000,
		untilMs: kernel.now + patienceMs,
	});
	const left = running(state);
	return {
		...changed(jump(state, stops.length - 1), 'commandLine', {background: [...state.commandLine.background, ...left]}),
		message: left.length === 0 ? '' : wordsOf(state).messages.inBackground(left.join(', ')),
	};
};

/** Runs kubectl, after what runs already, and goes to its first stop; of a command that only looks, to its last, with what it printed. `&` at the end sends it to the background. */
export const runKubectl = (state: State, typed: string): State => {
	const line = typed.replace(/\s*&\s*$/, '');
	const inBackground = line !== typed || neverEnds(line);
	const before = afterRunning(state);
	const files = filesFor(before, line);
	const known = new Set(before.recording.kernel.processes.keys());
	const given = submit(before, {kubectl: line, files});
	const message = [before.message, given.message].filter((text) => text !== '').join('; ');
	const after = (from: number, matches: Parameters<typeof seek>[3]) =>
		seek(given.recording, from, 1, matches, {pastRest: true, steps: 50_000}).stop;
	const first = after(
		before.cursor,
		({process}) => process.startsWith('kubectl/') && (!known.has(process) || given.recording !== before.recording),
	);
	if (!first) {
		return {...given, message: wordsOf(state).messages.notStarted};
	}

	const work = {
		recording: given.recording,
		process: first.process,
		line,
		files,
		from: first.step - 1,
		fromMs: first.timeMs,
	};
	const withFiles = before.lesson ? given : changed(given, 'manifests', {files, typed: work});
	const started = inBackground
		? changed(withFiles, 'commandLine', {background: [...before.commandLine.background, first.process]})
		: withFiles;
	const last =
		onlyLooks(line) &&
		after(first.step, ({process, facts}) => process === first.process && facts?.command !== undefined);
	return last
		? {
				...changed(changed(jump(started, last.step), 'pane', {view: 'state'}), 'object', {form: 'printed'}),
				message: [message, wordsOf(state).messages.answered].filter(Boolean).join('; '),
			}
		: {...jump(started, first.step), message};
};
