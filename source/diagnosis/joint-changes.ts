import type {FieldPlace} from './reason.js';
import type {RefusalAdvice} from './refused.js';
import type {Candidate, FileChange} from './symptom.js';
import {dotted} from './template.js';

/** The first change of a file among candidates. */
const firstChange = ({candidates = []}: RefusalAdvice): FileChange | undefined => {
	for (const candidate of candidates) {
		if ('field' in candidate) {
			return candidate;
		}
	}

	return undefined;
};

/**
The changes against all faults of one refusal together: with one of them alone, the server refuses the object for the next.

@param places the fields that the server names, with its message about each.
@param adviceOn the advice for a message about one field.
@returns `undefined` if a fault has no change, or if one change is against all of them.
*/
export const jointChanges = (
	places: readonly FieldPlace[],
	adviceOn: (message: string) => RefusalAdvice,
): Extract<Candidate, {readonly changes: unknown}> | undefined => {
	const changes = places.map(({field = '', message = ''}) => firstChange(adviceOn(`${field}: ${message}`)));
	const byField = new Map(changes.flatMap((change) => (change ? [[dotted(change.field), change] as const] : [])));
	return changes.includes(undefined) || byField.size < 2 ? undefined : {changes: [...byField.values()]};
};
