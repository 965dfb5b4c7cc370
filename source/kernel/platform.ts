import type {Platform} from './files.js';
import {nodePlatform} from './node-platform.js';

let current: Platform = nodePlatform;

/** The platform of the program: Node, unless another one was chosen. */
export const platform = (): Platform => current;

/** Chooses the platform. A page does this before the first read of a file. */
export const usePlatform = (chosen: Platform): void => {
	current = chosen;
};

/** Text of a file that may be in the package. @param path from the folder of package.json: `dist/descriptions.generated.json` */
export const findPackageText = (path: string): string | undefined => current.packageText(path);

/**
Text of a file of the package; a file whose name ends in `.gz` is unpacked.

@param path from the folder of package.json, with slashes: `snapshots/cluster/api-facts.json.gz`.
@throws {Error} when the package lacks it
*/
export const packageText = (path: string): string => {
	const text = current.packageText(path);
	if (text === undefined) {
		throw new Error(`the package lacks ${path}: install it again`);
	}

	return text;
};
