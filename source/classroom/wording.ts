import {equal} from '../kernel/equality.js';
import {Mistake} from '../scenario/mistake.js';
import {termsLost, type Glossary} from './glossary.js';
import {slotsOf, withoutSlots} from './slots.js';
import type {TextPair} from './translation.js';
import type {Lesson} from './lesson.js';

/** The numerals that English writes in letters and another language may write in digits. */
const numerals: Readonly<Record<string, string>> = Object.fromEntries(
	'zero one two three four five six seven eight nine ten eleven twelve'
		.split(' ')
		.map((word, index) => [String(index), word] as const)
		.concat([
			['1', 'once'],
			['2', 'twice'],
			['15', 'fifteen'],
			['20', 'twenty'],
			['30', 'thirty'],
			['40', 'forty'],
			['50', 'fifty'],
			['60', 'sixty'],
			['100', 'hundred'],
			['1000', 'thousand'],
		])
		.map(([digits, word]) => [word, digits]),
);

const tokens = (text: string): readonly string[] => withoutSlots(text).match(/[\w./=:@,-]*\w/g) ?? [];

/** Words that no language changes: `spec.nodeName`, `kube-scheduler`, POST, `--image=nginx`. */
const isName = (word: string): boolean =>
	/[a-z\d][A-Z]|^[A-Z]{2,}$|\w[./=:@]\w|^kube|^-/.test(word) && !/^[\d.,:]+$/.test(word);

const namesOf = (text: string): readonly string[] =>
	tokens(text)
		.map((word) =>
			word.replace(/(?<=[a-z][A-Z][a-z]+)ies$/, 'y').replace(/(?<=[A-Z]{2}|[a-z][A-Z][a-z]+[^s]|kubelet)s$/, ''),
		)
		.filter(isName);

/** The numbers of a text; a decimal comma is a point. */
const numbersOf = (text: string): readonly string[] =>
	(withoutSlots(text).match(/(?<![\w.:/-])\d+(?:[.,]\d+)?(?![\w:/-])/g) ?? []).map((number) =>
		number.replace(',', '.'),
	);

const numbersIn = (text: string): ReadonlySet<string> =>
	new Set([...numbersOf(text), ...(text.toLowerCase().match(/[a-z]+/g) ?? []).flatMap((word) => numerals[word] ?? [])]);

/** A word that only one side has. */
interface Unmatched {
	readonly side: 'from' | 'to';
	readonly word: string;
	readonly message: string;
	readonly remedy: string;
}

/** A text with one of these words is English, and not only names. */
const ordinary = /\b(?:an?|and|are|in|is|it|of|that|the|to|you)\b/i;

const slotWords = (text: string): readonly string[] =>
	slotsOf(text)
		.map(({object, expression}) => `${object ?? ''} ${expression}`)
		.sort();

/** Words that only one side of a translation has, in English or in the other language. */
const unmatched = (from: string, to: string, glossary: Glossary): ReadonlyArray<Unmatched> => {
	const decimals = to.replaceAll(/(?<=\d),(?=\d)/g, '.');
	const known = numbersIn(from);
	const said = 'names and numbers stay as they are';
	return [
		...[...new Set([...namesOf(from), ...numbersOf(from)])]
			.filter((word) => !to.includes(word) && !decimals.includes(word))
			.map((word) => ({side: 'from' as const, word, message: `the translation lacks "${word}"`, remedy: said})),
		...numbersOf(to)
			.filter((number) => !known.has(number) && !from.includes(number))
			.map((word) => ({
				side: 'to' as const,
				word,
				message: `the number ${word} is not in the English text`,
				remedy: said,
			})),
		...termsLost(glossary, from, to).map(([word, terms]) => ({
			side: 'from' as const,
			word,
			message: `the word for "${word}" differs from the glossary`,
			remedy: `say ${terms}`,
		})),
	];
};

/** Places where a translation has other names, numbers or terms than the English text. @param groups texts that are read together */
export const compareWords = (
	groups: ReadonlyArray<readonly TextPair[]>,
	glossary: Glossary,
	placeOf: Lesson['placeOf'],
): readonly Mistake[] =>
	groups.flatMap((pairs) => {
		const [first] = pairs;
		if (!first) {
			return [];
		}

		const [from, to] = [pairs.map((pair) => pair.from).join('\n'), pairs.map((pair) => pair.to).join('\n')];
		return [
			...pairs
				.filter((pair) => !equal(slotWords(pair.from), slotWords(pair.to)))
				.map(
					({path}) =>
						new Mistake(
							'the {{ slots }} differ from the English text',
							placeOf(path),
							'copy each slot as it is written',
						),
				),
			...pairs
				.filter((pair) => pair.to.trim() === '' || (pair.to === pair.from && ordinary.test(pair.from)))
				.map(({path}) => new Mistake('this text is not translated', placeOf(path))),
			...unmatched(from, to, glossary).map(({side, word, message, remedy}) => {
				const {path} = pairs.find((pair) => pair[side].includes(word)) ?? first;
				return new Mistake(message, placeOf(path), remedy);
			}),
		];
	});
