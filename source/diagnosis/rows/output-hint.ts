import type {Candidate, FieldPath, Finding} from '../symptom.js';

/** The place of a problem, from the output of a program. */
export type Hint = Pick<Finding, 'field' | 'advice' | 'candidates' | 'elsewhere'>;

/** The field of the first change. */
export const placeOf = ([first]: readonly Candidate[]): FieldPath | undefined => {
	if (first === undefined) {
		return undefined;
	}

	if ('field' in first) {
		return first.field;
	}

	if ('changes' in first) {
		return first.changes[0]?.field;
	}

	return undefined;
};
