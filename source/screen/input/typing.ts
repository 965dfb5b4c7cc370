/** A text after a key: a character is added, backspace removes one. */
export const typeInto = (text: string, key: string): string => {
	if (key === 'backspace' || key === 'delete') {
		return [...text].slice(0, -1).join('');
	}

	if (key === 'ctrl+u') {
		return '';
	}

	if (key === 'ctrl+w') {
		return text.replace(/\S*\s*$/, '');
	}

	if (key === 'space') {
		return `${text} `;
	}

	if ([...key].length === 1) {
		return text + key;
	}

	return text;
};

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
