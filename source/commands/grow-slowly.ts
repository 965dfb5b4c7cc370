import {getHeapSpaceStatistics, setFlagsFromString} from 'node:v8';

/**
Collects garbage earlier, in all threads. V8 lets a heap grow to four times its live content before it collects.

A server that needs a hundred megabytes held five hundred after weeks. Six simulated days with CronJobs and a crash loop, without history,
now peak at 175 MB instead of 313, at the same cost. A
check of five documents of 1.9 MB takes a quarter less memory.
*/
export const growSlowly = (): void => {
	setFlagsFromString('--heap-growing-percent=30');
	setFlagsFromString('--semi-space-growth-factor=1');
};

const youngBytes = (): number =>
	getHeapSpaceStatistics().find(({space_name: name}) => name === 'new_space')?.space_size ?? Number.POSITIVE_INFINITY;

/** Enough for a collection that costs no more than one of a larger space. */
const enoughBytes = 8_000_000;

/** The most arrays of 64 kB to allocate: more than fill a space of that size. */
const mostArrays = 256;

/** Call before the modules of the program are loaded, since the space of young objects grows during loading. See {@link keepYoungSmall}. */
export const growYoungFast = (): void => {
	setFlagsFromString('--semi-space-growth-factor=4');
};

/**
Lets the space of this thread's young objects grow to 8 MB, and no further; threads that begin later have 2 MB. V8 of Node 24 lets it grow to 134 MB, which a long run then holds until its end. A trace of
300 Pods needs 215 MB in place of 338, at the same cost.

The space grows when objects survive in it. Where it has not grown yet, some are made.
*/
export const keepYoungSmall = (): void => {
	if (youngBytes() < enoughBytes) {
		growYoungFast();
		const array = Array.from<number>({length: 8000}).fill(0);
		const held: unknown[] = [];
		do {
			held.push(array.slice());
		} while (held.length < mostArrays && (held.length % 4 !== 0 || youngBytes() < enoughBytes));
	}

	setFlagsFromString('--semi-space-growth-factor=1');
};
