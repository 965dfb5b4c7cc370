import type {ClusterRecording} from '../../cluster.js';
import type {Stop} from '../../kernel/stop.js';

/** An object before and after a stop; `undefined` if it does not exist. */
export interface ObjectChange {
	readonly before: unknown;
	readonly after: unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The object of a stop before and after it: for a request in progress and for a delivery from its facts, else as it is stored. */
export const changeAt = ({kernel: {ledger}}: ClusterRecording, stop: Stop): ObjectChange => {
	const {facts, object, step} = stop;
	if (isObject(facts?.after)) {
		return {before: facts.before, after: facts.after};
	}

	return object === undefined
		? {before: undefined, after: undefined}
		: {before: ledger.readAt(object, step - 1), after: ledger.readAt(object, step)};
};
