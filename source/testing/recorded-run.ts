import {manifestsOf} from '../commands/manifests.js';
import {printRecording} from '../commands/replay.js';
import {startOfManifests} from '../commands/screen-starts.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';

/** A recording of manifests, as Node computes it. */
export const recordedRun = (manifest: string, scenario: Scenario = completeScenario({seed: 7})): string => {
	const start = startOfManifests(scenario, manifestsOf({'run.yaml': manifest}));
	return start.view === 'recording' ? printRecording(start.recording) : '';
};
