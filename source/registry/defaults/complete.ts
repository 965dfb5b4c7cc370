import type {Incoming} from '../kind.js';
import {tellingFields} from '../telling-fields.js';
import type {TypeDefaults} from './type-defaults.js';
import {copyOf} from '../../objects/copy.js';
import {apiFacts} from '../../objects/facts.js';
import {canonicalQuantity, quantityInMillis} from '../../objects/quantity.js';
import {referenceOf, resolveSchema, schemaIdOfKind, type Schema, valueSchema} from '../../objects/schema.js';
import {jsonFields, keepsZero as pointsToPlain, type JSONField} from '../../objects/go-types.js';
import {kinds} from '../kinds.js';
import {equal} from '../../kernel/equality.js';
import {RecentMap} from '../../kernel/memoised.js';
import {isRecord, type Fields} from '../../kernel/record.js';

type Shape = 'object' | 'list' | 'map' | 'quantity' | 'scalar';

interface Field {
	readonly shape: Shape;
	/** Of the value, or of the items of the list or map. */
	readonly type: Type | undefined;
	readonly quantities: boolean;
	readonly keepsZero: boolean;
	/** Written when missing. */
	readonly always: {readonly value: unknown} | undefined;
	/** The schema's own default. */
	readonly preset: unknown;
}

/** What is known about one type, compiled from its schema at first use. */
interface Type {
	readonly fields: Map<string, Field>;
	/** Fields that may have to be written although they are missing. */
	readonly missing: ReadonlyArray<readonly [string, Field]>;
	readonly setDefaults: TypeDefaults | undefined;
}

/** `core.v1.Pod` for `io.k8s.api.core.v1.Pod`: the name that the defaults use. */
const shortTypeName = (id: string): string => id.replace(/^io\.k8s\.(api\.|[a-z-]+\.pkg\.apis\.)?/, '');

// Types can be recursive: a type is registered before its fields.
/** What is set in types, by their short names. */
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

const fieldOf = (schema: Schema, goField: JSONField | undefined, tells: boolean): Field => {
	const resolved = resolveSchema(schema);
	const items = resolved.items ?? valueSchema(resolved);
	const shape: Shape = isQuantity(schema)
		? 'quantity'
		: resolved.items
			? 'list'
			: valueSchema(resolved)
				? 'map'
				: resolved.properties
					? 'object'
					: 'scalar';
	const keepsZero = tells || (goField !== undefined && pointsToPlain(goField));
	const preset = typeof schema.default === 'object' || (!schema.default && !keepsZero) ? undefined : schema.default;
	return {
		shape,
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
	const type: Type = {fields, missing, setDefaults: typeDefaults.get(shortTypeName(id))};
	types.set(id, type);
	for (const [name, schema] of Object.entries(properties)) {
		const field = fieldOf(
			schema,
			goFields.get(name),
			tellingFields.has(`${shortTypeName(id).split('.').at(-1)}.${name}`),
		);
		fields.set(name, field);
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

/** The value as it is encoded; `undefined` when it is left out. */
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

const completeList = (list: readonly unknown[], type: Type): readonly unknown[] => {
	const done = list.map((item) => (isRecord(item) ? completeObject(item, type) : item));
	return done.every((item, index) => item === list[index]) ? list : done;
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
		const done = quantities
			? quantity(item, quantityInMillis)
			: type && isRecord(item)
				? completeObject(item, type)
				: item;
		map[key] = done;
		same &&= done === item;
	}

	return same ? value : map;
};

const completeObject = (value: Fields, type: Type): Fields => {
	let draft = value;
	if (type.missing.length > 0 || type.setDefaults) {
		const copy = copyOf(value);
		draft = copy;
		for (const [name, field] of type.missing) {
			// A default of the schema also takes the place of a zero that the encoder would leave out.
			if (
				field.preset !== undefined &&
				(copy[name] === undefined || copy[name] === null || (!copy[name] && !field.keepsZero))
			) {
				copy[name] = field.preset;
			}
		}

		type.setDefaults?.set(copy);
	}

	const complete: Record<string, unknown> = {};
	let kept = 0;
	for (const name in draft) {
		const done = completeField(draft[name], type.fields.get(name));
		if (done !== undefined) {
			complete[name] = done;
			if (done === value[name]) {
				kept++;
			} else if (draft[name] !== value[name] && equal(done, value[name])) {
				// A default equal to the existing value.
				complete[name] = value[name];
				kept++;
			} else {
				kept = Number.NaN;
			}
		}
	}

	for (const [name, {always, type: fieldType}] of type.missing) {
		if (always && complete[name] === undefined) {
			complete[name] = fieldType && isRecord(always.value) ? completeObject({}, fieldType) : always.value;
			kept += value[name] === complete[name] ? 1 : Number.NaN;
		}
	}

	// Callers that ask again get the input back, as nothing has changed.
	return kept === Object.keys(value).length ? value : complete;
};

/** The object with its defaults set and encoded as the API does; the same object when its kind is not built in. Applying it twice changes nothing more. */
export const complete = <T extends Incoming>(object: T): T => {
	const id = schemaIdOfKind(object.apiVersion, object.kind);
	const type = id === undefined ? undefined : typeNamed(id);
	return type ? (completeObject(object, type) as T) : object;
};
