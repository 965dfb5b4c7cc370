import {memoised} from '../../kernel/memoised.js';
import {isRecord, type Fields} from '../../kernel/record.js';

/**
A set of fields as `FieldsV1` writes it: `{"f:metadata": {"f:labels": {".": {}, "f:app": {}}}}`.

A node is a member when it is empty or has a `.`; otherwise, only nodes below it are members. Keys are in upstream's order.

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

const parseElement = memoised((element: string): NonNullable<unknown> | null => JSON.parse(element.slice(2)), 10_000);

/** The keys of an element such as `k:{"name":"web"}`, with their values. */
const keysOf = memoised((element: string) => entriesOf(JSON.parse(element.slice(2))), 10_000);

const rank: Readonly<Record<string, number>> = {'.': 0, f: 1, k: 2, v: 3, i: 4};

const rankOf = (element: string): number => rank[element.charAt(0)] ?? 0;

const compareValues = (a: unknown, b: unknown): number => {
	if (typeof a === 'number' && typeof b === 'number') {
		return a - b;
	}

	const left = String(a);
	const right = String(b);
	if (left === right) {
		return 0;
	}

	return left < right ? -1 : 1;
};

const compareElements = (a: string, b: string): number => {
	if (a === b) {
		return 0;
	}

	if (a[0] !== b[0]) {
		return rankOf(a) - rankOf(b);
	}

	if (a.startsWith('f')) {
		return a < b ? -1 : 1;
	}

	if (!a.startsWith('k')) {
		return compareValues(parseElement(a), parseElement(b));
	}

	const leftFields = keysOf(a);
	const rightFields = keysOf(b);
	for (const [index, [name, value]] of leftFields.entries()) {
		const other = rightFields[index];
		const order = other ? compareValues(name, other[0]) || compareValues(value, other[1]) : 1;
		if (order !== 0) {
			return order;
		}
	}

	return leftFields.length - rightFields.length;
};

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
	isRecord(value) ? Object.entries(value) : [];

/** Path elements in upstream's order. */
export const sortElements = (elements: string[]): string[] => elements.sort(compareElements);

/** A node with these children; `undefined` if nothing in it belongs to the set. */
export const makeNode = (member: boolean, children: Readonly<Record<string, FieldSet>>): FieldSet | undefined => {
	if (member) {
		return memberNode(children);
	}

	if (isEmptyNode(children)) {
		return undefined;
	}

	return children;
};

/** A member with these children. */
export const memberNode = (children: FieldSet): FieldSet => (isEmptyNode(children) ? leaf : {'.': leaf, ...children});

const childrenOf = (node: FieldSet): string[] => Object.keys(node).filter((element) => element !== '.');

type Combine = (a: FieldSet, b: FieldSet) => FieldSet | undefined;

/**
The node `a` with each child replaced by the result of `change` for it and the child of the same name in `b`; `a` itself if no child
differs. Most writes change no field of most managers: reusing unchanged nodes saves time and memory.

@param alone decides about a child that `b` does not have.
*/
const changedChildren = (a: FieldSet, b: FieldSet, change: Combine, alone: 'goes' | 'stays'): FieldSet => {
	let children: Record<string, FieldSet> | undefined;
	let count = 0;
	for (const element in a) {
		const before = a[element];
		if (element === '.' || before === undefined) {
			continue;
		}

		const other = b[element];
		const kept = alone === 'stays' ? before : undefined;
		const after = other ? change(before, other) : kept;
		if (after !== before && !children) {
			children = firstChildren(a, count);
		}

		if (after) {
			count++;
			if (children) {
				children[element] = after;
			}
		}
	}

	return children ?? a;
};

const firstChildren = (node: FieldSet, count: number): Record<string, FieldSet> => {
	const children: Record<string, FieldSet> = {};
	let left = count;
	for (const element in node) {
		const child = node[element];
		if (element !== '.' && child && left-- > 0) {
			children[element] = child;
		}
	}

	return children;
};

/** The node with these children, which may be its own. */
const withChildren = (node: FieldSet, member: boolean, children: FieldSet): FieldSet | undefined => {
	if (children !== node) {
		return makeNode(member, children);
	}

	if (isMember(node) === member && !isSelfAlone(node)) {
		return node;
	}

	return makeNode(member, withoutSelf(node));
};

/** A client can write a leaf as `{".": {}}`. */
const isSelfAlone = (node: FieldSet): boolean => {
	for (const element in node) {
		if (element !== '.') {
			return false;
		}
	}

	return '.' in node;
};

const withoutSelf = (node: FieldSet): FieldSet => {
	const {'.': _, ...children} = node;
	return children;
};

/** The set of a root, which is not a member itself. */
const asRoot = (children: FieldSet): FieldSet => ('.' in children ? withoutSelf(children) : children);

/** Whether the elements are in order, since a client can write them in any order. */
const isSorted = (set: FieldSet): boolean => {
	let last: string | undefined;
	for (const element in set) {
		if (last !== undefined && compareElements(last, element) > 0) {
			return false;
		}

		last = element;
	}

	return true;
};

const sortedRoot = (set: FieldSet): FieldSet => {
	if (isSorted(set)) {
		return set;
	}

	const result: Record<string, FieldSet> = {};
	for (const element of sortElements(Object.keys(set))) {
		result[element] = set[element] ?? leaf;
	}

	return result;
};

const unionNodes = (a: FieldSet, b: FieldSet): FieldSet => {
	if (a === b) {
		return a;
	}

	return withChildren(a, isMember(a) || isMember(b), unionChildren(a, b)) ?? emptySet;
};

const unionChildren = (a: FieldSet, b: FieldSet): FieldSet => {
	const common = changedChildren(a, b, unionNodes, 'stays');
	let added: string[] | undefined;
	for (const element in b) {
		if (element !== '.' && !(element in a)) {
			added ??= [];
			added.push(element);
		}
	}

	if (!added) {
		return common;
	}

	const children: Record<string, FieldSet> = {};
	for (const element of sortElements([...childrenOf(a), ...added])) {
		children[element] = common[element] ?? b[element] ?? leaf;
	}

	return children;
};

const intersectNodes: Combine = (a, b) =>
	a === b && !isSelfAlone(a)
		? a
		: withChildren(a, isMember(a) && isMember(b), changedChildren(a, b, intersectNodes, 'goes'));

const subtractNodes: Combine = (a, b) =>
	a === b ? undefined : withChildren(a, isMember(a) && !isMember(b), changedChildren(a, b, subtractNodes, 'stays'));

const subtractTrees: Combine = (a, b) =>
	isMember(b) ? undefined : withChildren(a, isMember(a), changedChildren(a, b, subtractTrees, 'stays'));

/** The fields in either set. */
export const union = (a: FieldSet, b: FieldSet): FieldSet => {
	if (isEmptySet(a)) {
		return b;
	}

	if (isEmptySet(b)) {
		return a;
	}

	return sortedRoot(asRoot(unionChildren(a, b)));
};

/** The fields in both sets. */
export const intersection = (a: FieldSet, b: FieldSet): FieldSet =>
	asRoot(changedChildren(a, b, intersectNodes, 'goes'));

/** The fields in `a` that are not in `b`, field by field: a parent in `b` removes none of its children. */
export const difference = (a: FieldSet, b: FieldSet): FieldSet => asRoot(changedChildren(a, b, subtractNodes, 'stays'));

/** The fields in `a` that are neither in `b` nor below a field of `b`. */
export const differenceOfTrees = (a: FieldSet, b: FieldSet): FieldSet =>
	asRoot(changedChildren(a, b, subtractTrees, 'stays'));

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
	for (const element of path.toReversed()) {
		node = {[element]: node};
	}

	return node;
};

/** Whether an element of a list or field is a member itself. */
export const hasElement = (set: FieldSet, element: string): boolean => {
	const node = set[element];
	return node !== undefined && isMember(node);
};

/** The fields of the set below an element. */
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
			const fields = entriesOf(parseElement(element));
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
		...elements.flatMap((element) => pathsOf(set[element] ?? leaf, [...prefix, element])),
	];
};

/** Whether a value can be a set: clients may send any value. */
export const isFieldSet = (value: unknown): value is FieldSet => isRecord(value) && hasSetsOnly(value);

const hasSetsOnly = (value: Fields): boolean => {
	for (const element in value) {
		if ((element !== '.' && !isElement(element)) || !isFieldSet(value[element])) {
			return false;
		}
	}

	return true;
};

const isElement = (element: string): boolean => {
	if (element.startsWith('f:')) {
		return true;
	}

	if (!/^[kvi]:/.test(element)) {
		return false;
	}

	try {
		return parseElement(element) !== undefined;
	} catch {
		return false;
	}
};
