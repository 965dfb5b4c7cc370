import process from 'node:process';

/** The ways in which a program that waits is asked to end: Ctrl-C, and a request of the system. */
const bothSignals = ['SIGINT', 'SIGTERM'] as const;

/**
Performs work that the first of some signals ends. After the work, they end the process again.

@param work receives the name of the signal when one arrives, and an abort signal of the same moment.
*/
export const untilSignalled = async <T>(
	work: (signalled: Promise<NodeJS.Signals>, aborted: AbortSignal) => Promise<T>,
	signals: readonly NodeJS.Signals[] = bothSignals,
): Promise<T> => {
	const controller = new AbortController();
	let end: (name: NodeJS.Signals) => void = () => {};
	const signalled = new Promise<NodeJS.Signals>((resolve) => {
		end = (name) => {
			resolve(name);
			controller.abort();
		};
	});
	for (const signal of signals) {
		process.once(signal, end);
	}

	try {
		return await work(signalled, controller.signal);
	} finally {
		for (const signal of signals) {
			process.off(signal, end);
		}
	}
};
