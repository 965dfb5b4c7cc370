/**
Cuts a command line into words as a shell does: quotes keep words together, a backslash takes the next character as it is.

Quotes that are never closed reach to the end.
*/
export const splitWords = (line: string): string[] => {
	const words: string[] = [];
	let word: string | undefined;
	let quote = '';
	for (let at = 0; at < line.length; at++) {
		const character = line[at];
		if (quote === "'") {
			if (character === "'") {
				quote = '';
			} else {
				word += character;
			}
		} else if (quote === '"') {
			if (character === '"') {
				quote = '';
			} else if (character === '\\' && '"\\$`'.includes(line[at + 1])) {
				word += line[++at];
			} else {
				word += character;
			}
		} else if (character === '"' || character === "'") {
			quote = character;
			word ??= '';
		} else if (character === '\\') {
			word = (word ?? '') + (line[++at] ?? '');
		} else if (/\s/.test(character)) {
			if (word !== undefined) {
				words.push(word);
				word = undefined;
			}
		} else {
			word = (word ?? '') + character;
		}
	}

	return word === undefined ? words : [...words, word];
};
