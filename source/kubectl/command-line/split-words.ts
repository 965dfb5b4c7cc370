/**
Cuts a command line into words as a shell does: quotes keep words together, a backslash takes the next character as it is.

Quotes that are never closed reach to the end. Kinder than a shell: inside braces quotes stay, so that a JSONPath or JSON needs none around it.
*/
export const splitWords = (line: string): string[] => {
	const words: string[] = [];
	let word: string | undefined;
	let quote = '';
	let braces = 0;
	for (let at = 0; at < line.length; at++) {
		const character = line[at];
		if (braces > 0) {
			word += character;
			if (quote) {
				quote = character === quote ? '' : quote;
			} else if (character === '"' || character === "'") {
				quote = character;
			} else {
				braces += character === '{' ? 1 : character === '}' ? -1 : 0;
			}
		} else if (quote === "'") {
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
			braces = character === '{' ? 1 : 0;
		}
	}

	return word === undefined ? words : [...words, word];
};
