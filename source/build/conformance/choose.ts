import {isRecord, type Fields} from '../../kernel/record.js';

const fieldAt = (object: unknown, name: string): unknown =>
	Array.isArray(object) || isRecord(object) ? Object.entries(object).find(([key]) => key === name)?.[1] : undefined;

/** The values at a path of a step's `only`; in a list, of every item. */
const at = (object: unknown, path: string): unknown => {
	let found: unknown = object;
	for (const part of path.split('.')) {
		found =
			Array.isArray(found) && !/^\d+$/.test(part)
				? found.map((item) => fieldAt(item, part) ?? null)
				: fieldAt(found, part);
	}

	return found;
};

/** A list as the API gives it. */
interface ItemList extends Fields {
	readonly items: readonly unknown[];
}

const isItemList = (value: unknown): value is ItemList => isRecord(value) && Array.isArray(value['items']);

/** Keeps the fields that a step compares: of each item, when the value is a list. */
export const pick = (value: unknown, paths: readonly string[] | undefined): unknown => {
	if (!paths) {
		return value;
	}

	return isItemList(value) ? {...value, items: value.items.map((item) => picked(item, paths))} : picked(value, paths);
};

const picked = (object: unknown, paths: readonly string[]): Fields =>
	Object.fromEntries(paths.map((path) => [path, at(object, path)] as const).filter(([, found]) => found !== undefined));

/** The value at a path of an `until` step. */
export const fieldOf = (value: unknown, path: string): unknown =>
	isItemList(value) ? value[path] : picked(value, [path])[path];

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** A list with its items sorted as text; any other value unchanged. */
export const sorted = (value: unknown): unknown =>
	isItemList(value) ? {...value, items: [...value.items].sort(byText)} : value;

/** The value with every list of objects inside it sorted as text. */
export const deeplySorted = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		const items = value.map((item) => deeplySorted(item));
		return items.some((item) => item && typeof item === 'object') ? items.sort(byText) : items;
	}

	return value && typeof value === 'object'
		? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deeplySorted(item)]))
		: value;
};

/** The part of an answer that is compared. */
export const choose = (
	value: unknown,
	{only, unordered}: {readonly only?: readonly string[]; readonly unordered?: boolean | 'deep'},
): unknown => {
	const found = pick(value, only);
	if (unordered === 'deep') {
		return deeplySorted(found);
	}

	if (unordered) {
		return sorted(found);
	}

	return found;
};
