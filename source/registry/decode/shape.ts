import {apiFacts} from '../../objects/facts.js';
import {goTypeName, jsonFields, keepsZero, type JSONField} from '../../objects/go-types.js';
import {tellingFields} from '../telling-fields.js';
import {RecentMap} from '../../kernel/memoised.js';
import {referenceOf, resolveSchema, valueSchema} from '../../objects/schema.js';
import type {Schema} from '../../objects/openapi-schema.js';

/** The form of an empty field: omitted, kept, or written as null. */
export type Emptiness = 'omit' | 'keep' | 'null';

/** The schema of a value made ready for decoding: references followed, Go's names known. */
export interface Shape {
	readonly kind:
		| 'any'
		| 'boolean'
		| 'bytes'
		| 'int-or-string'
		| 'integer'
		| 'list'
		| 'map'
		| 'microtime'
		| 'number'
		| 'quantity'
		| 'schema-or-array'
		| 'schema-or-boolean'
		| 'schema-or-strings'
		| 'string'
		| 'struct'
		| 'time';
	/** The type in Go's syntax: `int32`, `[]v1.Container`. */
	readonly goType: string;
	/** The name of a struct, without its package. */
	readonly name: string;
	readonly fields: ReadonlyMap<string, Field>;
	/** Fields that are written even when no client has set them: name and value. */
	readonly always: ReadonlyArray<readonly [string, unknown]>;
	/** The shape of a list's or map's items. */
	readonly item?: Shape;
}

/** One field of a struct. */
export interface Field {
	readonly shape: Shape;
	/** The embedded structs, then the field's own name. */
	readonly goPath: readonly string[];
	readonly empty: Emptiness;
}

const definitions = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** The id of the recursive schema of custom resources. */
export const customSchemaId = `${definitions}.JSONSchemaProps`;

const wellKnown: Readonly<Record<string, readonly [Shape['kind'], string]>> = {
	'io.k8s.apimachinery.pkg.api.resource.Quantity': ['quantity', 'resource.Quantity'],
	'io.k8s.apimachinery.pkg.apis.meta.v1.Time': ['time', 'string'],
	'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': ['microtime', 'string'],
	'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['int-or-string', 'int32'],
	'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': ['any', 'v1.FieldsV1'],
	'io.k8s.apimachinery.pkg.runtime.RawExtension': ['any', 'runtime.RawExtension'],
	[`${definitions}.JSONSchemaPropsOrArray`]: ['schema-or-array', 'v1.JSONSchemaPropsOrArray'],
	[`${definitions}.JSONSchemaPropsOrBool`]: ['schema-or-boolean', 'v1.JSONSchemaPropsOrBool'],
	[`${definitions}.JSONSchemaPropsOrStringArray`]: ['schema-or-strings', 'v1.JSONSchemaPropsOrStringArray'],
	// A struct without fields, whose presence is its meaning.
	[`${definitions}.CustomResourceSubresourceStatus`]: ['struct', 'v1.CustomResourceSubresourceStatus'],
};

const nothing: Pick<Shape, 'name' | 'fields' | 'always'> = {name: '', fields: new Map(), always: []};

/** Lists that may be empty; null is stored then. */
const nullable = new Set([
	'ClusterRole.rules',
	'EndpointSlice.endpoints',
	'EndpointSlice.ports',
	'HorizontalPodAutoscalerStatus.currentMetrics',
	'LimitRangeSpec.limits',
	'PodFailurePolicy.rules',
	'Role.rules',
]);

const emptinessOf = (field: JSONField | undefined, shape: Shape, name: string): Emptiness => {
	switch (shape.kind) {
		case 'list': {
			// A field for which an empty list is not valid is shown unchanged.
			if (nullable.has(name)) {
				return 'null';
			}

			if (field?.zero === null || tellingFields.has(name)) {
				return 'keep';
			}

			return 'omit';
		}

		case 'boolean':
		case 'integer':
		case 'number':
		case 'string':
		case 'map':
		case 'bytes': {
			return tellingFields.has(name) || (field !== undefined && (field.zero !== undefined || keepsZero(field)))
				? 'keep'
				: 'omit';
		}

		default: {
			return 'keep';
		}
	}
};

/** The value of an unset field: for structs and times that are not pointers, and for values without `omitempty`. */
const impliedValue = (field: JSONField | undefined, shape: Shape): unknown => {
	switch (shape.kind) {
		case 'struct': {
			return field?.zero === undefined || field.zero === null ? undefined : shape;
		}

		case 'time':
		case 'microtime': {
			return field?.zero === null ? null : undefined;
		}

		case 'boolean':
		case 'int-or-string':
		case 'integer':
		case 'number':
		case 'string': {
			return field?.zero ?? undefined;
		}

		default: {
			return undefined;
		}
	}
};

// Types are recursive: a shape is known before its fields are.
const shapes = new RecentMap<string, Shape>(5000);

const structOf = (id: string, schema: Schema): Shape => {
	const name = id.slice(id.lastIndexOf('.') + 1);
	const fields = new Map<string, Field>();
	const always: Array<readonly [string, unknown]> = [];
	const shape: Shape = {kind: 'struct', goType: goTypeName(id), name, fields, always};
	shapes.set(id, shape);
	const goFields = jsonFields(id);
	for (const [key, fieldSchema] of Object.entries(schema.properties ?? {})) {
		const goField = goFields.get(key);
		const fieldShape = shapeOf(fieldSchema, goField?.type.replace('*', ''));
		fields.set(key, {
			shape: fieldShape,
			goPath: [...(goField?.embeddedIn ?? []), key],
			empty: emptinessOf(goField, fieldShape, `${name}.${key}`),
		});
		const implied = impliedValue(goField, fieldShape);
		if (implied !== undefined) {
			always.push([key, implied]);
		}
	}

	return shape;
};

/** @param goType Go's type of such a value; known for fields of structs. */
const shapeOf = (schema: Schema, goType: string | undefined): Shape => {
	const id = referenceOf(schema);
	if (id !== undefined) {
		return shapeOfId(id);
	}

	switch (schema.type) {
		case 'string': {
			return schema.format === 'byte'
				? {...nothing, kind: 'bytes', goType: '[]uint8'}
				: {...nothing, kind: 'string', goType: goTypeName(goType ?? 'string')};
		}

		case 'integer': {
			return {...nothing, kind: 'integer', goType: schema.format ?? 'int64'};
		}

		case 'number': {
			return {...nothing, kind: 'number', goType: 'float64'};
		}

		case 'boolean': {
			return {...nothing, kind: 'boolean', goType: 'bool'};
		}

		case 'array': {
			const item = shapeOf(schema.items ?? {}, goType?.replace(/^\[\]/, ''));
			return {...nothing, kind: 'list', goType: `[]${item.goType}`, item};
		}

		case 'object': {
			const item = shapeOf(valueSchema(schema) ?? {}, /^map\[[\w.]+\](.*)$/.exec(goType ?? '')?.[1]);
			return {...nothing, kind: 'map', goType: goTypeName(goType ?? `map[string]${item.goType}`), item};
		}

		default: {
			return {...nothing, kind: 'any', goType: 'interface {}'};
		}
	}
};

/** The shape of a schema by its long name. */
export const shapeOfId = (id: string): Shape => {
	let shape = shapes.get(id);
	if (!shape) {
		const schema = resolveSchema({$ref: `#/components/schemas/${id}`});
		const known = wellKnown[id];
		if (known) {
			shape = {...nothing, kind: known[0], goType: known[1]};
		} else {
			shape = schema.properties ? structOf(id, schema) : shapeOf(apiFacts().schemas[id] ?? {}, undefined);
		}

		shapes.set(id, shape);
	}

	return shape;
};
