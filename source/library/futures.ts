import type {ClusterRecording, Input} from '../cluster.js';
import {FutureSet} from '../debugger/future-set.js';
import {ownInputs} from '../debugger/futures.js';
import type {Scenario} from '../scenario/scenario.js';
import {differentEnds} from '../screen/actions/future-ends.js';
import {alignFutures, firstDifference, type DifferentEnd} from '../screen/state/futures-aligned.js';
import {inputWords} from '../screen/state/input-words.js';
import {seen, type Stop} from './stop.js';
import {screenWords} from '../screen/words/words.js';

/** One of the futures of a run, by its name from {@link Cluster.branch}. */
export interface FutureInfo {
	readonly name: string;
	/** The future and step from which it branched; `undefined` for the first future. */
	readonly from?: {readonly name: string; readonly step: number};
	/** Its inputs since its branch, as a user types them: `kubectl scale deploy web --replicas=5`, `:crash kubelet/node-a`. */
	readonly done: readonly string[];
}

/** The differences between two futures. */
export interface Comparison {
	/** The first stops that differ in meaning; if a stop exists in only one future, the other is missing. `undefined` without a difference. */
	readonly first: {readonly here?: Stop; readonly there?: Stop} | undefined;
	/** The differences at the end: objects and their fields, lost requests, times from the first difference on. */
	readonly ends: readonly DifferentEnd[];
}

/** The futures of a run by their names. */
export class Futures extends FutureSet<Scenario, Input> {
	/** @throws {Error} when there is no future of this name. */
	recordingOf(name: string): ClusterRecording {
		const found = this.get(name);
		if (!found) {
			throw new Error(`there is no future "${name}"; this run has ${this.names.join(', ')}`);
		}

		return found.run.recording();
	}

	/** Descriptions of the futures. */
	get told(): readonly FutureInfo[] {
		return this.all.map(({name, from, run}) => ({
			name,
			...(from ? {from} : {}),
			done: ownInputs({from, inputs: run.inputs}).map(({input}) => inputWords(input, screenWords('en').lists.futures)),
		}));
	}
}

/** Compares two runs of one scenario by the meaning of their stops, not by their numbers. */
export const compared = (here: ClusterRecording, there: ClusterRecording): Comparison => {
	const from = firstDifference(here, there);
	if (from === undefined) {
		return {first: undefined, ends: []};
	}

	const different = alignFutures(here, there, from).find(({alike}) => !alike);
	const [mine, other] = [here.stops.get(different?.here ?? -1), there.stops.get(different?.there ?? -1)];
	return {
		first: different && {...(mine ? {here: seen(mine)} : {}), ...(other ? {there: seen(other)} : {})},
		ends: differentEnds(here, there, from, screenWords('en').lists.compare),
	};
};
