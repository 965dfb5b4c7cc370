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

/** As the checker's errors show a type. @mirrors checker.FormatCELType */
export const formatType = (type: Type): string => print(type, shownNames);

/** The name of a type in CEL. @mirrors types.Type.String */
export const typeName = (type: Type): string => print(type, runtimeNames);

/** The bindings of type variables so far. A trial works on a copy. */
export type Bindings = Map<string, Type>;

/** The type with the values of its variables; unknown ones become dyn, if asked. */
export const substitute = (type: Type, bindings: Bindings, unknownIsDyn = false): Type => {
	switch (type.kind) {
		case 'variable': {
			const bound = bindings.get(type.name);
			if (bound) {
				return substitute(bound, bindings, unknownIsDyn);
			}

			if (unknownIsDyn) {
				return dyn;
			}

			return type;
		}

		case 'list': {
			return listOf(substitute(type.item, bindings, unknownIsDyn));
		}

		case 'map': {
			return mapOf(substitute(type.key, bindings, unknownIsDyn), substitute(type.value, bindings, unknownIsDyn));
		}

		case 'opaque': {
			return type.parameters.length === 0
				? type
				: opaque(type.name, ...type.parameters.map((parameter) => substitute(parameter, bindings, unknownIsDyn)));
		}

		case 'type': {
			return type.of ? {kind: 'type', of: substitute(type.of, bindings, unknownIsDyn)} : type;
		}

		default: {
			return type;
		}
	}
};

/** Can the type be any value? */
export const isDyn = (type: Type): boolean => type.kind === 'simple' && (type.name === 'dyn' || type.name === 'error');

const occurs = (name: string, type: Type, bindings: Bindings): boolean => {
	const found = substitute(type, bindings);
	switch (found.kind) {
		case 'variable': {
			return found.name === name;
		}

		case 'list': {
			return occurs(name, found.item, bindings);
		}

		case 'map': {
			return occurs(name, found.key, bindings) || occurs(name, found.value, bindings);
		}

		case 'opaque': {
			return found.parameters.some((parameter) => occurs(name, parameter, bindings));
		}

		default: {
			return false;
		}
	}
};

/** null is allowed where an object, a time or something opaque is expected. */
const takesNull = (type: Type): boolean =>
	type.kind === 'object' ||
	type.kind === 'opaque' ||
	(type.kind === 'simple' && (type.name === 'timestamp' || type.name === 'duration'));

/**
Can a value of one type be used where the other is expected? Binds variables on the way, even if it fails.

@mirrors checker.internalIsAssignable
*/
export const assignable = (from: Type, to: Type, bindings: Bindings): boolean => {
	const a = from.kind === 'variable' ? substitute(from, bindings) : from;
	const b = to.kind === 'variable' ? substitute(to, bindings) : to;
	if (b.kind === 'variable') {
		if (a.kind === 'variable' && a.name === b.name) {
			return true;
		}

		if (occurs(b.name, a, bindings)) {
			return false;
		}

		bindings.set(b.name, a);
		return true;
	}

	if (a.kind === 'variable') {
		if (occurs(a.name, b, bindings)) {
			return false;
		}

		bindings.set(a.name, b);
		return true;
	}

	if (isDyn(a) || isDyn(b)) {
		return true;
	}

	if (a.kind === 'simple' && a.name === 'null' && takesNull(b)) {
		return true;
	}

	switch (b.kind) {
		case 'simple': {
			return a.kind === 'simple' && a.name === b.name;
		}

		case 'list': {
			return a.kind === 'list' && assignable(a.item, b.item, bindings);
		}

		case 'map': {
			return a.kind === 'map' && assignable(a.key, b.key, bindings) && assignable(a.value, b.value, bindings);
		}

		case 'object': {
			return a.kind === 'object' && a.name === b.name;
		}

		case 'opaque': {
			return (
				a.kind === 'opaque' &&
				a.name === b.name &&
				b.parameters.every((parameter, index) => assignable(a.parameters[index] ?? dyn, parameter, bindings))
			);
		}

		default: {
			return a.kind === 'type';
		}
	}
};
