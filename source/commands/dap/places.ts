import path from 'node:path';
import type {FieldPath} from '../../debugger/blame.js';
import type {Breakpoint} from '../../debugger/breakpoint.js';
import type {ManifestObject} from '../../diagnosis/manifest-object.js';
import {partsOf} from '../../kernel/record.js';

/** A field of an object in a manifest, and the line on which it is written. */
export interface WrittenField {
	readonly object: ManifestObject;
	readonly path: FieldPath;
	/** The line, from 1. */
	readonly line: number;
	/** The last line of its content. */
	readonly lastLine: number;
}

const fieldsIn = (object: ManifestObject, value: unknown, at: FieldPath): readonly WrittenField[] => {
	const parts = partsOf(value);
	const inside = parts.flatMap(([part, item]) => fieldsIn(object, item, [...at, part]));
	const {line} = object.positionOf(at);
	const lastLine = Math.max(line, ...inside.map((field) => field.lastLine));
	return [...(at.length === 0 ? [] : [{object, path: at, line, lastLine}]), ...inside];
};

/**
The field of a line: the one that is entirely on it, otherwise the one that begins there; without one, the field of the next line.

@param line from 1.
*/
export const fieldAt = (objects: readonly ManifestObject[], file: string, line: number): WrittenField | undefined => {
	const fields = objects
		.filter((object) => path.resolve(object.file) === path.resolve(file))
		.flatMap((object) => fieldsIn(object, object.written, []));
	const next = Math.min(...fields.filter((field) => field.line >= line).map((field) => field.line));
	const there = fields.filter((field) => field.line === next);
	const byLength = there.toSorted((a, b) => a.path.length - b.path.length);
	return byLength.find(({lastLine}) => lastLine === next) ?? byLength.at(-1);
};

/** `spec.containers[0].image`. */
export const pathText = (fieldPath: FieldPath): string =>
	fieldPath
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`))
		.join('');

/** The path down to the first name that a breakpoint's path cannot have, such as that of an annotation. */
const plainPath = (fieldPath: FieldPath): FieldPath => {
	const odd = fieldPath.findIndex((part) => typeof part === 'string' && /[.[\]]/.test(part));
	return odd === -1 ? fieldPath : fieldPath.slice(0, odd);
};

/** A field as CEL finds it in a value. */
export const celPath = (value: string, fieldPath: FieldPath): string =>
	value + fieldPath.map((part) => `[${JSON.stringify(part)}]`).join('');

/** The events of a field: kubectl reads it, the apiserver decodes it, its value changes, it is refused. */
export const placesOf = ({object, path: fieldPath}: WrittenField, key: string): NonNullable<Breakpoint['any']> => {
	const {file, kind, name} = object;
	const named = (of: string) => `${of} == ${JSON.stringify(kind)}`;
	const words = pathText(fieldPath);
	return [
		{
			stage: 'kubectl.parse',
			condition: `facts.file == ${JSON.stringify(file)} && ${named('facts.objectKind')} && facts.objectName == ${JSON.stringify(name)}`,
		},
		{
			stage: 'apiserver.decode',
			condition: `${named('facts.output.kind')} && facts.output.metadata.name == ${JSON.stringify(name)} && ${celPath('facts.output', fieldPath)} != null`,
		},
		{object: key, path: pathText(plainPath(fieldPath))},
		{object: key, failure: true, condition: `facts.message.contains(${JSON.stringify(words)})`},
	];
};
