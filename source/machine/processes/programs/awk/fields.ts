import type {RE2JS} from 're2js';

/**
The parts of a text between separators, as for `FS` and `split`: one blank matches any blanks, an empty text splits each character, a longer text is an expression.

@param pattern compiles an expression
*/
export const partsOf = (text: string, separator: string, pattern: (text: string) => RE2JS): string[] => {
	if (text === '') {
		return [];
	}

	if (separator === ' ') {
		return text.trim() === '' ? [] : text.trim().split(/[ \t\n]+/);
	}

	if (separator === '') {
		return [...text];
	}

	if (separator.length === 1 && separator !== '|') {
		return text.split(separator === '\\' ? '\\' : separator);
	}

	return separator === '|' || separator === '\\|' ? text.split('|') : pattern(separator).split(text);
};
