import {isRecord} from '../kernel/record.js';

/** Where a value does not keep to a JSON Schema, of the words that our own schemas use: type, properties, required, items, enum, const, pattern, minimum. */
export const schemaMistakes = (value: unknown, schema: unknown, at = '$'): readonly string[] => {
	if (!isRecord(schema)) {
		return [];
	}

	const {type, properties, required, items, minimum, pattern} = schema;
	const types: Readonly<Record<string, (one: unknown) => boolean>> = {
		object: isRecord,
		array: (one) => Array.isArray(one),
		string: (one) => typeof one === 'string',
		boolean: (one) => typeof one === 'boolean',
		number: (one) => typeof one === 'number',
		integer: (one) => Number.isInteger(one),
	};
	const isRight =
		(typeof type !== 'string' || types[type]?.(value) === true) &&
		(!Array.isArray(schema['enum']) || schema['enum'].includes(value)) &&
		(!('const' in schema) || schema['const'] === value) &&
		(typeof pattern !== 'string' || new RegExp(pattern).test(String(value))) &&
		(typeof minimum !== 'number' || Number(value) >= minimum);
	if (!isRight) {
		return [at];
	}

	if (Array.isArray(value)) {
		return value.flatMap((one, index) => schemaMistakes(one, items, `${at}[${index}]`));
	}

	if (!isRecord(value) || !isRecord(properties)) {
		return [];
	}

	return Object.entries(properties).flatMap(([name, inner]) =>
		Object.hasOwn(value, name)
			? schemaMistakes(value[name], inner, `${at}.${name}`)
			: Array.isArray(required) && required.includes(name)
				? [`${at}.${name}`]
				: [],
	);
};
