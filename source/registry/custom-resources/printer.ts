import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {CustomVersion} from '../../objects/custom-version.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {compilePath, foundText} from '../../go/json-path/json-path.js';
import {JSONPathError} from '../../go/json-path/parser.js';
import {withValue} from '../../objects/unstructured.js';
import {age} from '../table/cells.js';
import type {Printer} from '../table/columns.js';
import {isRecord} from '../../kernel/record.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

const printers = new WeakMap<CustomVersion, Printer>();

/**
The columns of a definition; by default, the age of each object.

@mirrors k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor
*/
export const customPrinter = (custom: CustomVersion): Printer => {
	return getOrInsert(printers, custom, printerFor);
};

const printerFor = ({columns}: CustomVersion): Printer => {
	const wanted =
		columns.length > 0
			? columns
			: [
					{
						name: 'Age',
						type: 'date',
						description: ageDescription,
						jsonPath: '.metadata.creationTimestamp',
					},
				];
	const readable = [];
	for (const column of wanted) {
		const look = lookOf(column.jsonPath);
		if (!look) {
			// A column whose path cannot be parsed is not shown either.
			break;
		}

		readable.push({column, look});
	}

	return {
		columns: [
			{name: 'Name', cell: ({metadata}: KubernetesObject) => metadata.name},
			...readable.map(({column: {name, type, format, description, priority, jsonPath}, look}) => ({
				name,
				type,
				format: format ?? '',
				description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
				priority,
				cell: (object: KubernetesObject, nowMs: number) => cellOf(look(object), type, nowMs),
			})),
		],
	} as Printer;
};

const ageDescription =
	'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

type Look = (object: unknown) => readonly unknown[];

/** Finds the value of a column; `undefined` if its path cannot be parsed. */
const lookOf = (jsonPath: string): Look | undefined => {
	const path = attempt(() => compilePath(`{${jsonPath}}`));
	return path && ((object) => attempt(() => path.results(object)[0]) ?? []);
};

const attempt = <T>(look: () => T): T | undefined => {
	try {
		return look();
	} catch (error) {
		if (error instanceof JSONPathError) {
			return undefined;
		}

		throw error;
	}
};

/** The first value that a column finds; `undefined` if it finds none or one of the wrong type. */
const cellOf = (found: readonly unknown[], type: string, nowMs: number): unknown => {
	const [value] = found;
	if (found.length === 0 || (value === null && type !== 'string')) {
		return null;
	}

	switch (type) {
		case 'integer': {
			return typeof value === 'number' ? Math.trunc(value) : null;
		}

		case 'number': {
			return typeof value === 'number' ? value : null;
		}

		case 'boolean': {
			return typeof value === 'boolean' ? value : null;
		}

		case 'date': {
			if (typeof value !== 'string') {
				return null;
			}

			if (value === '' || value === 'null') {
				return '<unknown>';
			}

			return dateText(value, nowMs);
		}

		default: {
			return value === null ? '<no value>' : foundText(value);
		}
	}
};

const dateText = (text: string, nowMs: number): string =>
	Number.isNaN(parseTimestamp(text)) ? '<invalid>' : age(text, nowMs);

/** The value at a path of fields: `.spec.size`. */
export const valueAt = (object: unknown, path: string): unknown => {
	let value = object;
	for (const name of path.replace(/^\./, '').split('.')) {
		value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
	}

	return value;
};

/** The object with another value at a path of fields. */
export const withValueAt = <T extends object>(object: T, path: string, value: unknown): T =>
	withValue(object, path.replace(/^\./, '').split('.'), value);
