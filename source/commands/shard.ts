/** One of several equal parts of a command's work, such as the third of sixteen: `3/16`. */
export interface Shard {
	/** The number of the shard, from 1. */
	readonly number: number;
	readonly count: number;
}

const mostShards = 100_000;

/** The shard that a word names, such as `3/16`; `undefined`: it names none. */
export const shardNamed = (word: string): Shard | undefined => {
	const [, number = '', count = ''] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(word) ?? [];
	const shard = {number: Number(number), count: Number(count)};
	return number !== '' && shard.number <= shard.count && shard.count <= mostShards ? shard : undefined;
};

/** Whether a job of a command, counted from 0, is one of a shard. Neighbouring jobs are in different shards, so that shards take about the same time. */
export const isOfShard = (job: number, {number, count}: Shard): boolean => job % count === number - 1;
