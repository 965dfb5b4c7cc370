import {editDistance} from '../kernel/edit-distance.js';
import {printable} from '../go/printable.js';

export {printable};

/** A mistake in a user's or author's input, with its place, a message and a remedy. It ends a command with exit code 2, without a stack trace. */
export class Mistake extends Error {
	override name = 'Mistake';

	constructor(
		message: string,
		readonly place: {readonly file?: string; readonly line?: number; readonly column?: number} = {},
		/** The remedy. */
		readonly remedy?: string,
	) {
		super(message);
	}

	/** `file:line:column message`, and the remedy on a separate line. */
	override toString(): string {
		const {file, line, column} = this.place;
		const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}:${column ?? 1}`}  `;
		return printable(`${place}${this.message}${this.remedy ? `\n  ${this.remedy}` : ''}`);
	}
}

/** Several mistakes of one file. */
export class Mistakes extends Error {
	override name = 'Mistakes';

	constructor(readonly all: readonly Mistake[]) {
		super(all.map(String).join('\n'));
	}

	override toString(): string {
		return this.all.map(String).join('\n');
	}
}

/** All mistakes that were thrown together. @throws errors that are not an author's mistake. */
export const mistakesIn = (error: unknown): readonly Mistake[] => {
	if (error instanceof Mistakes) {
		return error.all;
	}

	if (error instanceof Mistake) {
		return [error];
	}

	throw error;
};

/** The candidate closest to a misspelt word, when one is close; never the word itself. */
export const closest = (word: string, candidates: readonly string[]): string | undefined => {
	let best: string | undefined;
	// With two of three letters changed, it is another word.
	let bestDistance = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3)) + 1;
	for (const candidate of candidates) {
		const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), {swaps: true});
		if (candidate !== word && distance < bestDistance) {
			best = candidate;
			bestDistance = distance;
		}
	}

	return best;
};
