import {Random} from '../../kernel/random.js';
import type {Door} from './door.js';
import {doors} from './doors.js';
import {mutated} from './mutation.js';

/** A portion of a door's inputs, by their numbers. */
export interface Portion {
	readonly door: string;
	readonly seed: number;
	readonly from: number;
	readonly to: number;
}

/** An input with a forbidden result. */
export interface Finding {
	readonly door: string;
	readonly seed: number;
	readonly number: number;
	readonly problem: string;
}

/** @throws {Error} if none has this name. */
export const doorNamed = (name: string): Door => {
	const door = Object.hasOwn(doors, name) ? doors[name] : undefined;
	if (!door) {
		throw new Error(`there is no door "${name}"; doors: ${Object.keys(doors).join(', ')}`);
	}

	return door;
};

/** The input of this number: it follows from the seed, the door and the number alone. */
export const inputOf = ({door, seed, number}: Omit<Finding, 'problem'>): string =>
	mutated(new Random(seed, `${door}/${number}`), doorNamed(door));

const usuallyMostMs = 100;
const unitLength = 100_000;

/** The CPU limit for an input at a door, in milliseconds. */
export const budgetMs = ({mostMs = usuallyMostMs}: Pick<Door, 'mostMs'>, {length}: string): number =>
	mostMs * Math.max(1, length / unitLength);

/** The number of retries for a slow input: the first ones also pay for compilation, and some for the garbage of others. */
const tries = 3;

/** The shortest CPU time of an input at a door that is reopened for each try. */
const leastMs = async (door: Door, input: string, enoughMs: number): Promise<number> => {
	let least = Number.POSITIVE_INFINITY;
	for (let index = 0; index < tries && least > enoughMs; index++) {
		const take = door.open();
		const begin = cpuMs();
		try {
			await take(input);
		} catch {
			// It is known to end well.
		}

		least = Math.min(least, cpuMs() - begin);
		await take.close?.();
	}

	return least;
};

/** The CPU time of the process so far, of all threads. */
export const cpuMs = (): number => {
	const {user, system} = process.cpuUsage();
	return (user + system) / 1000;
};

/**
Feeds a door with its inputs in order.

@param onInput receives the number of each input before it is fed, so that another thread can find one that does not end.

@param isTimed whether durations count; not while other tests use the process.
*/
export async function* feed(
	{door: name, seed, from, to}: Portion,
	onInput: (number: number) => void = () => {},
	isTimed = false,
): AsyncGenerator<Finding> {
	const door = doorNamed(name);
	let take = door.open();
	for (let number = from; number < to; number++) {
		if (number > from && door.renewedAfter !== undefined && number % door.renewedAfter === 0) {
			await take.close?.();
			take = door.open();
		}

		const input = inputOf({door: name, seed, number});
		onInput(number);
		const begin = isTimed ? cpuMs() : 0;
		let problem: string | undefined;
		try {
			problem = await take(input);
		} catch (error) {
			problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
			await take.close?.();
			take = door.open();
		}

		const mostMs = budgetMs(door, input);
		if (problem === undefined && isTimed && cpuMs() - begin > mostMs) {
			const tookMs = await leastMs(door, input, mostMs);
			problem =
				tookMs > mostMs
					? `takes ${Math.round(tookMs)} ms of CPU time for ${input.length} characters, and may take ${Math.round(mostMs)}`
					: undefined;
		}

		if (problem !== undefined) {
			yield {door: name, seed, number, problem};
		}
	}

	await take.close?.();
}
