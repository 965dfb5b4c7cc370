import type {Routine} from '../../../kernel/routine.js';
import {bytes, isQuantity} from '../../../objects/quantity.js';
import type {Task} from '../task.js';

/** The load that a command line of `stress` requests. */
export interface StressLoad {
	/** Processors that it keeps busy. */
	readonly cpus: number;
	/** Processes that use memory. */
	readonly hogs: number;
	/** Bytes of all of them. */
	readonly memory: number;
	/** Infinity without a time limit. */
	readonly seconds: number;
}

const units: Readonly<Record<string, number>> = {B: 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3};

/** The word behind one of these options, or in it: `--cpu 2`, `--cpu=2`. */
const optionOf = (args: readonly string[], names: readonly string[]): string | undefined => {
	for (const [index, word] of args.entries()) {
		const [name = '', value] = word.split('=', 2);
		if (names.includes(name)) {
			return value ?? args[index + 1];
		}
	}

	return undefined;
};

const count = (text: string | undefined): number => Number(/^\d+/.exec(text ?? '')?.[0] ?? 0);

/** Bytes of `150M`, as stress writes them. */
const sizeOf = (text: string): number => {
	const [, amount, unit = 'B'] = /^(\d+)([BKMG]?)/i.exec(text) ?? [];
	return Number(amount ?? 0) * (units[unit.toUpperCase() || 'B'] ?? 1);
};

/** Reads the options of `stress`, `stress-ng` and of the image `vish/stress` (`-cpus`, `-mem-total`). */
export const stressLoad = (args: readonly string[]): StressLoad => {
	const total = optionOf(args, ['-mem-total']);
	const hogs = total === undefined ? count(optionOf(args, ['--vm', '-m'])) : 1;
	const time = optionOf(args, ['-t', '--timeout']);
	const given = total !== undefined && isQuantity(total) ? bytes(total) : 0;
	return {
		cpus: count(optionOf(args, ['-cpus', '--cpu', '-c'])),
		hogs,
		memory: total === undefined ? hogs * sizeOf(optionOf(args, ['--vm-bytes']) ?? '256M') : given,
		seconds: time !== undefined && /^\d/.test(time) ? count(time) : Number.POSITIVE_INFINITY,
	};
};

/**
`stress`: uses CPU or memory for a time.

@see https://kubernetes.io/docs/tasks/configure-pod-container/assign-memory-resource/
*/
export function* stress(task: Task, args: readonly string[]): Routine<number> {
	const {cpus, hogs, memory, seconds} = stressLoad(args);
	const {machine} = task.table;
	yield* task.out(`stress: info: [${task.pid}] dispatching hogs: ${cpus} cpu, 0 io, ${hogs} vm, 0 hdd\n`);
	if (machine.memoryLimit !== undefined && memory > machine.memoryLimit) {
		yield* task.wait(500);
		task.reserve(Number.POSITIVE_INFINITY);
	}

	const release = machine.occupy({memory, cpuMillis: cpus * 1000});
	try {
		yield* task.wait(seconds * 1000);
	} finally {
		release();
	}

	return 0;
}
