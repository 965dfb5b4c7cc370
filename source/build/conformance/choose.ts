/** Where a path of a step's `only` leads; inside a list every item is asked. */
const at = (object: unknown, path: string): unknown => {
	let found: unknown = object;
	for (const part of path.split('.')) {
		found =
			Array.isArray(found) && !/^\d+$/.test(part)
				? found.map((item) => (item as Record<string, unknown> | null | undefined)?.[part] ?? null)
				: (found as Record<string, unknown> | null | undefined)?.[part];
	}

	return found;
};

const itemsOf = (value: unknown): readonly unknown[] | undefined => {
	const items = (value as {readonly items?: unknown} | null | undefined)?.items;
	return Array.isArray(items) ? items : undefined;
};

/** Keeps the fields that a step compares: of each item, when the value is a list. */
export const pick = (value: unknown, paths: readonly string[] | undefined): unknown => {
	if (!paths) {
		return value;
	}

	const one = (object: unknown) =>
		Object.fromEntries(
			paths.map((path) => [path, at(object, path)] as const).filter(([, found]) => found !== undefined),
		);
	const items = itemsOf(value);
	return items ? {...(value as object), items: items.map((item) => one(item))} : one(value);
};

/** The value at a path of an `until` step. */
export const fieldOf = (value: unknown, path: string): unknown =>
	(pick(value, [path]) as Record<string, unknown>)[path];

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** A list with its items sorted as text; another value as it is. */
export const sorted = (value: unknown): unknown => {
	const items = itemsOf(value);
	return items ? {...(value as object), items: [...items].sort(byText)} : value;
};

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

/** What of an answer is compared. */
export const choose = (
	value: unknown,
	{only, unordered}: {readonly only?: readonly string[]; readonly unordered?: boolean | 'deep'},
): unknown => {
	const picked = pick(value, only);
	return unordered === 'deep' ? deeplySorted(picked) : unordered ? sorted(picked) : picked;
};
