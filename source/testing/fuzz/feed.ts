import {Random} from '../../kernel/random.js';
import type {Door} from './door.js';
import {doors} from './doors.js';
import {mutated} from './mutation.js';

/** Some inputs of a door, by their numbers. */
export interface Portion {
	readonly door: string;
	readonly seed: number;
	readonly from: number;
	readonly to: number;
}

/** An input that led to something that must not be. */
export interface Finding {
	readonly door: string;
	readonly seed: number;
	readonly number: number;
	readonly problem: string;
}

/** @throws {Error} if there is none of this name. */
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

const usuallyMostMs = 1000;

/** What the process has used so far, all threads together. */
export const cpuMs = (): number => {
	const {user, system} = process.cpuUsage();
	return (user + system) / 1000;
};

/**
Feeds a door with its inputs, one after the other.

@param onInput told the number of each before it is fed, so that somebody else can see which one does not end.
@param isTimed whether it matters how long each takes: not while others use the process.
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

		const tookMs = isTimed ? cpuMs() - begin : 0;
		if (problem === undefined && tookMs > (door.mostMs ?? usuallyMostMs)) {
			problem = `takes ${Math.round(tookMs)} ms of CPU time`;
		}

		if (problem !== undefined) {
			yield {door: name, seed, number, problem};
		}
	}

	await take.close?.();
}
