/** Splits a command line as a shell does: at spaces, with single and double quotes and backslashes. Nothing is expanded. */
export const splitWords = (line: string): string[] => {
	const words: string[] = [];
	let word: string | undefined;
	let quote = '';
	for (let index = 0; index < line.length; index++) {
		const character = line[index]!;
		if (quote !== '') {
			if (character === quote) {
				quote = '';
			} else if (character === '\\' && quote === '"' && '"\\$`'.includes(line[index + 1] ?? ' ')) {
				word += line[++index]!;
			} else {
				word += character;
			}
		} else if (character === "'" || character === '"') {
			quote = character;
			word ??= '';
		} else if (character === '\\' && index + 1 < line.length) {
			word = (word ?? '') + line[++index]!;
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
