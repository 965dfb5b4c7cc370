import {memoised} from '../kernel/memoised.js';

const compiled = memoised((pattern: string) => {
	const source = pattern
		.split('**')
		.map((part) => part.replaceAll(/[\\^$+?.()|[\]{}]/g, String.raw`\$&`).replaceAll('*', '[^./]*'))
		.join('.*');
	return new RegExp(`^${source}(?:[./].*)?$`, 'i');
}, 1000);

/**
Whether a dotted or slashed path matches a pattern: `*` stands for one segment or a part of one, `**` for any number of them; a pattern also
matches all paths below its match.

`apiserver.admit` matches `apiserver.admit.mutate.Priority`; `scheduler.*.TaintToleration` matches `scheduler.filter.TaintToleration`.
*/
export const matchesGlob = (pattern: string, path: string): boolean => compiled(pattern).test(path);
