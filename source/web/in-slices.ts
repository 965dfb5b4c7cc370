/** The longest work of the page between two turns of keys and frames, in milliseconds. Keys and the drawing need the rest of a frame of 16 ms. */
export const sliceMs = 10;

const waiting: Array<() => void> = [];
let turns: MessagePort | undefined;

const turnsOfPage = (): MessagePort => {
	const {port1, port2} = new MessageChannel();
	port1.addEventListener('message', () => {
		waiting.shift()?.();
	});
	port1.start();
	return port2;
};

/**
Calls back after keys and the frame are processed. A timer would be slower: browsers delay chained timers by at least 4 ms.

@returns a function that cancels the call
*/
export const afterOthers = (call: () => void): (() => void) => {
	let isWanted = true;
	waiting.push(() => {
		if (isWanted) {
			call();
		}
	});
	turns ??= turnsOfPage();
	// A port takes no origin.
	// eslint-disable-next-line unicorn/require-post-message-target-origin
	turns.postMessage(0);
	return () => {
		isWanted = false;
	};
};

/** The time, and the turn of others. */
export interface Turns {
	readonly nowMs: () => number;
	readonly after: (call: () => void) => void;
}

const pageTurns: Turns = {nowMs: () => performance.now(), after: afterOthers};

/**
Does work in slices, so that the page stays responsive.

@param isWanted whether its result is still wanted; otherwise, it ends after the slice
@returns its result; `undefined` if it was no longer wanted
@throws {Error} an error of the work
*/
export const inSlices = async <T>(
	work: Generator<unknown, T>,
	isWanted: () => boolean,
	{nowMs, after}: Turns = pageTurns,
): Promise<T | undefined> => {
	while (isWanted()) {
		const endMs = nowMs() + sliceMs;
		do {
			const {done, value} = work.next();
			if (done) {
				return value;
			}
		} while (nowMs() < endMs);

		// eslint-disable-next-line no-await-in-loop
		await new Promise<void>((resolve) => {
			after(resolve);
		});
	}

	return undefined;
};
