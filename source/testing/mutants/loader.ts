import type {LoadHook} from 'node:module';
import type {Mutant} from './mutants.js';

let mutant: Mutant | undefined;

/** Says what is to be changed. */
export const initialize = (given: Mutant): void => {
	mutant = given;
};

/** Loads a module as it is, or changed. @throws {Error} where the text to be changed is not there, or more than once. */
export const load: LoadHook = async (url, context, next) => {
	const loaded = await next(url, context);
	if (!mutant || !url.endsWith(`/${mutant.file}`)) {
		return loaded;
	}

	const [before, after, ...others] = String(loaded.source).split(mutant.from);
	if (before === undefined || after === undefined || others.length > 0) {
		throw new Error(`${mutant.file} does not have ${mutant.from} once: bring the table of mutants up to date`);
	}

	return {...loaded, source: before + mutant.to + after};
};
