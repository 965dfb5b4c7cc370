import {InvalidArgumentError, type Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {offeredLanguages} from '../stages/language-names.js';
import {screenOptions, withScreen, type CommandHost, type ScreenOptions} from './command-host.js';

/** `lesson`: one lesson, on the screen. */
export const defineLesson = (program: Command, {streams, openScreen}: CommandHost): void => {
	withScreen(program.command('lesson'))
		.description('take a lesson; without a name, the next one')
		.argument('[name]', 'number or name of the lesson')
		.option('--lang <language>', `language of the lesson: ${offeredLanguages.join(', ')}`)
		.action(async (name: string | undefined, options: ScreenOptions) => {
			const [{findLesson, nextLesson}, {readProgress}] = await Promise.all([
				import('../lessons/course.js'),
				import('../lessons/progress.js'),
			]);
			const lesson = findLesson(name ?? nextLesson(readProgress()));
			if (!streams.screen) {
				throw new Mistake(
					`the lesson "${lesson.title}" needs a terminal, and this is not one`,
					{},
					'open it in a terminal; `lessons check` plays the course without one',
				);
			}

			const look = screenOptions(program, options);
			await openScreen({view: 'lesson', lesson: lesson.name, language: look.lang}, look);
		});
};

const jobNumber = (value: string): number => {
	if (!/^[1-9]\d{0,2}$/.test(value)) {
		throw new InvalidArgumentError('A number of jobs is a whole number from 1 to 999.');
	}

	return Number(value);
};

/** `lessons`: the course as a list; `lessons check` proves it. */
export const defineLessons = (program: Command, {streams, exit}: CommandHost): void => {
	const lessons = program
		.command('lessons')
		.description('list the lessons and your progress')
		.argument('[command]')
		.usage('[command]')
		.action(async (word?: string) => {
			if (word !== undefined) {
				throw new Mistake(
					`unknown command "lessons ${word}"`,
					{},
					'`lessons` lists the course, `lessons check` proves it',
				);
			}

			const {listLessons} = await import('./lessons.js');
			streams.stdout(listLessons());
		});
	lessons
		.command('check')
		.description('lint and play every lesson and drill, verify every answer and repair, print which claims are covered')
		.argument('[files...]', 'lesson.yaml and drill.yaml files (default: the course)')
		.option('--jobs <number>', 'how many to play at the same time (default: one a core)', jobNumber)
		.action(async (files: string[], {jobs}: {readonly jobs?: number}) => {
			const {checkLessons} = await import('./lessons.js');
			exit(await checkLessons(files, streams.stdout, jobs));
		});
};
