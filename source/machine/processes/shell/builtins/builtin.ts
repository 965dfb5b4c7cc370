import type {Routine} from '../../../../kernel/routine.js';
import type {Shell} from '../shell.js';

/** A command that runs in the shell itself. */
export interface Builtin {
	/** @returns its exit code. */
	run(shell: Shell, args: readonly string[]): Routine<number>;
	readonly onlyBash?: boolean;
	readonly notDash?: boolean;
}
