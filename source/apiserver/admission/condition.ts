import {kubernetesFunctions} from '../../cel/kubernetes/library/kubernetes.js';
import {dyn} from '../../cel/type.js';
import {ConditionError} from '../../objects/condition-error.js';
import type {Value} from '../../cel/value.js';
import {compile} from '../../cel/compile.js';

const environment = {
	variables: {request: dyn, object: dyn, oldObject: dyn},
	functions: kubernetesFunctions,
};

/** Over `request`, `object` and `oldObject`. */
export type Condition = (variables: Readonly<Record<string, unknown>>) => boolean;

/**
When something that a scenario describes happens: a CEL expression, always when not given. One that cannot be evaluated does not hold.

@param owner whose condition it is, for the message.
@throws {ConditionError} for an expression that does not compile.
*/
export const conditionOf = (when: string | undefined, owner: string): Condition => {
	const {program, issues} = when === undefined ? {} : compile(when, environment);
	if (issues !== undefined) {
		throw new ConditionError(owner, issues);
	}

	return (variables) => {
		try {
			return !program || program.evaluate({get: (name) => variables[name] as Value}) === true;
		} catch {
			return false;
		}
	};
};
