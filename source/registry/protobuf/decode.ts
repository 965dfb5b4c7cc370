import {goDuration} from '../../go/duration.js';
import {timestamp} from '../../kernel/clock.js';
import {keepsZero} from '../../objects/go-types.js';
import {layoutOf, messageOfKind, type MessageField} from './layout.js';

/** A body that is not a protobuf message of the API. */
export class ProtobufError extends Error {
	override name = 'ProtobufError';
}

const magic = Buffer.from('k8s\0');
const deepest = 100;

/**
The object in a body of `application/vnd.kubernetes.protobuf`, in its JSON form. Empty or zero values are left out where Go's JSON encoder
omits them; protobuf writes them.

@param expected the type of a body without a kind or version
@throws {ProtobufError}
@mirrors k8s.io/apimachinery/pkg/runtime/serializer/protobuf Serializer.Decode
*/
export const decodeProtobuf = (
	bytes: Uint8Array,
	expected: {readonly apiVersion: string; readonly kind: string} = {apiVersion: '', kind: ''},
): Readonly<Record<string, unknown>> => {
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (!buffer.subarray(0, magic.length).equals(magic)) {
		throw new ProtobufError(
			`provided data does not appear to be a protobuf message, expected prefix [${[...magic].join(' ')}]`,
		);
	}

	const unknown = fieldsOf(buffer.subarray(magic.length));
	const type = fieldsOf(lastBytes(unknown, 1));
	const apiVersion = lastBytes(type, 1).toString('utf8') || expected.apiVersion;
	const kind = lastBytes(type, 2).toString('utf8') || expected.kind;
	const message = messageOfKind(apiVersion, kind);
	if (message === undefined) {
		// The caller checks the kind, and refuses this one.
		return {apiVersion, kind};
	}

	return {apiVersion, kind, ...(decodeMessage(message, lastBytes(unknown, 2), 0) as object)};
};

interface Field {
	readonly number: number;
	readonly wireType: number;
	readonly bytes: Buffer;
	readonly value: bigint;
}

const noBytes = Buffer.alloc(0);

/** The fields of a message, in the order of the wire. */
const fieldsOf = (bytes: Buffer): readonly Field[] => {
	const fields: Field[] = [];
	let at = 0;
	const varint = (): bigint => {
		let value = 0n;
		for (let shift = 0n; shift < 70n; shift += 7n) {
			const byte = bytes[at++];
			if (byte === undefined) {
				throw new ProtobufError('unexpected EOF');
			}

			value |= BigInt(byte & 0x7f) << shift;
			if (byte < 0x80) {
				return value;
			}
		}

		throw new ProtobufError('proto: integer overflow');
	};

	const next = (length: number): Buffer => {
		if (at + length > bytes.length) {
			throw new ProtobufError('unexpected EOF');
		}

		at += length;
		return bytes.subarray(at - length, at);
	};

	while (at < bytes.length) {
		const tag = varint();
		const number = Number(tag >> 3n);
		const wireType = Number(tag & 7n);
		switch (wireType) {
			case 0: {
				fields.push({number, wireType, bytes: noBytes, value: varint()});
				break;
			}

			case 1: {
				fields.push({number, wireType, bytes: next(8), value: 0n});
				break;
			}

			case 2: {
				fields.push({number, wireType, bytes: next(Number(varint())), value: 0n});
				break;
			}

			case 5: {
				fields.push({number, wireType, bytes: next(4), value: 0n});
				break;
			}

			default: {
				throw new ProtobufError(`proto: illegal wireType ${wireType}`);
			}
		}
	}

	return fields;
};

const lastBytes = (fields: readonly Field[], number: number): Buffer =>
	fields.findLast((field) => field.number === number)?.bytes ?? noBytes;

/** The value of an entry of a map that has only a key. */
const missingValue = (type: string): unknown => (type === 'string' || type === 'bytes' ? '' : {});

const decodeMessage = (message: string, bytes: Buffer, depth: number): unknown => {
	if (depth > deepest) {
		throw new ProtobufError('proto: message nested too deeply');
	}

	const layout = layoutOf(message);
	const object: Record<string, unknown> = {};
	for (const field of fieldsOf(bytes)) {
		const known = layout?.get(field.number);
		if (known === undefined) {
			continue;
		}

		const {key, type, form} = known;
		if (key === undefined) {
			Object.assign(object, decodeValue(type, field, depth));
		} else if (form === 'map') {
			const entry = fieldsOf(field.bytes);
			const value = entry.find(({number}) => number === 2);
			Object.defineProperty((object[key] ??= {}), lastBytes(entry, 1).toString('utf8'), {
				value: value ? decodeValue(type, value, depth) : missingValue(type),
				enumerable: true,
				configurable: true,
				writable: true,
			});
		} else if (form === 'list') {
			((object[key] ??= []) as unknown[]).push(decodeValue(type, field, depth));
		} else {
			const value = decodeValue(type, field, depth);
			if (isWritten(value, known)) {
				object[key] = value;
			}
		}
	}

	return inJSON(message, object);
};

/** Whether the message's JSON has this value: empty structs and zeros are left out if they are not pointers. */
const isWritten = (value: unknown, {goField, isStruct}: MessageField): boolean =>
	value !== undefined &&
	(typeof value === 'object' && value !== null
		? !isStruct || Object.keys(value).length > 0
		: (goField !== undefined && keepsZero(goField)) ||
			(value !== '' && value !== 0 && value !== false && value !== null));

const decodeValue = (type: string, field: Field, depth: number): unknown => {
	const {bytes, value} = field;
	switch (type) {
		case 'string': {
			return bytes.toString('utf8');
		}

		case 'bytes': {
			return bytes.toString('base64');
		}

		case 'bool': {
			return value !== 0n;
		}

		case 'int32': {
			return Number(BigInt.asIntN(32, value));
		}

		case 'int64': {
			return Number(BigInt.asIntN(64, value));
		}

		case 'double': {
			return bytes.length === 8 ? bytes.readDoubleLE() : 0;
		}

		default: {
			return layoutOf(type) ? decodeMessage(type, bytes, depth + 1) : undefined;
		}
	}
};

const parsed = (base64: unknown): unknown => {
	try {
		return JSON.parse(Buffer.from(String(base64 ?? ''), 'base64').toString('utf8')) as unknown;
	} catch {
		return undefined;
	}
};

/** Types whose JSON form differs from their fields. */
const inJSON = (message: string, object: Readonly<Record<string, unknown>>): unknown => {
	const {seconds = 0, nanos = 0} = object as {readonly seconds?: number; readonly nanos?: number};
	switch (message.slice(message.lastIndexOf('.') + 1)) {
		case 'Time': {
			if (!message.endsWith('meta.v1.Time')) {
				return object;
			}

			return seconds > 0 ? timestamp(seconds * 1000) : undefined;
		}

		case 'MicroTime': {
			const micros = String(Math.floor(nanos / 1000)).padStart(6, '0');
			return seconds > 0 ? timestamp(seconds * 1000).replace('Z', `.${micros}Z`) : undefined;
		}

		case 'Quantity': {
			return object['string'] ?? '0';
		}

		case 'IntOrString': {
			return object['type'] ? (object['strVal'] ?? '') : (object['intVal'] ?? 0);
		}

		case 'Duration': {
			return message.endsWith('meta.v1.Duration') ? goDuration(Number(object['duration'] ?? 0) / 1e6) : object;
		}

		case 'Verbs':
		case 'ExtraValue': {
			return object['items'] ?? [];
		}

		case 'JSONSchemaPropsOrArray': {
			return object['jSONSchemas'] ?? object['schema'] ?? {};
		}

		case 'JSONSchemaPropsOrBool': {
			return object['schema'] ?? object['allows'] ?? false;
		}

		case 'JSONSchemaPropsOrStringArray': {
			return object['property'] ?? object['schema'] ?? {};
		}

		case 'FieldsV1': {
			return parsed(object['Raw']) ?? {};
		}

		case 'RawExtension':
		case 'JSON': {
			return parsed(object['raw']);
		}

		default: {
			return object;
		}
	}
};
