/**
Splits a command line into words as a shell does: quotes keep words together, a backslash makes the next character literal. An unclosed
quote extends to the end. Unlike in a shell, quotes inside braces stay, so a JSONPath or JSON needs no quotes around it.
*/
export const splitWords = (line: string): string[] => {
	const words: string[] = [];
	/** The word that has begun; `undefined` between words. */
	let word: string | undefined;
	const add = (text: string): void => {
		word = (word ?? '') + text;
	};

	let quote = '';
	let braces = 0;
	let isEscaped = false;
	for (const character of line) {
		if (isEscaped) {
			isEscaped = false;
			// Between double quotes only these are escaped; before others the backslash stays.
			add(quote === '"' && !'"\\$`'.includes(character) ? `\\${character}` : character);
		} else if (braces > 0) {
			add(character);
			if (quote) {
				quote = character === quote ? '' : quote;
			} else if (character === '"' || character === "'") {
				quote = character;
			} else if (character === '{') {
				braces++;
			} else if (character === '}') {
				braces--;
			}
		} else if (character === '\\' && quote !== "'") {
			isEscaped = true;
			add('');
		} else if (quote) {
			if (character === quote) {
				quote = '';
			} else {
				add(character);
			}
		} else if (character === '"' || character === "'") {
			quote = character;
			add('');
		} else if (/\s/.test(character)) {
			if (word !== undefined) {
				words.push(word);
				word = undefined;
			}
		} else {
			add(character);
			braces = character === '{' ? 1 : 0;
		}
	}

	if (isEscaped && quote === '"') {
		add('\\');
	}

	return word === undefined ? words : [...words, word];
};
