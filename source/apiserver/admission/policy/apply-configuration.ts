import {asObject, type KubernetesObject} from '../../../objects/kubernetes-object.js';
import {isRecord, type Fields} from '../../../kernel/record.js';
import {fieldTypeOfCustom, fieldTypeOfKind, MapType, type FieldType} from '../../managed-fields/field-type.js';
import {formOf} from '../../managed-fields/compare.js';
import {mergeFields, printTypeErrors, typeErrors} from '../../managed-fields/merge.js';
import type {Resource} from '../../../objects/resources.js';

/** Why an apply configuration cannot be applied; the message is upstream's. */
export class ApplyError extends Error {
	override name = 'ApplyError';
}

/** Paths of values that an apply configuration would replace as a whole: it might remove values by accident. @mirrors patch.findAtomics */
const atomics = (value: unknown, type: FieldType, path = ''): readonly string[] => {
	const form = formOf(type, value);
	if (Array.isArray(value) && typeof form === 'object' && !(form instanceof MapType)) {
		return [
			...(form.associative ? [] : [path]),
			...value.flatMap((element, index) => atomics(element, form.item, `${path}[${index}]`)),
		];
	}

	if (isRecord(value) && form instanceof MapType) {
		return [
			...(form.atomic ? [path] : []),
			...Object.entries(value).flatMap(([name, item]) => {
				const field = form.field(name);
				return field ? atomics(item, field, `${path}.${name}`) : [];
			}),
		];
	}

	return [];
};

/**
Merges a policy's configuration into the object, list items by their keys, as server-side apply would, but without owners of the fields.

@throws {ApplyError}
@mirrors patch.ApplyStructuredMergeDiff
*/
export const applyConfiguration = (object: KubernetesObject, patch: Fields, {custom}: Resource): KubernetesObject => {
	const {apiVersion, kind} = object;
	const type = custom ? fieldTypeOfCustom(custom) : fieldTypeOfKind(apiVersion, kind);
	if (!type) {
		return object;
	}

	const whole = {...patch, apiVersion, kind};
	const errors = typeErrors(whole, type);
	if (errors.length > 0) {
		throw new ApplyError(`failed to convert patch object to typed object: ${printTypeErrors(errors)}`);
	}

	const found = atomics(whole, type);
	if (found.length > 0) {
		throw new ApplyError(
			`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${found.join(', ')}`,
		);
	}

	return asObject(mergeFields(object, whole, type));
};
