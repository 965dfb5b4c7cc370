import type {LoadHook} from 'node:module';
import {mutants} from './mutants.js';

/** Loads a module with all its mistakes, of which the one is made whose number `globalThis.mistake` is. @throws {Error} where the text to be changed is not there, or more than once. */
export const load: LoadHook = async (url, context, next) => {
	const loaded = await next(url, context);
	const here = [...mutants.entries()].filter(([, {file}]) => url.endsWith(`/${file}`));
	if (here.length === 0) {
		return loaded;
	}

	let source = String(loaded.source);
	for (const [number, {file, from, to}] of here) {
		const [before, after, ...others] = source.split(from);
		if (before === undefined || after === undefined || others.length > 0) {
			throw new Error(`${file} does not have ${from} once: bring the table of mutants up to date`);
		}

		source = before + to.replaceAll('MISTAKE', `(globalThis.mistake === ${number})`) + after;
	}

	return {...loaded, source};
};
