import type {Process} from './process.js';

/** A programmer's mistake inside the simulation: it ends the run. */
export class SimulationError extends Error {
	override name = 'SimulationError';
}

/**
The error of a run whose process has failed, with the simulated stack above the JavaScript one.

@param step the number of its next stop.
*/
export const failureOf = (process: Process, error: unknown, step: number, timeMs: number): SimulationError => {
	const stack = [];
	for (let frame = process.failedIn; frame; frame = frame.parent) {
		stack.push(`    in ${frame.name} (${frame.component})`);
	}

	const message = error instanceof Error ? error.message : String(error);
	const failure = new SimulationError(
		`${process.name} failed at step ${step}, ${timeMs} ms: ${message}\n${stack.join('\n')}`,
		{cause: error},
	);
	if (error instanceof Error && error.stack) {
		failure.stack = `${failure.name}: ${failure.message}\n${error.stack}`;
	}

	return failure;
};
