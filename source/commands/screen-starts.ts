import {addBreakpoint, emptySession} from '../debugger/session.js';
import {seek} from '../debugger/seek.js';
import {breakpointLine} from '../lessons/place.js';
import type {Start} from '../terminal/start.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Manifests} from './manifests.js';
import {replay, type RecordingFile} from './replay.js';
import {fixLines} from './explanation-lines.js';
import {applyManifests, concluded, runUntilSettled, type SettledRun} from './run-manifests.js';
import type {Advice} from '../terminal/state/parts.js';

/** What is known about why something got no further, for the stop where that was decided. */
const adviceOf = ({explanations}: SettledRun): Advice[] =>
	explanations.flatMap(({stop, message, places, advice, fixes}) =>
		stop
			? [
					{
						step: stop.step,
						...(message === undefined ? {} : {reason: message}),
						places: places.map(({file, line, column, field = ''}) => `${file}:${line}:${column}  ${field}`.trimEnd()),
						remedies: [...advice, ...fixes.flatMap((fix) => fixLines(fix))],
					},
				]
			: [],
	);

/** The result, in a line. */
const verdictOf = ({verdict, objects, explanations}: SettledRun): string => {
	const remark = explanations.find(({kind}) => kind === 'remark');
	const wrong = objects.find(({state}) => state !== 'done');
	switch (verdict) {
		case 'done': {
			return remark
				? `everything gets ready in the end, but ${remark.object}: ${remark.message}`
				: 'everything gets ready in the end; space plays, s steps, ? shows every key';
		}

		case 'refused': {
			return 'refused here; S steps back through what led to this, w says why';
		}

		default: {
			return `${wrong?.name} ${verdict === 'failed' ? 'fails' : 'is not ready'}; this stop says why, w what led to it`;
		}
	}
};

/**
Applies manifests to a fresh cluster for the screen: it opens at the stop that refuses or stalls them, else where kubectl begins.
*/
export const startOfManifests = (
	scenario: Scenario,
	manifests: Manifests,
	breakpoints: readonly string[] = [],
): Start => {
	const applied = applyManifests(scenario, manifests);
	const {recording, from} = applied;
	const settled = concluded(applied, runUntilSettled(applied));
	const begin = seek(recording, from, 1, (stop) => stop.process.startsWith('kubectl/')).stop?.step ?? from + 1;
	const beganMs = recording.stops.get(begin)?.timeMs ?? 0;
	const session = breakpoints.reduce(
		(all, line) => addBreakpoint(all, breakpointLine(line, beganMs, recording), begin),
		emptySession,
	);
	return {
		view: 'recording',
		recording,
		start: begin,
		board: settled.verdict === 'done',
		cursor: breakpoints.length === 0 ? (settled.because?.step ?? begin) : begin,
		session,
		files: manifests.files,
		advice: adviceOf(settled),
		message: breakpoints.length === 0 ? verdictOf(settled) : 'c continues to the breakpoint',
	};
};

/** Replays a recording for the screen. */
export const startOfRecording = (file: RecordingFile): Start => {
	const recording = replay(file);
	const begin = Math.min(file.inputs[0]?.step ?? 0, recording.stops.length - 1);
	return {view: 'recording', recording, start: begin, cursor: begin};
};
