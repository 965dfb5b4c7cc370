import {answerJobs, type Work} from '../../commands/worker-pool.js';
import type {Golden} from './golden.js';
import {judge, judgeMutations, judgePlacements, type Judged} from './judge.js';
import type {Mutation} from './mutations.js';
import type {Placement} from './placements.js';

/** The part that one thread plays at a time. */
export type Part =
	| {readonly name: 'golden'; readonly golden: Golden}
	| {readonly name: 'mutations'; readonly cases: readonly Mutation[]}
	| {readonly name: 'placements'; readonly cases: readonly Placement[]};

const judgePart = (part: Part): Judged => {
	switch (part.name) {
		case 'golden':
			return judge(part.golden);
		case 'mutations':
			return {verdicts: [...judgeMutations(part.cases)]};
		case 'placements':
			return {verdicts: [...judgePlacements(part.cases)]};
	}
};

/** The result of playing a part. */
export interface Played extends Judged {
	/** Name of the golden, or of the kind of cases. */
	readonly id: string;
	readonly takenMs: number;
}

export const playPart = (part: Part): Played => {
	const started = performance.now();
	const judged = judgePart(part);
	return {...judged, id: part.name === 'golden' ? part.golden.id : part.name, takenMs: performance.now() - started};
};

/** Plays parts in worker threads, which run this module too. */
export const playing: Work<Part, Played> = {run: playPart, worker: new URL(import.meta.url)};

answerJobs(playPart);

/** Cuts cases into slices of one size, which does not depend on how many threads there are. */
export const slices = <T>(cases: readonly T[], size: number): ReadonlyArray<readonly T[]> =>
	Array.from({length: Math.ceil(cases.length / size)}, (_, index) => cases.slice(index * size, (index + 1) * size));
