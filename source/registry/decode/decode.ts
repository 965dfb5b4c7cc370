import {copyOf} from '../../objects/copy.js';
import {decodeCompiled, isEmpty, unread} from './compiled.js';
import {describe, Reader, Refusal} from './reader.js';
import {scalars} from './scalars.js';
import {literalIn, setKey, type DuplicateKeys} from '../../go/json.js';
import {schemaIdOfKind} from '../../objects/schema.js';
import {customSchemaId, shapeOfId, type Shape} from './shape.js';
import {isRecord, type Fields} from '../../kernel/record.js';

/** The server's reaction to fields it does not know: `fieldValidation` of a request. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** An object after decoding. */
export interface Decoded {
	/** The decoded value: only fields of the API, with canonical quantities, and without empty values that Go omits. Unchanged parts are shared with the input. */
	readonly object: Readonly<Record<string, unknown>>;
	/** The reason why the object is refused, in Kubernetes' words. */
	readonly error?: string;
	/** Warnings for clients that ask for them, one text each. */
	readonly warnings: readonly string[];
}

const zero = (shape: Shape, reader: Reader): unknown => {
	switch (shape.kind) {
		case 'boolean': {
			return false;
		}

		case 'integer':
		case 'number':
		case 'int-or-string': {
			return 0;
		}

		case 'quantity': {
			return '0';
		}

		case 'bytes':
		case 'string': {
			return '';
		}

		case 'struct': {
			return decodeStruct({}, shape, reader);
		}

		default: {
			return null;
		}
	}
};

const decodeList = (value: unknown, shape: Shape, reader: Reader): unknown => {
	if (!Array.isArray(value)) {
		reader.mistype(value, shape.goType);
		return undefined;
	}

	const {item} = shape;
	if (!item) {
		return value;
	}

	let result: unknown[] | undefined;
	for (let index = 0; index < value.length; index++) {
		const before = value[index] as unknown;
		if (typeof before === 'number') {
			reader.literal = literalIn(value, index);
		}

		reader.path.push(index);
		const after = before === null ? zero(item, reader) : decodeValue(before, item, reader);
		reader.path.pop();
		if (after !== before && !result) {
			result = value.slice(0, index);
		}

		result?.push(after);
	}

	return result ?? value;
};

const noteDuplicates = (value: object, key: string, reader: Reader): void => {
	for (const duplicate of reader.duplicates?.get(value) ?? []) {
		if (duplicate === key) {
			reader.strict.push(`duplicate field ${JSON.stringify(reader.place(key))}`);
		}
	}
};

const decodeMap = (value: unknown, shape: Shape, reader: Reader): unknown => {
	if (!isRecord(value)) {
		reader.mistype(value, shape.goType);
		return undefined;
	}

	const {item} = shape;
	if (!item) {
		return value;
	}

	let result: Record<string, unknown> | undefined;
	for (const key of reader.keysOf(value)) {
		const before = value[key];
		if (typeof before === 'number') {
			reader.literal = literalIn(value, key);
		}

		reader.path.push(key);
		const after = before === null ? zero(item, reader) : decodeValue(before, item, reader);
		reader.path.pop();
		noteDuplicates(value, key, reader);
		if (after !== before) {
			result ??= copyOf(value);
			setKey(result, key, after);
		}
	}

	return result ?? value;
};

/** Long because a struct is read in one pass over its fields, which is part of the cost of every request. */
const decodeStruct = (value: unknown, shape: Shape, reader: Reader): unknown => {
	if (!isRecord(value)) {
		reader.mistype(value, shape.goType);
		return undefined;
	}

	let result: Record<string, unknown> | undefined;
	reader.structs.push(shape.name);
	for (const key of reader.keysOf(value)) {
		const item = value[key];
		const field = shape.fields.get(key);
		if (!field) {
			if (item !== undefined) {
				reader.strict.push(`unknown field ${JSON.stringify(reader.place(key))}`);
				noteDuplicates(value, key, reader);
			}

			result ??= copyOf(value);
			delete result[key];
			continue;
		}

		if (item === null && field.empty === 'null') {
			continue;
		}

		let after: unknown;
		if (item !== null && item !== undefined) {
			reader.path.push(key);
			reader.goPath.push(...field.goPath);
			if (typeof item === 'number') {
				reader.literal = literalIn(value, key);
			}

			after = decodeValue(item, field.shape, reader);
			reader.goPath.length -= field.goPath.length;
			reader.path.pop();
		}

		if (reader.duplicates) {
			noteDuplicates(value, key, reader);
		}

		if (after !== undefined && field.empty !== 'keep' && isEmpty(after)) {
			after = undefined;
		}

		if (after !== item || after === undefined) {
			result ??= copyOf(value);
			if (after === undefined) {
				delete result[key];
			} else {
				setKey(result, key, after);
			}
		}
	}

	for (const [key, implied] of shape.always) {
		if ((result ?? value)[key] === undefined) {
			result ??= copyOf(value);
			result[key] =
				typeof implied === 'object' && implied !== null ? decodeStruct({}, implied as Shape, reader) : implied;
		}
	}

	reader.structs.pop();
	return result ?? value;
};

const decodeValue = (value: unknown, shape: Shape, reader: Reader): unknown => {
	switch (shape.kind) {
		case 'struct': {
			return decodeStruct(value, shape, reader);
		}

		case 'list': {
			return decodeList(value, shape, reader);
		}

		case 'map': {
			return decodeMap(value, shape, reader);
		}

		case 'schema-or-boolean': {
			if (typeof value === 'boolean') {
				return value;
			}

			if (!isRecord(value)) {
				throw new Refusal('boolean or JSON schema expected');
			}

			return decodeSchema(value);
		}

		case 'schema-or-array':
		case 'schema-or-strings': {
			if (!Array.isArray(value)) {
				// Any other value has no effect.
				return isRecord(value) ? decodeSchema(value) : undefined;
			}

			return shape.kind === 'schema-or-array' ? value.map((item) => decodeSchema(item)) : value;
		}

		default: {
			return scalars[shape.kind](value, shape, reader);
		}
	}
};

/** A schema inside a value that decodes itself: its unknown fields are not reported. @mirrors apiextensions/v1 JSONSchemaPropsOrBool.UnmarshalJSON */
const decodeSchema = (value: unknown): unknown => {
	const shape = shapeOfId(customSchemaId);
	if (!isRecord(value)) {
		throw new Refusal(`json: cannot unmarshal ${describe(value, '', undefined)} into Go value of type ${shape.goType}`);
	}

	const reader = new Reader(undefined);
	const schema = decodeStruct(value, shape, reader);
	if (reader.firstError !== undefined) {
		throw new Refusal(reader.firstError);
	}

	return schema;
};

/**
Reads a JSON value as an object of the API: checks types, drops unknown fields, makes quantities canonical.

An unknown `kind` is returned unchanged. Field names are compared exactly, `null` counts as missing.

@param duplicates repeated keys, where the text was read by `readJSON`; without them, keys are read in the order of their bytes.
@mirrors k8s.io/apimachinery/pkg/runtime/serializer/json Serializer.Decode
*/
export const decodeFields = (
	object: unknown,
	apiVersion: string,
	kind: string,
	validation: FieldValidation = 'Warn',
	duplicates?: DuplicateKeys,
): Decoded => {
	const id = schemaIdOfKind(apiVersion, kind);
	if (id === undefined || !isRecord(object)) {
		return {object: isRecord(object) ? object : {}, warnings: []};
	}

	const shape = shapeOfId(id);
	const decoded = duplicates?.size ? unread : decodeCompiled(object, shape);
	return isRecord(decoded) ? {object: decoded, warnings: []} : readFields(object, shape, validation, duplicates);
};

/** Decodes with a {@link Reader}, which reads every field and has the error messages. */
export const readFields = (
	object: Fields,
	shape: Shape,
	validation: FieldValidation,
	duplicates?: DuplicateKeys,
): Decoded => {
	const reader = new Reader(duplicates);
	let decoded: Readonly<Record<string, unknown>> = object;
	try {
		decoded = decodeStruct(object, shape, reader) as Readonly<Record<string, unknown>>;
	} catch (error) {
		if (!(error instanceof Refusal)) {
			throw error;
		}

		reader.firstError = error.message;
	}

	if (reader.firstError !== undefined) {
		return {object: decoded, error: reader.firstError, warnings: []};
	}

	if (validation === 'Strict' && reader.strict.length > 0) {
		return {object: decoded, error: strictDecodingError(reader.strict), warnings: []};
	}

	return {object: decoded, warnings: validation === 'Warn' ? reader.strict : []};
};

/** One message for all errors of strict decoding. */
export const strictDecodingError = (problems: readonly string[]): string =>
	`strict decoding error: ${problems.join(', ')}`;

/** The apiserver's answer (400) to a body that cannot be decoded as the kind of its path. */
export const cannotBeHandled = (kind: string, version: string, asKind: string, message: string): string =>
	`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${asKind}: ${message}`;
