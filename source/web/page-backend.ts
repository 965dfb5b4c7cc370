import {kubectlCompletions} from '../commands/kubectl-completions.js';
import {manifestsOf} from '../commands/manifests.js';
import {startOfManifests} from '../commands/screen-starts.js';
import {adviseTyped} from '../commands/typed-work.js';
import {keyTable} from '../screen/input/key-table.js';
import {stateOf, type Start} from '../screen/start.js';
import type {Services} from '../screen/state/parts.js';
import type {State} from '../screen/state/state.js';
import {completeScenario} from '../scenario/scenario.js';
import {languageNameOf} from '../stages/language-names.js';

/** The services of a page for its screen. */
const services: Services = {
	now: () => Date.now(),
	advise: adviseTyped,
	complete: (words, recording, step, files) => kubectlCompletions(words, recording, step, files),
};

/** The state in which the screen of a page opens. */
export const pageState = (start: Start, language: string): State =>
	stateOf(start, {keymap: keyTable, services, language: languageNameOf(language)}, language);

/**
Applies manifests to a fresh cluster.

@param files by name
@param stop where it opens; without it, at the stop that refuses or stalls them
@throws {Mistakes} what is wrong with the manifests
*/
export const runFiles = (files: Readonly<Record<string, string>>, language: string, stop?: number): Start => {
	const start = startOfManifests(completeScenario(), manifestsOf(files), {language: languageNameOf(language)});
	return start.view === 'recording' && stop !== undefined && stop < start.recording.stops.length
		? {...start, cursor: stop, board: false}
		: start;
};
