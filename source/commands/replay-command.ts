import type {Command} from 'commander';
import {withReplayedStops, withScreen, type CommandHost, type ScreenOptions} from './command-host.js';
import {readTextFile} from '../scenario/read-text-file.js';

/** `replay`: a recording on the screen; without one, and with `--check`, only its fingerprint. */
export const defineReplay = (program: Command, {streams, exit, language, openScreen}: CommandHost): void => {
	withReplayedStops(withScreen(program.command('replay')))
		.description('replay a recording')
		.argument('<file>', 'recording')
		.option('--check', 'only check that the run has the recorded fingerprint')
		.action(async (file: string, options: ScreenOptions & {check?: boolean}) => {
			const {readRecording, refuseLonger, checkRecording} = await import('./replay.js');
			const recording = readRecording(readTextFile(file), file);
			refuseLonger(recording, file, options.stops);
			if (options.check || !streams.screen) {
				exit(checkRecording(recording, file, streams.stdout, await language()));
			} else {
				const {startOfRecording} = await import('./screen-starts.js');
				await openScreen(startOfRecording(recording), options);
			}
		});
};
