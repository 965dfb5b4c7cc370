import {
	Duration,
	elementsOf,
	entriesOf,
	Opaque,
	Optional,
	Struct,
	Timestamp,
	Uint,
	type Value,
} from '../../../objects/cel/value.js';
import {formatDuration, formatTimestamp} from '../../../objects/cel/library/show.js';

/** A value of CEL as JSON has it. */
export const toJSON = (value: Value): unknown => {
	if (typeof value === 'bigint') {
		return Number(value);
	}

	if (typeof value !== 'object' || value === null) {
		return value;
	}

	if (value instanceof Uint) {
		return Number(value.value);
	}

	if (value instanceof Uint8Array) {
		return Buffer.from(value).toString('base64');
	}

	if (value instanceof Timestamp) {
		return formatTimestamp(value.nanoseconds);
	}

	if (value instanceof Duration) {
		return formatDuration(value.nanoseconds);
	}

	if (value instanceof Struct) {
		return Object.fromEntries([...value.fields].map(([name, item]) => [name, toJSON(item)]));
	}

	if (value instanceof Optional) {
		return value.value === undefined ? null : toJSON(value.value);
	}

	if (value instanceof Opaque) {
		return String(value);
	}

	const elements = elementsOf(value);
	return elements
		? elements.map((item) => toJSON(item))
		: Object.fromEntries((entriesOf(value) ?? []).map(([key, item]) => [String(key), toJSON(item)]));
};

/**
The first made value whose type is not the path of the field it is for: `Object.spec.wrong` at `spec.selector`.

@mirrors ObjectVal.CheckTypeNamesMatchFieldPathNames
*/
export const misnamed = (value: Value, path: string): string | undefined => {
	if (value instanceof Struct) {
		if (value.type !== path) {
			return `unexpected type name "${value.type}", expected "${path}", which matches field name path from root Object type`;
		}

		for (const [name, item] of value.fields) {
			const found = misnamed(item, `${path}.${name}`);
			if (found !== undefined) {
				return found;
			}
		}

		return undefined;
	}

	for (const item of elementsOf(value) ?? []) {
		const found = misnamed(item, path);
		if (found !== undefined) {
			return found;
		}
	}

	return undefined;
};
