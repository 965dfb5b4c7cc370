import './buffer.js';
import {usePlatform} from '../kernel/platform.js';
import {pagePlatform} from './page-platform.js';

/**
The library, once the facts of the simulation are known: its modules read them when they are loaded.

@param texts path from the package's folder → text, as the data files `facts`, `more-facts` and `descriptions` of a page hold them
*/
export const libraryOfPage = async (
	texts: ReadonlyMap<string, string>,
): Promise<typeof import('../library/library.js')> => {
	usePlatform(pagePlatform(texts, undefined));
	return import('../library/library.js');
};
