import {Command, CommanderError} from 'commander';
import {ConditionError} from '../objects/condition-error.js';
import {closest, Mistake, Mistakes, mistakesIn, printable} from '../scenario/mistake.js';
import {languageNameOf, languageOfLocale, offeredLanguages, type LanguageName} from '../stages/language-names.js';
import {offeredLanguage, screenOptions, type CommandHost, type ScreenOptions, type Streams} from './command-host.js';
import {defineAssets} from './assets-command.js';
import {defineChaos} from './chaos-command.js';
import {defineCheck} from './check-command.js';
import {defineCompare} from './compare-command.js';
import {defineCompletion} from './completion-command.js';
import {defineCtl} from './ctl-command.js';
import {defineDAP} from './dap-command.js';
import {defineDrill, defineDrills} from './drill-commands.js';
import {defineExport} from './export-command.js';
import {defineExam} from './exam-command.js';
import {defineExplore} from './explore-command.js';
import {defineHelp} from './help-command.js';
import {defineLesson, defineLessons} from './lesson-commands.js';
import {defineRecord, defineRun, defineTrace} from './manifest-commands.js';
import {defineProgress} from './progress-command.js';
import {defineReplay} from './replay-command.js';
import {defineServe} from './serve-command.js';
import {defineWeb} from './web-command.js';
import {version} from './version.js';

/** Exit codes of every command. */
export const exitCodes: ReadonlyArray<readonly [code: number, meaning: string]> = [
	[0, 'all went well'],
	[1, 'something was refused, stuck, cut short or different'],
	[2, 'the command, a file or a flag is wrong'],
	[130, 'Ctrl-C ended the command early'],
];

const hostOf = (program: Command, streams: Streams, exit: (code: number) => void, said: Saying): CommandHost => ({
	streams,
	exit,
	said,
	async language() {
		// Loaded late: it pulls in all sentences.
		const {languageOf} = await import('../stages/language.js');
		return languageOf(program.opts<ScreenOptions>().lang);
	},
	async openScreen(start, options) {
		const {ascii, lang, mouse, stops} = screenOptions(program, options);
		Object.assign(process.env, {NODE_ENV: process.env.NODE_ENV ?? 'production'});
		const {showScreen} = await import('../terminal/show-app.js');
		const utf8 = /utf-?8/i.test(process.env.LC_ALL || process.env.LC_CTYPE || process.env.LANG || 'utf-8');
		const look = {ascii: ascii ?? !utf8, language: lang, mouse, stops};
		exit(await showScreen(start, look, async () => (await import('./screen-backend.js')).screenBackend));
	},
});

/** The error about a command that does not exist. */
const unknownCommand = (program: Command, word: string): Mistake => {
	const names = program.commands.map((command) => command.name());
	const near = closest(word, names);
	const usage = /\.(?:ya?ml|json)$/i.test(word)
		? `to open a manifest: k8s-walkthrough run ${word}`
		: `commands: ${names.join(', ')}`;
	return new Mistake(`unknown command "${word}"`, {}, near ? `did you mean "${near}"?` : usage);
};

/** A text of help, in the language of the user. */
type Saying = (text: string) => string;

/** The language that a command line or the locale names; help is shown in it before the words are read. */
const languageIn = (words: readonly string[], locale: string | undefined): LanguageName => {
	const at = words.indexOf('--lang');
	const joined = words.find((word) => word.startsWith('--lang='))?.slice('--lang='.length);
	return languageNameOf((at === -1 ? joined : words[at + 1]) ?? languageOfLocale(locale) ?? 'en');
};

/** The command that words name: of a command with further ones, the innermost. */
const commandNamed = (command: Command, words: readonly string[]): Command => {
	const at = words.findIndex((word) => command.commands.some((one) => one.name() === word));
	const inner = command.commands.find((one) => one.name() === words[at]);
	return inner ? commandNamed(inner, words.slice(at + 1)) : command;
};

/** The words with `--lang` before the command, where a user may also write it after the command; words behind `--` stay. */
const languageFirst = (program: Command, words: readonly string[]): readonly string[] => {
	const end = words.indexOf('--');
	const at = words.slice(0, end === -1 ? undefined : end).findIndex((word) => /^--lang(?:=|$)/.test(word));
	if (at === -1 || commandNamed(program, words).options.some(({long}) => long === '--lang')) {
		return words;
	}

	const taken = words[at] === '--lang' ? 2 : 1;
	return [...words.slice(at, at + taken), ...words.slice(0, at), ...words.slice(at + taken)];
};

/** The commands, in the order in which help lists them. */
const commands = [
	defineRun,
	defineTrace,
	defineCheck,
	defineLesson,
	defineLessons,
	defineDrill,
	defineDrills,
	defineExam,
	defineProgress,
	defineRecord,
	defineReplay,
	defineExport,
	defineExplore,
	defineChaos,
	defineCompare,
	defineServe,
	defineWeb,
	defineAssets,
	defineCtl,
	defineDAP,
	defineCompletion,
	defineHelp,
];

/** The commands with their flags and actions; each sets the exit code. @param said translates texts of help @param failed translates errors about flags */
export const createProgram = (
	streams: Streams,
	exit: (code: number) => void,
	said: Saying = (text) => text,
	failed: Saying = (text) => text,
): Command => {
	const program = new Command('k8s-walkthrough');
	const host = hostOf(program, streams, exit, said);
	program
		.description(
			'A debugger for Kubernetes itself, in a terminal: the whole path of a Pod, simulated, step by step, forwards and backwards. Without a command, it opens the home screen.',
		)
		.version(version())
		.option('--ascii', 'plain characters only')
		.option('--no-mouse', 'leave the mouse to the terminal')
		.option(
			'--lang <language>',
			`language of the screen, lessons and stops: ${offeredLanguages.join(', ')}`,
			offeredLanguage,
			languageOfLocale(streams.locale),
		)
		.showHelpAfterError(failed('(--help lists commands and options)'))
		.enablePositionalOptions()
		.helpCommand(false)
		.exitOverride()
		.configureOutput({
			writeOut: streams.stdout,
			writeErr: streams.stderr,
			outputError(text, write) {
				write(failed(text));
			},
			getOutHelpWidth: () => streams.columns ?? 80,
			getErrHelpWidth: () => streams.columns ?? 80,
		})
		.addHelpText(
			'after',
			`\n${said('Exit codes:')}\n${exitCodes.map(([code, meaning]) => `  ${code}  ${said(meaning)}\n`).join('')}`,
		)
		.argument('[command]')
		.usage('[options] [command]')
		.allowExcessArguments()
		.action(async (word: string | undefined, options: ScreenOptions) => {
			if (word !== undefined) {
				throw unknownCommand(program, word);
			}

			if (streams.screen) {
				await host.openScreen(undefined, options);
			} else {
				program.outputHelp();
			}
		});
	for (const define of commands) {
		define(program, host);
	}

	return program;
};

/**
Runs one command line.

@returns the exit code.
*/
export const run = async (words: readonly string[], streams: Streams): Promise<number> => {
	let code = 0;
	const language = languageIn(words, streams.locale);
	// Loaded only for readers of another language.
	const mistakes = language === 'en' ? undefined : await import('./mistakes/translate.js');
	try {
		const help = language === 'en' ? undefined : await import('./help/translated.js');
		const program = createProgram(
			mistakes
				? {
						...streams,
						stderr(text) {
							streams.stderr(mistakes.notesIn(language, text));
						},
					}
				: streams,
			(value) => {
				code = value;
			},
			help && ((text) => help.helpText(language, text)),
			mistakes && ((text) => mistakes.linesIn(language, text)),
		);
		help?.translateHelp(program, language);
		await program.parseAsync(languageFirst(program, words), {from: 'user'});
		return code;
	} catch (error) {
		if (error instanceof CommanderError) {
			return error.exitCode === 0 ? 0 : 2;
		}

		if (error instanceof Mistake || error instanceof Mistakes || error instanceof ConditionError) {
			const translated = (wrong: Mistake | Mistakes): string =>
				mistakes
					? mistakesIn(wrong)
							.map((mistake) => mistakes.mistakeIn(language, mistake).toString())
							.join('\n')
					: wrong.toString();
			streams.stderr(`${error instanceof ConditionError ? printable(error.message) : translated(error)}\n`);
			return 2;
		}

		throw error;
	}
};
