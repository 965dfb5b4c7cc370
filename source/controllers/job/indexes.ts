import type {Job, Pod} from '../../objects/kubernetes.generated.js';

export const indexKey = 'batch.kubernetes.io/job-completion-index';

export const isIndexed = ({spec}: Job): boolean => spec?.completionMode === 'Indexed';

/** The completion index of a Pod; `undefined` where it has none. */
export const indexOf = ({metadata}: Pod): number | undefined => {
	const text = metadata.annotations?.[indexKey];
	return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
};

/** Whether the Pod of an Indexed Job has an index that counts; Pods of other Jobs always count. */
export const hasValidIndex = (job: Job, pod: Pod): boolean => {
	const index = indexOf(pod);
	return !isIndexed(job) || (index !== undefined && index < (job.spec?.completions ?? 0));
};

/** Numbers as ranges: `0-2,5`. */
export const formatIndexes = (indexes: Iterable<number>): string => {
	const ranges: Array<[number, number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && index === last[1] + 1) {
			last[1] = index;
		} else {
			ranges.push([index, index]);
		}
	}

	return ranges
		.map(([from, to]) => {
			if (from === to) {
				return `${from}`;
			}

			if (to === from + 1) {
				return `${from},${to}`;
			}

			return `${from}-${to}`;
		})
		.join(',');
};

/** The reverse of {@link formatIndexes}. @param end indexes from here on are left out. */
export const parseIndexes = (text: string | undefined, end = Number.POSITIVE_INFINITY): Set<number> => {
	const indexes = new Set<number>();
	for (const range of text ? text.split(',') : []) {
		const [from = 0, to = from] = range.split('-').map(Number);
		for (let index = from; index <= to && index < end; index++) {
			indexes.add(index);
		}
	}

	return indexes;
};

/** The indexes of Pods. */
export const indexesOf = (pods: readonly Pod[]): ReadonlySet<number> =>
	new Set(pods.flatMap((pod) => indexOf(pod) ?? []));

/** The lowest `count` free indexes. */
export const freeIndexes = (taken: ReadonlySet<number>, count: number, completions: number): number[] => {
	const free: number[] = [];
	for (let index = 0; index < completions && free.length < count; index++) {
		if (!taken.has(index)) {
			free.push(index);
		}
	}

	return free;
};
