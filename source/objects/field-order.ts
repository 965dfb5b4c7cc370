import {isRecord} from '../kernel/record.js';
import {goFields, jsonFields, structIn} from './go-types.js';
import {schemaIdOfKind} from './schema.js';

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => {
	if (a < b) {
		return -1;
	}

	if (a > b) {
		return 1;
	}

	return 0;
};

/** A value with the fields of structs as they are declared, and the keys of maps sorted. */
const ordered = (value: unknown, struct: string | undefined): unknown => {
	if (Array.isArray(value)) {
		return value.map((item) => ordered(item, struct));
	}

	if (!isRecord(value)) {
		return value;
	}

	const entries = Object.entries(value).filter(([, one]) => one !== undefined);
	if (struct === undefined) {
		return Object.fromEntries(entries.sort(byKey).map(([key, one]) => [key, ordered(one, undefined)]));
	}

	const fields = jsonFields(struct);
	const places = new Map([...fields.keys()].map((key, index) => [key, index]));
	const placeOf = (key: string): number => places.get(key) ?? places.size;
	return Object.fromEntries(
		entries
			.sort((a, b) => placeOf(a[0]) - placeOf(b[0]) || byKey(a, b))
			.map(([key, one]) => [key, orderedField(one, fields.get(key)?.type ?? '')]),
	);
};

const orderedField = (value: unknown, type: string): unknown => {
	const struct = structIn(type);
	return type.startsWith('map[') && isRecord(value)
		? Object.fromEntries(
				Object.entries(value)
					.sort(byKey)
					.map(([key, item]) => [key, ordered(item, struct)]),
			)
		: ordered(value, struct);
};

/**
An object with its fields in the order in which Go writes the type: kind and apiVersion, metadata, spec, status.

Go's encoder writes the fields of a type as they are declared, and the keys of a map sorted. Objects of kinds that are not built in are maps.
*/
export const inGoOrder = <T extends {readonly apiVersion?: unknown; readonly kind?: unknown}>(object: T): T => {
	const {apiVersion, kind, ...rest} = object;
	const {metadata, items} = rest as {readonly metadata?: unknown; readonly items?: unknown};
	if (Array.isArray(items) && String(kind).endsWith('List')) {
		return {
			kind,
			apiVersion,
			metadata: ordered(metadata, undefined),
			items: items.map((item) => inGoOrder(item)),
		} as never;
	}

	const id = schemaIdOfKind(String(apiVersion), String(kind));
	const known = id !== undefined && goFields(id) !== undefined;
	return (known ? {kind, apiVersion, ...(ordered(rest, id) as object)} : ordered(object, undefined)) as T;
};
