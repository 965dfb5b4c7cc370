import {compile, type Environment, type Program} from '../../cel/environment.js';
import {Meter} from '../../cel/evaluator.js';
import {kubernetesFunctions} from '../cel/library/kubernetes.js';
import {schemaType} from '../cel/schema-type.js';
import {bool, dyn, formatType, string, type Type} from '../../cel/type.js';
import {CelError, Optional, type Value} from '../../cel/value.js';
import {duplicate, forbidden, invalid, required, type FieldError} from '../field-error.js';
import type {Schema} from '../schema.js';
import {cardinalityWithin, maximalCost, RuleCosts} from './rule-cost.js';
import {isFields, propertyOf, valuesOf, type CustomRule, type CustomSchema, type Fields} from './schema.js';

/** What one expression may cost; upstream's unit. @mirrors k8s.io/apiserver/pkg/apis/cel PerCallLimit */
const callLimit = 1_000_000;

interface CompiledRule {
	readonly rule: CustomRule;
	readonly program?: Program;
	readonly message?: Program;
	/** Why the rule, or its message, is no expression. */
	readonly error?: string;
	readonly messageError?: string;
	readonly usesOld: boolean;
}

const compiledRules = new WeakMap<CustomSchema, readonly CompiledRule[]>();

/** The rules of one place in a schema; compiled once. */
const rulesOf = (schema: CustomSchema, isRoot: boolean): readonly CompiledRule[] => {
	let rules = compiledRules.get(schema);
	if (!rules) {
		const self = typeOf(schema, isRoot);
		rules = (schema['x-kubernetes-validations'] ?? []).map((rule) => compileRule(rule, self));
		compiledRules.set(schema, rules);
	}

	return rules;
};

/** Every object has a kind and a name, whether its schema says so or not. */
const ownFields: Readonly<Record<string, CustomSchema>> = {
	apiVersion: {type: 'string'},
	kind: {type: 'string'},
	metadata: {type: 'object', properties: {name: {type: 'string'}, generateName: {type: 'string'}}},
};

const typeOf = (schema: CustomSchema, isRoot: boolean): Type =>
	schemaType(
		(isRoot || schema['x-kubernetes-embedded-resource']
			? {...schema, properties: {...schema.properties, ...ownFields}}
			: schema) as Schema,
		'self',
	);

const compileRule = (rule: CustomRule, self: Type): CompiledRule => {
	const bare = `${rule.rule} ${rule.messageExpression ?? ''}`.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
	const environment: Environment = {
		variables: {self, oldSelf: rule.optionalOldSelf ? dyn : self},
		functions: kubernetesFunctions,
	};
	const {program, issues} = compile(rule.rule, environment);
	const message = rule.messageExpression ? compile(rule.messageExpression, environment) : undefined;
	return {
		rule,
		usesOld: /\boldSelf\b/.test(bare),
		...(program
			? formatType(program.type) === formatType(bool) || program.type === dyn
				? {program}
				: {error: 'cel expression must evaluate to a bool'}
			: {error: `compilation failed: ${issues}`}),
		...(message
			? message.program
				? formatType(message.program.type) === formatType(string)
					? {message: message.program}
					: {messageError: 'messageExpression must evaluate to a string'}
				: {messageError: `messageExpression compilation failed: ${message.issues}`}
			: {}),
	};
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
What is wrong with the CEL rules of a schema that is otherwise right, and with what they may cost.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel Compile
*/
export const checkRules = (schema: CustomSchema, path: string): FieldError[] => {
	const errors: FieldError[] = [];
	const costs = new RuleCosts();
	checkRulesWithin(errors, schema, path, {isRoot: true, cardinality: 1, costs});
	return [...errors, ...costs.total(path)];
};

/** Where in a schema the rules are that are checked. */
interface Place {
	readonly isRoot: boolean;
	/** The part of the schema within which old values cannot be told. */
	readonly uncorrelated?: string;
	/** How many values there may be; `undefined`: any number. */
	readonly cardinality: number | undefined;
	readonly costs: RuleCosts;
}

const checkRulesWithin = (errors: FieldError[], schema: CustomSchema, path: string, place: Place): void => {
	const {isRoot, uncorrelated, cardinality, costs} = place;
	const below = {isRoot: false, costs};
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

const ruled = new WeakMap<CustomSchema, boolean>();

/** Whether there is a rule anywhere in a schema. */
const hasRules = (schema: CustomSchema): boolean => {
	let found = ruled.get(schema);
	if (found === undefined) {
		const values = valuesOf(schema);
		found =
			(schema['x-kubernetes-validations'] ?? []).length > 0 ||
			(schema.items !== undefined && hasRules(schema.items)) ||
			(values !== undefined && hasRules(values)) ||
			Object.values(schema.properties ?? {}).some((property) => hasRules(property));
		ruled.set(schema, found);
	}

	return found;
};

const blocking = new Set(['FieldValueRequired', 'FieldValueTooLong', 'FieldValueTooMany', 'FieldValueTypeInvalid']);

/**
What the CEL rules of a schema say of a value; where the schema itself has found too much wrong, only that they were not asked.

@param old what it was before, on an update.
@param found what the schema itself has found.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel Validator.Validate
*/
export const applyRules = (
	value: unknown,
	old: unknown,
	schema: CustomSchema,
	found: readonly FieldError[],
): FieldError[] => {
	if (!hasRules(schema)) {
		return [];
	}

	if (found.some(({type}) => blocking.has(type))) {
		return [
			invalid(
				'<nil>',
				null,
				'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
			),
		];
	}

	const errors: FieldError[] = [];
	apply(errors, value, old, schema, '', true);
	return errors;
};

const apply = (
	errors: FieldError[],
	value: unknown,
	old: unknown,
	schema: CustomSchema,
	path: string,
	isRoot: boolean,
): void => {
	if (value === undefined || value === null || !hasRules(schema)) {
		return;
	}

	for (const compiled of rulesOf(schema, isRoot)) {
		const error = judge(compiled, value, old, schema, path);
		if (error) {
			errors.push(error);
		}
	}

	if (Array.isArray(value)) {
		for (const [index, item] of schema.items ? value.entries() : []) {
			apply(errors, item, correlated(item, old, schema), schema.items!, `${path}[${index}]`, false);
		}
	} else if (isFields(value)) {
		const before = isFields(old) && schema['x-kubernetes-map-type'] !== 'atomic' ? old : {};
		for (const [name, field] of Object.entries(value)) {
			const declared = propertyOf(schema, name);
			const known = declared ?? valuesOf(schema);
			if (known) {
				const at = declared ? (path === '' ? name : `${path}.${name}`) : `${path}[${name}]`;
				apply(errors, field, Object.hasOwn(before, name) ? before[name] : undefined, known, at, false);
			}
		}
	}
};

/** The item of the old list that has the same keys; nothing where the list is none that is a map. */
export const correlated = (item: unknown, old: unknown, schema: CustomSchema): unknown => {
	const keys = schema['x-kubernetes-list-map-keys'] ?? [];
	return schema['x-kubernetes-list-type'] === 'map' && Array.isArray(old) && isFields(item)
		? old.find((each: unknown) => isFields(each) && keys.every((key) => each[key] === item[key]))
		: undefined;
};

const judge = (
	{rule, program, message, usesOld}: CompiledRule,
	value: unknown,
	old: unknown,
	schema: CustomSchema,
	path: string,
): FieldError | undefined => {
	// A rule about a change says nothing of what is new.
	if (!program || (usesOld && old === undefined && !rule.optionalOldSelf)) {
		return undefined;
	}

	const variables: Fields = {
		self: value,
		oldSelf: rule.optionalOldSelf ? new Optional(old as Value | undefined) : old,
	};
	const activation = {get: (name: string) => variables[name] as Value | undefined};
	const type = schema.type ?? '';
	try {
		if (program.evaluate(activation, new Meter(callLimit)) === true) {
			return undefined;
		}
	} catch (error) {
		if (!(error instanceof CelError)) {
			throw error;
		}

		return invalid(path, type, troubleOf(error.message, rule));
	}

	return refusal(rule, wordsOf(rule, message, activation), type, path);
};

const troubleOf = (message: string, rule: CustomRule): string => {
	const what = rule.message?.trim() || rule.rule.trim();
	return message.startsWith('no such overload')
		? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${what}`
		: message.startsWith('operation cancelled: actual cost limit exceeded')
			? `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${what}`
			: `${message} evaluating rule: ${what}`;
};

const wordsOf = (
	rule: CustomRule,
	message: Program | undefined,
	activation: {readonly get: (name: string) => Value | undefined},
): string => {
	const usual = rule.message?.trim() || `failed rule: ${rule.rule.trim()}`;
	try {
		const text = message?.evaluate(activation, new Meter(callLimit));
		return typeof text === 'string' && text.trim() !== '' && !text.includes('\n') ? text.trim() : usual;
	} catch {
		// A message that cannot be made is not worth a refusal of its own.
		return usual;
	}
};

const refusal = (rule: CustomRule, detail: string, type: string, path: string): FieldError => {
	const at = fieldOf(path, rule.fieldPath);
	switch (rule.reason) {
		case 'FieldValueRequired': {
			return required(at, detail);
		}

		case 'FieldValueForbidden': {
			return forbidden(at, detail);
		}

		case 'FieldValueDuplicate': {
			return {...duplicate(at, type), detail};
		}

		default: {
			return invalid(at, type, detail);
		}
	}
};

const fieldOf = (path: string, relative = ''): string => {
	const below = relative.replaceAll(/\['([^']*)'\]/g, '[$1]');
	return path === '' ? below.replace(/^\./, '') : path + below;
};
