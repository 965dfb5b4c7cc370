import type {Change} from '../kernel/history.js';
import type {Stop} from '../kernel/stop.js';
import type {SourcedRule} from './sources.js';

/** Reports a violation at the current change, or at rest. */
export type Report<Name extends string = SourcedRule> = (key: string, rule: Name, found: string) => void;

/** A group of rules with their memory of the run. They read each change and each stop once, so that checking costs little. */
export interface Rules {
	readonly onChange?: (change: Change, stop: Stop | undefined, report: Report) => void;
	readonly onStop?: (stop: Stop, report: Report) => void;
	/** Called when only periodic work is left: checks the values that must be equal then. */
	readonly atRest?: (report: Report) => void;
}
