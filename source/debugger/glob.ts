const compiled = new Map<string, RegExp>();

/**
Whether a dotted or slashed path matches a pattern: `*` stands for one segment or a part of one, `**` for any number of them; a pattern also matches everything below what it names.

`apiserver.admit` matches `apiserver.admit.mutate.Priority`; `scheduler.*.TaintToleration` matches `scheduler.filter.TaintToleration`.
*/
export const matchesGlob = (pattern: string, path: string): boolean => {
	let expression = compiled.get(pattern);
	if (!expression) {
		const source = pattern
			.split('**')
			.map((part) => part.replaceAll(/[\\^$+?.()|[\]{}]/g, String.raw`\$&`).replaceAll('*', '[^./]*'))
			.join('.*');
		expression = new RegExp(`^${source}(?:[./].*)?$`, 'i');
		compiled.set(pattern, expression);
	}

	return expression.test(path);
};
