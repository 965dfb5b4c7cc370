/** Numbers of logical CPUs, ascending, each once. */
export type CPUSet = readonly number[];

const sorted = (numbers: Iterable<number>): CPUSet => [...new Set(numbers)].sort((a, b) => a - b);

/** The first CPUs, from 0. */
export const firstCPUs = (count: number): CPUSet => Array.from({length: count}, (_, index) => index);

/** The CPUs in at least one of two sets. */
export const union = (one: CPUSet, other: CPUSet): CPUSet => sorted([...one, ...other]);

/** The CPUs in one set but not in the other. */
export const difference = (one: CPUSet, other: CPUSet): CPUSet => one.filter((cpu) => !other.includes(cpu));

/** A set of CPUs as the kernel writes it: `0,2-3`. @mirrors k8s.io/utils/cpuset CPUSet.String */
export const formatCPUs = (cpus: CPUSet): string => {
	const ranges: Array<readonly [first: number, last: number]> = [];
	for (const cpu of cpus) {
		const last = ranges.at(-1);
		if (last?.[1] === cpu - 1) {
			ranges[ranges.length - 1] = [last[0], cpu];
		} else {
			ranges.push([cpu, cpu]);
		}
	}

	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
};

/** Reads the output of {@link formatCPUs}. The scenario's check has refused other texts. */
export const parseCPUs = (text: string): CPUSet =>
	sorted(
		text
			.split(',')
			.filter((part) => part !== '')
			.flatMap((part) => {
				const [first = 0, last = first] = part.split('-').map(Number);
				return Array.from({length: last - first + 1}, (_, index) => first + index);
			}),
	);
