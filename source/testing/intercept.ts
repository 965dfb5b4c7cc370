import type {Handler, Request, Response} from '../client/request.js';
import type {Kernel} from '../kernel/kernel.js';
import {sleep} from '../kernel/routine.js';

/** What is done to the requests that match. */
export interface Interception {
	readonly matches: (request: Request) => boolean;
	/** The answer that they get in place of the apiserver's: `code`, `reason` and `message` of a Status. Without it they reach the apiserver. */
	readonly refusal?: {readonly code: number; readonly reason: string; readonly message: string};
	/** How long they are held up before that, in milliseconds of virtual time. */
	readonly delayMs?: number;
	/** Only this many of them, the first ones; all by default. */
	readonly times?: number;
}

/**
An apiserver on the way to which some requests are refused or delayed, for tests of what components do then.

@param interceptions may be added to and taken from while the world runs; the first that matches counts.
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
