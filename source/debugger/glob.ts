import {memoised} from '../kernel/memoised.js';

const compiled = memoised((pattern: string) => {
	const source = pattern
		.split('**')
		.map((part) => part.replaceAll(/[\\^$+?.()|[\]{}]/g, String.raw`\$&`).replaceAll('*', '[^./]*'))
		.join('.*');
	return new RegExp(`^${source}(?:[./].*)?$`, 'i');
}, 1000);

/**
Whether a dotted or slashed path matches a pattern. In a pattern, `*` matches one segment or a part of one, and `**` any number of segments.
A pattern that matches a path also matches every path below it.

`apiserver.admit` matches `apiserver.admit.mutate.Priority`; `scheduler.*.TaintToleration` matches `scheduler.filter.TaintToleration`.
*/
export const matchesGlob = (pattern: string, path: string): boolean => compiled(pattern).test(path);
