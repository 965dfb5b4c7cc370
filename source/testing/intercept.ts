import type {Handler, Request, Response} from '../client/request.js';
import type {Kernel} from '../kernel/kernel.js';
import {sleep} from '../kernel/routine.js';

/** The effect on matching requests. */
export interface Interception {
	readonly matches: (request: Request) => boolean;
	/** Their answer in place of the apiserver's: `code`, `reason` and `message` of a Status. By default, they reach the apiserver. */
	readonly refusal?: {readonly code: number; readonly reason: string; readonly message: string};
	/** Their delay before that, in virtual milliseconds. */
	readonly delayMs?: number;
	/** The number of requests to intercept; all by default. */
	readonly times?: number;
}

/**
An apiserver that refuses or delays some requests, for tests of components' reactions.

@param interceptions may be added and removed while the world runs; the first that matches counts.
*/
export const intercept = (kernel: Kernel, handler: Handler, interceptions: readonly Interception[]): Handler => {
	const used = new Map<Interception, number>();
	return function* (request) {
		const found = interceptions.find(
			(one) => (used.get(one) ?? 0) < (one.times ?? Number.POSITIVE_INFINITY) && one.matches(request),
		);
		if (!found) {
			return yield* handler(request);
		}

		used.set(found, (used.get(found) ?? 0) + 1);
		if (found.delayMs !== undefined) {
			yield* sleep(found.delayMs);
		}

		return found.refusal ? refused(found.refusal) : yield* handler(request);
	};
};

const refused = ({code, reason, message}: NonNullable<Interception['refusal']>): Response => ({
	status: code,
	headers: {},
	body: {kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, message, code},
});
