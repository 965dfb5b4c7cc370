import type {Steerable} from '../serve.js';

/** Matches a request that has been carried out and whose answer is held. */
const heldWords = `fault.request if='facts.fail == "held"' log='held'`;

/**
Injects the faults of a plan into a server.

@param restart restarts the controller while its answer is held.
@returns a function that ends this, and rejects with the first error of a restart.
*/
export const inject = (
	{pace, hold}: Pick<Steerable, 'pace' | 'hold'>,
	faults: readonly string[],
	restart: () => Promise<void>,
): (() => Promise<void>) => {
	let restarts = Promise.resolve();
	const leave = hold.hear((text) => {
		if (text === 'held') {
			restarts = restarts.then(async () => {
				await restart();
				pace.submit({fault: 'heal fail'});
			});
			restarts.catch(() => undefined);
		}
	});
	if (faults.length > 0) {
		hold.add(heldWords);
	}

	for (const fault of faults) {
		pace.submit({fault});
	}

	return async () => {
		leave();
		await restarts;
	};
};
