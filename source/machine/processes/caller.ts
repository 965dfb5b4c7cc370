import type {Routine} from '../../kernel/routine.js';
import type {Signal} from './signals.js';

/** The reading or writing process, as its stream knows it. */
export interface Caller {
	readonly thread: {wake(): void};
	/** Pays for work. */
	spend(steps: number): Routine;
	/** Waits for a time, or until a condition holds. */
	wait(ms: number, ready: () => boolean): Routine<unknown>;
	/** A signal that it brings upon itself. */
	raise(signal: Signal): Routine;
}
