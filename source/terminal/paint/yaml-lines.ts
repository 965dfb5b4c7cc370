import {isRecord} from '../../kernel/record.js';
import {lineEdits} from '../../kernel/line-diff.js';

/** One line of a value printed as YAML, with the path of what it shows. */
export interface YAMLLine {
	readonly text: string;
	readonly path: ReadonlyArray<string | number>;
}

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
const order = (keys: string[], top: boolean): string[] =>
	top ? [...first.filter((key) => keys.includes(key)), ...keys.filter((key) => !first.includes(key))] : keys;

/**
A value as block YAML, `metadata.managedFields` left out.

@param limit lines at most; a line says that there are more.
*/
export const yamlLines = (value: unknown, limit = Number.POSITIVE_INFINITY): YAMLLine[] => {
	const lines: YAMLLine[] = [];
	const visit = (item: unknown, path: ReadonlyArray<string | number>, indent: string, lead: string): void => {
		if (lines.length > limit) {
			return;
		}

		if (isRecord(item)) {
			const keys = order(Object.keys(item), path.length === 0).filter(
				(key) => item[key] !== undefined && !(path[0] === 'metadata' && path.length === 1 && key === 'managedFields'),
			);
			if (keys.length === 0) {
				lines.push({text: `${lead}{}`, path});
			}

			for (const [index, key] of keys.entries()) {
				const child = item[key];
				const start = `${index === 0 ? lead : indent}${scalar(key)}:`;
				pushChild(child, [...path, key], indent, start);
			}
		} else if (Array.isArray(item)) {
			for (const [index, child] of item.entries()) {
				visit(child, [...path, index], `${indent}  `, `${index === 0 ? lead : indent}- `);
			}
		} else {
			pushText(item, path, lead, indent);
		}
	};

	const pushText = (item: unknown, path: ReadonlyArray<string | number>, lead: string, indent: string): void => {
		if (typeof item === 'string' && item.trimEnd().includes('\n')) {
			lines.push({text: `${lead}|`, path});
			for (const row of item.trimEnd().split('\n')) {
				lines.push({text: `${indent}  ${row}`, path});
			}
		} else {
			lines.push({text: `${lead}${scalar(item)}`, path});
		}
	};

	const pushChild = (child: unknown, path: ReadonlyArray<string | number>, indent: string, start: string): void => {
		if (isRecord(child) && Object.keys(child).length > 0) {
			lines.push({text: start, path});
			visit(child, path, `${indent}  `, `${indent}  `);
		} else if (Array.isArray(child) && child.length > 0) {
			lines.push({text: start, path});
			visit(child, path, indent, indent);
		} else if (Array.isArray(child)) {
			lines.push({text: `${start} []`, path});
		} else if (isRecord(child)) {
			lines.push({text: `${start} {}`, path});
		} else {
			pushText(child, path, `${start} `, indent);
		}
	};

	visit(value, [], '', '');
	return lines.length > limit ? [...lines.slice(0, limit), {text: '…', path: []}] : lines;
};

/** A line of the one version or of the other. */
export interface DiffLine extends YAMLLine {
	readonly mark: ' ' | '+' | '-';
}

/** Both versions merged: of lines that both have, the new one is shown. */
export const diffLines = (before: readonly YAMLLine[], after: readonly YAMLLine[]): DiffLine[] =>
	lineEdits(
		before.map(({text}) => text),
		after.map(({text}) => text),
	).flatMap(({mark, before: old, after: now}) => {
		const item = mark === '-' ? before[old] : after[now];
		return item ? [{...item, mark}] : [];
	});

/** Leaves out long unchanged stretches; a line of their length stands for each. */
export const foldDiff = (lines: readonly DiffLine[], context = 2): Array<DiffLine | {readonly folded: number}> => {
	const shown = new Set<number>();
	for (const [index, {mark}] of lines.entries()) {
		if (mark !== ' ') {
			for (let near = index - context; near <= index + context; near++) {
				shown.add(near);
			}
		}
	}

	if (shown.size === 0) {
		return [...lines];
	}

	const result: Array<DiffLine | {readonly folded: number}> = [];
	let folded = 0;
	for (const [index, item] of lines.entries()) {
		if (shown.has(index)) {
			if (folded > 0) {
				result.push({folded});
				folded = 0;
			}

			result.push(item);
		} else {
			folded++;
		}
	}

	if (folded > 0) {
		result.push({folded});
	}

	return result;
};
