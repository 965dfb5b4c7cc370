/**
The library in a page: `import {Cluster} from './cluster.js'`, from the folder that `web build` writes.

It has the exports of the package's own door, and loads the facts of the simulation before it can be used.
*/
import './buffer.js';
import {usePlatform} from '../kernel/platform.js';
import {loadTexts} from './load-texts.js';
import {pagePlatform} from './page-platform.js';

const texts = await Promise.all(['facts', 'descriptions'].map((name) => loadTexts(name)));
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
