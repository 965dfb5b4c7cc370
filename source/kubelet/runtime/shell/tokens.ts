/** What stands between words. */
export const operators: readonly string[] = ['&&', '||', '>>', '>&2', '2>&1', ';', '&', '|', '>', '<', '(', ')', '\n'];

/** Where a quoted part that begins at an index ends: after its closing quote. */
const afterQuote = (text: string, index: number): number => {
	const quote = text.charAt(index);
	let close = index + 1;
	while (close < text.length && text[close] !== quote) {
		close += quote !== "'" && text[close] === '\\' ? 2 : 1;
	}

	return close + 1;
};

/** Where a substitution that begins at an index with `$(` ends. */
const afterSubstitution = (text: string, index: number): number => {
	let depth = 0;
	let close = index + 1;
	do {
		depth += text[close] === '(' ? 1 : text[close] === ')' ? -1 : 0;
		close++;
	} while (close < text.length && depth > 0);
	return close;
};

/** Words and operators of a script. Words keep their quotes: expansion needs to know them. */
export const tokens = (text: string): readonly string[] => {
	const found: string[] = [];
	let word = '';
	let index = 0;
	const end = () => {
		if (word !== '') {
			found.push(word);
			word = '';
		}
	};

	/** Adds everything up to an index to the word. */
	const take = (until: number) => {
		word += text.slice(index, until);
		index = until;
	};

	while (index < text.length) {
		const character = text.charAt(index);
		if (character === '\\' && text[index + 1] === '\n') {
			index += 2;
		} else if (/['"`]/.test(character)) {
			take(afterQuote(text, index));
		} else if (character === '$' && text[index + 1] === '(') {
			take(afterSubstitution(text, index));
		} else if (character === '#' && word === '') {
			const newline = text.indexOf('\n', index);
			index = newline === -1 ? text.length : newline;
		} else if (character === ' ' || character === '\t') {
			end();
			index++;
		} else {
			const operator = operators.find((candidate) => text.startsWith(candidate, index));
			if (operator && !(operator === '2>&1' && word !== '')) {
				end();
				found.push(operator);
				index += operator.length;
			} else {
				take(index + 1);
			}
		}
	}

	end();
	return found;
};
