import type {Part, Word} from './syntax/tree.js';

type TextPart = Extract<Part, {readonly kind: 'text'}>;

const most = 10_000;
/** The limit for all words together, including intermediate ones. */
const mostCharacters = 2_000_000;

/** The number of characters that may still be made. */
interface Budget {
	left: number;
}

/** The beginning and end of `{…}` in a word, and its commas: indices of part and character. */
interface Place {
	readonly part: number;
	readonly at: number;
}

const isOpenText = (part: Part | undefined): part is TextPart => part?.kind === 'text' && !part.quoted;

/** The first `{…,…}` or `{a..b}` of a word. */
const bracesIn = (
	word: Word,
): {readonly open: Place; readonly close: Place; readonly commas: readonly Place[]} | undefined => {
	const opened: Array<{readonly open: Place; readonly commas: Place[]}> = [];
	let found: {readonly open: Place; readonly close: Place; readonly commas: readonly Place[]} | undefined;
	for (const [index, part] of word.entries()) {
		if (!isOpenText(part)) {
			continue;
		}

		for (let at = 0; at < part.text.length; at++) {
			const character = part.text[at];
			const place = {part: index, at};
			if (character === '{') {
				opened.push({open: place, commas: []});
			} else if (character === ',') {
				opened.at(-1)?.commas.push(place);
			} else if (character === '}') {
				const last = opened.pop();
				if (
					last &&
					(last.commas.length > 0 || rangeOf(between(word, last.open, place)) !== undefined) &&
					opened.length === 0
				) {
					return {open: last.open, close: place, commas: last.commas};
				}

				found ??= last && last.commas.length > 0 ? {...last, close: place} : undefined;
			}
		}
	}

	return found;
};

/** The part of a word between two characters. */
const between = (word: Word, from: Place, to: Place): Word => {
	const parts: Part[] = [];
	for (let index = from.part; index <= to.part; index++) {
		const part = word[index];
		if (!part) {
			break;
		}

		if (isOpenText(part)) {
			const text = part.text.slice(index === from.part ? from.at + 1 : 0, index === to.part ? to.at : undefined);
			if (text !== '') {
				parts.push({...part, text});
			}
		} else {
			parts.push(part);
		}
	}

	return parts;
};

/** The texts of `a..b` or `a..b..step`. */
const rangeOf = (word: Word): readonly string[] | undefined => {
	const [only] = word;
	if (word.length !== 1 || !isOpenText(only)) {
		return undefined;
	}

	const [, first = '', last = '', step = '1'] =
		/^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(only.text) ?? [];
	const isNumbers = /\d/.test(first) && /\d/.test(last);
	if (first === '' || (!isNumbers && /\d/.test(first + last))) {
		return undefined;
	}

	const from = isNumbers ? Number(first) : first.charCodeAt(0);
	const to = isNumbers ? Number(last) : last.charCodeAt(0);
	const by = Math.max(1, Math.abs(Number(step)));
	const count = Math.min(most, Math.floor(Math.abs(to - from) / by) + 1);
	const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
	return Array.from({length: count}, (_, index) => {
		const value = from + index * (to < from ? -by : by);
		return isNumbers
			? (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(width - (value < 0 ? 1 : 0), '0')
			: String.fromCharCode(value);
	});
};

/** The words of a word with braces: `a{b,c}` is `ab` and `ac`. At most 10,000, and no more than a budget of characters allows. */
export const expandBraces = (word: Word): readonly Word[] => expandWithin(word, {left: mostCharacters});

const sizeOf = (word: Word): number => word.reduce((sum, part) => sum + (isOpenText(part) ? part.text.length : 1), 1);

const expandWithin = (word: Word, budget: Budget): readonly Word[] => {
	if (!word.some((part) => isOpenText(part) && part.text.includes('{'))) {
		return [word];
	}

	const braces = bracesIn(word);
	if (!braces) {
		return [word];
	}

	const {open, close, commas} = braces;
	const before = between(word, {part: 0, at: -1}, open);
	const after = expandWithin(between(word, close, {part: word.length, at: 0}), budget);
	const places = [open, ...commas, close];
	const listed = commas.length + 1 > most ? [] : places.slice(1);
	const inner =
		commas.length === 0
			? (rangeOf(between(word, open, close)) ?? []).map((text): Word => [{kind: 'text', text, quoted: false}])
			: listed.flatMap((place, index) => expandWithin(between(word, places[index] ?? open, place), budget));
	const all: Word[] = [];
	for (const middle of inner) {
		for (const end of after) {
			if (all.length >= most || budget.left < 0) {
				return all;
			}

			const made = joined([...before, ...middle, ...end]);
			budget.left -= sizeOf(made);
			all.push(made);
		}
	}

	return all;
};

/** Neighbouring text is one part again. */
const joined = (word: Word): Word => {
	const parts: Part[] = [];
	for (const part of word) {
		const last = parts.at(-1);
		if (isOpenText(part) && isOpenText(last)) {
			parts[parts.length - 1] = {...last, text: last.text + part.text};
		} else {
			parts.push(part);
		}
	}

	return parts;
};
