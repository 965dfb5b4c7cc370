import type {Mutant} from './mutant.js';

/** The text of a module with the mistake in it. @throws {Error} where the text to be changed is not there, or more than once. */
export const planted = ({file, from, to}: Mutant, source: string): string => {
	const [before, after, ...others] = source.split(from);
	if (before === undefined || after === undefined || others.length > 0) {
		throw new Error(
			`${file} has ${after === undefined ? 'nowhere' : 'more than once'} ${from}: bring the table of mutants up to date`,
		);
	}

	return before + to + after;
};
