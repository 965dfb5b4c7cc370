import {goQuoted} from '../go/print.js';
import type {Status} from './kubernetes.generated.js';

/** Why a value was refused, as `details.causes[].reason` names it. */
export type FieldErrorType =
	| 'FieldValueNotFound'
	| 'FieldValueRequired'
	| 'FieldValueDuplicate'
	| 'FieldValueInvalid'
	| 'FieldValueNotSupported'
	| 'FieldValueForbidden'
	| 'FieldValueTooLong'
	| 'FieldValueTooMany'
	| 'FieldValueTypeInvalid'
	| 'FieldValueTooShort'
	| 'InternalError';

/** One error of one field. @mirrors k8s.io/apimachinery/pkg/util/validation/field Error */
export interface FieldError {
	readonly type: FieldErrorType;
	/** The path of the field, such as `spec.containers[0].image`. */
	readonly field: string;
	readonly badValue: unknown;
	/** A description of valid values; may be empty. */
	readonly detail: string;
	/** The path of the value, where `field` does not name it. */
	readonly place?: string;
}

const words: Readonly<Record<FieldErrorType, string>> = {
	FieldValueNotFound: 'Not found',
	FieldValueRequired: 'Required value',
	FieldValueDuplicate: 'Duplicate value',
	FieldValueInvalid: 'Invalid value',
	FieldValueNotSupported: 'Unsupported value',
	FieldValueForbidden: 'Forbidden',
	FieldValueTooLong: 'Too long',
	FieldValueTooMany: 'Too many',
	FieldValueTypeInvalid: 'Invalid value',
	FieldValueTooShort: 'Too short',
	InternalError: 'Internal error',
};

const withoutValue = new Set<FieldErrorType>([
	'FieldValueRequired',
	'FieldValueForbidden',
	'FieldValueTooLong',
	'FieldValueTooShort',
	'InternalError',
]);

/** An invalid value that must not be quoted. */
export const omitted: unknown = Object.freeze({});

/** The errors as plain data for facts of stops, without values that must not be quoted. */
export const plainErrors = (errors: readonly FieldError[]): ReadonlyArray<Omit<FieldError, 'badValue'>> =>
	errors.map((error) =>
		error.badValue === omitted ? {type: error.type, field: error.field, detail: error.detail} : error,
	);

export const required = (field: string, detail = ''): FieldError => ({
	type: 'FieldValueRequired',
	field,
	badValue: '',
	detail,
});

export const invalid = (field: string, badValue: unknown, detail: string): FieldError => ({
	type: 'FieldValueInvalid',
	field,
	badValue,
	detail,
});

export const typeInvalid = (field: string, badValue: unknown, detail: string): FieldError => ({
	type: 'FieldValueTypeInvalid',
	field,
	badValue,
	detail,
});

export const duplicate = (field: string, badValue: unknown): FieldError => ({
	type: 'FieldValueDuplicate',
	field,
	badValue,
	detail: '',
});

export const forbidden = (field: string, detail: string): FieldError => ({
	type: 'FieldValueForbidden',
	field,
	badValue: '',
	detail,
});

export const notFound = (field: string, badValue: unknown): FieldError => ({
	type: 'FieldValueNotFound',
	field,
	badValue,
	detail: '',
});

export const internalError = (field: string, detail: string): FieldError => ({
	type: 'InternalError',
	field,
	badValue: '',
	detail,
});

/** A value outside a list; the list is shown in the given order. */
export const notSupported = (field: string, badValue: unknown, supported: Iterable<string>): FieldError => {
	const quoted = [...supported].map((value) => goQuoted(value));
	return {
		type: 'FieldValueNotSupported',
		field,
		badValue,
		detail: quoted.length > 0 ? `supported values: ${quoted.join(', ')}` : '',
	};
};

/** A text of more than `maximum` bytes. */
export const tooLong = (field: string, _value: unknown, maximum: number): FieldError => ({
	type: 'FieldValueTooLong',
	field,
	badValue: '<value omitted>',
	detail: maximum < 0 ? 'value is too long' : `may not be more than ${maximum} ${maximum === 1 ? 'byte' : 'bytes'}`,
});

/** A list of `actual` items where at most `maximum` are allowed. */
export const tooMany = (field: string, actual: number, maximum: number): FieldError => ({
	type: 'FieldValueTooMany',
	field,
	badValue: actual < 0 ? omitted : actual,
	detail: maximum < 0 ? 'has too many items' : `must have at most ${maximum} ${maximum === 1 ? 'item' : 'items'}`,
});

/** A value in Go's JSON encoding: keys of maps are sorted, and HTML characters are escaped. */
const toJSON = (value: unknown): string =>
	JSON.stringify(value ?? null).replaceAll(
		/[<>&\u2028\u2029]/g,
		(character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
	);

/** The error without its field: `Invalid value: "Web": must be …`. */
export const errorBody = ({type, badValue, detail}: FieldError): string => {
	let text = words[type];
	if (!withoutValue.has(type) && badValue !== omitted) {
		text += `: ${typeof badValue === 'string' ? goQuoted(badValue) : toJSON(badValue)}`;
	}

	return detail === '' ? text : `${text}: ${detail}`;
};

/** The whole error: `spec.replicas: Invalid value: -1: must be …`. */
export const formatError = (error: FieldError): string => `${error.field}: ${errorBody(error)}`;

/** All errors as one message: a single one unchanged, several in brackets without duplicates. */
export const formatErrors = (errors: readonly FieldError[]): string => {
	const messages = new Set(errors.map((error) => formatError(error)));
	const [first = ''] = messages;
	return messages.size === 1 ? first : `[${[...messages].join(', ')}]`;
};

/**
The answer 422 to an object that is not valid.

@mirrors k8s.io/apimachinery/pkg/api/errors NewInvalid
*/
export const invalidStatus = (group: string, kind: string, name: string, errors: readonly FieldError[]): Status => {
	const qualified = group === '' ? kind : `${kind}.${group}`;
	return {
		kind: 'Status',
		apiVersion: 'v1',
		metadata: {},
		status: 'Failure',
		message: `${qualified} ${goQuoted(name)} is invalid${errors.length > 0 ? `: ${formatErrors(errors)}` : ''}`,
		reason: 'Invalid',
		details: {
			...(name === '' ? {} : {name}),
			...(group === '' ? {} : {group}),
			kind,
			...(errors.length > 0
				? {
						causes: errors.map((error) => ({
							reason: error.type,
							message: errorBody(error),
							...(error.field === '' ? {} : {field: error.field}),
						})),
					}
				: {}),
		},
		code: 422,
	};
};
