import type {ApiError} from '../../client/errors.js';
import {isRecord} from '../../kernel/record.js';
import {nestedField, type FieldPath} from '../../objects/unstructured.js';
import type {Document} from './parse.js';

/** Path of a field as the server writes it, `spec.containers[0].ports[0]`, in steps. */
export const fieldPath = (field: string): FieldPath =>
	[...field.matchAll(/\[(\d+)\]|\[([^\]]+)\]|([^.[\]]+)/g)].map(([, index, key, name = '']) =>
		index === undefined ? (key ?? name) : Number(index),
	);

/** Kind of a value in the words of Go's JSON decoder. */
const jsonKind = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'array';
	}

	if (value === null) {
		return 'null';
	}

	if (typeof value === 'boolean') {
		return 'bool';
	}

	if (typeof value === 'object') {
		return 'object';
	}

	return typeof value;
};

/** The path to a value of the wrong kind: Go names the fields on the path but not list indexes. */
const pathOfKind = (value: unknown, names: readonly string[], kind: string): Array<string | number> | undefined => {
	if (Array.isArray(value) && (names.length > 0 || kind !== 'array')) {
		for (const [index, item] of value.entries()) {
			const rest = pathOfKind(item, names, kind);
			if (rest) {
				return [index, ...rest];
			}
		}

		return undefined;
	}

	const [name, ...others] = names;
	if (name === undefined) {
		if (jsonKind(value) === kind) {
			return [];
		}

		// Go does not name the key of a map either.
		const [key] = (isRecord(value) && Object.entries(value).find(([, item]) => jsonKind(item) === kind)) || [];
		return key === undefined ? undefined : [key];
	}

	const rest = pathOfKind(nestedField(value, name), others, kind);
	return rest && [name, ...rest];
};

/** Steps to a field as the server writes them: `spec.containers[0].ports[0]`. */
const fieldText = (path: FieldPath): string =>
	path.reduce<string>((text, part) => {
		if (typeof part === 'number') {
			return `${text}[${part}]`;
		}

		if (text) {
			return `${text}.${part}`;
		}

		return part;
	}, '');

/** The fields that a refusal is about, as the server names them. */
const fieldsOf = (error: ApiError, object: unknown): ReadonlyArray<{field: string; message?: string}> => {
	const causes = (error.status.details?.causes ?? []).flatMap(({field, message}) => (field ? [{field, message}] : []));
	if (causes.length > 0) {
		return causes;
	}

	const [, kind, names] = /cannot unmarshal (\w+).* into Go struct field [^.\s]+\.(\S+)/.exec(error.message) ?? [];
	const path = kind && names ? pathOfKind(object, names.split('.'), kind) : undefined;
	return path
		? [{field: fieldText(path)}]
		: [...error.message.matchAll(/(?:unknown|duplicate) field "([^"]+)"/g)].map(([message, field = '']) => ({
				field,
				message,
			}));
};

/** A field as its file may have it: the server reads the `stringData` of a Secret as `data`, and requires keys for some types. */
const asWritten = (path: FieldPath, object: unknown): FieldPath => {
	const [first, ...rest] = path;
	if (first !== 'data' || nestedField(object, 'kind') !== 'Secret' || nestedField(object, 'data') !== undefined) {
		return path;
	}

	return nestedField(object, 'stringData') === undefined ? ['type'] : ['stringData', ...rest];
};

/** The places of a refusal's fields in the user's file; the first of them is the place of the refusal. */
export const locator =
	({source, object, positionOf}: Document) =>
	(error: ApiError): Readonly<Record<string, unknown>> => {
		const places = fieldsOf(error, object).map(({field, message}) => ({
			field,
			message,
			...positionOf(asWritten(fieldPath(field), object)),
		}));
		const [first] = places;
		return first
			? {file: source, line: first.line, column: first.column, field: first.field, places}
			: {file: source, ...positionOf([])};
	};
