/**
Breaks lines between words so that they stay within the limit; existing breaks stay.

@mirrors mitchellh/go-wordwrap WrapString
*/
export const wordWrap = (text: string, limit: number): string => {
	let output = '';
	let current = 0;
	let spaces = '';
	let word = '';
	const flush = (): void => {
		current += spaces.length + word.length;
		output += spaces + word;
		spaces = '';
		word = '';
	};

	for (const character of text) {
		if (character === '\n') {
			if (word === '' && current + spaces.length > limit) {
				spaces = '';
			}

			flush();
			output += '\n';
			current = 0;
		} else if (/\s/u.test(character) && character !== '\u00A0') {
			if (spaces === '' || word !== '') {
				flush();
			}

			spaces += character;
		} else {
			word += character;
			if (current + spaces.length + word.length > limit && word.length < limit) {
				output += '\n';
				current = 0;
				spaces = '';
			}
		}
	}

	return word !== '' || current + spaces.length <= limit ? output + spaces + word : output;
};

/** Every line behind some spaces. */
export const indented = (text: string, spaces: number): string =>
	text
		.split('\n')
		.map((line) => ' '.repeat(spaces) + line)
		.join('\n');

const item = /^(\d+\.?|-|\*)\s/;

/**
Fills lines with words up to the limit; paragraphs, items of lists and text indented by four spaces begin new lines.

@mirrors kubectl/pkg/explain wrapString
*/
export const fill = (text: string, limit: number): readonly string[] => {
	const lines: string[] = [];
	let line = '';
	let last = '';
	const flush = (): void => {
		if (line !== '') {
			lines.push(line);
			line = '';
			last = '';
		}
	};

	for (const paragraph of text.split('\n')) {
		if (paragraph.startsWith('    ')) {
			flush();
			lines.push(paragraph);
			continue;
		}

		const trimmed = paragraph.trim();
		if (trimmed === '' && lines.length > 0) {
			flush();
			lines.push('');
			continue;
		}

		if (last.endsWith(':') || trimmed === '' || item.test(trimmed)) {
			flush();
		}

		for (const word of trimmed.split(/\s+/).filter((one) => one !== '')) {
			last = word;
			if (line !== '' && line.length + 1 + word.length > limit) {
				flush();
				last = word;
			}

			line = line === '' ? word : `${line} ${word}`;
		}
	}

	flush();
	return lines;
};
