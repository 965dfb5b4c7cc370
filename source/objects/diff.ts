import {fieldSchema, type Schema} from './schema.js';
import {isRecord} from '../kernel/record.js';

/** One difference between two values. */
export interface Difference {
	/** Fields, and indices of lists: of the later value, if the item still exists. */
	readonly path: ReadonlyArray<string | number>;
	readonly kind: 'added' | 'removed' | 'changed';
	readonly before: unknown;
	readonly after: unknown;
}

// Fields that identify items of a list if no schema says so; the first one that all items have counts.
const usualKeys = ['name', 'uid', 'type', 'key', 'ip', 'id', 'containerPort', 'port', 'mountPath'];

const keyIn = (item: unknown, key: string): unknown => (isRecord(item) ? item[key] : undefined);

const mergeKeyOf = (
	before: readonly unknown[],
	after: readonly unknown[],
	schema: Schema | undefined,
): string | undefined => {
	const said = schema?.['x-kubernetes-patch-merge-key'];
	const candidates = said === undefined ? usualKeys : [said, ...usualKeys];
	return candidates.find((key) =>
		[before, after].every(
			(list) =>
				list.every((item) => isRecord(item) && item[key] !== undefined) &&
				new Set(list.map((item) => keyIn(item, key))).size === list.length,
		),
	);
};

const compareLists = (
	before: readonly unknown[],
	after: readonly unknown[],
	schema: Schema | undefined,
	path: ReadonlyArray<string | number>,
	differences: Difference[],
): void => {
	const item = fieldSchema(schema, 0);
	const key = before.length > 0 && after.length > 0 ? mergeKeyOf(before, after, schema) : undefined;
	if (key === undefined) {
		for (let index = 0; index < Math.max(before.length, after.length); index++) {
			compare(before[index], after[index], item, [...path, index], differences);
		}

		return;
	}

	const olds = new Map(before.map((old) => [keyIn(old, key), old]));
	for (const [index, value] of after.entries()) {
		const name = keyIn(value, key);
		compare(olds.get(name), value, item, [...path, index], differences);
		olds.delete(name);
	}

	for (const [index, old] of before.entries()) {
		if (olds.has(keyIn(old, key))) {
			differences.push({path: [...path, index], kind: 'removed', before: old, after: undefined});
		}
	}
};

const compare = (
	before: unknown,
	after: unknown,
	schema: Schema | undefined,
	path: ReadonlyArray<string | number>,
	differences: Difference[],
): void => {
	if (before === after) {
		return;
	}

	if (before === undefined || after === undefined) {
		differences.push({path, kind: before === undefined ? 'added' : 'removed', before, after});
	} else if (isRecord(before) && isRecord(after)) {
		for (const key in after) {
			if (before[key] !== after[key]) {
				compare(before[key], after[key], fieldSchema(schema, key), [...path, key], differences);
			}
		}

		for (const key in before) {
			if (after[key] === undefined && before[key] !== undefined) {
				differences.push({path: [...path, key], kind: 'removed', before: before[key], after: undefined});
			}
		}
	} else if (Array.isArray(before) && Array.isArray(after)) {
		compareLists(before as unknown[], after as unknown[], schema, path, differences);
	} else {
		differences.push({path, kind: 'changed', before, after});
	}
};

/**
The differences between two values, in the order of the later value; parts that are the same reference are skipped.

@param schema says by which field the items of a list are known; without it the usual fields are tried.
*/
export const differencesBetween = (before: unknown, after: unknown, schema?: Schema): readonly Difference[] => {
	const differences: Difference[] = [];
	compare(before, after, schema, [], differences);
	return differences;
};

/** `spec.containers[0].image`, with keys that are not plain words in brackets: `metadata.labels["app.kubernetes.io/name"]`. */
export const pathText = (path: ReadonlyArray<string | number>): string => {
	let text = '';
	for (const part of path) {
		text +=
			typeof part === 'number'
				? `[${part}]`
				: /^[\w$-]+$/.test(part)
					? text === ''
						? part
						: `.${part}`
					: `[${JSON.stringify(part)}]`;
	}

	return text;
};
