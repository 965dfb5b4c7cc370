import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import type {Catch} from './hunt.js';
import type {Mutant} from './mutant.js';

/** The name of a mutant in the file: a changed place or replacement is another mistake. */
const keyOf = ({file, from, to}: Mutant): string => [file, from, to].join('\n');

/** The findings of earlier runs, in a file of JSON. */
export class Results {
	readonly #found: Map<string, Catch>;

	/** @param file without one, no result is kept */
	constructor(readonly file: string | undefined) {
		this.#found = new Map(file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
	}

	of(mutant: Mutant): Catch | undefined {
		return this.#found.get(keyOf(mutant));
	}

	keep(mutant: Mutant | undefined, result: Catch | undefined): void {
		if (this.file !== undefined && mutant && result) {
			this.#found.set(keyOf(mutant), result);
			writeFileSync(this.file, `${JSON.stringify([...this.#found], undefined, '\t')}\n`);
		}
	}
}
