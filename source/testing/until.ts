/** The longest total sleep between checks, in milliseconds. */
const patienceMs = 120_000;

/**
 * Waits, while sockets and child processes work, until a condition holds. It counts turns of the event loop, not time: in a process that many tests share, or
 * on a busy machine, half a minute may pass in one turn.
 * @param everyMs the sleep between two checks.

@param shown the available values, for the error.
 * @throws {Error} when it does not become true.
 */
export const until = async (
	condition: () => boolean,
	{everyMs = 4, shown = () => ''}: {readonly everyMs?: number; readonly shown?: () => string} = {},
): Promise<void> => {
	for (let sleptMs = 0; !condition(); sleptMs += everyMs) {
		if (sleptMs >= patienceMs) {
			throw new Error(`it never came to that ${shown()}`.trimEnd());
		}

		// eslint-disable-next-line no-await-in-loop
		await new Promise((resolve) => {
			setTimeout(resolve, everyMs);
		});
	}
};
