import {existsSync} from 'node:fs';

/** The folder of package.json: above this module, whether the modules run one by one or as a bundle. */
const root = ((): URL => {
	let folder = new URL('.', import.meta.url);
	while (!existsSync(new URL('package.json', folder))) {
		const above = new URL('..', folder);
		if (above.href === folder.href) {
			throw new Error(`no package.json above ${import.meta.url}`);
		}

		folder = above;
	}

	return folder;
})();

/**
Address of a file that comes with the package.

@param path from the folder of package.json, with slashes: `snapshots/cluster/api-facts.json.gz`.
*/
export const packageFile = (path: string): URL => new URL(path, root);
