import type {Routine} from '../../kernel/routine.js';
import {CommandFailure} from '../failure.js';
import type {Session} from '../session.js';

/** Commands that hold a connection to this machine open. */
export function* port(session: Session): Routine<number | void> {
	throw new CommandFailure(
		`${session.commandPath} connects to the machine it runs on, and a simulated cluster has no way there`,
	);
}
