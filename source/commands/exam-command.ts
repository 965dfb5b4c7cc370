import {examMark} from '../classroom/progress-mark.js';
import {InvalidArgumentError, type Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {languageNameOf, offeredLanguages, type LanguageName} from '../stages/language-names.js';
import {
	offeredLanguage,
	screenOptions,
	withScreen,
	withSearchStops,
	type CommandHost,
	type ScreenOptions,
} from './command-host.js';
import {untilSignalled} from './until-signalled.js';

const wholeNumber =
	(what: string, most: number) =>
	(value: string): number => {
		if (!/^\d{1,9}$/.test(value) || Number(value) > most) {
			throw new InvalidArgumentError(`${what} is a whole number from 0 to ${most}.`);
		}

		return Number(value);
	};

/** The flags of `exam`, as given. */
interface ExamFlags extends ScreenOptions {
	readonly set?: number;
	readonly seed?: number;
	readonly again?: boolean;
	readonly serve?: boolean;
	readonly grade?: boolean;
	readonly host: string;
	readonly kubeconfig?: string;
}

/** The language of the tasks. */
const toldIn = async ({lang}: ScreenOptions, host: CommandHost): Promise<LanguageName> =>
	lang === undefined ? host.language() : languageNameOf(lang);

/** All sets, and how the last attempt at each ended. */
const listExams = async (language: LanguageName): Promise<string> => {
	const [{examHeads}, {commandWords}] = await Promise.all([
		import('../classroom/exams/exam-heads.js'),
		import('./words/words.js'),
	]);
	const listed = commandWords(language).list;
	return examHeads(language)
		.map(({name, title, tasks, minutes, begun, points}) => {
			const mark = examMark({begun, points});
			const result = points === undefined ? '' : `  ${points}/100`;
			return `${mark} ${name.padEnd(12)} ${listed.exam(tasks, minutes)}  ${title}${result}\n`;
		})
		.join('');
};

const takeExam = async (word: string, flags: ExamFlags, program: Command, host: CommandHost): Promise<void> => {
	const {streams, exit, openScreen} = host;
	const [{findExam}, {sessionOf}] = await Promise.all([
		import('../classroom/exams/exams.js'),
		import('./exam-store.js'),
	]);
	const language = await toldIn(flags, host);
	const session = sessionOf(findExam(word, flags.set, language), language, flags);
	if (flags.grade) {
		const [{atOnce}, {resultText}, {keepExam}] = await Promise.all([
			import('../debugger/recording.js'),
			import('./exam-print.js'),
			import('./exam-store.js'),
		]);
		atOnce(session.grading());
		keepExam(session, true);
		streams.stdout(resultText(session));
		exit(session.points >= session.exam.pass ? 0 : 1);
		return;
	}

	if (flags.serve) {
		const {serveExam} = await import('./exam-serve.js');
		const {host: address, kubeconfig} = flags;
		await untilSignalled(async (signalled) =>
			serveExam(session, process.stdin, signalled, {host: address, kubeconfig, write: streams.stdout}),
		);
		process.stdin.destroy();
		exit(session.grades === undefined || session.points >= session.exam.pass ? 0 : 1);
		return;
	}

	if (!streams.screen) {
		throw new Mistake(
			`the exam "${session.exam.title}" needs a terminal, but there is none`,
			{},
			'open it in a terminal, or serve it to kubectl with --serve',
		);
	}

	await openScreen({view: 'exam', session}, screenOptions(program, flags));
};

/** `exam`: a set of tasks in the domains of an exam, against the clock. */
export const defineExam = (program: Command, host: CommandHost): void => {
	withSearchStops(withScreen(program.command('exam')))
		.description('take a set of tasks in the domains of an exam; without a name, list the sets')
		.argument('[name]', 'cka, ckad, cks-lite, or a set such as cka-1')
		.option('--set <number>', 'the number of the set in that exam', wholeNumber('A set number', 99))
		.option(
			'--seed <number>',
			'the seed for names and numbers in the tasks; by default, a new one after each attempt',
			wholeNumber('A seed', 999_999_999),
		)
		.option('--again', 'start over, even if an attempt is unfinished')
		.option('--serve', 'serve the cluster of each task to real kubectl, and take commands on standard input')
		.option('--grade', 'grade the unfinished attempt, and print the result')
		.option('--host <address>', 'with --serve: address to listen on', '127.0.0.1')
		.option('--kubeconfig <file>', 'with --serve: where to write the kubeconfig')
		.option('--lang <language>', `language of the tasks: ${offeredLanguages.join(', ')}`, offeredLanguage)
		.action(async (name: string | undefined, flags: ExamFlags) => {
			if (name === undefined) {
				host.streams.stdout(await listExams(await toldIn(flags, host)));
				return;
			}

			await takeExam(name, flags, program, host);
		});
};
