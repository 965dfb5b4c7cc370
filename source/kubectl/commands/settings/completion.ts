import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';

const shells = ['bash', 'fish', 'powershell', 'zsh'];

/** `kubectl completion`: refuses what the real one refuses. Simplified: the shell script is not printed. */
export function* completion({words, commandPath}: Invocation): Routine<number | void> {
	const [shell, ...more] = words;
	if (shell === undefined) {
		throw usageFailure(commandPath, 'Shell not specified.');
	}

	if (more.length > 0) {
		throw usageFailure(commandPath, 'Too many arguments. Expected only the shell type.');
	}

	if (!shells.includes(shell)) {
		throw usageFailure(commandPath, `Unsupported shell type ${JSON.stringify(shell)}.`);
	}

	throw new CommandFailure('there is no shell in this simulation to complete the lines of');
}
