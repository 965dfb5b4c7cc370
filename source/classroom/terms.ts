/** Terms of Kubernetes that are ordinary verbs too; all other terms are always nouns. */
const alsoVerbs: ReadonlySet<string> = new Set(
	'bridge drain filter hook orphan pause probe record request score tag taint watch weight'.split(' '),
);

/** Words after which an ambiguous word is a verb. */
const beforeVerb: ReadonlySet<string> = new Set(
	'to you we they i can cannot could may might must shall should will would do does did not never and then please all both let'.split(
		' ',
	),
);

/** Words after which an ambiguous word is a noun. */
const beforeNoun: ReadonlySet<string> = new Set(
	'a an the this that these those its his her their your our each every one two three no any another'.split(' '),
);

/** Words before which an ambiguous word is a verb with its object, unless another word marks it as a noun. */
const afterVerb: ReadonlySet<string> = new Set('a an the it them this these what how which for'.split(' '));

/** The characters that must not surround a term, since it would be part of a longer word. Scripts without spaces have none. */
const wordPart = String.raw`[\w\p{Script=Cyrillic}]`;

const lastWord = (text: string): string => /(\S+)\s+$/.exec(text.toLowerCase())?.[1] ?? '';

const isNoun = (word: string, before: string, after: string): boolean => {
	const term = word.toLowerCase();
	const singular = term.replace(/(?<=ch|sh|[sx])es$|(?<=[^s])s$/, '');
	const previous = lastWord(before);
	if (singular !== term && alsoVerbs.has(singular)) {
		// "It scores" has a verb: the word counts as the term only if the text around it shows a noun.
		return beforeNoun.has(previous) || /^\s+(?:are|were|have|of)\b/i.test(after);
	}

	if (!alsoVerbs.has(term)) {
		return true;
	}

	const next = /^\s+([a-z]+)/i.exec(after)?.[1]?.toLowerCase() ?? '';
	return beforeNoun.has(previous) || !(beforeVerb.has(previous) || afterVerb.has(next));
};

/** The endings of Russian nouns and adjectives in all cases. */
const endings =
	'а|я|у|ю|ы|и|е|о|ь|й|[ое]й|[ое]ю|ью|[оеё]м|[ая]м|[ая]х|[ая]ми|[оеё]в|ия|ию|ии|ией|и[йеяюи]|ием|иям|иях|иями|[аяоеы]я|[оеыи]е|[ыи]й|[ую]ю|[ое]го|[ое]му|[ыи]м|[ыи]х|[ыи]ми';

/** A term as a pattern: an English term may be plural, and its Russian words may have any ending, as `запись` in «записи» and «записью». */
const inflected = (term: string): string =>
	term
		.replaceAll(
			/(\p{Script=Cyrillic}{3,}?)(?:ая|яя|ое|ее|ые|ие|[ыи]й|[аяуюыиеоьй])?(?!\p{Script=Cyrillic})/giu,
			`$1(?:${endings})?`,
		)
		.replace(/(?<=[a-z])y$/i, '(?:y|ies)')
		.replace(/(?<=[a-z])$/i, '(?:s|es)?');

/** A part of a text. */
export interface Part {
	readonly text: string;
	/** Whether the word is the noun that the lesson explains. */
	readonly isTerm: boolean;
}

/**
A row of a lesson's text, in parts: the terms that the lesson explains, where they are nouns, and the text between them.

@param before the row above, as a sentence continues from it
@param after the row below
*/
export const partsByTerm = (row: string, known: readonly string[], before = '', after = ''): readonly Part[] => {
	const found = known.filter((term) => term !== '');
	if (found.length === 0) {
		return [{text: row, isTerm: false}];
	}

	const escaped = found
		.toSorted((a, b) => b.length - a.length)
		.map((term) => inflected(term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)));
	const parts = row.split(new RegExp(`(?<!${wordPart})(${escaped.join('|')})(?!${wordPart})`, 'iu'));
	return parts.map((text, index) => ({
		text,
		isTerm:
			index % 2 === 1 &&
			isNoun(text, `${before} ${parts.slice(0, index).join('')}`, `${parts.slice(index + 1).join('')} ${after}`),
	}));
};

/** The terms that no text explains with their word. */
export const unusedTerms = (texts: readonly string[], known: readonly string[]): readonly string[] =>
	known.filter(
		(term) => !texts.some((text) => partsByTerm(text.replaceAll(/\s+/g, ' '), [term]).some(({isTerm}) => isTerm)),
	);
