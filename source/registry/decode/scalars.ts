import {base64Error, timeError} from './go-values.js';
import {literalIn} from '../../go/json.js';
import {canonicalQuantity, QuantityError} from '../../objects/quantity.js';
import {Refusal, type Reader} from './reader.js';
import type {Shape} from './shape.js';

type DecodeScalar = (value: unknown, shape: Shape, reader: Reader) => unknown;

const fits = (value: number, goType: string, literal?: string): boolean =>
	Number.isInteger(value) &&
	(literal === undefined || /^-?\d+$/.test(literal)) &&
	(goType === 'int32' ? value >= -2_147_483_648 && value <= 2_147_483_647 : Math.abs(value) < 2 ** 63);

/** A value whose JavaScript type must be the one of its kind. */
const ofType =
	(type: 'string' | 'boolean' | 'number'): DecodeScalar =>
	(value, shape, reader) => {
		if (typeof value !== type) {
			reader.mistype(value, shape.goType);
			return undefined;
		}

		return value;
	};

const decodeInteger: DecodeScalar = (value, shape, reader) => {
	if (typeof value !== 'number' || !fits(value, shape.goType, reader.literal)) {
		reader.mistype(value, shape.goType);
		return undefined;
	}

	return value;
};

const decodeIntOrString: DecodeScalar = (value, _shape, reader) => {
	if (typeof value !== 'string' && !(typeof value === 'number' && fits(value, 'int32', reader.literal))) {
		throw new Refusal(reader.unmarshalMessage(value, 'int32'));
	}

	return value;
};

const decodeTime: DecodeScalar = (value, shape, reader) => {
	if (typeof value !== 'string') {
		throw new Refusal(reader.unmarshalMessage(value, 'string'));
	}

	const error = timeError(value, shape.kind === 'microtime');
	if (error !== undefined) {
		throw new Refusal(error);
	}

	return value;
};

/** A list of numbers may be bytes as well. */
const decodeByteList = (value: readonly unknown[], reader: Reader): string => {
	const bytes = value.map((item, index) => {
		reader.literal = typeof item === 'number' ? literalIn(value, index) : undefined;
		if (
			item !== null &&
			!(typeof item === 'number' && fits(item, 'int32', reader.literal) && item >= 0 && item < 256)
		) {
			reader.mistype(item, 'uint8');
		}

		return Number(item);
	});
	return Buffer.from(bytes).toString('base64');
};

const decodeBytes: DecodeScalar = (value, shape, reader) => {
	if (Array.isArray(value)) {
		return decodeByteList(value, reader);
	}

	if (typeof value !== 'string') {
		reader.mistype(value, shape.goType);
		return undefined;
	}

	const error = base64Error(value);
	if (error !== undefined) {
		reader.firstError ??= error;
		return value;
	}

	// Go keeps the bytes, and writes them without line breaks.
	return Buffer.from(value, 'base64').toString('base64');
};

/** The text of a quantity. Go unmarshals any other value as an object. */
const quantityText = (value: unknown, literal: string | undefined): string => {
	if (typeof value === 'number') {
		return literal ?? String(value);
	}

	return typeof value === 'string' ? value.trim() : '{}';
};

const decodeQuantity: DecodeScalar = (value, _shape, reader) => {
	try {
		return canonicalQuantity(quantityText(value, reader.literal));
	} catch (error) {
		if (error instanceof QuantityError) {
			throw new Refusal(error.message);
		}

		throw error;
	}
};

/** Readers of values without fields or items, by the kind of their shape. The result replaces the value; `undefined` leaves the field out. */
export const scalars = {
	string: ofType('string'),
	boolean: ofType('boolean'),
	number: ofType('number'),
	integer: decodeInteger,
	quantity: decodeQuantity,
	'int-or-string': decodeIntOrString,
	time: decodeTime,
	microtime: decodeTime,
	bytes: decodeBytes,
	any: (value) => value,
} as const satisfies Partial<Record<Shape['kind'], DecodeScalar>>;
