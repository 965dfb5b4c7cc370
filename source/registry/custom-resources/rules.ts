import type {Environment} from '../../cel/environment.js';
import {kubernetesFunctions} from '../../cel/kubernetes/library/kubernetes.js';
import {schemaType, withOwnFields} from '../../cel/kubernetes/schema-type.js';
import {bool, dyn, formatType, string, type Type} from '../../cel/type.js';
import {invalid, type FieldError} from '../../objects/field-error.js';
import {cardinalityWithin, maximalCost, RuleCosts} from './rule-cost.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {valuesOf, type CustomRule} from './schema.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {Schema} from '../../objects/openapi-schema.js';
import {compile, type Compilation, type Program} from '../../cel/compile.js';

/** A rule that can be evaluated. */
export interface CompiledRule {
	readonly rule: CustomRule;
	readonly program?: Program;
	readonly message?: Program;
	/** Why the rule, or its message, is not a valid expression. */
	readonly error?: string;
	readonly messageError?: string;
	readonly usesOld: boolean;
}

const compiledRules = new WeakMap<CustomSchema, readonly CompiledRule[]>();

/** The rules of one place in a schema; compiled once. */
export const rulesOf = (schema: CustomSchema, isRoot: boolean): readonly CompiledRule[] => {
	return getOrInsert(compiledRules, schema, () => {
		const self = typeOf(schema, isRoot);
		return (schema['x-kubernetes-validations'] ?? []).map((rule) => compileRule(rule, self));
	});
};

const typeOf = (schema: CustomSchema, isRoot: boolean): Type => {
	const plain = schema as Schema;
	return schemaType(isRoot ? withOwnFields(plain) : plain, 'self');
};

const compileRule = (rule: CustomRule, self: Type): CompiledRule => {
	const bare = `${rule.rule} ${rule.messageExpression ?? ''}`.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
	const environment: Environment = {
		variables: {self, oldSelf: rule.optionalOldSelf ? dyn : self},
		functions: kubernetesFunctions,
	};
	return {
		rule,
		usesOld: /\boldSelf\b/.test(bare),
		...ruleOf(compile(rule.rule, environment)),
		...(rule.messageExpression ? messageOf(compile(rule.messageExpression, environment)) : {}),
	};
};

const ruleOf = ({program, issues}: Compilation): Pick<CompiledRule, 'program' | 'error'> => {
	if (!program) {
		return {error: `compilation failed: ${issues}`};
	}

	return formatType(program.type) === formatType(bool) || program.type === dyn
		? {program}
		: {error: 'cel expression must evaluate to a bool'};
};

const messageOf = ({program, issues}: Compilation): Pick<CompiledRule, 'message' | 'messageError'> => {
	if (!program) {
		return {messageError: `messageExpression compilation failed: ${issues}`};
	}

	return formatType(program.type) === formatType(string)
		? {message: program}
		: {messageError: 'messageExpression must evaluate to a string'};
};

/** A rule as Go writes it in a message. */
const shown = ({rule, message = '', messageExpression = '', reason, fieldPath = '', optionalOldSelf}: CustomRule) => ({
	Rule: rule,
	Message: message,
	MessageExpression: messageExpression,
	Reason: reason ?? null,
	FieldPath: fieldPath,
	OptionalOldSelf: optionalOldSelf ?? null,
});

/**
The mistakes in the CEL rules of a schema, and in their maximum cost; rules at places with errors in or below the schema itself are not read.

@param found errors of the schema itself.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel Compile
*/
export const checkRules = (schema: CustomSchema, path: string, found: readonly FieldError[] = []): FieldError[] => {
	const errors: FieldError[] = [];
	const costs = new RuleCosts();
	checkRulesWithin(errors, schema, path, {isRoot: true, cardinality: 1, costs, found});
	return [...errors, ...costs.total(path)];
};

/** The place in a schema whose rules are checked. */
interface Place {
	readonly isRoot: boolean;
	/** The part of the schema below which old and new values cannot be matched. */
	readonly uncorrelated?: string;
	/** The maximum number of values; `undefined` without a limit. */
	readonly cardinality: number | undefined;
	readonly costs: RuleCosts;
	readonly found: readonly FieldError[];
}

const checkRulesWithin = (errors: FieldError[], schema: CustomSchema, path: string, place: Place): void => {
	const {isRoot, uncorrelated, cardinality, costs, found} = place;
	const below = {isRoot: false, costs, found};
	const several = cardinalityWithin(cardinality, schema);
	const within = uncorrelated ?? (schema['x-kubernetes-map-type'] === 'atomic' ? path : undefined);
	const values = valuesOf(schema);
	if (values) {
		checkRulesWithin(errors, values, `${path}.additionalProperties`, {...below, uncorrelated, cardinality: several});
	}

	for (const [name, property] of Object.entries(schema.properties ?? {})) {
		checkRulesWithin(errors, property, `${path}.properties[${name}]`, {...below, uncorrelated: within, cardinality});
	}

	if (schema.items) {
		const isMap = schema['x-kubernetes-list-type'] === 'map';
		checkRulesWithin(errors, schema.items, `${path}.items`, {
			...below,
			uncorrelated: uncorrelated ?? (isMap ? undefined : path),
			cardinality: several,
		});
	}

	if (found.some(({field}) => field.startsWith(`${path}.`))) {
		return;
	}

	for (const [index, compiled] of rulesOf(schema, isRoot).entries()) {
		const {rule, program, message, error, messageError, usesOld} = compiled;
		const at = `${path}.x-kubernetes-validations[${index}]`;
		if (program) {
			const cost = maximalCost(program, schema, isRoot);
			errors.push(...costs.rule(`${at}.rule`, cost, schema, isRoot, cardinality));
		}

		if (error !== undefined) {
			errors.push(invalid(`${at}.rule`, shown(rule), error));
		}

		if (messageError !== undefined) {
			errors.push(invalid(`${at}.messageExpression`, shown(rule), messageError));
		} else if (message) {
			errors.push(...costs.message(`${at}.messageExpression`, maximalCost(message, schema, isRoot)));
		}

		if (usesOld && uncorrelated !== undefined) {
			errors.push(
				invalid(
					`${at}.rule`,
					rule.rule,
					`oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`,
				),
			);
		} else if (!usesOld && rule.optionalOldSelf !== undefined) {
			errors.push(
				invalid(`${at}.optionalOldSelf`, rule.optionalOldSelf, 'may not be set if oldSelf is not used in rule'),
			);
		}
	}
};
