/**
The library in a page: `import {Cluster} from './cluster.js'`, from the folder that `web build` writes.

It has the exports of the package's own door, and loads the facts of the simulation before it can be used.
*/
import './buffer.js';
import {usePlatform} from '../kernel/platform.js';
import {pagePlatform} from './page-platform.js';

/** Loads texts of the package from beside this module: path → text. @throws {Error} when the server lacks them */
const load = async (name: string): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
	const answer = await fetch(new URL(`data/${name}.json`, import.meta.url));
	if (!answer.ok) {
		throw new Error(`data/${name}.json: ${answer.status} ${answer.statusText}`);
	}

	const texts: Readonly<Record<string, string>> = await answer.json();
	return Object.entries(texts);
};

const texts = await Promise.all(['facts', 'descriptions'].map((name) => load(name)));
usePlatform(pagePlatform(new Map(texts.flat()), undefined));

// Modules of the library read facts when they are loaded.
const library = await import('../library/library.js');
export const {
	ApiError,
	Cluster,
	Divergence,
	Mistakes,
	NetworkError,
	NotReached,
	Terminated,
	faults,
	images,
	inProfile,
	keyOf,
	refuse,
	refuseForGood,
	scaleScores,
	sleep,
} = library;
