import type {CustomVersion} from '../../objects/custom/definition.js';
import {isFields} from '../../objects/custom/schema.js';
import type {KubernetesObject} from '../exchange.js';
import {age} from '../printers/cells.js';
import type {Printer} from '../printers/printers.js';

const printers = new WeakMap<CustomVersion, Printer>();

/**
The columns that a definition asks for; without any the age of each object.

@mirrors k8s.io/apiextensions-apiserver/pkg/registry/customresource/tableconvertor
*/
export const customPrinter = (custom: CustomVersion): Printer => {
	let printer = printers.get(custom);
	if (!printer) {
		printer = printerFor(custom);
		printers.set(custom, printer);
	}

	return printer;
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
	return {
		columns: [
			{name: 'Name', cell: ({metadata}: KubernetesObject) => metadata.name},
			...wanted.map(({name, type, format, description, priority, jsonPath}) => ({
				name,
				type: type as 'string',
				format: format ?? '',
				description: description ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
				priority,
				cell: (object: KubernetesObject, nowMs: number) => cellOf(valueAt(object, jsonPath), type, nowMs),
			})),
		],
	} as Printer;
};

const ageDescription =
	'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

/** Nothing found is no value, a text of the wrong type none either. */
const cellOf = (value: unknown, type: string, nowMs: number): unknown => {
	if (value === undefined || value === null) {
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
			return typeof value === 'string' ? age(value, nowMs) : null;
		}

		default: {
			return typeof value === 'string' ? value : JSON.stringify(value);
		}
	}
};

const segment = /\.([^.[\]]+)|\[(?:'([^']*)'|"([^"]*)"|(\d+)|\?\(@\.(\w+)\s*==\s*["']([^"']*)["']\))\]/g;

/** The first value at a path of the simple kind that columns have: `.spec.size`, `.status.conditions[?(@.type=="Ready")].status`. */
export const valueAt = (object: unknown, path: string): unknown => {
	let value = object;
	for (const match of path.replaceAll('\\.', '\u0000').matchAll(segment)) {
		const [, field, single, double, index, key, wanted] = match;
		const name = (field ?? single ?? double)?.replaceAll('\u0000', '.');
		if (name !== undefined) {
			value = isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
		} else if (Array.isArray(value)) {
			value =
				index === undefined
					? value.find((item) => isFields(item) && item[key!] === wanted)
					: (value as unknown[])[Number(index)];
		} else {
			return undefined;
		}
	}

	return value;
};

/** The object with another value at a path of fields. */
export const withValueAt = <T>(object: T, path: string, value: unknown): T => {
	const [name, ...rest] = path.slice(1).split('.');
	const fields = (object ?? {}) as Readonly<Record<string, unknown>>;
	return {
		...fields,
		[name!]: rest.length === 0 ? value : withValueAt(fields[name!], `.${rest.join('.')}`, value),
	} as T;
};
