/**
The library in a page: `import {Cluster} from './cluster.js'`, from the folder that `web build` writes.

It has the exports of the package's entry except `check`, and loads the facts of the simulation before use. `build/library-for-bundlers.mjs`
writes the same entry for bundlers: `import {Cluster} from 'k8s-walkthrough/web'`.
*/
import type * as Library from '../library/library.js';
import {libraryOfPage} from './library-of-page.js';
import {loadTexts} from './load-texts.js';

const texts = await Promise.all(['facts', 'descriptions', 'more-facts'].map((name) => loadTexts(name)));
const library = await libraryOfPage(new Map(texts.flat()));

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

// The types of the package's own door: those of the classes above, and all others.
export type ApiError = Library.ApiError;
export type Cluster = Library.Cluster;
export type Divergence = Library.Divergence;
export type Mistakes = Library.Mistakes;
export type NetworkError = Library.NetworkError;
export type NotReached = Library.NotReached;
export type Terminated = Library.Terminated;
export type * from '../library/library.js';
