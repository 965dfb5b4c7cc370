import {addBreakpoint, emptySession} from '../debugger/session.js';
import {seek} from '../debugger/seek.js';
import type {Start} from '../terminal/open.js';
import type {Scenario} from '../scenario/scenario.js';
import {withObjectKeys} from './breakpoint-words.js';
import type {Manifests} from './manifests.js';
import {replay, type RecordingFile} from './replay.js';
import {applyManifests, runUntilSettled, type RunOutcome} from './run-manifests.js';

/** What came of it, in a line. */
const verdictOf = ({verdict, objects}: RunOutcome): string => {
	const wrong = objects.find(({state}) => state !== 'done');
	switch (verdict) {
		case 'done': {
			return 'in the end all of it is ready; s steps, c continues, ? shows every key';
		}

		case 'refused': {
			return 'it is refused here; S steps back through what led to this, w says why';
		}

		default: {
			return `${wrong?.name} ${verdict === 'failed' ? 'fails' : 'is not ready'}: ${wrong?.words}`;
		}
	}
};

/**
Applies manifests to a fresh cluster for the screen: it opens at the stop that refuses or stalls them, else where kubectl begins.
*/
export const openManifests = (scenario: Scenario, manifests: Manifests, breakpoints: readonly string[] = []): Start => {
	const applied = applyManifests(scenario, manifests);
	const {recording, from} = applied;
	const outcome = runUntilSettled(applied);
	const session = breakpoints.reduce((all, line) => addBreakpoint(all, withObjectKeys(line)), emptySession);
	const begin = seek(recording, from, 1, (stop) => stop.process.startsWith('kubectl/')).stop?.step ?? from + 1;
	return {
		view: 'recording',
		recording,
		start: begin,
		cursor: breakpoints.length === 0 ? (outcome.because?.step ?? begin) : begin,
		session,
		files: manifests.files,
		message: breakpoints.length === 0 ? verdictOf(outcome) : 'c continues to the breakpoint',
	};
};

/** Replays a recording for the screen. */
export const openRecording = (file: RecordingFile): Start => {
	const recording = replay(file);
	const begin = Math.min(file.inputs[0]?.step ?? 0, recording.stops.length - 1);
	return {view: 'recording', recording, start: begin, cursor: begin};
};
