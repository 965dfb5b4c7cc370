import {Meter} from '../../cel/step.js';
import {CelError, Optional, type Value} from '../../cel/value.js';
import {
	duplicate,
	forbidden,
	formatError,
	invalid,
	omitted,
	required,
	type FieldError,
} from '../../objects/field-error.js';
import {correlated} from './correlate.js';
import {fieldAt} from './field-path.js';
import {typedValue} from './typed-value.js';
import {rulesOf, type CompiledRule} from './rules.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {propertyOf, valuesOf, type CustomRule} from './schema.js';
import {isRecord} from '../../kernel/record.js';
import {semanticEqual} from '../../kernel/equality.js';
import type {Program} from '../../cel/compile.js';

/** The cost limit of one expression; upstream's unit. @mirrors k8s.io/apiserver/pkg/apis/cel PerCallLimit */
const callLimit = 1_000_000;

/** The cost limit of all rules about one object. @mirrors k8s.io/apiserver/pkg/apis/cel RuntimeCELCostBudget */
const objectLimit = 10_000_000;

const messageLimit = 5 * 1024;

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

const blocking = new Set([
	'FieldValueNotSupported',
	'FieldValueRequired',
	'FieldValueTooLong',
	'FieldValueTooMany',
	'FieldValueTypeInvalid',
]);

/** The result of the rules for an object. */
export interface Judgment {
	readonly errors: readonly FieldError[];
	/** Errors in parts that an update has not changed. */
	readonly warnings: readonly string[];
}

/**
The messages of a schema's CEL rules about a value; if validation by the schema found too many errors, only a message that the rules were not checked.

@param old the previous value, on an update.
@param found the errors that validation by the schema has found.
@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel Validator.Validate
*/
export const applyRules = (
	value: unknown,
	old: unknown,
	schema: CustomSchema,
	found: readonly FieldError[],
): Judgment => {
	if (!hasRules(schema)) {
		return {errors: [], warnings: []};
	}

	if (found.some(({type}) => blocking.has(type))) {
		const error = invalid(
			root,
			null,
			'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
		);
		return {errors: [error], warnings: []};
	}

	const hearing = new Hearing();
	hearing.ask({value, old, schema, path: '', isRoot: true, isUntouched: false});
	return hearing;
};

/** Go's text for the path of the whole object. */
const root = '<nil>';

/** A part of an object. */
interface Part {
	readonly value: unknown;
	/** The previous value; `undefined` if it is not known. */
	readonly old: unknown;
	readonly schema: CustomSchema;
	readonly path: string;
	readonly isRoot: boolean;
	/** Whether the nearest enclosing part with a known previous value is unchanged. */
	readonly isUntouched: boolean;
}

const dotted = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

class Hearing implements Judgment {
	readonly errors: FieldError[] = [];
	readonly warnings: string[] = [];
	#left = objectLimit;

	ask(part: Part): void {
		const {value, old, schema, path, isRoot} = part;
		if (value === undefined || value === null || !hasRules(schema)) {
			return;
		}

		const isUntouched = old === undefined ? part.isUntouched : semanticEqual(value, old);
		const rules = rulesOf(schema, isRoot);
		const self = rules.length === 0 ? null : typedValue(value, schema, isRoot);
		const oldSelf = rules.length === 0 || old === undefined ? undefined : typedValue(old, schema, isRoot);
		for (const compiled of rules) {
			if (this.#left < 0) {
				return;
			}

			this.#judge(compiled, {...part, isUntouched}, self, oldSelf);
		}

		const inside = {isRoot: false, isUntouched};
		if (Array.isArray(value)) {
			const {items} = schema;
			for (const [index, item] of items ? value.entries() : []) {
				const before = correlated(item, old, schema);
				this.ask({...inside, value: item, old: before, schema: items ?? {}, path: `${path}[${index}]`});
			}
		} else if (isRecord(value)) {
			const before = isRecord(old) && schema['x-kubernetes-map-type'] !== 'atomic' ? old : {};
			for (const [name, field] of Object.entries(value)) {
				const declared = propertyOf(schema, name);
				const known = declared ?? valuesOf(schema);
				if (known) {
					this.ask({
						...inside,
						value: field,
						old: Object.hasOwn(before, name) ? before[name] : undefined,
						schema: known,
						path: declared ? dotted(path, name) : `${path}[${name}]`,
					});
				}
			}
		}
	}

	#judge(
		{rule, program, message, usesOld}: CompiledRule,
		{value, schema, path, isUntouched}: Part,
		self: Value,
		oldSelf: Value | undefined,
	): void {
		// A transition rule does not apply to new values.
		if (!program || (usesOld && oldSelf === undefined && !rule.optionalOldSelf)) {
			return;
		}

		const type = schema.type ?? '';
		const refuse = (detail: string): void => {
			this.errors.push(invalid(path || root, type, detail));
		};
		const verdict = this.#evaluate(program, self, rule.optionalOldSelf ? new Optional(oldSelf) : oldSelf);
		if (this.#left < 0) {
			refuse('validation failed due to running out of cost budget, no further validation rules will be run');
		} else if (verdict.isTooMuch) {
			refuse(
				`'${verdict.trouble}': no further validation rules will be run due to call cost exceeds limit for rule: ${nameOf(rule)}`,
			);
			this.#left = -1;
		} else if (verdict.trouble !== undefined) {
			refuse(troubleOf(verdict.trouble, rule));
		} else if (verdict.value !== true) {
			const error = this.#refusal(rule, message && this.#evaluate(message, self, oldSelf), value, schema, path);
			if (!usesOld && isUntouched) {
				this.warnings.push(formatError(error));
			} else {
				this.errors.push(error);
			}
		}
	}

	#evaluate(program: Program, self: Value, oldSelf: Value | undefined): Verdict {
		const variables: Readonly<Record<string, Value | undefined>> = {self, oldSelf};
		const meter = new Meter(callLimit);
		try {
			return {value: program.evaluate({get: (name) => variables[name]}, meter)};
		} catch (error) {
			if (!(error instanceof CelError)) {
				throw error;
			}

			return {trouble: error.message, isTooMuch: meter.spent > meter.limit};
		} finally {
			this.#left -= Math.min(meter.spent, callLimit);
		}
	}

	#refusal(rule: CustomRule, made: Verdict = {}, value: unknown, schema: CustomSchema, path: string): FieldError {
		const below = rule.fieldPath ? namedField(rule.fieldPath, schema) : '';
		const at = [path, below].filter((part) => part !== '').join('.') || root;
		const shown = schema.type === 'object' || schema.type === 'array' ? omitted : value;
		if (this.#left < 0) {
			return invalid(
				at,
				schema.type ?? '',
				'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
			);
		}

		if (made.isTooMuch) {
			this.#left = -1;
			return invalid(
				at,
				schema.type ?? '',
				`no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(rule.messageExpression)}`,
			);
		}

		return refusal(rule.reason, at, shown, wordsOf(rule, made.value));
	}
}

/** The field that a rule names, as errors print it: `.list['a.b']` is `list.a.b`, or `list[a.b]` below a map. */
const namedField = (path: string, schema: CustomSchema): string => {
	const found = fieldAt(path, schema);
	let at: CustomSchema | undefined = schema;
	let printed = '';
	for (const part of 'parts' in found ? found.parts : []) {
		const isNamed: boolean = at?.properties !== undefined;
		printed += isNamed ? `${printed === '' ? '' : '.'}${part}` : `[${part}]`;
		at = at && (isNamed ? propertyOf(at, part) : valuesOf(at));
	}

	return printed;
};

/** The result of an expression. */
interface Verdict {
	readonly value?: Value;
	readonly trouble?: string;
	/** Whether it was stopped at its cost limit. */
	readonly isTooMuch?: boolean;
}

const nameOf = ({message, rule}: CustomRule): string => (message || rule).trim();

const troubleOf = (message: string, rule: CustomRule): string =>
	message.startsWith('no such overload')
		? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${nameOf(rule)}`
		: `${message} evaluating rule: ${nameOf(rule)}`;

/** The result of the rule's message expression if it is a valid message; otherwise, the rule's own message; without one, the rule itself. */
const wordsOf = (rule: CustomRule, made: Value | undefined): string => {
	const text = typeof made === 'string' ? made.trim() : '';
	if (text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= messageLimit) {
		return text;
	}

	if (rule.message) {
		return rule.message.trim();
	}

	return `failed rule: ${nameOf(rule)}`;
};

const refusal = (reason: CustomRule['reason'], at: string, value: unknown, detail: string): FieldError => {
	switch (reason) {
		case 'FieldValueRequired': {
			return required(at, detail);
		}

		case 'FieldValueForbidden': {
			return forbidden(at, detail);
		}

		case 'FieldValueDuplicate': {
			return duplicate(at, value);
		}

		default: {
			return invalid(at, value, detail);
		}
	}
};
