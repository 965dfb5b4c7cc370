import {createHash} from 'node:crypto';
import {isRecord} from '../../kernel/record.js';
import {Mistake} from '../../scenario/mistake.js';
import type {Language} from '../../stages/language.js';
import {isOfShard, type Shard} from '../shard.js';
import type {CheckFlags} from './flags.js';
import type {PartEnd} from './part-end.js';
import type {WorldJob} from './world.js';

/** Plays worlds and returns their ends in the order of the jobs. */
export type PlayWorlds = (jobs: readonly WorldJob[]) => AsyncIterable<readonly PartEnd[]>;

/** The results of a check's worlds, some of which this shard does not play. Each call continues where the last one ended. */
export interface ShardedWorlds {
	readonly ends: (jobs: readonly WorldJob[], play: PlayWorlds) => AsyncGenerator<readonly PartEnd[], void>;
}

/** The command line of a check: `merge` reads the same files again. */
export interface CheckTask {
	readonly given: readonly string[];
	readonly flags: CheckFlags;
	readonly language: Language;
	readonly ascii: boolean;
}

/** Whether the data are such a task, written by the same version of the program. */
export const isCheckTask = (task: unknown): task is CheckTask =>
	isRecord(task) && Array.isArray(task['given']) && isRecord(task['flags']) && typeof task['language'] === 'string';

/** The end of a world, with a hash of its inputs. */
interface PlayedWorld {
	readonly world: string;
	readonly ends: readonly PartEnd[];
}

const isPlayedWorld = (result: unknown): result is PlayedWorld =>
	isRecord(result) && typeof result['world'] === 'string' && Array.isArray(result['ends']);

const hashOf = (job: WorldJob): string => createHash('sha256').update(JSON.stringify(job)).digest('hex').slice(0, 16);

/** The worlds of one shard, with results; worlds of other shards have none. After an interruption, fewer have results. */
export class OwnWorlds implements ShardedWorlds {
	/** The played worlds. */
	readonly played: PlayedWorld[] = [];
	/** The number of worlds of all shards, so far. */
	count = 0;

	constructor(readonly shard: Shard) {}

	async *ends(jobs: readonly WorldJob[], play: PlayWorlds): AsyncGenerator<readonly PartEnd[], void> {
		const first = this.count;
		this.count += jobs.length;
		const isOwn = (index: number): boolean => isOfShard(first + index, this.shard);
		const played = play(jobs.filter((_, index) => isOwn(index)))[Symbol.asyncIterator]();
		for (const [index, job] of jobs.entries()) {
			if (!isOwn(index)) {
				yield [];
				continue;
			}

			// eslint-disable-next-line no-await-in-loop
			const next = await played.next();
			if (next.done) {
				return;
			}

			this.played.push({world: hashOf(job), ends: next.value});
			yield next.value;
		}

		// Ends the work, as reading to its end does.
		await played.next();
	}
}

/** The worlds that all shards have played. */
export class MergedWorlds implements ShardedWorlds {
	#next = 0;

	constructor(readonly results: readonly unknown[]) {}

	/** @throws {Mistake} when the files have changed since the shards ran */
	async *ends(jobs: readonly WorldJob[]): AsyncGenerator<readonly PartEnd[], void> {
		for (const job of jobs) {
			const result = this.results[this.#next++];
			if (!isPlayedWorld(result) || result.world !== hashOf(job)) {
				throw new Mistake(
					'these are not the files that the shards checked',
					{},
					'merge in the folder of the shards, with the same files, or run the shards again',
				);
			}

			yield result.ends;
		}
	}
}

/** @throws {Mistake} where a flag or the input does not fit to a part of a check */
export const checkShardable = (
	names: readonly string[],
	{fix, watch, apply = [], policy = [], crds = []}: CheckFlags,
): void => {
	const given = [
		['--fix', fix !== undefined],
		['--watch', watch],
		['--then-apply', apply.length > 0],
	] as const;
	const flag = given.find(([, isGiven]) => isGiven)?.[0];
	if (flag !== undefined) {
		throw new Mistake(`--shard cannot be combined with ${flag}`, {}, 'leave one of them out');
	}

	if ([...names, ...policy, ...crds].includes('-')) {
		throw new Mistake('--shard cannot read standard input', {}, 'name files: merge reads them again');
	}
};
