import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure} from '../../failure.js';

/** `kubectl plugin list`: the simulated terminal has no folders with programs. */
export function* pluginList(): Routine<number | void> {
	throw new CommandFailure('unable to find any kubectl plugins in your PATH');
}
