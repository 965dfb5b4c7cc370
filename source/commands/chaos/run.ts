import type {ClusterRecording} from '../../cluster.js';
import {brokenRules} from './broken-rules.js';
import {endStateOf, mergedStates, type EndState} from './end-state.js';
import type {Ended} from './program.js';
import {trafficOf, type Traffic} from './writes.js';

/** One completed run of the user's command. */
export interface RawRun {
	readonly command: Ended;
	/** Whether it exceeded its time limit. */
	readonly isCut: boolean;
	readonly tookMs: number;
	/** The ends of controllers that this program did not cause. */
	readonly ends: readonly Ended[];
	/** Whether the cluster and the controllers are at rest. */
	readonly isAtRest: boolean;
	/** The printed text of the command, then of each controller. */
	readonly outputs: readonly string[];
	/** One of each cluster of the run. */
	readonly recordings: readonly ClusterRecording[];
}

/** A run, and the data by which it is judged. */
export interface Run extends RawRun {
	readonly traffic: Traffic;
	readonly state: EndState;
	/** The rules that did not hold. */
	readonly broken: readonly string[];
}

/** Reads the recordings of a run. */
export const readRun = (raw: RawRun): Run => {
	const traffics = raw.recordings.map(({stops}) => trafficOf(stops));
	const states = raw.recordings.map(({kernel: {ledger}, stops}) =>
		endStateOf(ledger.entries<unknown>('/registry/', stops.length - 1)),
	);
	return {
		...raw,
		traffic: {
			writes: traffics.flatMap(({writes}) => writes),
			watches: traffics.flatMap(({watches}) => watches),
		},
		state: mergedStates(states),
		broken: [...new Set(raw.recordings.flatMap((recording) => brokenRules(recording)))],
	};
};
