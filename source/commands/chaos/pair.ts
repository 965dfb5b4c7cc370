import {createCluster, type ClusterRecording} from '../../cluster.js';
import {runOf} from '../../debugger/futures.js';
import {Divergence, Recording} from '../../debugger/recording.js';
import {printRecording} from '../replay.js';

/** The names of the two runs in a recording of a finding. */
export const pairNames = {before: 'undisturbed', after: 'chaos'} as const;

/** The undisturbed run, replayed in the scenario of another run with another start time. */
const inScenarioOf = (before: ClusterRecording, {scenario}: ClusterRecording): ClusterRecording => {
	const again = new Recording(scenario, (chosen) => createCluster(chosen));
	const playing = again.replaying(before.inputs, before.stops.length);
	while (!playing.next().done) {
		// One stop after the other.
	}

	return again;
};

/**
The text of a recording with both runs as futures of one cluster, so that `:compare` shows them side by side.

@param before the undisturbed run, if it is known.
@returns the recording of the disturbed run alone, if the undisturbed one depends on its start time.
*/
export const pairText = (before: ClusterRecording | undefined, after: ClusterRecording): string => {
	if (!before) {
		return printRecording(after, {redacts: true});
	}

	try {
		const again = inScenarioOf(before, after);
		const step = Math.min(...[again, after].map(({inputs, stops}) => inputs[0]?.step ?? stops.length)) - 1;
		return printRecording(after, {
			redacts: true,
			family: {
				future: {name: pairNames.after, from: {name: pairNames.before, step}, later: []},
				futures: [{name: pairNames.before, later: [], run: runOf(again), cursor: again.stops.length - 1}],
			},
		});
	} catch (error) {
		if (error instanceof Divergence) {
			return printRecording(after, {redacts: true});
		}

		throw error;
	}
};
