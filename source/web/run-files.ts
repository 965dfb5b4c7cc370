import {manifestsOf} from '../commands/manifests.js';
import {startOfManifests} from '../commands/screen-starts.js';
import {completeScenario} from '../scenario/scenario.js';
import type {Start} from '../screen/start.js';
import {languageNameOf} from '../stages/language-names.js';

export {adviseTyped} from '../commands/typed-work.js';

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
