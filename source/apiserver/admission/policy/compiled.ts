import {PolicyCompiler, resultTypes, type Result} from '../../../cel/kubernetes/admission-environment.js';
import type {MutatingAdmissionPolicy, ValidatingAdmissionPolicy} from '../../../objects/kubernetes.generated.js';
import type {Expression, Variable} from './activation.js';
import {getOrInsert} from '../../../kernel/get-or-insert.js';

interface Condition {
	readonly expression: string;
}

const expression = (source: string, result: Result): Expression =>
	'program' in result ? {program: result.program, source} : {error: result.error, source};

const conditionsOf = (conditions: readonly Condition[] | undefined, params: boolean): readonly Expression[] => {
	const compiler = new PolicyCompiler({params, authorizer: true}, false);
	return (conditions ?? []).map((condition) =>
		expression(condition.expression, compiler.compile(condition.expression, resultTypes.condition)),
	);
};

const variablesOf = (
	compiler: PolicyCompiler,
	variables: ReadonlyArray<{readonly name: string; readonly expression: string}> | undefined,
): readonly Variable[] =>
	(variables ?? []).map(({name, expression: source}) => ({
		name,
		expression: expression(source, compiler.variable(name, source)),
	}));

export interface CompiledValidation {
	readonly expression: Expression;
	readonly messageExpression?: Expression;
	readonly message: string;
	readonly reason: string;
}

export interface CompiledValidatingPolicy {
	readonly conditions: readonly Expression[];
	readonly variables: readonly Variable[];
	readonly validations: readonly CompiledValidation[];
	readonly auditAnnotations: ReadonlyArray<{readonly key: string; readonly expression: Expression}>;
}

export interface CompiledMutatingPolicy {
	readonly conditions: readonly Expression[];
	readonly variables: readonly Variable[];
	readonly mutations: ReadonlyArray<{readonly patchType: string; readonly expression: Expression}>;
}

/** Remembers results about an object for as long as the object lives: objects in the cache are frozen. */
const once = <K extends object, T>(make: (key: K) => T): ((key: K) => T) => {
	const known = new WeakMap<K, T>();
	return (key) => getOrInsert(known, key, make);
};

/** The expressions of a policy, compiled when it is first met. */
export const compiledValidatingPolicy = once(({spec}: ValidatingAdmissionPolicy): CompiledValidatingPolicy => {
	const params = spec?.paramKind !== undefined;
	const compiler = new PolicyCompiler({params, authorizer: true}, (spec?.variables ?? []).length > 0);
	return {
		conditions: conditionsOf(spec?.matchConditions, params),
		variables: variablesOf(compiler, spec?.variables),
		validations: (spec?.validations ?? []).map((validation) => ({
			expression: expression(validation.expression, compiler.compile(validation.expression, resultTypes.condition)),
			...(validation.messageExpression
				? {
						messageExpression: expression(
							validation.messageExpression,
							compiler.compile(validation.messageExpression, resultTypes.message, {authorizer: false}),
						),
					}
				: {}),
			message: validation.message ?? '',
			reason: validation.reason ?? 'Invalid',
		})),
		auditAnnotations: (spec?.auditAnnotations ?? []).map(({key, valueExpression}) => ({
			key,
			expression: expression(valueExpression, compiler.compile(valueExpression, resultTypes.auditAnnotation)),
		})),
	};
});

/** The compiled expressions of a policy that changes objects. */
export const compiledMutatingPolicy = once(({spec}: MutatingAdmissionPolicy): CompiledMutatingPolicy => {
	const params = spec?.paramKind !== undefined;
	const compiler = new PolicyCompiler({params, authorizer: true}, true);
	return {
		conditions: conditionsOf(spec?.matchConditions, params),
		variables: variablesOf(compiler, spec?.variables),
		mutations: (spec?.mutations ?? []).map(({patchType, applyConfiguration, jsonPatch}) => {
			const part = patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration';
			const source = (part === 'jsonPatch' ? jsonPatch : applyConfiguration)?.expression ?? '';
			return {
				patchType,
				expression: expression(source, compiler.compile(source, resultTypes[part], {patch: true})),
			};
		}),
	};
});

/** The conditions of a webhook. */
export const compiledWebhookConditions = once(
	({matchConditions}: {readonly matchConditions?: readonly Condition[]}): readonly Expression[] =>
		conditionsOf(matchConditions, false),
);
