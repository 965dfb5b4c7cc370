import type {WorkerPool} from '../worker-pool.js';
import type {PartEnd} from './part-end.js';
import type {WorldJob} from './world.js';

/** The ends of worlds that were played before, by their inputs: a repeated check plays only changed worlds. */
export type PlayedWorlds = Map<string, readonly PartEnd[]>;

/**
The ends of worlds, in the order of their jobs; known ends are not computed again.

@param known receives the ends of these jobs, and drops all others
*/
export async function* endsInOrder(
	pool: Pick<WorkerPool<WorldJob, readonly PartEnd[]>, 'resultsInOrder'>,
	jobs: readonly WorldJob[],
	known: PlayedWorlds | undefined,
): AsyncGenerator<readonly PartEnd[], void> {
	if (!known) {
		yield* pool.resultsInOrder(jobs);
		return;
	}

	const before = new Map(known);
	known.clear();
	const keyed = jobs.map((job) => ({job, key: JSON.stringify(job)}));
	const played = pool.resultsInOrder(keyed.filter(({key}) => !before.has(key)).map(({job}) => job));
	for (const {key} of keyed) {
		let ends = before.get(key);
		if (!ends) {
			// eslint-disable-next-line no-await-in-loop
			const next = await played.next();
			if (next.done) {
				return;
			}

			ends = next.value;
		}

		known.set(key, ends);
		yield ends;
	}
}
