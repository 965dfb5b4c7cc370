import type {Routine} from '../../../kernel/routine.js';
import {ShellExit} from './control.js';
import type {Shell} from './shell.js';

/**
Replaces a shell by a program, which takes over its process and signals.

@throws {ShellExit} with its exit code.
*/
export function* become(shell: Shell, words: readonly string[]): Routine<never> {
	const {task} = shell;
	const ignored = new Set([...shell.traps].filter(([, script]) => script === '').map(([signal]) => signal));
	shell.traps.clear();
	task.disposition = (signal) => (ignored.has(signal) ? 'ignored' : 'default');
	task.shell = undefined;
	task.words = words;
	task.environment = shell.variables.environment;
	throw new ShellExit((yield* task.table.machine.program(task, words)) ?? 127, true);
}
