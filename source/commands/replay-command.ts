import type {Command} from 'commander';
import {withScreen, type CommandHost, type ScreenOptions} from './command-host.js';
import {readTextFile} from './text-file.js';

/** `replay`: a recording on the screen; without one, and with `--check`, only its fingerprint. */
export const defineReplay = (program: Command, {streams, exit, language, openScreen}: CommandHost): void => {
	withScreen(program.command('replay'))
		.description('replay a recording')
		.argument('<file>', 'recording')
		.option('--check', 'only check that the run has the recorded fingerprint')
		.action(async (file: string, options: ScreenOptions & {check?: boolean}) => {
			const {readRecording, checkRecording} = await import('./replay.js');
			const recording = readRecording(readTextFile(file), file);
			if (options.check || !streams.screen) {
				exit(checkRecording(recording, file, streams.stdout, await language()));
			} else {
				const {startOfRecording} = await import('./screen-starts.js');
				await openScreen(startOfRecording(recording), options);
			}
		});
};
