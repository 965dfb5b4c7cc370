/** A type of CEL. */
export type Type =
	| {readonly kind: 'simple'; readonly name: SimpleName}
	| {readonly kind: 'list'; readonly item: Type}
	| {readonly kind: 'map'; readonly key: Type; readonly value: Type}
	| ObjectType
	/** A type with a name and no structure except its parameters: `optional_type(int)`, `kubernetes.Quantity`. */
	| {readonly kind: 'opaque'; readonly name: string; readonly parameters: readonly Type[]}
	/** The type of a type. */
	| {readonly kind: 'type'; readonly of?: Type}
	/** A type variable. */
	| {readonly kind: 'variable'; readonly name: string};

export interface ObjectType {
	readonly kind: 'object';
	readonly name: string;
	/** `undefined` if it has no such field. */
	field(name: string): Type | undefined;
}

export type SimpleName =
	'int' | 'uint' | 'double' | 'bool' | 'string' | 'bytes' | 'null' | 'dyn' | 'timestamp' | 'duration' | 'error';

const simple = (name: SimpleName): Type => ({kind: 'simple', name});

export const int = simple('int');
export const uint = simple('uint');
export const double = simple('double');
export const bool = simple('bool');
export const string = simple('string');
export const bytes = simple('bytes');
export const nullType = simple('null');
export const dyn = simple('dyn');
export const timestamp = simple('timestamp');
export const duration = simple('duration');
export const errorType = simple('error');

export const listOf = (item: Type): Type => ({kind: 'list', item});
export const mapOf = (key: Type, value: Type): Type => ({kind: 'map', key, value});
export const opaque = (name: string, ...parameters: readonly Type[]): Type => ({kind: 'opaque', name, parameters});
export const optionalOf = (type: Type): Type => opaque('optional_type', type);

/** The content type of an optional value; `undefined` for other types. */
export const insideOptional = (type: Type): Type | undefined =>
	type.kind === 'opaque' && type.name === 'optional_type' ? (type.parameters[0] ?? dyn) : undefined;

export const variable = (name: string): Type => ({kind: 'variable', name});

/** An object with fields that are all known. */
export const objectType = (name: string, fields: Readonly<Record<string, Type>>): ObjectType => ({
	kind: 'object',
	name,
	field: (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined),
});

const runtimeNames: Partial<Record<SimpleName, string>> = {
	null: 'null_type',
	timestamp: 'google.protobuf.Timestamp',
	duration: 'google.protobuf.Duration',
	error: '*error*',
};
const shownNames: Partial<Record<SimpleName, string>> = {error: '!error!'};

const print = (type: Type, names: Partial<Record<SimpleName, string>>): string => {
	switch (type.kind) {
		case 'simple': {
			return names[type.name] ?? type.name;
		}

		case 'list': {
			return `list(${print(type.item, names)})`;
		}

		case 'map': {
			return `map(${print(type.key, names)}, ${print(type.value, names)})`;
		}

		case 'opaque': {
			return type.parameters.length === 0
				? type.name
				: `${type.name}(${type.parameters.map((parameter) => print(parameter, names)).join(', ')})`;
		}

		case 'type': {
			return type.of ? `type(${print(type.of, names)})` : 'type';
		}

		default: {
			return type.name;
		}
	}
};

/** A type as the checker's errors print it. @mirrors checker.FormatCELType */
export const formatType = (type: Type): string => print(type, shownNames);

/** The name of a type in CEL. @mirrors types.Type.String */
export const typeName = (type: Type): string => print(type, runtimeNames);

/** Can the type be any value? */
export const isDyn = (type: Type): boolean => type.kind === 'simple' && (type.name === 'dyn' || type.name === 'error');
