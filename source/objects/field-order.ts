import {memoised} from '../kernel/memoised.js';
import {isRecord} from '../kernel/record.js';
import {goFields, jsonFields, structIn} from './go-types.js';
import {schemaIdOfKind} from './schema.js';

const byKey = (a: string, b: string): number => {
	if (a < b) {
		return -1;
	}

	if (a > b) {
		return 1;
	}

	return 0;
};

/** The order of the fields of a struct, or of the keys of a map, and the layout of their values. */
interface Layout {
	/** The fields of a struct by their keys; empty for a map. */
	readonly fields: ReadonlyMap<string, {readonly place: number; readonly layout: Layout}>;
	/** The layout of other values: those of a map, and unknown fields. */
	readonly others: () => Layout;
}

/** Keys are sorted, also those of the values. */
const map: Layout = {fields: new Map(), others: () => map};

const layoutOfType = memoised((type: string): Layout => {
	const struct = structIn(type);
	const layout = struct === undefined ? map : layoutOf(struct);
	return type.startsWith('map[') ? {fields: new Map(), others: () => layout} : layout;
}, 5000);

const layoutOf = memoised((struct: string): Layout => {
	const fields = new Map<string, {readonly place: number; readonly layout: Layout}>();
	for (const [key, {type}] of jsonFields(struct)) {
		const place = fields.size;
		fields.set(key, {
			place,
			// A struct may contain itself, so its layout is read when a value has the field.
			get layout() {
				return layoutOfType(type);
			},
		});
	}

	return {fields, others: () => map};
}, 1000);

const compared = ({fields}: Layout, a: string, b: string): number =>
	(fields.get(a)?.place ?? fields.size) - (fields.get(b)?.place ?? fields.size) || byKey(a, b);

const orderedRecord = (value: Readonly<Record<string, unknown>>, layout: Layout): unknown => {
	const {fields} = layout;
	let changed: Record<string, unknown> | undefined;
	let isSorted = true;
	let lastPlace = -1;
	let lastKey = '';
	for (const key in value) {
		if (!Object.hasOwn(value, key)) {
			continue;
		}

		const item = value[key];
		const field = fields.get(key);
		if (typeof item === 'object' && item !== null) {
			const one = ordered(item, field ? field.layout : layout.others());
			if (one !== item) {
				changed ??= {...value};
				changed[key] = one;
			}
		}

		const place = field ? field.place : fields.size;
		isSorted &&= item !== undefined && (place > lastPlace || (place === lastPlace && key > lastKey));
		lastPlace = place;
		lastKey = key;
	}

	const known = changed ?? value;
	return isSorted
		? known
		: Object.fromEntries(
				Object.keys(known)
					.filter((key) => known[key] !== undefined)
					.sort((a, b) => compared(layout, a, b))
					.map((key) => [key, known[key]]),
			);
};

/** Puts the fields of structs in the order of their declaration, and sorts the keys of maps. Returns the same value if it already has that order. */
const ordered = (value: unknown, layout: Layout): unknown => {
	if (Array.isArray(value)) {
		const items = value.map((item) => (typeof item === 'object' && item !== null ? ordered(item, layout) : item));
		return items.every((item, index) => item === value[index]) ? value : items;
	}

	return isRecord(value) ? orderedRecord(value, layout) : value;
};

const objectMeta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/**
A field of an object with its own fields in the order in which Go writes them; the same value if it already has that order.

@param type the apiVersion and kind of the object; `undefined` for an object that Go keeps as a map.
*/
export const fieldInGoOrder = (
	value: unknown,
	name: string,
	type: {readonly apiVersion?: unknown; readonly kind?: unknown} | undefined,
): unknown => {
	if (type === undefined) {
		return ordered(value, map);
	}

	if (name === 'metadata' && !String(type.kind).endsWith('List')) {
		return ordered(value, layoutOf(objectMeta));
	}

	const id = schemaIdOfKind(String(type.apiVersion), String(type.kind));
	const field = id === undefined ? undefined : jsonFields(id).get(name);
	return field === undefined ? value : ordered(value, layoutOfType(field.type));
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
			metadata: ordered(metadata, map),
			items: items.map((item) => inGoOrder(item)),
		} as never;
	}

	const id = schemaIdOfKind(String(apiVersion), String(kind));
	const known = id !== undefined && goFields(id) !== undefined;
	return (known ? {kind, apiVersion, ...(ordered(rest, layoutOf(id)) as object)} : ordered(object, map)) as T;
};
