import type {Incoming} from '../incoming.js';
import {tellingFields} from '../telling-fields.js';
import {AlikeLists} from '../alike-lists.js';
import type {TypeDefaults} from './type-defaults.js';
import {setKey} from '../../go/json.js';
import {copyOf} from '../../objects/copy.js';
import {apiFacts} from '../../objects/facts.js';
import {canonicalQuantity, quantityInMillis} from '../../objects/quantity.js';
import {referenceOf, resolveSchema, schemaIdOfKind, valueSchema} from '../../objects/schema.js';
import {jsonFields, keepsZero as pointsToPlain, type JSONField} from '../../objects/go-types.js';
import {kinds} from '../kinds.js';
import {equal} from '../../kernel/equality.js';
import {RecentMap} from '../../kernel/memoised.js';
import {isDeferred} from '../../kernel/deferred-list.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import type {Schema} from '../../objects/openapi-schema.js';

type Shape = 'object' | 'list' | 'map' | 'quantity' | 'scalar';

interface Field {
	readonly shape: Shape;
	/** Defaults of the value, or of the items of the list or map. */
	readonly type: Type | undefined;
	readonly quantities: boolean;
	readonly keepsZero: boolean;
	/** Written when missing. */
	readonly always: {readonly value: unknown} | undefined;
	/** The schema's own default. */
	readonly preset: unknown;
}

/** The knowledge about one type, compiled from its schema at first use. */
interface Type {
	readonly fields: Map<string, Field>;
	/** Fields that may have to be written although they are missing. */
	readonly missing: ReadonlyArray<readonly [string, Field]>;
	readonly setDefaults: TypeDefaults | undefined;
	/** Whether it contains values of other types: only then the program remembers its complete values. */
	isLarge: boolean;
}

/** `core.v1.Pod` for `io.k8s.api.core.v1.Pod`: the name that the defaults use. */
const shortTypeName = (id: string): string => id.replace(/^io\.k8s\.(api\.|[a-z-]+\.pkg\.apis\.)?/, '');

// Types can be recursive: a type is registered before its fields.
/** The defaults of types, by their short names. */
const typeDefaults = new Map<string, TypeDefaults>(
	kinds.flatMap(({defaults = []}) => defaults.map((entry) => [entry.type, entry])),
);

const types = new RecentMap<string, Type | null>(5000);

const isQuantity = (schema: Schema | undefined): boolean =>
	schema !== undefined && (referenceOf(schema)?.endsWith('.Quantity') ?? false);

const typeOf = (schema: Schema | undefined): Type | undefined => {
	const id = schema && referenceOf(schema);
	return id === undefined ? undefined : typeNamed(id);
};

const shapeOf = (schema: Schema, resolved: Schema): Shape => {
	if (isQuantity(schema)) {
		return 'quantity';
	}

	if (resolved.items) {
		return 'list';
	}

	if (valueSchema(resolved)) {
		return 'map';
	}

	return resolved.properties ? 'object' : 'scalar';
};

const fieldOf = (schema: Schema, goField: JSONField | undefined, tells: boolean): Field => {
	const resolved = resolveSchema(schema);
	const items = resolved.items ?? valueSchema(resolved);
	const keepsZero = tells || (goField !== undefined && pointsToPlain(goField));
	const preset = typeof schema.default === 'object' || (!schema.default && !keepsZero) ? undefined : schema.default;
	return {
		shape: shapeOf(schema, resolved),
		type: typeOf(items ?? schema),
		quantities: isQuantity(items),
		keepsZero,
		always: goField?.zero === undefined ? undefined : {value: goField.zero},
		preset,
	};
};

const typeNamed = (id: string): Type | undefined => {
	const known = types.get(id);
	if (known !== undefined) {
		return known ?? undefined;
	}

	const properties = apiFacts().schemas[id]?.properties;
	if (!properties) {
		types.set(id, null);
		return undefined;
	}

	const goFields = jsonFields(id);
	const fields = new Map<string, Field>();
	const missing: Array<readonly [string, Field]> = [];
	const type: Type = {fields, missing, setDefaults: typeDefaults.get(shortTypeName(id)), isLarge: false};
	types.set(id, type);
	for (const [name, schema] of Object.entries(properties)) {
		const field = fieldOf(
			schema,
			goFields.get(name),
			tellingFields.has(`${shortTypeName(id).split('.').at(-1)}.${name}`),
		);
		fields.set(name, field);
		type.isLarge ||= field.type !== undefined;
		if (field.always || field.preset !== undefined) {
			missing.push([name, field]);
		}
	}

	return type;
};

const quantity = (value: unknown, print = canonicalQuantity): unknown => {
	try {
		return typeof value === 'string' || typeof value === 'number' ? print(value) : value;
	} catch {
		return value;
	}
};

/** The encoded value; `undefined` if it is omitted. */
const completeField = (value: unknown, field: Field | undefined): unknown => {
	if (!field) {
		return value;
	}

	if (value === null || value === undefined) {
		return undefined;
	}

	switch (field.shape) {
		case 'object': {
			return field.type && isRecord(value) ? completeObject(value, field.type) : value;
		}

		case 'list': {
			if (isDeferred(value)) {
				return value;
			}

			if (!Array.isArray(value) || (value.length === 0 && !field.always)) {
				return Array.isArray(value) ? undefined : value;
			}

			return field.type ? completeList(value, field.type) : value;
		}

		case 'map': {
			return completeMap(value, field);
		}

		case 'quantity': {
			return quantity(value);
		}

		case 'scalar': {
			const isZero = value === '' || value === 0 || value === false;
			return isZero && !field.keepsZero && !field.always ? undefined : value;
		}
	}
};

// Frozen values in which nothing was missing, by the type they were read as.
const known = new WeakMap<object, Type>();

const alike = new AlikeLists();

const isKnown = (value: object, type: Type): boolean => known.get(value) === type;

/** The value, which is known from now on if it cannot change any more. */
const remember = <T extends object>(value: T, type: Type): T => {
	if (Object.isFrozen(value)) {
		known.set(value, type);
	}

	return value;
};

const completeList = (list: readonly unknown[], type: Type): readonly unknown[] => {
	if (isKnown(list, type)) {
		return list;
	}

	let done: unknown[] | undefined;
	const part = alike.unknownPart(list, (before) => isKnown(before, type));
	for (let index = part.start; index < (done ? list.length : part.end); index++) {
		const item = list[index];
		const complete = isRecord(item) ? completeObject(item, type) : item;
		if (complete !== item && !done) {
			done = list.slice(0, index);
		}

		done?.push(complete);
	}

	if (!done) {
		remember(list, type);
		alike.add(list, part);
	}

	return done ?? list;
};

const completeMap = (value: unknown, field: Field): unknown => {
	if (!isRecord(value)) {
		return value;
	}

	const keys = Object.keys(value);
	if (keys.length === 0) {
		return field.always || field.keepsZero ? value : undefined;
	}

	const {quantities, type} = field;
	if (!quantities && !type) {
		return value;
	}

	const map: Record<string, unknown> = {};
	let same = true;
	for (const key of keys) {
		const item: unknown = value[key];
		let done = item;
		if (quantities) {
			done = quantity(item, quantityInMillis);
		} else if (type && isRecord(item)) {
			done = completeObject(item, type);
		}

		map[key] = done;
		same &&= done === item;
	}

	return same ? value : map;
};

const completeObject = (value: Fields, type: Type): Fields => {
	if (type.isLarge && isKnown(value, type)) {
		return value;
	}

	const completed = completeFields(value, type);
	return completed === value && type.isLarge ? remember(value, type) : completed;
};

/** The value with the defaults of its own fields; the value itself if none is missing. */
const withDefaults = (value: Fields, type: Type): Fields => {
	let draft: Record<string, unknown> | undefined = type.setDefaults ? copyOf(value) : undefined;
	for (const [name, field] of type.missing) {
		const given = value[name];
		// A default of the schema also takes the place of a zero that the encoder would leave out.
		if (field.preset !== undefined && (given === undefined || given === null || (!given && !field.keepsZero))) {
			draft ??= copyOf(value);
			draft[name] = field.preset;
		}
	}

	if (draft) {
		type.setDefaults?.set(draft);
	}

	return draft ?? value;
};

/** Long because it visits the fields once, and copies only from the first change. */
const completeFields = (value: Fields, type: Type): Fields => {
	const draft = withDefaults(value, type);
	let complete: Record<string, unknown> | undefined = lacksSome(draft, value) ? {} : undefined;
	for (const name in draft) {
		const old = value[name];
		const field = type.fields.get(name);
		let done = completeField(draft[name], field);
		if (done !== old && done !== undefined && draft[name] !== old && equal(done, old)) {
			// A default equal to the existing value.
			done = old;
		}

		// Fields left out here are written at the end, unchanged.
		const isKept = done === undefined ? isWritten(old, field) || !Object.hasOwn(value, name) : done === old;
		if (!complete && !isKept) {
			complete = fieldsBefore(value, name, type);
		}

		if (complete && done !== undefined) {
			complete[name] = done;
		}
	}

	for (const [name, {always}] of type.missing) {
		if (always && (complete ?? value)[name] === undefined) {
			return withWritten(complete ?? fieldsBefore(value, undefined, type), type);
		}
	}

	// Callers that ask again receive the input again, as nothing has changed.
	return complete ?? value;
};

const isWritten = (old: unknown, field: Field | undefined): boolean =>
	old !== undefined && field?.always !== undefined && field.always.value === old;

/** A copy of the fields before one of them, without those that are written last. */
const fieldsBefore = (value: Fields, end: string | undefined, {fields}: Type): Record<string, unknown> => {
	const copy: Record<string, unknown> = {};
	for (const name in value) {
		if (name === end) {
			break;
		}

		if (value[name] !== null || !fields.has(name)) {
			setKey(copy, name, value[name]);
		}
	}

	return copy;
};

/** Adds the values that are written even when missing. */
const withWritten = (complete: Record<string, unknown>, {missing}: Type): Fields => {
	for (const [name, {always, type}] of missing) {
		if (always && complete[name] === undefined) {
			complete[name] = type && isRecord(always.value) ? completeObject({}, type) : always.value;
		}
	}

	return complete;
};

const lacksSome = (draft: Fields, value: Fields): boolean => {
	if (draft !== value) {
		for (const name in value) {
			if (!Object.hasOwn(draft, name)) {
				return true;
			}
		}
	}

	return false;
};

/** The object with its defaults set and encoded as the API does; the object itself if its kind is not built in. Applying it twice has no further effect. */
export const complete = <T extends Incoming>(object: T): T => {
	const id = schemaIdOfKind(object.apiVersion, object.kind);
	const type = id === undefined ? undefined : typeNamed(id);
	return type ? (completeObject(object, type) as T) : object;
};
