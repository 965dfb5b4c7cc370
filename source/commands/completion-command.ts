import {Argument, type Command} from 'commander';
import type {CommandHost} from './command-host.js';

/** `completion`: a script that lets a shell complete commands, flags and their values. */
export const defineCompletion = (program: Command, {streams}: CommandHost): void => {
	program
		.command('completion')
		.description(
			'print a script that completes commands and flags in a shell: source <(k8s-walkthrough completion bash)',
		)
		.addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
		.action(async (shell: 'bash' | 'zsh' | 'fish') => {
			const [{completionScript}, {topics}] = await Promise.all([
				import('./completion.js'),
				import('../screen/manual/pages.js'),
			]);
			const names = topics().map((topic) => topic.name);
			streams.stdout(completionScript(program, shell, names));
		});
};
