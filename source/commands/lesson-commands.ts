import type {Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {offeredLanguages} from '../stages/language-names.js';
import {
	jobNumber,
	offeredLanguage,
	screenOptions,
	withSearchStops,
	withScreen,
	type CommandHost,
	type ScreenOptions,
} from './command-host.js';

/** The folders that are searched for lessons. */
interface PackOptions {
	readonly lessons?: string;
}

/** Adds the flag for the user's own lessons. */
const withPack = (command: Command): Command =>
	command.option(
		'--lessons <folder>',
		'a pack of lessons: a folder whose subfolders hold a lesson.yaml (default: the course)',
	);

/** `lesson`: one lesson, on the screen. */
export const defineLesson = (program: Command, host: CommandHost): void => {
	const {streams, openScreen, language} = host;
	const lesson = withPack(withSearchStops(withScreen(program.command('lesson'))))
		.description('take a lesson; without a name, the next one')
		.argument('[name]', 'number or name of the lesson')
		.option('--lang <language>', `language of the lesson: ${offeredLanguages.join(', ')}`, offeredLanguage)
		.action(async (name: string | undefined, {lessons: pack, ...options}: ScreenOptions & PackOptions) => {
			const [{findLesson, packNames, nextLesson}, {readProgress}] = await Promise.all([
				import('../classroom/course.js'),
				import('../classroom/progress.js'),
			]);
			const lesson = findLesson(
				name ?? nextLesson(readProgress(), packNames(pack)),
				options.lang ?? (await language()),
				pack,
			);
			if (!streams.screen) {
				throw new Mistake(
					`the lesson "${lesson.title}" needs a terminal, but there is none`,
					{},
					'open it in a terminal; `lessons check` plays the course without one',
				);
			}

			const look = screenOptions(program, options);
			await openScreen({view: 'lesson', lesson: lesson.name, language: look.lang, pack}, look);
		});
	defineLessonWriting(lesson, host);
};

/** `lesson new` and `lesson export`: for authors and teachers. */
const defineLessonWriting = (lesson: Command, {streams, language}: CommandHost): void => {
	lesson
		.command('new')
		.description('write a folder with a small lesson that passes `lessons check`, for you to edit')
		.argument('<name>', 'name of the folder, such as 26-my-lesson')
		.option('--question <kind>', 'kind of the question: options, stop, value, number, order, break', 'options')
		.action(async (name: string, {question}: {readonly question: string}) => {
			const {scaffoldLesson} = await import('./lesson-scaffold.js');
			const file = scaffoldLesson(name, undefined, question);
			streams.stdout(`${file}\nverify it: k8s-walkthrough lessons check ${file}\n`);
		});
	withPack(lesson.command('export'))
		.description('play a lesson and print it as a handout: Markdown, or one HTML file')
		.argument('<name>', 'number or name of the lesson')
		.option('--html', 'one self-contained HTML file')
		.action(async (name: string, options: {readonly html?: boolean} & PackOptions) => {
			const [{findLesson}, {lessonHTML, lessonMarkdown}] = await Promise.all([
				import('../classroom/course.js'),
				import('./lesson-export.js'),
			]);
			const {lessons} = {...lesson.opts<PackOptions>(), ...options};
			const told = await language();
			const found = findLesson(name, told, lessons);
			streams.stdout(options.html ? lessonHTML(found, told) : lessonMarkdown(found, told));
		});
};

/** `lessons`: the course as a list; `lessons check` proves it. */
export const defineLessons = (program: Command, {streams, exit, language}: CommandHost): void => {
	const lessons = withPack(program.command('lessons'))
		.description('list the lessons and your progress')
		.argument('[command]')
		.usage('[command]')
		.action(async (word: string | undefined, {lessons: pack}: PackOptions) => {
			if (word !== undefined) {
				throw new Mistake(
					`unknown command "lessons ${word}"`,
					{},
					'`lessons` lists the course, and `lessons check` verifies it',
				);
			}

			const {listLessons} = await import('./lessons.js');
			streams.stdout(listLessons(pack, await language()));
		});
	withPack(lessons.command('check'))
		.description(
			'lint and play every lesson and drill, verify every answer and repair, and print which claims are covered',
		)
		.argument('[files...]', 'lesson.yaml and drill.yaml files (default: the course)')
		.option('--jobs <number>', 'how many files to play at the same time (default: one per core)', jobNumber)
		.option('--watch', 'check again after each change, until Ctrl-C')
		.action(async (files: string[], options: {readonly jobs?: number; readonly watch?: boolean} & PackOptions) => {
			const {checkLessons, packFiles, watchLessons} = await import('./lessons.js');
			const {lessons: pack} = {...lessons.opts<PackOptions>(), ...options};
			const checked = files.length === 0 && pack !== undefined ? packFiles(pack) : files;
			const spoken = await language();
			const {reportIn} = await import('./mistakes/translate.js');
			const write = (text: string): void => {
				streams.stdout(spoken === 'en' ? text : reportIn(spoken, text));
			};
			if (options.watch) {
				await watchLessons(checked, write, options);
			} else {
				exit(await checkLessons(checked, write, options.jobs));
			}
		});
};
