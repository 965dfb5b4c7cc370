import type {LanguageName} from '../../stages/language-names.js';
import {commandTable, commandUsages, resourceUsage, type CommandWord} from '../input/command-table.js';
import type {Binding} from '../input/binding.js';
import type {Word} from '../input/key-table.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';
import type {ScreenWords, TranslatedWords} from './screen-words.js';
import type {FaultName} from '../../scenario/faults/fault-kinds.js';

const translated = {zh: chinese, ru: russian} satisfies {
	readonly [Name in Exclude<LanguageName, 'en'>]: TranslatedWords;
};

const translationOf = (language: LanguageName): TranslatedWords | undefined =>
	language === 'en' ? undefined : translated[language];

/** What the screen says in a language. */
export const screenWords = (language: LanguageName): ScreenWords => translationOf(language) ?? english;

/** What the screen says in the language that its user has chosen. */
export const wordsOf = ({setup}: {readonly setup: {readonly language: LanguageName}}): ScreenWords =>
	screenWords(setup.language);

/** What a key does, in a language. */
export const keyDoes = (language: LanguageName, {word, does}: Binding<Word>): string =>
	translationOf(language)?.keys[word] ?? does;

/** The short text of a key in the footer, in a language. */
export const keyShort = (language: LanguageName, short: string): string =>
	translationOf(language)?.shorts[short] ?? short;

/** What a word of the command line does, in a language. */
export const commandDoes = (
	language: LanguageName,
	{word, does}: {readonly word: CommandWord; readonly does: string},
): string => translationOf(language)?.commands[word] ?? does;

/** What a fault does, in a language. */
export const faultDoes = (
	language: LanguageName,
	{name, does}: {readonly name: FaultName; readonly does: string},
): string => translationOf(language)?.faults[name] ?? does;

/** The words of the command line: how each is used, and what it does in a language. */
export const usagesIn = (language: LanguageName): ReadonlyArray<readonly [usage: string, does: string]> => {
	const translation = translationOf(language);
	return translation
		? [
				...commandTable.map(
					({word, argument}) => [`${word} ${argument}`.trimEnd(), translation.commands[word]] as const,
				),
				[resourceUsage, translation.resources] as const,
			]
		: commandUsages;
};
