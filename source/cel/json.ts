import {formatDuration, formatTimestamp} from './library/show.js';
import {Duration, elementsOf, entriesOf, Opaque, Optional, Struct, Timestamp, Uint, type Value} from './value.js';

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
