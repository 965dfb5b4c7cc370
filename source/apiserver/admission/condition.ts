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
The condition of a webhook's answer or another reaction that a scenario describes: a CEL expression; without one, it always holds. An
expression that cannot be evaluated does not hold.

@param owner of the condition, for the message.
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
