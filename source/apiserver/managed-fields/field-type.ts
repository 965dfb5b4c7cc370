import type {CustomVersion} from '../../objects/custom-version.js';
import {referenceOf, schemaIdOfKind} from '../../objects/schema.js';
import {apiFacts} from '../../objects/facts.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {memoised} from '../../kernel/memoised.js';
import type {Schema} from '../../objects/openapi-schema.js';

export type Scalar = 'boolean' | 'numeric' | 'string' | 'untyped';

/**
The ownership of a value in server-side apply: as a whole or piece by piece.

Values without a type in the schema can be of any form.

@mirrors k8s.io/kube-openapi/pkg/schemaconv ToSchemaFromOpenAPI
*/
export interface FieldType {
	readonly scalar?: Scalar;
	readonly list?: ListType;
	readonly map?: MapType;
}

export interface ListType {
	/** Items are owned one by one, by their keys or by their value. */
	readonly associative: boolean;
	/** Sorted; empty for a set of values. */
	readonly keys: readonly string[];
	readonly item: FieldType;
	/** The defaults of missing keys. */
	readonly defaults: Readonly<Record<string, unknown>>;
}

/** A field or a key, and what it is called in a set. */
export interface Member {
	/** `f:spec` */
	readonly element: string;
	/** `undefined` if there is no such field. */
	readonly type: FieldType | undefined;
}

const mostMembers = 10_000;

/** A struct or a map. */
export class MapType {
	/** Names seen so far, including keys: their elements are made once. */
	readonly #members = new Map<string, Member>();
	#element: FieldType | undefined;

	constructor(
		readonly schema: Schema,
		/** Owned as a whole. */
		readonly atomic: boolean,
	) {}

	/** Whether the name is a field of a struct, not a key of a map. */
	isField(name: string): boolean {
		return this.schema.properties !== undefined && Object.hasOwn(this.schema.properties, name);
	}

	/** The type of a field or of a key's value; `undefined` if there is no such field. */
	field(name: string): FieldType | undefined {
		return this.member(name).type;
	}

	member(name: string): Member {
		let member = this.#members.get(name);
		if (!member) {
			if (this.#members.size >= mostMembers) {
				this.#members.clear();
			}

			const field = this.isField(name) ? this.schema.properties?.[name] : undefined;
			const type = field ? typeOf(field) : this.element;
			member = {element: `f:${name}`, type};
			this.#members.set(name, member);
		}

		return member;
	}

	get element(): FieldType | undefined {
		const {additionalProperties, properties} = this.schema;
		const isOpen =
			!properties || additionalProperties === true || 'x-kubernetes-preserve-unknown-fields' in this.schema;
		const any = isOpen ? deduced : undefined;
		this.#element ??= typeof additionalProperties === 'object' ? typeOf(additionalProperties) : any;
		return this.#element;
	}
}

const whole: FieldType = {
	scalar: 'untyped',
	get list() {
		return {associative: false, keys: [], item: whole, defaults: {}};
	},
	map: new MapType({}, true),
};

/** A value of unknown type: maps are owned key by key, lists as a whole. */
const deduced: FieldType = {
	scalar: 'untyped',
	list: {associative: false, keys: [], item: whole, defaults: {}},
	map: new MapType({}, false),
};

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const rawExtension = 'io.k8s.apimachinery.pkg.runtime.RawExtension';

const namedType = memoised((id: string): FieldType => {
	if (id === quantity) {
		return {scalar: 'untyped'};
	}

	if (id === rawExtension) {
		return whole;
	}

	return inlineType(apiFacts().schemas[id] ?? {});
}, 5000);

/** A named type with the map ownership (atomic or granular) that the schema of a field states. */
const withMapType = (isAtomic: boolean) =>
	memoised((id: string): FieldType => {
		const type = namedType(id);
		return type.map ? {...type, map: new MapType(type.map.schema, isAtomic)} : type;
	}, 1000);
const atomicMap = withMapType(true);
const granularMap = withMapType(false);

const typeOf = (schema: Schema): FieldType => {
	const id = referenceOf(schema);
	if (id === undefined) {
		return inlineType(schema);
	}

	const mapType = schema['x-kubernetes-map-type'];
	if (mapType === undefined) {
		return namedType(id);
	}

	if (mapType === 'atomic') {
		return atomicMap(id);
	}

	return granularMap(id);
};

const scalars: Readonly<Record<string, Scalar>> = {integer: 'numeric', number: 'numeric', boolean: 'boolean'};

const inlineType = (schema: Schema): FieldType => {
	const map = () => new MapType(schema, schema['x-kubernetes-map-type'] === 'atomic');
	switch (schema.type) {
		case 'object': {
			return {map: map()};
		}

		case 'array': {
			return {list: listType(schema)};
		}

		case undefined: {
			return schema.oneOf ? {scalar: 'untyped'} : {scalar: 'untyped', list: whole.list, map: map()};
		}

		case 'string': {
			return {scalar: schema.format === undefined || schema.format === 'byte' ? 'string' : 'untyped'};
		}

		default: {
			return {scalar: scalars[schema.type] ?? 'untyped'};
		}
	}
};

const listType = (schema: Schema): ListType => {
	const listed = schema['x-kubernetes-list-type'];
	const merged = /^merge(,|$)/.test(schema['x-kubernetes-patch-strategy'] ?? '');
	const mergeKey = schema['x-kubernetes-patch-merge-key'];
	const associative = listed === undefined ? merged : listed !== 'atomic';
	const patchKeys = listed === undefined && merged && mergeKey ? [mergeKey] : [];
	const keys = [...(listed === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : patchKeys)].sort();
	let item: FieldType | undefined;
	return {
		associative,
		keys,
		get item() {
			item ??= schema.items ? typeOf(schema.items) : whole;
			return item;
		},
		get defaults() {
			const properties = this.item.map?.schema.properties ?? {};
			return Object.fromEntries(
				keys.flatMap((key) => (properties[key]?.default === undefined ? [] : [[key, properties[key].default]])),
			);
		},
	};
};

/** The type of a kind; `undefined` for a kind that the API does not know. */
export const fieldTypeOfKind = (apiVersion: string, kind: string): FieldType | undefined => {
	const id = schemaIdOfKind(apiVersion, kind);
	return id === undefined ? undefined : namedType(id);
};

const customTypes = new WeakMap<CustomVersion, FieldType>();

const metadata = {
	allOf: [{$ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'}],
	default: {},
} as const;

/** The type of a kind that a CustomResourceDefinition defines. */
export const fieldTypeOfCustom = (custom: CustomVersion): FieldType => {
	let type = customTypes.get(custom);
	if (!type) {
		const {schema} = custom;
		const text = {type: 'string'} as const;
		type = inlineType({
			...schema,
			type: 'object',
			properties: {...schema.properties, apiVersion: text, kind: text, metadata},
		});
		customTypes.set(custom, type);
	}

	return type;
};

const zeros: Readonly<Record<string, unknown>> = {integer: 0, number: 0, string: '', boolean: false};

/** The fields of an empty struct, as Go writes it: structs that are not pointers, and the zero values of fields without `omitempty`. */
export const blankOf = (map: MapType): Fields => {
	let blank = blanks.get(map);
	if (!blank) {
		blank = {};
		const {properties = {}, required = []} = map.schema;
		blanks.set(map, blank);
		for (const [name, schema] of Object.entries(properties)) {
			const id = referenceOf(schema);
			if (id !== undefined && isRecord(schema.default)) {
				const {map: inside} = namedType(id);
				blank[name] = inside ? blankOf(inside) : {};
			} else if (required.includes(name) && id === undefined) {
				blank[name] = zeros[schema.type ?? ''] ?? null;
			}
		}
	}

	return blank;
};

const blanks = new WeakMap<MapType, Record<string, unknown>>();
