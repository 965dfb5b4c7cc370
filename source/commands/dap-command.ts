import process from 'node:process';
import type {Command} from 'commander';
import {Mistake} from '../scenario/mistake.js';
import type {CommandHost} from './command-host.js';

/** `dap`: the debugger for editors, on standard input and output. */
export const defineDAP = (program: Command, {streams, exit}: CommandHost): void => {
	program
		.command('dap')
		.allowExcessArguments(false)
		.description('speak the Debug Adapter Protocol on standard input and output, for the debugger in your editor')
		.action(async () => {
			if (process.stdin.isTTY) {
				throw new Mistake(
					'an editor starts this command and talks to it, but this is a terminal',
					{},
					'see k8s-walkthrough help editor, or k8s-walkthrough run FILE for the debugger on this screen',
				);
			}

			const {serveDAP} = await import('./dap/serve-dap.js');
			exit(await serveDAP(process.stdin, streams.stdout, streams.stderr));
		});
};
