import {isRecord} from '../kernel/record.js';

/**
The places where a value violates a JSON Schema, for the keywords of the published schemas: type, properties, required,
additionalProperties, items, enum, const, pattern, minLength, minimum, maximum.
*/
export const schemaMistakes = (value: unknown, schema: unknown, at = '$'): readonly string[] => {
	if (!isRecord(schema)) {
		return [];
	}

	const {type, properties, required, additionalProperties, items, minimum, maximum, minLength, pattern} = schema;
	const types: Readonly<Record<string, (one: unknown) => boolean>> = {
		object: isRecord,
		array: (one) => Array.isArray(one),
		string: (one) => typeof one === 'string',
		boolean: (one) => typeof one === 'boolean',
		number: (one) => typeof one === 'number',
		integer: (one) => Number.isInteger(one),
	};
	const isRight =
		(type === undefined || [type].flat().some((one) => types[String(one)]?.(value) === true)) &&
		(!Array.isArray(schema['enum']) || schema['enum'].includes(value)) &&
		(!('const' in schema) || schema['const'] === value) &&
		(typeof pattern !== 'string' || new RegExp(pattern).test(String(value))) &&
		(typeof minLength !== 'number' || String(value).length >= minLength) &&
		(typeof minimum !== 'number' || Number(value) >= minimum) &&
		(typeof maximum !== 'number' || Number(value) <= maximum);
	if (!isRight) {
		return [at];
	}

	if (Array.isArray(value)) {
		return value.flatMap((one, index) => schemaMistakes(one, items, `${at}[${index}]`));
	}

	if (!isRecord(value)) {
		return [];
	}

	const known = isRecord(properties) ? properties : {};
	return [
		...(Array.isArray(required) ? required : [])
			.filter((name) => typeof name === 'string' && !Object.hasOwn(value, name))
			.map((name) => `${at}.${name}`),
		...Object.entries(value).flatMap(([name, inner]) =>
			Object.hasOwn(known, name)
				? schemaMistakes(inner, known[name], `${at}.${name}`)
				: additionalProperties === false
					? [`${at}.${name}`]
					: schemaMistakes(inner, additionalProperties, `${at}.${name}`),
		),
	];
};
