import type {Command} from 'commander';
import {readTextFile} from '../scenario/read-text-file.js';
import type {CommandHost} from './command-host.js';
import {writeTextFile} from './text-file.js';

/** `progress export` and `progress check`: a class's results, by files that learners hand in. */
export const defineProgress = (program: Command, {streams, language}: CommandHost): void => {
	const progress = program.command('progress').description('hand in your progress, or read the progress of a class');
	progress
		.command('export')
		.description('write your progress to a file, with a fingerprint that reveals later changes')
		.argument('<file>', 'file to hand in')
		.requiredOption('--learner <name>', 'the name under which you hand it in')
		.action(async (file: string, {learner}: {readonly learner: string}) => {
			const [{readProgress}, {progressFile}] = await Promise.all([
				import('../classroom/progress.js'),
				import('./progress-file.js'),
			]);
			writeTextFile(file, progressFile({learner, progress: readProgress()}));
			streams.stdout(`${file}\n`);
		});
	progress
		.command('check')
		.description('read files that learners have handed in, and refuse those changed since the export')
		.argument('<files...>', 'files to read')
		.action(async (files: readonly string[]) => {
			const [{progressLine, readHandedIn}, {Mistakes, mistakesIn}, {commandWords}] = await Promise.all([
				import('./progress-file.js'),
				import('../scenario/mistake.js'),
				import('./words/words.js'),
			]);
			const words = commandWords(await language()).progress;
			const refused = files.flatMap((file) => {
				try {
					streams.stdout(`${progressLine(readHandedIn(readTextFile(file), file), words)}\n`);
					return [];
				} catch (error) {
					return mistakesIn(error);
				}
			});
			if (refused.length > 0) {
				throw new Mistakes(refused);
			}
		});
};
