import {RuntimeError} from '../cri/messages.js';
import type {RuntimeFailure} from '../machine/images/image.js';

/** The failures that the scenario requests: how often each has happened. */
export class Failures {
	readonly #counts = new Map<string, number>();

	/**
	Fails, unless it has already failed often enough.

	@param what the key for counting failures.
	@param image the name of the image in the error's text, or another subject of the text.
	@throws {RuntimeError}
	*/
	check(what: string, failure: RuntimeFailure | undefined, image: string): void {
		if (failure && this.happens(what, failure)) {
			throw new RuntimeError(failure.code, failure.text.replaceAll('$IMAGE', image));
		}
	}

	/** Whether it fails this time. */
	happens(what: string, failure: RuntimeFailure): boolean {
		const count = (this.#counts.get(what) ?? 0) + 1;
		this.#counts.set(what, count);
		return failure.times === undefined || count <= failure.times;
	}
}
