import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import type {Candidate, FieldPath, FileChange} from './symptom.js';
import type {DiagnosisWords} from './words/words.js';

/** A type in the words of an author of YAML. */
export type YamlKind = keyof DiagnosisWords['cluster']['values'];

/** The places of a path without indices; for a mapping at its end, the entries. */
const placesAlong = (value: unknown, [name, ...rest]: FieldPath, path: FieldPath = []): readonly FieldPath[] => {
	if (Array.isArray(value)) {
		return value.flatMap((item, index) =>
			placesAlong(item, name === undefined ? [] : [name, ...rest], [...path, index]),
		);
	}

	if (name === undefined) {
		return isRecord(value) ? Object.keys(value).map((key) => [...path, key]) : [path];
	}

	return isRecord(value) ? placesAlong(value[name], rest, [...path, name]) : [];
};

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const retypedAt = (field: FieldPath, kind: YamlKind | undefined, value: unknown): readonly FileChange[] => {
	if (kind === 'number' && typeof value === 'string' && (/^-?\d+$/.test(value) || numberWords.includes(value))) {
		return [{field, change: {value: numberWords.includes(value) ? numberWords.indexOf(value) : Number(value)}}];
	}

	if (kind === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
		return [{field, change: {quote: true}}];
	}

	if (kind === 'boolean' && typeof value === 'string' && /^(?:true|false)$/i.test(value)) {
		return [{field, change: {value: /^true$/i.test(value)}}];
	}

	if (kind === 'list' && typeof value === 'string' && /[a-z]/i.test(value)) {
		// Of a command line, each word is an item; a shell reads one that is more than words.
		const isCommand = field.at(-1) === 'command' || field.at(-1) === 'args';
		const items = /[|&;<>$`"'\\*]/.test(value) && isCommand ? ['sh', '-c', value] : value.trim().split(/\s+/);
		return [{field, change: {value: isCommand ? items : [value]}}];
	}

	return [];
};

/** The field of a file for a path in Go's notation: the first one along the path whose value has another type. */
export const placeAlong = (path: FieldPath, kind: YamlKind | undefined, object: unknown): FieldPath => {
	const places = placesAlong(object, path);
	return places.find((field) => !isOfKind(nestedField(object, ...field), kind)) ?? path;
};

const isOfKind = (value: unknown, kind: YamlKind | undefined): boolean => {
	if (kind === 'list') {
		return Array.isArray(value);
	}

	if (kind === 'mapping') {
		return isRecord(value);
	}

	return kind === undefined || typeof value === kind;
};

/** The values of a file along a path in Go's names, in the field's type. */
export const retyped = (path: FieldPath, kind: YamlKind | undefined, object: unknown): readonly Candidate[] => {
	const changes = placesAlong(object, path).flatMap((field) => retypedAt(field, kind, nestedField(object, ...field)));
	return changes.length > 1 ? [{changes}] : changes;
};

/** Whether texts along a path are quoted numbers or booleans: without the quotes they would have the field's type. */
export const isQuoted = (path: FieldPath, kind: YamlKind | undefined, object: unknown): boolean =>
	placesAlong(object, path).some((field) => {
		const value = nestedField(object, ...field);
		return (
			kind !== 'list' &&
			typeof value === 'string' &&
			!numberWords.includes(value) &&
			retypedAt(field, kind, value).length > 0
		);
	});

/** The change of quotes that repairs a value of the wrong type; `undefined` if quotes make no difference. */
export const quotesFor = (
	wanted: YamlKind | undefined,
	found: string,
	isInQuotes: boolean,
): 'add' | 'block' | 'remove' | undefined => {
	if (wanted === 'string') {
		return found === 'object' || found === 'array' ? 'block' : 'add';
	}

	return found === 'string' && isInQuotes ? 'remove' : undefined;
};
