import type {Routine} from '../../../../kernel/routine.js';
import type {Place} from '../../network.js';
import type {Task} from '../../task.js';
import type {Lookup} from '../../../outside.js';

/** The place of a program that uses the network. */
export interface NetworkPlace extends Place {
	readonly task: Task;
}

/** A program that uses the network. @returns its exit code. */
export type NetworkProgram = (place: NetworkPlace, args: readonly string[]) => Routine<number>;

/** The time until an unanswered connection fails, in milliseconds. */
export const lostMs = 127_000;

/** How long a resolver waits for a name server, in milliseconds: musl for 5 s, glibc for 5 s twice. */
export const silenceMs = ({isBusybox}: Task): number => (isBusybox ? 5000 : 10_000);

/** Waits for a name server that does not answer. @param mostMs the time after which the program gives up. */
export function* waitForSilence(task: Task, mostMs = Number.POSITIVE_INFINITY): Routine {
	yield* task.wait(Math.min(silenceMs(task), mostMs));
}

/** The message of glibc about a name without an address. @mirrors gai_strerror */
export const unresolvedWords = ({case: outcome}: Lookup): string =>
	outcome === 'silent' ? 'Temporary failure in name resolution' : 'Name or service not known';
