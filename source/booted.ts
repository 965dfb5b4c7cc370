import {createCluster, type ClusterRecording, type Input} from './cluster.js';
import {atOnce, Recording, type Place} from './debugger/recording.js';
import {seeking} from './debugger/seek.js';
import {equal} from './kernel/equality.js';
import type {Scenario} from './scenario/scenario.js';

/** The longest start of a cluster, in virtual milliseconds. */
const bootMs = 60_000;

/** A run that has booted, and that no caller has requested yet. */
let spare: ClusterRecording | undefined;

/** Runs the start of the control plane and the nodes, until only periodic work is left; between two places the caller may pause. */
export function* booting(recording: ClusterRecording): Generator<Place, void> {
	yield* seeking(recording, recording.stops.length - 1, 1, () => false, {untilMs: recording.kernel.now + bootMs});
}

/** Runs the start of the control plane and the nodes, until only periodic work is left. */
export const boot = (recording: ClusterRecording): void => {
	atOnce(booting(recording));
};

/**
A run of a cluster whose control plane and nodes have started, at rest. The first caller that asks for the scenario of {@link bootAhead}
gets the prepared run; any other run boots now. Both have the same stops.

@param create makes the cluster.
*/
export const bootedRun = (scenario: Scenario, create = createCluster): ClusterRecording =>
	atOnce(bootingRun(scenario, create));

/** Like {@link bootedRun}, in parts. */
export function* bootingRun(scenario: Scenario, create = createCluster): Generator<Place, ClusterRecording> {
	if (spare && create === createCluster && equal(spare.scenario, scenario)) {
		const ready = spare;
		spare = undefined;
		return ready;
	}

	const recording = new Recording<Scenario, Input>(scenario, create);
	yield* booting(recording);
	return recording;
}

/** Boots a cluster before a caller asks for it: a startup snapshot contains it. */
export const bootAhead = (scenario: Scenario): void => {
	atOnce(bootingAhead(scenario));
};

/** Like {@link bootAhead}, in parts. */
export function* bootingAhead(scenario: Scenario): Generator<Place, void> {
	spare = yield* bootingRun(scenario);
}
