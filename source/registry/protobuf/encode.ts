import {durationNanoseconds} from '../../go/duration.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {memoised} from '../../kernel/memoised.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {layoutOf, messageOfKind, type MessageField} from './layout.js';
import {ReverseWriter} from './reverse-writer.js';

/** The first bytes of every body in protobuf. */
const magic = Buffer.from('k8s\0');

const varintType = 0;
const doubleType = 1;
const lengthType = 2;

const nothing: Fields = {};

/** The messages that are encoded one after another share one writer. */
const writer = new ReverseWriter();

/**
The message of an object of the API, without the envelope with its kind.

@param message its name: `k8s.io.api.core.v1.Pod`.
*/
export const encodeMessage = (message: string, value: unknown): Buffer => {
	writeMessage(message, value);
	return writer.take();
};

/**
A body of `application/vnd.kubernetes.protobuf`: a prefix, and an envelope with the kind and the message.

@mirrors k8s.io/apimachinery/pkg/runtime/serializer/protobuf Serializer.Encode
*/
export const envelope = (apiVersion: string, kind: string, message: Uint8Array): Buffer => {
	writeText(4, '');
	writeText(3, '');
	writeBytes(2, message);
	const before = writer.length;
	writeText(2, kind);
	writeText(1, apiVersion);
	writeTag(1, lengthType, writer.length - before);
	writer.bytes(magic);
	return writer.take();
};

/** An object as a body of `application/vnd.kubernetes.protobuf`; `undefined` if its kind has no message, as a custom resource has none. */
export const encodeProtobuf = (object: Fields): Buffer | undefined => {
	const {apiVersion = '', kind = ''} = object as {readonly apiVersion?: string; readonly kind?: string};
	const message = messageOfKind(apiVersion, kind);
	return message === undefined ? undefined : envelope(apiVersion, kind, encodeMessage(message, object));
};

/** A WatchEvent that holds an object in its envelope. */
export const encodeWatchEvent = (type: string, object: Uint8Array): Buffer => {
	writeBytes(1, object);
	writeTag(2, lengthType, writer.length);
	writeText(1, type);
	return writer.take();
};

const writeTag = (number: number, wireType: number, length?: number): void => {
	if (length !== undefined) {
		writer.varint(length);
	}

	writer.varint(number * 8 + wireType);
};

const writeText = (number: number, text: string): void => {
	writeTag(number, lengthType, writer.text(text));
};

const writeBytes = (number: number, bytes: Uint8Array): void => {
	writer.bytes(bytes);
	writeTag(number, lengthType, bytes.length);
};

const writeNumber = (number: number, value: number): void => {
	writer.varint(value);
	writeTag(number, varintType);
};

const writeMessage = (message: string, value: unknown): void => {
	const special = specials[message] ?? specials[message.slice(message.lastIndexOf('.') + 1)];
	if (special) {
		special(value);
		return;
	}

	const object = isRecord(value) ? value : nothing;
	for (const field of descending(message)) {
		writeField(field, object);
	}
};

/** The fields of a message, the last one first. */
const descending = memoised(
	(message: string): readonly MessageField[] => [...(layoutOf(message)?.values() ?? [])].reverse(),
	4000,
);

const writeField = ({number, key, type, form, isValue}: MessageField, object: Fields): void => {
	// A key of the prototype is not a field.
	const own = key !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
	const value = key === undefined ? object : own;
	if (form === 'list') {
		const items = Array.isArray(value) ? (value as readonly unknown[]) : [];
		for (let index = items.length - 1; index >= 0; index--) {
			writeValue(number, type, items[index]);
		}
	} else if (form === 'map') {
		const entries = isRecord(value) ? value : nothing;
		for (const name of Object.keys(entries).sort().reverse()) {
			const before = writer.length;
			writeValue(2, type, entries[name]);
			writeText(1, name);
			writeTag(number, lengthType, writer.length - before);
		}
	} else if (isValue ? type !== 'bytes' || typeof value === 'string' : value !== undefined && value !== null) {
		writeValue(number, type, value);
	}
};

/** Writes a value, or the zero of its type in place of a value of another type. */
const writeValue = (number: number, type: string, value: unknown): void => {
	switch (type) {
		case 'string': {
			writeText(number, typeof value === 'string' ? value : '');
			break;
		}

		case 'bytes': {
			writeBytes(number, Buffer.from(typeof value === 'string' ? value : '', 'base64'));
			break;
		}

		case 'bool': {
			writeNumber(number, value === true ? 1 : 0);
			break;
		}

		case 'int32':
		case 'int64': {
			writeNumber(number, typeof value === 'number' ? value : 0);
			break;
		}

		case 'double': {
			writer.double(typeof value === 'number' ? value : 0);
			writeTag(number, doubleType);
			break;
		}

		default: {
			const before = writer.length;
			writeMessage(type, value);
			writeTag(number, lengthType, writer.length - before);
		}
	}
};

/** Seconds since 1970 and nanoseconds; `undefined` for an invalid time. */
const timeIn = (value: unknown): {readonly seconds: number; readonly nanos: number} | undefined => {
	const text = typeof value === 'string' ? value : '';
	const ms = parseTimestamp(text);
	const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? '';
	return Number.isNaN(ms) ? undefined : {seconds: Math.floor(ms / 1000), nanos: Number(fraction.padEnd(9, '0'))};
};

const writeTime = (value: unknown, nanosOf: (nanos: number) => number): void => {
	const time = timeIn(value);
	if (time) {
		writeNumber(2, nanosOf(time.nanos));
		writeNumber(1, time.seconds);
	}
};

const writeItems = (value: unknown): void => {
	for (const item of Array.isArray(value) ? [...(value as readonly unknown[])].reverse() : []) {
		writeValue(1, 'string', item);
	}
};

const writeJSON = (value: unknown): void => {
	if (value !== undefined) {
		writeBytes(1, Buffer.from(JSON.stringify(value)));
	}
};

const apiextensions = (version: string) => `k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.${version}.`;

/** Types of apiextensions with one of two alternatives: fields 1 and 2. */
const alternatives = (version: string): Readonly<Record<string, (value: unknown) => void>> => {
	const of = apiextensions(version);
	const schema = `${of}JSONSchemaProps`;
	return {
		[`${of}JSONSchemaPropsOrArray`](value) {
			if (Array.isArray(value)) {
				for (const item of [...(value as readonly unknown[])].reverse()) {
					writeValue(2, schema, item);
				}
			} else {
				writeValue(1, schema, value);
			}
		},
		[`${of}JSONSchemaPropsOrBool`](value) {
			if (isRecord(value)) {
				writeValue(2, schema, value);
			}

			writeNumber(1, value === false ? 0 : 1);
		},
		[`${of}JSONSchemaPropsOrStringArray`](value) {
			if (Array.isArray(value)) {
				for (const item of [...(value as readonly unknown[])].reverse()) {
					writeValue(2, 'string', item);
				}
			} else {
				writeValue(1, schema, value);
			}
		},
	};
};

const meta = 'k8s.io.apimachinery.pkg.apis.meta.v1.';

/** Types whose JSON form differs from their fields. */
const specials: Readonly<Record<string, (value: unknown) => void>> = Object.assign(
	Object.create(null) as Record<string, (value: unknown) => void>,
	alternatives('v1'),
	alternatives('v1beta1'),
	{
		// JSON has only seconds.
		[`${meta}Time`](value: unknown) {
			writeTime(value, () => 0);
		},
		[`${meta}MicroTime`](value: unknown) {
			writeTime(value, (nanos) => nanos - (nanos % 1000));
		},
		[`${meta}Duration`](value: unknown) {
			writeNumber(1, typeof value === 'string' ? Number(durationNanoseconds(value) ?? 0) : 0);
		},
		'k8s.io.apimachinery.pkg.api.resource.Quantity'(value: unknown) {
			writeText(1, value === undefined || value === null ? '0' : String(value as string | number));
		},
		'k8s.io.apimachinery.pkg.util.intstr.IntOrString'(value: unknown) {
			writeText(3, typeof value === 'string' ? value : '');
			writeNumber(2, typeof value === 'number' ? value : 0);
			writeNumber(1, typeof value === 'string' ? 1 : 0);
		},
		[`${meta}FieldsV1`]: writeJSON,
		[`${meta}Verbs`]: writeItems,
		ExtraValue: writeItems,
		'k8s.io.apimachinery.pkg.runtime.RawExtension': writeJSON,
		[`${apiextensions('v1')}JSON`]: writeJSON,
		[`${apiextensions('v1beta1')}JSON`]: writeJSON,
	},
);
