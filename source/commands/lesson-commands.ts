import type {Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import {withScreen, type CommandHost, type ScreenOptions} from './command-host.js';

/** `lesson`: one lesson, on the screen. */
export const defineLesson = (program: Command, {streams, openScreen}: CommandHost): void => {
	withScreen(program.command('lesson'))
		.description('one lesson; without a name, the next one')
		.argument('[name]', 'number or name of the lesson')
		.option('--lang <language>', 'its language: en, zh, ru')
		.action(async (name: string | undefined, options: ScreenOptions) => {
			const [{findLesson, nextLesson}, {readProgress}] = await Promise.all([
				import('../lessons/course.js'),
				import('../lessons/progress.js'),
			]);
			const lesson = findLesson(name ?? nextLesson(readProgress()));
			if (!streams.screen) {
				throw new Mistake(
					`the lesson "${lesson.title}" is taken on a screen, and this is no terminal`,
					{},
					'open it in a terminal; `lessons check` plays the course without one',
				);
			}

			const look = {...program.opts<ScreenOptions>(), ...options};
			await openScreen({view: 'lesson', lesson: lesson.name, language: look.lang}, look);
		});
};

/** `lessons`: the course as a list; `lessons check` proves it. */
export const defineLessons = (program: Command, {streams, exit}: CommandHost): void => {
	const lessons = program
		.command('lessons')
		.description('list the course, with what is done')
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
		.description('lint and play every lesson, verify every answer, print which claims are covered')
		.argument('[files...]', 'lesson files (default: the course)')
		.action(async (files: string[]) => {
			const {checkLessons} = await import('./lessons.js');
			exit(checkLessons(files, streams.stdout));
		});
};
