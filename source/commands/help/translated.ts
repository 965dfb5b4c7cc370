import {type Command, Help} from 'commander';
import {offeredLanguages, type LanguageName} from '../../stages/language-names.js';
import {width} from '../../screen/paint/text.js';
import {wrap} from '../../screen/paint/text-layout.js';
import {helpIn} from './texts.js';

const offered = offeredLanguages.join(', ');

/** The key of a text of help: the list of languages in it may change. */
export const helpKey = (text: string): string => text.replace(offered, '$LANGUAGES');

/** A text of help in a language; untranslated text is in English. */
export const helpText = (language: LanguageName, text: string): string => {
	const key = helpKey(text);
	const texts = helpIn(language);
	return Object.hasOwn(texts, key) ? (texts[key] ?? text).replace('$LANGUAGES', offered) : text;
};

/** `(default: 6443)` and other words in parentheses after the description of a flag. */
const inParentheses = (language: LanguageName, text: string): string =>
	text
		.replace(/(?<=[(，,] ?)default: /, helpText(language, 'default: '))
		.replace(/(?<=\()choices: /, helpText(language, 'choices: '));

/** Help in another language: its texts, and columns by the width of characters. */
class TranslatedHelp extends Help {
	constructor(readonly language: LanguageName) {
		super();
	}

	override commandDescription(command: Command): string {
		return helpText(this.language, super.commandDescription(command));
	}

	override subcommandDescription(command: Command): string {
		return helpText(this.language, super.subcommandDescription(command));
	}

	override optionDescription(option: Parameters<Help['optionDescription']>[0]): string {
		const told = helpText(this.language, option.description);
		return inParentheses(
			this.language,
			super.optionDescription(option).replace(option.description, () => told),
		);
	}

	override argumentDescription(argument: Parameters<Help['argumentDescription']>[0]): string {
		const told = helpText(this.language, argument.description);
		return super.argumentDescription(argument).replace(argument.description, () => told);
	}

	override styleTitle(title: string): string {
		return helpText(this.language, title);
	}

	override displayWidth(text: string): number {
		return width(text);
	}

	override boxWrap(text: string, columns: number): string {
		return wrap(text, Math.max(columns, this.minWidthToWrap ?? 0)).join('\n');
	}
}

/** Translates the help of a program and of all its commands. */
export const translateHelp = (program: Command, language: LanguageName): void => {
	if (language === 'en') {
		return;
	}

	for (const command of [program, ...program.commands, ...program.commands.flatMap(({commands}) => commands)]) {
		command.createHelp = () => Object.assign(new TranslatedHelp(language), command.configureHelp());
	}
};
