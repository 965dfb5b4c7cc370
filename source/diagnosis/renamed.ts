import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import type {Candidate, FieldPath, FileChange} from './symptom.js';

/** Every text below a path, with its place. */
export const textsIn = (value: unknown, path: FieldPath): ReadonlyArray<readonly [FieldPath, string]> => {
	if (typeof value === 'string') {
		return [[path, value]];
	}

	if (Array.isArray(value)) {
		return value.flatMap((item, index) => textsIn(item, [...path, index]));
	}

	if (isRecord(value)) {
		return Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]));
	}

	return [];
};

/** A text as a regular expression that matches only it. */
export const asPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Replaces a name in a container's command, arguments and variables. */
export const renamed = (pod: unknown, field: FieldPath, name: string, other: string): readonly Candidate[] => {
	const pattern = new RegExp(String.raw`(?<![\w.-])${asPattern(name)}(?![\w-])`, 'g');
	const changes = ['command', 'args', 'env'].flatMap((part): FileChange[] =>
		textsIn(nestedField(pod, ...field, part), [...field, part]).flatMap(([path, text]): FileChange[] => {
			const value = text.replaceAll(pattern, () => other);
			return value === text || path.at(-1) === 'name' ? [] : [{field: path, change: {value}}];
		}),
	);
	const [first] = changes;
	if (first === undefined) {
		return [];
	}

	if (changes.length === 1) {
		return [first];
	}

	return [{changes}];
};
