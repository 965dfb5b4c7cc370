import {InvalidArgumentError, type Command} from 'commander';
import type {CommandHost} from './command-host.js';

const portNumber = (value: string): number => {
	if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 1 to 65535.');
	}

	return Number(value);
};

/** `ctl`: words for a server that runs, from another terminal, a script or a test. */
export const defineCtl = (program: Command, {streams, exit}: CommandHost): void => {
	program
		.command('ctl')
		.description('steer a server that serve --control has started: fault, break, step, continue, wait, stops, export …')
		.argument('<words...>', 'the command for the server; help lists all commands')
		.option('--port <number>', 'the port of the server', portNumber, 6443)
		.option('--socket <path>', 'the control socket of the server, if serve --control names one')
		.passThroughOptions()
		.action(async (words: string[], {port, socket}: {readonly port: number; readonly socket?: string}) => {
			const {askControl, controlSocket} = await import('./control.js');
			const {text, failed} = await askControl(socket ?? controlSocket(port), words);
			(failed ? streams.stderr : streams.stdout)(text === '' || text.endsWith('\n') ? text : `${text}\n`);
			exit(failed ? 1 : 0);
		});
};
