import type {FieldError} from '../../objects/field-error.js';
import {correlated} from './correlate.js';
import type {CustomSchema} from '../../objects/custom-version.js';
import {propertyOf, valuesOf} from './schema.js';
import {isRecord} from '../../kernel/record.js';
import {semanticEqual} from '../../kernel/equality.js';

/**
Whether an update does not change the value that an error is about: a stricter schema is not applied to unchanged values.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver/validation/ratcheting
*/
export const isOldMistake = (error: FieldError, value: unknown, old: unknown, schema: CustomSchema): boolean => {
	const parts = (error.place ?? error.field).split(/\.|(?=\[)/).filter((part) => part !== '');
	// An error about a missing field belongs to the object around it.
	const path = error.type === 'FieldValueRequired' ? parts.slice(0, -1) : parts;
	let now: unknown = value;
	let before: unknown = old;
	let at: CustomSchema | undefined = schema;
	for (const part of path) {
		if (at === undefined || before === undefined) {
			return false;
		}

		if (part.startsWith('[') && Array.isArray(now)) {
			const item: unknown = now[Number(part.slice(1, -1))];
			before = correlated(item, before, at);
			now = item;
			at = at.items;
		} else {
			before = isRecord(before) ? before[part] : undefined;
			now = isRecord(now) ? now[part] : undefined;
			at = propertyOf(at, part) ?? valuesOf(at);
		}

		if (before !== undefined && semanticEqual(now, before)) {
			return true;
		}
	}

	return false;
};
