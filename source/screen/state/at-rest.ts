import type {ClusterRecording} from '../../cluster.js';
import type {Place} from '../../debugger/recording.js';

/** The limits for playing a future to its end, in stops and in virtual time. */
const mostStops = 100_000;
const mostMs = 600_000;

const placeOf = ({kernel, stops}: ClusterRecording): Place => ({step: stops.length - 1, timeMs: kernel.now});

/** A future at rest: itself, or a continued copy, so that viewing does not extend it. */
export function* atRest(recording: ClusterRecording): Generator<Place, ClusterRecording> {
	if (recording.resting) {
		return recording;
	}

	const scratch = yield* recording.branching(recording.stops.length - 1);
	// Commands given there since have not happened yet.
	for (const {step, input} of recording.inputs) {
		if (step === recording.stops.length) {
			scratch.submit(input);
		}
	}

	const untilMs = scratch.kernel.now + mostMs;
	for (let steps = 0; steps < mostStops && scratch.extend(untilMs, true); steps++) {
		// Two ends are compared by their fingerprints: mixing it now saves time then.
		scratch.fingerprintAt(scratch.stops.length - 1);
		yield placeOf(scratch);
	}

	return scratch;
}
