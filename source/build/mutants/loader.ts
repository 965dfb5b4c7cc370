import type {InitializeHook, LoadHook} from 'node:module';
import type {Mutant} from './mutant.js';
import {planted} from './planted.js';

let mutant: Mutant | undefined;

export const initialize: InitializeHook<Mutant> = (given) => {
	mutant = given;
};

/** Loads a module; that of the mutant with its mistake. @throws {Error} where the text to be changed is not there, or more than once. */
export const load: LoadHook = async (url, context, next) => {
	const loaded = await next(url, context);
	return mutant && url.endsWith(`/dist/${mutant.file}`)
		? {...loaded, source: planted(mutant, String(loaded.source))}
		: loaded;
};
