import type {Routine} from '../../kernel/routine.js';
import {CommandFailure} from '../failure.js';
import type {Session} from '../session.js';

/** `kubectl top` needs metrics-server, which this cluster does not run. */
export function* top(session: Session): Routine<number | void> {
	yield* session.resources();
	throw new CommandFailure('Metrics API not available');
}

/** Commands that hold a connection to this machine open. */
export function* port(session: Session): Routine<number | void> {
	throw new CommandFailure(
		`${session.commandPath} connects to the machine it runs on, and a simulated cluster has no way there`,
	);
}
