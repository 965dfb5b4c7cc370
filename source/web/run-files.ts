import {findExam} from '../classroom/exams/exams.js';
import {examKeeper, sessionOf} from '../commands/exam-store.js';
import {manifestsOf} from '../commands/manifests.js';
import {printRecording, readRecording, refuseLonger} from '../commands/replay.js';
import {startingManifests, startingRecording} from '../commands/screen-starts.js';
import type {Place} from '../debugger/recording.js';
import {seeking} from '../debugger/seek.js';
import {platform} from '../kernel/platform.js';
import {yamlSlips} from '../diagnosis/yaml-slips.js';
import {mistakesIn, type Mistake} from '../scenario/mistake.js';
import {completeScenario} from '../scenario/scenario.js';
import {mostLinkBytes} from '../screen/page-link.js';
import type {Start} from '../screen/start.js';
import type {State} from '../screen/state/state.js';
import {languageNameOf} from '../stages/language-names.js';

export {adviseTyped} from '../commands/typed-work.js';

/** The most stops that are searched beyond rest for one that a link names. */
const mostBeyond = 20_000;

/** The start at a stop, where the run has it. */
function* openingAt(start: Start, stop: number | undefined): Generator<Place, Start> {
	if (start.view !== 'recording' || stop === undefined) {
		return start;
	}

	const {recording} = start;
	if (stop >= recording.stops.length) {
		yield* seeking(recording, recording.stops.length - 1, 1, ({step}) => step >= stop, {
			pastRest: true,
			steps: mostBeyond,
		});
	}

	return stop < recording.stops.length ? {...start, cursor: stop, board: false} : start;
}

/** The places in manifests that kubectl cannot read, in the order of the files; none where all can be read. */
export const mistakesOf = (files: Readonly<Record<string, string>>): readonly Mistake[] => {
	try {
		manifestsOf(files);
		return [];
	} catch (error) {
		return mistakesIn(error);
	}
};

/** The most corrections that are tried for a line. */
const mostSlips = 6;

/** The files with the line of a mistake corrected so that its file can be read; `undefined` where no small change is enough. */
export const correctedFiles = (
	files: Readonly<Record<string, string>>,
	{place: {file, line}}: Mistake,
): Readonly<Record<string, string>> | undefined => {
	const text = file === undefined ? undefined : files[file];
	if (file === undefined || text === undefined || line === undefined) {
		return undefined;
	}

	return yamlSlips(text, line)
		.slice(0, mostSlips)
		.map((slip) => ({
			...files,
			[file]: text
				.split('\n')
				.toSpliced(slip.line - 1, 1, slip.text)
				.join('\n'),
		}))
		.find((other) => !mistakesOf(other).some(({place}) => place.file === file));
};

/**
Applies manifests to a fresh cluster, in parts.

@param files by name
@param stop where it opens; without it, at the stop that refuses or stalls them
@throws {Mistakes} the errors of the manifests
*/
export function* runningFiles(
	files: Readonly<Record<string, string>>,
	language: string,
	stop?: number,
): Generator<Place, Start> {
	const told = languageNameOf(language);
	const start = yield* startingManifests(completeScenario(), manifestsOf(files), {language: told});
	return yield* openingAt(start, stop);
}

/** Saves exams in the browser's storage. */
export const keepExam = examKeeper((file, text) => {
	platform().write(file, text);
});

/** An exam in its last state, or from its beginning. @throws {Mistake} when no exam has this name */
export const openExam = (name: string, language: string): Start => {
	const told = languageNameOf(language);
	return {view: 'exam', session: sessionOf(findExam(name, undefined, told), told, {})};
};

/**
Replays a recording, in parts.

@param text of a recording file
@param name its name in messages

@param stop where it opens; by default, the beginning of the user's work
@throws {Mistake | Mistakes} its errors
@throws {Divergence} when this version of the program computes a different run
*/
export function* replayingRecording(text: string, name: string, stop?: number): Generator<Place, Start> {
	const file = readRecording(text, name);
	refuseLonger(file, name);
	return yield* openingAt(yield* startingRecording(file), stop);
}

/** A run as the text of a recording file, with its other futures; `undefined` for one that is too large for a link. */
export const printedRun = ({recording, future, futures}: State): string | undefined => {
	const text = printRecording(recording, {family: {future, futures}});
	return text.length > mostLinkBytes ? undefined : text;
};
