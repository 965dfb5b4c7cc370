import type {KubernetesObject} from '../../../objects/kubernetes-object.js';
import {Authorizer, ResourceCheck, type Question} from '../../../cel/kubernetes/library/authorizer.js';
import {Meter, type Activation} from '../../../cel/step.js';
import {CelError, type Value} from '../../../cel/value.js';
import type {Resource} from '../../../objects/resources.js';
import type {UserInfo} from '../../request/user.js';
import {admissionRequest} from '../matching.js';
import type {AdmissionAttributes, AdmissionContext} from '../plugin.js';
import type {Program} from '../../../cel/compile.js';

/** The cost limits of one expression, and of all expressions in one evaluation of a policy. @mirrors celconfig */
const perCallLimit = 1_000_000;
export const policyBudget = 10_000_000;
export const matchConditionsBudget = 2_500_000;

/** The rest of a budget. */
export class Budget {
	constructor(public left: number) {}
}

/** Thrown when the cost budget is used up: no further expression is evaluated. */
export class BudgetExceeded extends Error {
	constructor() {
		super('validation failed due to running out of cost budget, no further validation rules will be run');
	}
}

/** An expression of a policy: compiled, or why it does not compile. */
export type Expression =
	{readonly program: Program; readonly source: string} | {readonly error: string; readonly source: string};

export interface Variable {
	readonly name: string;
	readonly expression: Expression;
}

export type Evaluation = {readonly value: Value} | {readonly error: string};

/**
The variables of a policy's expressions during one request. Each is computed once, when it is first used.

@mirrors k8s.io/apiserver/pkg/admission/plugin/cel evaluationActivation, compositionContext
*/
export class PolicyActivation implements Activation {
	readonly #values = new Map<string, Value>();
	readonly #variables: ReadonlyMap<string, Variable>;
	#meter = new Meter();

	constructor(
		readonly attributes: AdmissionAttributes,
		readonly matched: Resource,
		readonly context: AdmissionContext,
		readonly params: KubernetesObject | undefined,
		variables: readonly Variable[] = [],
	) {
		this.#variables = new Map(variables.map((variable) => [variable.name, variable]));
	}

	get(name: string): Value | undefined {
		const known = this.#values.get(name);
		if (known !== undefined) {
			return known;
		}

		const value = this.#find(name);
		if (value !== undefined) {
			this.#values.set(name, value);
		}

		return value;
	}

	/** Evaluates an expression within the budget. @throws {BudgetExceeded} */
	evaluate(expression: Expression, budget: Budget): Evaluation {
		if ('error' in expression) {
			return {error: expression.error};
		}

		this.#meter = new Meter(perCallLimit);
		try {
			return {value: expression.program.evaluate(this, this.#meter)};
		} catch (error) {
			if (!(error instanceof CelError)) {
				throw error;
			}

			return {error: `expression '${expression.source}' resulted in error: ${error.message}`};
		} finally {
			budget.left -= this.#meter.spent;
			if (budget.left < 0) {
				// eslint-disable-next-line no-unsafe-finally -- running out of budget outranks every other end
				throw new BudgetExceeded();
			}
		}
	}

	#find(name: string): Value | undefined {
		const {object, oldObject, namespace} = this.attributes;
		switch (name) {
			case 'object': {
				return (object ?? null) as Value;
			}

			case 'oldObject': {
				return (oldObject ?? null) as Value;
			}

			case 'params': {
				return (this.params ?? null) as Value;
			}

			case 'request': {
				return admissionRequest(this.attributes, this.matched);
			}

			case 'namespaceObject': {
				const isNamespace = this.attributes.resource.plural === 'namespaces' && this.attributes.resource.group === '';
				return (
					namespace === '' || isNamespace ? null : (this.context.reader.get('namespaces', undefined, namespace) ?? null)
				) as Value;
			}

			case 'variables': {
				return this.#lazyVariables();
			}

			case 'authorizer': {
				return new Authorizer((question) => this.#ask(question));
			}

			case 'authorizer.requestResource': {
				const {resource, subresource, name: objectName} = this.attributes;
				return new ResourceCheck(this.get('authorizer') as Authorizer, {
					group: resource.group,
					resource: resource.plural,
					subresource,
					namespace,
					name: objectName,
				});
			}

			default: {
				return undefined;
			}
		}
	}

	/** A record whose fields are computed when they are read. */
	#lazyVariables(): Value {
		const record: Record<string, unknown> = {};
		for (const {name, expression} of this.#variables.values()) {
			let found: Evaluation | undefined;
			Object.defineProperty(record, name, {
				enumerable: true,
				get: () => {
					found ??= this.#variable(name, expression);
					if ('error' in found) {
						throw new CelError(found.error);
					}

					return found.value;
				},
			});
		}

		return record;
	}

	#variable(name: string, expression: Expression): Evaluation {
		if ('error' in expression) {
			return {error: `composited variable "${name}" fails to compile: ${expression.error}`};
		}

		try {
			return {value: expression.program.evaluate(this, this.#meter)};
		} catch (error) {
			if (!(error instanceof CelError)) {
				throw error;
			}

			return {error: `composited variable "${name}" fails to evaluate: ${error.message}`};
		}
	}

	#ask({path, serviceAccount, ...about}: Question) {
		const user: UserInfo = serviceAccount
			? {
					username: `system:serviceaccount:${serviceAccount.namespace}:${serviceAccount.name}`,
					groups: [
						'system:serviceaccounts',
						`system:serviceaccounts:${serviceAccount.namespace}`,
						'system:authenticated',
					],
				}
			: this.attributes.user;
		return this.context.authorize({
			user,
			...about,
			version: '*',
			path: path ?? '',
			isResourceRequest: path === undefined,
		});
	}
}

/**
Whether all conditions hold; a condition that is false outranks one that fails.

@returns the errors of those that failed, unless another condition was false.
@mirrors matchconditions.matcher.Match
*/
export const matchConditions = (
	conditions: readonly Expression[],
	activation: PolicyActivation,
): {readonly matches: boolean; readonly error?: string} => {
	const errors: string[] = [];
	const budget = new Budget(matchConditionsBudget);
	try {
		for (const condition of conditions) {
			const outcome = activation.evaluate(condition, budget);
			if ('error' in outcome) {
				errors.push(outcome.error);
			} else if (outcome.value === false) {
				return {matches: false};
			}
		}
	} catch (error) {
		if (!(error instanceof BudgetExceeded)) {
			throw error;
		}

		errors.push(error.message);
	}

	const distinct = [...new Set(errors)];
	return distinct.length === 0
		? {matches: true}
		: {matches: false, error: distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`};
};
