import type {LanguageName} from '../../stages/language-names.js';
import {Texts, type Translation} from '../../stages/translation.js';
import {faultKinds, type FaultName} from '../../scenario/faults/fault-kinds.js';
import {commandTable, commandUsages, resourceUsage, type CommandWord} from '../input/command-table.js';
import type {Binding} from '../input/binding.js';
import {keyTable, type Word} from '../input/key-table.js';
import {chinese} from './chinese.js';
import {english} from './english.js';
import {russian} from './russian.js';
import type {KeyWords, ScreenWords} from './screen-words.js';

/** The words of the screen in all languages. */
export const screenTexts = new Texts<ScreenWords>('screen', english, {zh: chinese, ru: russian});

const keyWords: Readonly<Partial<Record<LanguageName, Translation<KeyWords>>>> = {
	zh: chinese,
	ru: russian,
};

/** The texts of keys, commands and faults in a language; English has them in their own tables. */
const keysIn = (language: LanguageName): Translation<KeyWords> => keyWords[language] ?? {};

/** The keys, commands and faults that a translation lacks, such as `keys.step`. */
export const lackingKeys = (language: LanguageName): readonly string[] => {
	const {keys = {}, commands = {}, faults = {}, resources} = keysIn(language);
	return [
		...keyTable.flatMap(({word}) => (keys[word] === undefined ? [`keys.${word}`] : [])),
		...commandTable.flatMap(({word}) => (commands[word] === undefined ? [`commands.${word}`] : [])),
		...faultKinds.flatMap(({name}) => (faults[name] === undefined ? [`faults.${name}`] : [])),
		...(resources === undefined ? ['resources'] : []),
	];
};

/** The words of the screen in a language. */
export const screenWords = (language: LanguageName): ScreenWords => screenTexts.in(language);

/** The words of the screen in the user's language. */
export const wordsOf = ({setup}: {readonly setup: {readonly language: LanguageName}}): ScreenWords =>
	screenWords(setup.language);

/** The effect of a key, in a language. */
export const keyDoes = (language: LanguageName, {word, does}: Binding<Word>): string =>
	keysIn(language).keys?.[word] ?? does;

/** The short text of a key in the footer, in a language. */
export const keyShort = (language: LanguageName, short: string): string => keysIn(language).shorts?.[short] ?? short;

/** The effect of a word of the command line, in a language. */
export const commandDoes = (
	language: LanguageName,
	{word, does}: {readonly word: CommandWord; readonly does: string},
): string => keysIn(language).commands?.[word] ?? does;

/** The effect of a fault, in a language. */
export const faultDoes = (
	language: LanguageName,
	{name, does}: {readonly name: FaultName; readonly does: string},
): string => keysIn(language).faults?.[name] ?? does;

/** The words of the command line: the usage of each, and its description in a language. */
export const usagesIn = (language: LanguageName): ReadonlyArray<readonly [usage: string, does: string]> => {
	const {commands = {}, resources} = keysIn(language);
	const told: Readonly<Record<string, string | undefined>> = {
		...Object.fromEntries(
			commandTable.map(({word, argument}) => [`${word} ${argument}`.trimEnd(), commands[word]] as const),
		),
		[resourceUsage]: resources,
	};
	return commandUsages.map(([usage, does]) => [usage, told[usage] ?? does] as const);
};
