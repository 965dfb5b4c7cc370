import {readTimestamp} from '../../cel/library/conversion.js';
import {adapt, Duration, List, type Value} from '../../cel/value.js';
import {escapeField} from '../../cel/kubernetes/schema-type.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {ownFields, propertyOf, valuesOf} from './schema.js';
import {isRecord} from '../../kernel/record.js';
import {durationNanoseconds} from '../../go/duration.js';

/**
A value as rules see it: numbers and texts have the types in their schema, and fields have names that are valid in expressions.

@mirrors k8s.io/apiserver/pkg/cel/common UnstructuredToVal
*/
export const typedValue = (value: unknown, schema: CustomSchema | undefined, isRoot = false): Value => {
	if (value === null || schema === undefined || schema['x-kubernetes-int-or-string']) {
		return adapt(value);
	}

	switch (schema.type) {
		case 'number': {
			return value as Value;
		}

		case 'string': {
			return typeof value === 'string' ? typedText(value, schema.format ?? '') : adapt(value);
		}

		case 'array': {
			return Array.isArray(value) ? new List(value.map((item) => typedValue(item, schema.items))) : adapt(value);
		}

		case 'object': {
			return isRecord(value) ? typedFields(value, schema, isRoot) : adapt(value);
		}

		default: {
			return adapt(value);
		}
	}
};

const typedText = (text: string, format: string): Value => {
	switch (format) {
		case 'byte': {
			return new Uint8Array(Buffer.from(text, 'base64'));
		}

		case 'date':
		case 'date-time': {
			const time = format === 'date' ? `${text}T00:00:00Z` : text;
			return Number.isNaN(parseTimestamp(time)) ? text : readTimestamp(time);
		}

		case 'duration': {
			const nanoseconds = durationNanoseconds(text);
			return nanoseconds === undefined ? text : new Duration(nanoseconds);
		}

		default: {
			return text;
		}
	}
};

const typedFields = (
	fields: Readonly<Record<string, unknown>>,
	schema: CustomSchema,
	isRoot: boolean,
): Map<Value, Value> => {
	const values = valuesOf(schema);
	const hasOwn = isRoot || schema['x-kubernetes-embedded-resource'];
	return new Map(
		Object.entries(fields)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => {
				const property = hasOwn && Object.hasOwn(ownFields, name) ? ownFields[name] : propertyOf(schema, name);
				return [values ? name : escapeField(name), typedValue(value, property ?? values)];
			}),
	);
};
