import {seek} from '../../debugger/seek.js';
import {namedFiles} from '../../scenario/named-files.js';
import {submit} from './futures.js';
import {jump} from './motions.js';
import type {Files} from '../state/parts.js';
import {changed, type State} from '../state/state.js';

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

/** Commands that only look: the user wants the answer, and may step back through how it came about. */
const onlyLooks = (line: string): boolean =>
	/^(?:get|describe|logs|explain|top|events|api-resources|api-versions|version|cluster-info|auth|config)\b/.test(
		line,
	) && !/\s(?:-w|--watch|--watch-only|-f|--follow)\b/.test(line);

/** Runs kubectl and goes to its first stop; of a command that only looks, to its last, with what it printed. */
export const runKubectl = (state: State, line: string): State => {
	const files = filesFor(state, line);
	const given = submit(state, {kubectl: line, files});
	const after = (from: number, matches: Parameters<typeof seek>[3]) =>
		seek(given.recording, from, 1, matches, {pastRest: true, steps: 50_000}).stop;
	const first = after(state.cursor, ({process}) => process.startsWith('kubectl/'));
	if (!first) {
		return {...given, message: 'kubectl has not started'};
	}

	const known = state.lesson ? given : changed(given, 'manifests', {files});
	const last =
		onlyLooks(line) &&
		after(first.step, ({process, facts}) => process === first.process && facts?.command !== undefined);
	return last
		? {
				...changed(changed(jump(known, last.step), 'pane', {view: 'state'}), 'object', {form: 'printed'}),
				message: `${given.message === '' ? '' : `${given.message}; `}S and N step back through how this was answered`,
			}
		: {...jump(known, first.step), message: given.message};
};
