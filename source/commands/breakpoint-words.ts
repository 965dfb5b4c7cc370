import {keyGlob} from '../lessons/place.js';

/** Breakpoint words in which `pod/web`, with or without `object=`, becomes the ledger key of that object. */
export const withObjectKeys = (line: string): string =>
	line.replaceAll(
		/(^|\s)(?:object=)?([a-z]+\/[a-z0-9.\-/*]+)/gi,
		(_, space: string, object: string) => `${space}object=${keyGlob(object)}`,
	);
