import type {FieldRequirement} from '../objects/field-selector.js';
import type {Resource} from '../objects/resources.js';
import {isRecord} from '../kernel/record.js';
import type {Incoming} from './incoming.js';
import type {FieldReader} from './kind.js';
import {kindOf} from './kinds.js';

type Selected = Pick<Resource, 'group' | 'version' | 'kind' | 'custom'>;

const readerOf = (resource: Selected, field: string): FieldReader<Incoming> | undefined => {
	const fields = kindOf(resource)?.fields;
	return fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
};

const valueAt = (object: unknown, path: readonly string[]): unknown => {
	let value = object;
	for (const key of path) {
		value = isRecord(value) ? value[key] : undefined;
	}

	return value;
};

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** Value of a selectable field of an object, as text; `undefined` when the kind cannot be selected by that field. */
const fieldValue = (resource: Selected, object: Incoming, field: string): string | undefined => {
	if (field === 'metadata.name') {
		return object.metadata?.name ?? '';
	}

	if (field === 'metadata.namespace') {
		return object.metadata?.namespace ?? '';
	}

	if (resource.custom) {
		return resource.custom.selectableFields.includes(`.${field}`) ? textOf(valueAt(object, field.split('.'))) : '';
	}

	const read = readerOf(resource, field);
	return read && textOf(read(object));
};

/** Why a kind cannot be selected by a field, in upstream's words; `undefined` if it can be. */
export const unsupportedField = (
	resource: Selected & Pick<Resource, 'namespaced'>,
	field: string,
): string | undefined => {
	const {custom, namespaced} = resource;
	if (custom) {
		const isOwn = field === 'metadata.name' || (field === 'metadata.namespace' && namespaced);
		return isOwn || custom.selectableFields.includes(`.${field}`) ? undefined : `field label not supported: ${field}`;
	}

	// Kinds with their own fields use the words of their own conversion function.
	const hasOwnWords = kindOf(resource)?.fields !== undefined;
	if (
		field === 'metadata.name' ||
		(field === 'metadata.namespace' && (namespaced || !hasOwnWords)) ||
		readerOf(resource, field)
	) {
		return undefined;
	}

	return hasOwnWords
		? `field label not supported: ${field}`
		: `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
};

/** Whether an object meets all requirements; a field that its kind does not have is empty. */
export const matchesFields = (
	requirements: readonly FieldRequirement[],
	resource: Selected,
	object: Incoming,
): boolean =>
	requirements.every(
		({field, operator, value}) => ((fieldValue(resource, object, field) ?? '') === value) === (operator !== '!='),
	);
