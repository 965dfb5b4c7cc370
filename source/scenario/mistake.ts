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

/** The most mistakes that are printed: a reader mends the first ones, and a file may have a mistake on each line. */
const mostShown = 20;

const inLines = (all: readonly Mistake[]): string => {
	const shown = all.slice(0, mostShown).map(String);
	const more = all.length - shown.length;
	return (more > 0 ? [...shown, `  and ${more} more mistakes`] : shown).join('\n');
};

/** Several mistakes of one file. Its text has the first {@link mostShown} of them, and the number of the others. */
export class Mistakes extends Error {
	override name = 'Mistakes';

	constructor(readonly all: readonly Mistake[]) {
		super(inLines(all));
	}

	override toString(): string {
		return inLines(this.all);
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
