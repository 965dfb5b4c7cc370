/**
A set of fields as `FieldsV1` writes it: `{"f:metadata": {"f:labels": {".": {}, "f:app": {}}}}`.

A node is a member when it is empty or has a `.`; otherwise only what is below it belongs to the set. Keys are in upstream's order.

@see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
@mirrors sigs.k8s.io/structured-merge-diff fieldpath.Set
*/
export interface FieldSet {
	readonly [element: string]: FieldSet;
}

/** A member with nothing below it. */
export const leaf: FieldSet = Object.freeze({});

/** The set without members. */
export const emptySet: FieldSet = Object.freeze({});

const isEmptyNode = (node: FieldSet): boolean => {
	for (const _ in node) {
		return false;
	}

	return true;
};

const isMember = (node: FieldSet): boolean => '.' in node || isEmptyNode(node);

/** True when the set has no member. */
export const isEmptySet = (set: FieldSet): boolean => isEmptyNode(set);

const parsed = new Map<string, unknown>();

const parseElement = (element: string): unknown => {
	if (!parsed.has(element)) {
		if (parsed.size > 10_000) {
			parsed.clear();
		}

		parsed.set(element, JSON.parse(element.slice(2)));
	}

	return parsed.get(element);
};

const rank: Readonly<Record<string, number>> = {'.': 0, f: 1, k: 2, v: 3, i: 4};

const compareValues = (a: unknown, b: unknown): number =>
	typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : String(a) === String(b) ? 0 : 1;

const compareElements = (a: string, b: string): number => {
	if (a === b) {
		return 0;
	}

	if (a[0] !== b[0]) {
		return rank[a[0]!]! - rank[b[0]!]!;
	}

	if (a.startsWith('f')) {
		return a < b ? -1 : 1;
	}

	const [left, right] = [parseElement(a), parseElement(b)];
	if (!a.startsWith('k')) {
		return compareValues(left, right);
	}

	const [leftFields, rightFields] = [Object.entries(left as object), Object.entries(right as object)];
	for (const [index, [name, value]] of leftFields.entries()) {
		const other = rightFields[index];
		const order = other ? compareValues(name, other[0]) || compareValues(value, other[1]) : 1;
		if (order !== 0) {
			return order;
		}
	}

	return leftFields.length - rightFields.length;
};

/** Path elements in upstream's order. */
export const sortElements = (elements: string[]): string[] => elements.sort(compareElements);

/** A node with these children; `undefined` when nothing of it belongs to the set. */
export const makeNode = (member: boolean, children: Readonly<Record<string, FieldSet>>): FieldSet | undefined =>
	isEmptyNode(children) ? (member ? leaf : undefined) : member ? {'.': leaf, ...children} : children;

const childrenOf = (node: FieldSet): string[] => Object.keys(node).filter((element) => element !== '.');

type Combine = (a: FieldSet | undefined, b: FieldSet | undefined) => FieldSet | undefined;

const combineChildren = (elements: string[], a: FieldSet, b: FieldSet, combine: Combine): Record<string, FieldSet> => {
	const children: Record<string, FieldSet> = {};
	for (const element of elements) {
		const child = combine(a[element], b[element]);
		if (child) {
			children[element] = child;
		}
	}

	return children;
};

const unionNodes: Combine = (a, b) => {
	if (!a || !b || a === b) {
		return a ?? b;
	}

	const ofA = childrenOf(a);
	const added = childrenOf(b).filter((element) => !(element in a));
	const elements = added.length > 0 ? sortElements([...ofA, ...added]) : ofA;
	return makeNode(isMember(a) || isMember(b), combineChildren(elements, a, b, unionNodes));
};

const intersectNodes: Combine = (a, b) =>
	a && b && makeNode(isMember(a) && isMember(b), combineChildren(childrenOf(a), a, b, intersectNodes));

const subtractNodes: Combine = (a, b) =>
	a && b ? makeNode(isMember(a) && !isMember(b), combineChildren(childrenOf(a), a, b, subtractNodes)) : a;

const subtractTrees: Combine = (a, b) =>
	a && b ? (isMember(b) ? undefined : makeNode(isMember(a), combineChildren(childrenOf(a), a, b, subtractTrees))) : a;

const onRoots =
	(combine: Combine) =>
	(a: FieldSet, b: FieldSet): FieldSet =>
		combineChildren(childrenOf(a), a, b, combine);

/** What is in either. */
export const union = (a: FieldSet, b: FieldSet): FieldSet =>
	isEmptySet(a)
		? b
		: isEmptySet(b)
			? a
			: combineChildren(sortElements([...new Set([...childrenOf(a), ...childrenOf(b)])]), a, b, unionNodes);

/** What is in both. */
export const intersection = onRoots(intersectNodes);

/** What is in `a` and not in `b`, field by field: a parent in `b` takes nothing of its children away. */
export const difference = onRoots(subtractNodes);

/** What is in `a` and neither in `b` nor below anything in `b`. */
export const differenceOfTrees = onRoots(subtractTrees);

/** Whether a path, element by element, is a member. */
export const hasPath = (set: FieldSet, path: readonly string[]): boolean => {
	let node: FieldSet | undefined = set;
	for (const element of path) {
		node = node?.[element];
	}

	return node !== undefined && isMember(node);
};

/** The set of one path. */
export const setOf = (...path: readonly string[]): FieldSet => {
	let node = leaf;
	for (let index = path.length - 1; index >= 0; index--) {
		node = {[path[index]!]: node};
	}

	return node;
};

/** Whether an element of a list or field is a member itself. */
export const hasElement = (set: FieldSet, element: string): boolean => {
	const node = set[element];
	return node !== undefined && isMember(node);
};

/** What of the set lies below an element. */
export const below = (set: FieldSet, element: string): FieldSet => {
	const {'.': _, ...children} = set[element] ?? {};
	return children;
};

const valueText = (value: unknown): string => JSON.stringify(value);

/** An element as conflicts name it: `.data`, `[name="web"]`, `[="x"]`, `[3]`. */
export const elementText = (element: string): string => {
	const value = element.slice(2);
	switch (element[0]) {
		case 'f': {
			return `.${value}`;
		}

		case 'k': {
			const fields = Object.entries(parseElement(element) as Record<string, unknown>);
			return `[${fields.map(([name, item]) => `${name}=${valueText(item)}`).join(',')}]`;
		}

		case 'v': {
			return `[=${valueText(parseElement(element))}]`;
		}

		default: {
			return `[${value}]`;
		}
	}
};

/** The paths of all members: those of a node before those below it. */
export const pathsOf = (set: FieldSet, prefix: readonly string[] = []): ReadonlyArray<readonly string[]> => {
	const elements = childrenOf(set);
	return [
		...elements.filter((element) => hasElement(set, element)).map((element) => [...prefix, element]),
		...elements.flatMap((element) => pathsOf(set[element]!, [...prefix, element])),
	];
};

/** True for a value that can be a set: what clients send need not. */
export const isFieldSet = (value: unknown): value is FieldSet =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	Object.entries(value).every(([element, child]) => (element === '.' || isElement(element)) && isFieldSet(child));

const isElement = (element: string): boolean => {
	if (!/^[fkvi]:/.test(element)) {
		return false;
	}

	try {
		return element.startsWith('f:') || parseElement(element) !== undefined;
	} catch {
		return false;
	}
};
