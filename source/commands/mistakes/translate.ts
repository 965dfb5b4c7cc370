import type {LanguageName} from '../../stages/language-names.js';
import {Mistake} from '../../scenario/mistake.js';
import {chineseMistakes} from './chinese.js';
import {notes as chineseNotes} from './notes/chinese.js';
import {notes as russianNotes} from './notes/russian.js';
import {russianMistakes} from './russian.js';
import {manifestMistakes as russianManifestMistakes} from '../../stages/ru/manifest-mistakes.js';
import {manifestMistakes as chineseManifestMistakes} from '../../stages/zh/manifest-mistakes.js';

/** A translated message: the pattern of its English text, and the translation. */
type Entry = readonly [pattern: RegExp, translation: string];

const patternOf = (english: string): RegExp =>
	new RegExp(
		`^${english
			.split('…')
			.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
			.join(String.raw`([^\n]*?)`)}$`,
	);

/** The number of characters that a pattern requires: of several matching patterns, the one that requires most is the most specific. */
const literalLength = (english: string): number => english.replaceAll('…', '').length;

type Texts = ReadonlyArray<readonly [english: string, translation: string]>;

/** @param tables those of other languages are absent in a page, where each reader has the texts of one language */
const compiled = (...tables: ReadonlyArray<Texts | undefined>): readonly Entry[] =>
	tables
		.flatMap((texts) => texts ?? [])
		.toSorted(([one], [other]) => literalLength(other) - literalLength(one))
		.map(([english, translation]) => [patternOf(english), translation] as const);

const entries: Readonly<Partial<Record<LanguageName, readonly Entry[]>>> = {
	zh: compiled(chineseMistakes, chineseManifestMistakes),
	ru: compiled(russianMistakes, russianManifestMistakes),
};

/** The patterns of whole lines on standard error, which do not match Kubernetes' own words. */
const notes: typeof entries = {zh: compiled(chineseNotes), ru: compiled(russianNotes)};

/** A message in a language; its parts, such as the kind of value that is expected, are translated too. English if there is no translation. @param patterns all of them by default */
export const messageIn = (language: LanguageName, text: string, patterns = entries): string => {
	for (const [pattern, translation] of patterns[language] ?? []) {
		const found = pattern.exec(text);
		if (found) {
			return translation.replaceAll(/\$(\d)/g, (_, slot: string) => messageIn(language, found[Number(slot)] ?? ''));
		}
	}

	return text;
};

/** Lines of text, each in a language if there is a translation. */
export const linesIn = (language: LanguageName, text: string): string =>
	text
		.split('\n')
		.map((row) => messageIn(language, row))
		.join('\n');

/** Lines on standard error: the program's notes are translated, others stay unchanged. */
export const notesIn = (language: LanguageName, text: string): string =>
	text
		.split('\n')
		.map((row) => messageIn(language, row, notes))
		.join('\n');

/** Lines of a report, such as that of `lessons check`: notes, and mistakes after their place `file:line:column`. */
export const reportIn = (language: LanguageName, text: string): string =>
	text
		.split('\n')
		.map((row) => {
			const note = messageIn(language, row, notes);
			const [, place = '', message = row] = /^(\S+:\d+:\d+ {2}| {2})(.*)$/.exec(row) ?? [];
			return note === row ? `${place}${messageIn(language, message)}` : note;
		})
		.join('\n');

/** A mistake with message and remedy in a language; its place stays. */
export const mistakeIn = (language: LanguageName, {message, place, remedy}: Mistake): Mistake =>
	new Mistake(messageIn(language, message), place, remedy === undefined ? undefined : messageIn(language, remedy));
