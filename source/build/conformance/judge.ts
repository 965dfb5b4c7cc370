import {differences} from './differences.js';
import type {Golden} from './golden.js';
import {mutationCluster, tryMutation, type Mutation} from './mutations.js';
import {tryPlacement, type Placement} from './placements.js';
import {play} from './player.js';

/** One recorded answer next to the simulation's own. */
export interface Verdict {
	/** `api/create/pod #2`, `mutations/17`: its id in the list of answers that are not equal yet. */
	readonly id: string;
	/** The question, where the id does not contain it. */
	readonly step?: string;
	/** One line for each path that differs; empty if the answers are equal. */
	readonly found: readonly string[];
}

/** The result of a scenario. */
export interface Judged {
	readonly verdicts: readonly Verdict[];
	/** The thrown error with its stack, when the simulation broke down. */
	readonly failure?: string;
}

/** Plays a golden. @returns a verdict for each of its answers, also for unreached ones. */
export const judge = (golden: Golden): Judged => {
	const {entries, failure} = play(golden);
	const missing = {error: failure === undefined ? 'no answer' : 'broken off'};
	const verdicts = golden.entries.map((expected, index) => ({
		id: `${golden.id} #${index + 1}`,
		step: expected.step,
		found: differences(expected, entries[index] ?? missing),
	}));
	return failure === undefined ? {verdicts} : {verdicts, failure};
};

interface Case {
	readonly index: number;
}

/** Tries cases that have one answer each; an exception fails only its own case. */
function* judgeCases<T extends Case>(
	name: string,
	cases: readonly T[],
	start: () => (one: T) => readonly string[],
): Generator<Verdict, void> {
	let attempt = start();
	for (const one of cases) {
		const id = `${name}/${one.index}`;
		try {
			yield {id, found: attempt(one)};
		} catch (error) {
			yield {id, found: [error instanceof Error && error.stack !== undefined ? error.stack : String(error)]};
			attempt = start();
		}
	}
}

export const judgeMutations = (cases: readonly Mutation[]): Generator<Verdict, void> =>
	judgeCases('mutations', cases, () => {
		const cluster = mutationCluster();
		return (mutation) => tryMutation(cluster, mutation);
	});

export const judgePlacements = (cases: readonly Placement[]): Generator<Verdict, void> =>
	judgeCases('placements', cases, () => tryPlacement);
