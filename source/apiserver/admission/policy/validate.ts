import {typeName} from '../../../cel/type.js';
import {typeOf} from '../../../cel/value.js';
import {
	Budget,
	BudgetExceeded,
	matchConditions,
	policyBudget,
	type Evaluation,
	type PolicyActivation,
} from './activation.js';
import type {CompiledValidatingPolicy, CompiledValidation} from './compiled.js';

/** The decision of one validation of a policy. */
export interface Decision {
	/** Place of the validation in the policy; -1 for a result about the policy as a whole. */
	readonly index: number;
	readonly denied: boolean;
	readonly message: string;
	/** The code of a denial; empty for an error. */
	readonly reason: string;
	/** The evaluated expression, for a reader. */
	readonly expression?: string;
	readonly result?: unknown;
}

export type AuditAnnotation =
	{readonly key: string; readonly value: string} | {readonly key: string; readonly error: string};

export interface Judgement {
	/** False when the conditions of the policy do not hold. */
	readonly applies: boolean;
	readonly decisions: readonly Decision[];
	readonly annotations: readonly AuditAnnotation[];
}

const maxMessageBytes = 5 * 1024;

/**
The decisions of a policy on a request with one object of parameters. With `failurePolicy: Ignore`, an error denies nothing.

@mirrors validating.validator.Validate
*/
export const judge = (
	policy: CompiledValidatingPolicy,
	activation: PolicyActivation,
	ignoreErrors: boolean,
): Judgement => {
	const failed = (message: string): Judgement => ({
		applies: true,
		decisions: [{index: -1, denied: !ignoreErrors, message, reason: ''}],
		annotations: [],
	});
	const {matches, error} = matchConditions(policy.conditions, activation);
	if (error !== undefined) {
		return failed(error);
	}

	if (!matches) {
		return {applies: false, decisions: [], annotations: []};
	}

	try {
		const budget = new Budget(policyBudget);
		const outcomes = policy.validations.map(({expression}) => activation.evaluate(expression, budget));
		const decisions = policy.validations.map((validation, index) =>
			decide(validation, index, outcomes[index]!, activation, budget, ignoreErrors),
		);
		return {applies: true, decisions, annotations: annotate(policy, activation, ignoreErrors)};
	} catch (problem) {
		if (!(problem instanceof BudgetExceeded)) {
			throw problem;
		}

		return failed(problem.message);
	}
};

const decide = (
	validation: CompiledValidation,
	index: number,
	outcome: Evaluation,
	activation: PolicyActivation,
	budget: Budget,
	ignoreErrors: boolean,
): Decision => {
	const expression = validation.expression.source;
	if ('error' in outcome) {
		return {index, denied: !ignoreErrors, message: outcome.error, reason: '', expression, result: outcome.error};
	}

	return outcome.value === true
		? {index, denied: false, message: '', reason: '', expression, result: true}
		: {
				index,
				denied: true,
				message: messageOf(validation, activation, budget),
				reason: validation.reason,
				expression,
				result: outcome.value,
			};
};

/** The result of the message expression, if it is one line within the length limit; otherwise the message; without a message, the expression. */
const messageOf = (
	{expression, messageExpression, message}: CompiledValidation,
	activation: PolicyActivation,
	budget: Budget,
): string => {
	const outcome = messageExpression && activation.evaluate(messageExpression, budget);
	const value = outcome && 'value' in outcome && typeof outcome.value === 'string' ? outcome.value.trim() : '';
	const usable = !value.includes('\n') && Buffer.byteLength(value) <= maxMessageBytes;
	return (usable ? value : '') || message.trim() || `failed expression: ${expression.source.trim()}`;
};

const annotate = (
	{auditAnnotations}: CompiledValidatingPolicy,
	activation: PolicyActivation,
	ignoreErrors: boolean,
): readonly AuditAnnotation[] => {
	const budget = new Budget(policyBudget);
	return auditAnnotations.flatMap(({key, expression}): readonly AuditAnnotation[] => {
		const outcome = activation.evaluate(expression, budget);
		if ('error' in outcome) {
			return ignoreErrors ? [] : [{key, error: outcome.error}];
		}

		if (typeof outcome.value === 'string') {
			const value = outcome.value.trim();
			return value === '' ? [] : [{key, value}];
		}

		return outcome.value === null
			? []
			: [
					{
						key,
						error: `valueExpression '${expression.source}' resulted in unsupported return type: ${typeName(typeOf(outcome.value))}. Return type must be either string or null.`,
					},
				];
	});
};
