import './buffer.js';
import {usePlatform} from '../kernel/platform.js';
import {pagePlatform} from './page-platform.js';

/**
The library, after the facts of the simulation are available: its modules read them when they are loaded.

@param texts the texts by path from the package's folder, from the data files `facts`, `more-facts` and `descriptions` of a page
*/
export const libraryOfPage = async (
	texts: ReadonlyMap<string, string>,
): Promise<typeof import('../library/library.js')> => {
	usePlatform(pagePlatform(texts, undefined));
	return import('../library/library.js');
};
