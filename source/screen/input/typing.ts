/** A text after a key: a character is added, backspace takes one away. */
export const typeInto = (text: string, key: string): string =>
	key === 'backspace' || key === 'delete'
		? [...text].slice(0, -1).join('')
		: key === 'ctrl+u'
			? ''
			: key === 'ctrl+w'
				? text.replace(/\S*\s*$/, '')
				: key === 'space'
					? `${text} `
					: [...key].length === 1
						? text + key
						: text;

/** The longest beginning that all candidates share. */
export const sharedBeginning = (candidates: readonly string[]): string => {
	let prefix = candidates[0] ?? '';
	for (const candidate of candidates) {
		while (!candidate.startsWith(prefix)) {
			prefix = prefix.slice(0, -1);
		}
	}

	return prefix;
};
