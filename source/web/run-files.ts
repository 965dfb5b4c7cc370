import {manifestsOf} from '../commands/manifests.js';
import {readRecording, refuseLonger} from '../commands/replay.js';
import {startOfManifests, startOfRecording} from '../commands/screen-starts.js';
import {seek} from '../debugger/seek.js';
import {mistakesIn, type Mistake} from '../scenario/mistake.js';
import {completeScenario} from '../scenario/scenario.js';
import type {Start} from '../screen/start.js';
import {languageNameOf} from '../stages/language-names.js';

export {adviseTyped} from '../commands/typed-work.js';

/** How many stops are looked through for one that a link names beyond where the run comes to rest. */
const mostBeyond = 20_000;

/** The start at a stop, where the run has it. */
const openedAt = (start: Start, stop: number | undefined): Start => {
	if (start.view !== 'recording' || stop === undefined) {
		return start;
	}

	const {recording} = start;
	if (stop >= recording.stops.length) {
		seek(recording, recording.stops.length - 1, 1, ({step}) => step >= stop, {pastRest: true, steps: mostBeyond});
	}

	return stop < recording.stops.length ? {...start, cursor: stop, board: false} : start;
};

/** The places in manifests that kubectl cannot read, in the order of the files; none where all can be read. */
export const mistakesOf = (files: Readonly<Record<string, string>>): readonly Mistake[] => {
	try {
		manifestsOf(files);
		return [];
	} catch (error) {
		return mistakesIn(error);
	}
};

/**
Applies manifests to a fresh cluster.

@param files by name
@param stop where it opens; without it, at the stop that refuses or stalls them
@throws {Mistakes} what is wrong with the manifests
*/
export const runFiles = (files: Readonly<Record<string, string>>, language: string, stop?: number): Start =>
	openedAt(startOfManifests(completeScenario(), manifestsOf(files), {language: languageNameOf(language)}), stop);

/**
Replays a recording.

@param text of a recording file
@param name what messages call it
@param stop where it opens; without it, where the user's work began
@throws {Mistake | Mistakes} what is wrong with it
@throws {Divergence} when this version of the program makes another run of it
*/
export const runRecording = (text: string, name: string, stop?: number): Start => {
	const file = readRecording(text, name);
	refuseLonger(file, name);
	return openedAt(startOfRecording(file), stop);
};
