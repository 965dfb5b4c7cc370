import {blocksOf, type Block} from './markdown.js';
import {pageOf, topics} from './pages.js';

/** A section of the manual with the reader's words. */
export interface ManualPlace {
	/** The page: `scenarios`. */
	readonly topic: string;
	/** The heading of the section; that of the page for its beginning. */
	readonly heading: string;
	/** The text with most of the words, without marks of Markdown. */
	readonly excerpt: string;
}

/** A heading and the texts below it, prose before code. */
interface Section {
	readonly heading: string;
	readonly texts: readonly string[];
}

const unmarked = (text: string): string =>
	text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll(/[`*]|(?<!\w)_|_(?!\w)/g, '');

const textsOf = (block: Block): readonly string[] => {
	switch (block.kind) {
		case 'heading': {
			return [];
		}

		case 'paragraph':
		case 'item': {
			return [unmarked(block.text)];
		}

		case 'table': {
			return block.rows.map((row) => unmarked(row.filter((cell) => cell !== '–').join(': ')));
		}

		case 'code': {
			return block.lines.map((text) => text.trim());
		}
	}
};

const sectionsOf = (page: string): readonly Section[] => {
	const sections: Array<{heading: string; prose: string[]; code: string[]}> = [];
	for (const block of blocksOf(page)) {
		if (block.kind === 'heading') {
			sections.push({heading: unmarked(block.text), prose: [], code: []});
		} else {
			sections.at(-1)?.[block.kind === 'code' ? 'code' : 'prose'].push(...textsOf(block));
		}
	}

	return sections.map(({heading, prose, code}) => ({heading, texts: [...prose, ...code]}));
};

/** A word without its English ending, so that `deny` finds "denies" and "denied". */
const stemOf = (word: string): string =>
	word.length < 4 ? word : word.replace(/(?:ies|ied|y)$/, 'i').replace(/(?<=\w{3})(?:ing|ed|es|s|e)$/, '');

/** Whether a word begins in a text: `webhook` does in "Webhooks deny". */
const beginsIn = (word: string, text: string): boolean => {
	const stem = stemOf(word);
	return text
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.some((one) => one.startsWith(stem) || stemOf(one) === stem);
};

const countIn = (words: readonly string[], text: string): number => words.filter((word) => beginsIn(word, text)).length;

/** The score of a section: its heading counts more than its text; 0 if it lacks a word. */
const worthOf = (words: readonly string[], {heading, texts}: Section): number => {
	const full = texts.filter((text) => countIn(words, text) === words.length).length;
	return countIn(words, [heading, ...texts].join(' ')) < words.length
		? 0
		: 100 * countIn(words, heading) + 10 * Math.min(full, 1) + Math.min(full, 9) + 1;
};

/** The sections of the manual that have all these words, the best first. */
export const findInManual = (typed: readonly string[]): readonly ManualPlace[] => {
	const words = typed.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '');
	return words.length === 0
		? []
		: topics()
				.flatMap(({name}) =>
					sectionsOf(pageOf(name) ?? '').map((section) => ({
						topic: name,
						heading: section.heading,
						excerpt: section.texts.toSorted((a, b) => countIn(words, b) - countIn(words, a))[0] ?? '',
						worth: worthOf(words, section),
					})),
				)
				.filter(({worth}) => worth > 0)
				.sort((a, b) => b.worth - a.worth)
				.map(({topic, heading, excerpt}) => ({topic, heading, excerpt}));
};

/** The sections of a page whose headings have all these words, as Markdown; without one, the whole page. */
export const sectionOf = (page: string, typed: readonly string[]): string => {
	const words = typed.map((word) => word.toLowerCase());
	const found = page.split(/^(?=## )/m).filter((part) => {
		const [heading = ''] = part.split('\n', 1);
		return heading.startsWith('## ') && countIn(words, heading) === words.length;
	});
	return words.length === 0 || found.length === 0 ? page : found.join('');
};
