import {width} from '../screen/paint/text.js';
import {wrap} from '../screen/paint/text-layout.js';

/** The places where a word may be broken: after separators, so that paths stay readable. */
const cutAt = (word: string, columns: number): number => {
	const at = word.slice(0, columns).search(/[./,:=][^./,:=]*$/);
	return at > columns / 3 ? at + 1 : columns;
};

const pieces = (word: string, columns: number): readonly string[] => {
	const found: string[] = [];
	let rest = word;
	while (rest.length > columns) {
		const at = cutAt(rest, columns);
		found.push(rest.slice(0, at));
		rest = rest.slice(at);
	}

	return [...found, rest];
};

/** A text in lines with at most this many columns, but at least 20: broken between words, and inside longer words. */
export const wrapWords = (text: string, wanted: number): readonly string[] => {
	const columns = Math.max(20, wanted);
	if (width(text) !== text.length) {
		// Wide characters: the screen's rules apply here, too.
		return wrap(text, columns);
	}

	if (text.length <= columns) {
		return text === '' ? [] : [text];
	}

	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ').flatMap((one) => pieces(one, columns))) {
		const longer = line === '' ? word : `${line} ${word}`;
		if (line !== '' && longer.length > columns) {
			lines.push(line);
			line = word;
		} else {
			line = longer;
		}
	}

	return line === '' ? lines : [...lines, line];
};
