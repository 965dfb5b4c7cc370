import type {Swagger, SwaggerOperation, SwaggerSchema} from './swagger.js';

// Numbers of fields in https://github.com/google/gnostic/blob/main/openapiv2/OpenAPIv2.proto.

const varint = (value: number): readonly number[] =>
	value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];

/** A field with bytes, a text or a message. */
const field = (number: number, content: string | Buffer): Buffer => {
	const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
	return Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]), bytes]);
};

const flag = (number: number, value: boolean): Buffer => Buffer.from([...varint(number << 3), value ? 1 : 0]);

/** Pairs of a name and a message, which are this format's maps. */
const named = <T>(
	number: number,
	entries: Readonly<Record<string, T>>,
	encode: (value: T) => Buffer,
): readonly Buffer[] =>
	Object.entries(entries).map(([name, value]) =>
		field(number, Buffer.concat([field(1, name), field(2, encode(value))])),
	);

/** Any value, as YAML; JSON is valid YAML. */
const any = (value: unknown): Buffer => field(2, JSON.stringify(value));

const extensions = (number: number, object: Readonly<Record<string, unknown>>): readonly Buffer[] =>
	named(number, Object.fromEntries(Object.entries(object).filter(([key]) => key.startsWith('x-'))), any);

const encodeSchema = (schema: SwaggerSchema): Buffer => {
	const {$ref, format, description, required = [], type, items, additionalProperties, properties} = schema;
	return Buffer.concat([
		...($ref === undefined ? [] : [field(1, $ref)]),
		...(format === undefined ? [] : [field(2, format)]),
		...(description === undefined ? [] : [field(4, description)]),
		...required.map((name) => field(19, name)),
		...(schema.enum ?? []).map((value) => field(20, any(value))),
		...(additionalProperties === undefined
			? []
			: [
					field(
						21,
						typeof additionalProperties === 'boolean'
							? flag(2, additionalProperties)
							: field(1, encodeSchema(additionalProperties)),
					),
				]),
		...(type === undefined ? [] : [field(22, field(1, type))]),
		...(items ? [field(23, field(1, encodeSchema(items)))] : []),
		...(properties ? [field(25, Buffer.concat(named(1, properties, encodeSchema)))] : []),
		...extensions(31, schema),
	]);
};

const methods: Readonly<Record<string, number>> = {get: 2, put: 3, post: 4, delete: 5, options: 6, head: 7, patch: 8};

const encodeOperation = (operation: SwaggerOperation): Buffer =>
	Buffer.concat([
		...operation.parameters.map(({name, type}) => {
			const query = Buffer.concat([field(2, 'query'), field(4, name), field(6, type), flag(20, true)]);
			// ParametersItem → Parameter → NonBodyParameter → QueryParameterSubSchema
			return field(8, field(1, field(2, field(3, query))));
		}),
		...extensions(13, operation as unknown as Readonly<Record<string, unknown>>),
	]);

const encodePath = (operations: Readonly<Record<string, SwaggerOperation>>): Buffer =>
	Buffer.concat(
		Object.entries(operations).flatMap(([method, operation]) =>
			methods[method] === undefined ? [] : [field(methods[method], encodeOperation(operation))],
		),
	);

/**
The document, or more of one, in the protobuf of gnostic: parts that follow one another are one document.

@see https://github.com/google/gnostic
*/
export const encodeSwagger = ({
	swagger,
	info,
	paths,
	definitions,
}: Pick<Swagger, 'paths' | 'definitions'> & Partial<Swagger>): Buffer =>
	Buffer.concat([
		...(swagger === undefined ? [] : [field(1, swagger)]),
		...(info === undefined ? [] : [field(2, Buffer.concat([field(1, info.title), field(2, info.version)]))]),
		field(8, Buffer.concat(named(2, paths, encodePath))),
		field(9, Buffer.concat(named(1, definitions, encodeSchema))),
	]);
