import {isRecord} from '../../kernel/record.js';

/** One line of a value printed as YAML, with the path of its value. */
export interface YAMLLine {
	readonly text: string;
	readonly path: Path;
}

type Path = ReadonlyArray<string | number>;

const ambiguous = /^(?:|~|null|true|false|yes|no|on|off|y|n|[-+]?[\d.][\d_.,:eE+-]*|0x[\da-f]+)$/i;

const scalar = (value: unknown): string => {
	if (typeof value !== 'string') {
		return value === undefined ? 'null' : JSON.stringify(value);
	}

	// eslint-disable-next-line no-control-regex
	return ambiguous.test(value) || /^[\s\-?:,[\]{}#&*!|>'"%@`]|: |:$| #|\s$|[\u0000-\u001F]/.test(value)
		? JSON.stringify(value)
		: value;
};

const first = ['apiVersion', 'kind', 'metadata', 'spec', 'status', 'name'];

/** The fields that are shown of a record at a path, in their order. */
export const fieldsOf = (item: Readonly<Record<string, unknown>>, path: Path): readonly string[] => {
	const keys = Object.keys(item).filter(
		(key) => item[key] !== undefined && !(path[0] === 'metadata' && path.length === 1 && key === 'managedFields'),
	);
	return path.length === 0
		? [...first.filter((key) => keys.includes(key)), ...keys.filter((key) => !first.includes(key))]
		: keys;
};

function* textLines(item: unknown, path: Path, lead: string, indent: string): Generator<YAMLLine> {
	if (typeof item === 'string' && item.trimEnd().includes('\n')) {
		yield {text: `${lead}|`, path};
		for (const row of item.trimEnd().split('\n')) {
			yield {text: `${indent}  ${row}`, path};
		}
	} else {
		yield {text: `${lead}${scalar(item)}`, path};
	}
}

/** A field's beginning: `  image:`. */
export const fieldStart = (key: string): string => `${scalar(key)}:`;

/**
A field and its content.

@param start its indentation and name.
*/
export function* fieldLines(child: unknown, path: Path, indent: string, start: string): Generator<YAMLLine> {
	if (isRecord(child) && Object.keys(child).length > 0) {
		yield {text: start, path};
		yield* itemLines(child, path, `${indent}  `, `${indent}  `);
	} else if (Array.isArray(child) && child.length > 0) {
		yield {text: start, path};
		yield* itemLines(child, path, indent, indent);
	} else {
		yield* textLines(Array.isArray(child) ? [] : child, path, `${start} `, indent);
	}
}

/**
A value as a list item or as the whole object.

@param lead the beginning of its first line, such as ` - `.
*/
export function* itemLines(item: unknown, path: Path, indent: string, lead: string): Generator<YAMLLine> {
	if (isRecord(item)) {
		const keys = fieldsOf(item, path);
		if (keys.length === 0) {
			yield {text: `${lead}{}`, path};
		}

		for (const [index, key] of keys.entries()) {
			yield* fieldLines(item[key], [...path, key], indent, (index === 0 ? lead : indent) + fieldStart(key));
		}
	} else if (Array.isArray(item)) {
		for (const [index, child] of item.entries()) {
			yield* itemLines(child, [...path, index], `${indent}  `, `${index === 0 ? lead : indent}- `);
		}
	} else {
		yield* textLines(item, path, lead, indent);
	}
}

/**
A value as block YAML, without `metadata.managedFields`.

@param limit the most lines; a further line marks omitted ones.
*/
export const yamlLines = (value: unknown, limit = Number.POSITIVE_INFINITY): YAMLLine[] => {
	const lines: YAMLLine[] = [];
	for (const line of itemLines(value, [], '', '')) {
		if (lines.length === limit) {
			return [...lines, {text: '…', path: []}];
		}

		lines.push(line);
	}

	return lines;
};
