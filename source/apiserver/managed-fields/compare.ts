import {leaf, makeNode, memberNode, sortElements, type FieldSet} from './field-set.js';
import {blankOf, MapType, type FieldType, type ListType, type Scalar} from './field-type.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {equal} from '../../kernel/equality.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** The form in which a type occurs: as a map, a list, or the word for a scalar. */
export const formOf = (type: FieldType, value: unknown): MapType | ListType | Scalar => {
	if (Array.isArray(value)) {
		if (type.list) {
			return type.list;
		}
	} else if (typeof value === 'object' && value !== null) {
		if (type.map) {
			return type.map;
		}
	} else if (value !== null && value !== undefined && type.scalar) {
		return type.scalar;
	}

	return type.map ?? type.scalar ?? type.list ?? 'untyped';
};

/** The fields of a map; empty for any other value. */
export const fieldsIn = (value: unknown): Fields => (isRecord(value) ? value : nothing);

/** The items of a list; empty for any other value. */
export const itemsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : noValues);

const nothing: Fields = {};
const noValues: readonly unknown[] = [];

const mostNames = 10_000;
const names = new WeakMap<ListType, Map<string, string>>();

/** `k:{"name":"web"}` of a list with one key: a few names recur in every object. */
const nameOf = (list: ListType, key: string, value: string): string => {
	let known = names.get(list);
	if (!known || known.size >= mostNames) {
		known = new Map();
		names.set(list, known);
	}

	let name = known.get(value);
	if (name === undefined) {
		name = `k:{${JSON.stringify(key)}:${JSON.stringify(value)}}`;
		known.set(value, name);
	}

	return name;
};

/** Why an item has no place in its list, in upstream's words. */
export class ElementError extends Error {}

const elementWithoutKeys = (item: object | null): string => {
	if (item === null) {
		return "associative list without keys has an element that's an explicit null";
	}

	return Array.isArray(item)
		? 'not supported: associative list with lists as elements'
		: "associative list without keys has an element that's a map type";
};

/**
The name of an item in an associative list: `k:{"name":"web"}` or `v:"x"`.

@throws ElementError
*/
export const elementOf = (list: ListType, item: unknown): string => {
	if (list.keys.length === 0) {
		if (typeof item === 'object') {
			throw new ElementError(elementWithoutKeys(item));
		}

		return `v:${JSON.stringify(item)}`;
	}

	if (!isRecord(item)) {
		throw new ElementError(
			item === null
				? 'associative list with keys may not have a null element'
				: 'associative list with keys may not have non-map elements',
		);
	}

	const key = list.keys[0];
	if (key !== undefined && list.keys.length === 1) {
		const name = item[key];
		if (typeof name === 'string') {
			return nameOf(list, key, name);
		}
	}

	let text = '';
	for (const key of list.keys) {
		const value = item[key] ?? list.defaults[key];
		if (value !== undefined) {
			text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${JSON.stringify(value)}`;
		}
	}

	if (text === '') {
		throw new ElementError(
			`associative list with keys has an element that omits all key fields [${list.keys.map((key) => JSON.stringify(key)).join(' ')}] (and doesn't have default values for any key fields)`,
		);
	}

	return `k:{${text}}`;
};

/** The items of a list by name; several under one name if the name repeats. */
export const itemsByElement = (list: ListType, items: readonly unknown[]): Map<string, unknown[]> => {
	const byElement = new Map<string, unknown[]>();
	for (const item of items) {
		let element: string;
		try {
			element = elementOf(list, item);
		} catch (error) {
			if (error instanceof ElementError) {
				continue;
			}

			throw error;
		}

		getOrInsert(byElement, element, () => []).push(item);
	}

	return byElement;
};

/** Whether a value is empty or a scalar. */
export const isBare = (value: unknown): boolean => {
	if (value === null || value === undefined) {
		return true;
	}

	if (Array.isArray(value)) {
		return value.length === 0;
	}

	if (typeof value === 'object') {
		for (const _ in value) {
			return false;
		}
	}

	return true;
};

const leafOf = (before: unknown, after: unknown, modified: boolean): FieldSet | undefined => {
	if (before === undefined) {
		return leaf;
	}

	if (modified && !equal(before, after)) {
		return leaf;
	}

	return undefined;
};

// The parts of a frozen value never change: Pods of one template share theirs.
const whollyNew = new WeakMap<object, {readonly type: FieldType; readonly set: FieldSet | undefined}>();

/** Whether an existing value leaves nothing to add: only maps and lists can have new parts. */
const isKept = (before: unknown, after: unknown): boolean =>
	before !== undefined && (typeof after !== 'object' || after === null);

/** The fields in `after` that are not in `before`, and, if `modified`, those with another value there; `undefined` if there are none. */
export const grown = (before: unknown, after: unknown, type: FieldType, modified: boolean): FieldSet | undefined => {
	if (before === after || after === undefined || (!modified && isKept(before, after))) {
		return undefined;
	}

	if (before === undefined && typeof after === 'object' && after !== null) {
		const known = whollyNew.get(after);
		if (known?.type === type) {
			return known.set;
		}

		const set = grownInside(before, after, type, modified);
		if (Object.isFrozen(after)) {
			whollyNew.set(after, {type, set});
		}

		return set;
	}

	return grownInside(before, after, type, modified);
};

const grownInside = (before: unknown, after: unknown, type: FieldType, modified: boolean): FieldSet | undefined => {
	const form = formOf(type, after ?? before);
	if (typeof form === 'string') {
		return leafOf(before, after, modified);
	}

	if (before !== undefined && before !== null && after !== null && Array.isArray(before) !== Array.isArray(after)) {
		return modified ? leaf : undefined;
	}

	const whole = form instanceof MapType ? form.atomic : !form.associative;
	if (whole || (isBare(before) && isBare(after))) {
		return leafOf(before, after, modified);
	}

	const children =
		form instanceof MapType
			? grownFields(before, fieldsIn(after), form, modified)
			: grownItems(itemsIn(before), itemsIn(after), form, modified);
	return makeNode(before === undefined, children);
};

/** The largest number of names that are sorted by insertion. */
const few = 40;

/** Sorts names. For a few names, insertion sort allocates less than `sort`. */
const sortNames = (names: string[]): string[] => {
	if (names.length > few) {
		return names.sort();
	}

	for (let index = 1; index < names.length; index++) {
		const name = names[index];
		if (name === undefined) {
			break;
		}

		let at = index;
		for (let before = names[at - 1]; before !== undefined && before > name; before = names[at - 1]) {
			names[at] = before;
			at--;
		}

		names[at] = name;
	}

	return names;
};

const grownFields = (before: unknown, after: Fields, map: MapType, modified: boolean): Record<string, FieldSet> => {
	const children: Record<string, FieldSet> = {};
	// A default value exists only in an object that itself exists.
	const blank = before === undefined ? nothing : blankOf(map);
	const old = fieldsIn(before);
	const names: string[] = [];
	for (const name in after) {
		const value = after[name];
		if (value !== undefined && value !== old[name] && (modified || !isKept(old[name], value))) {
			names.push(name);
		}
	}

	for (const name of sortNames(names)) {
		const {element, type: field} = map.member(name);
		const child = field && grown(old[name] === undefined ? blank[name] : old[name], after[name], field, modified);
		if (child) {
			children[element] = child;
		}
	}

	return children;
};

const noItems: ReadonlyMap<string, unknown[]> = new Map();

const grownItems = (
	before: readonly unknown[],
	after: readonly unknown[],
	list: ListType,
	modified: boolean,
): Record<string, FieldSet> => {
	const old = before.length === 0 ? noItems : itemsByElement(list, before);
	const now = itemsByElement(list, after);
	const children: Record<string, FieldSet> = {};
	for (const element of now.size > 1 ? sortElements([...now.keys()]) : now.keys()) {
		const items = now.get(element) ?? noValues;
		const oldItems = old.get(element);
		let child: FieldSet | undefined;
		if (items.length === 1) {
			child = grown(oldItems?.length === 1 ? oldItems[0] : undefined, items[0], list.item, modified);
		} else if (!oldItems || oldItems.length < 2 || (modified && !equal(items, oldItems))) {
			child = leaf;
		}

		if (child) {
			children[element] = child;
		}
	}

	return children;
};

/**
A change, field by field: `set` holds added fields and new values, `removed` holds removed fields.

@mirrors sigs.k8s.io/structured-merge-diff typed.TypedValue.Compare
*/
export const compareFields = (
	before: unknown,
	after: unknown,
	type: FieldType,
): {readonly set: FieldSet; readonly removed: FieldSet} => ({
	set: grown(before, after, type, true) ?? {},
	removed: grown(after, before, type, false) ?? {},
});

/** The fields that an object did not have before. */
export const newFields = (object: unknown, type: FieldType): FieldSet => grown(nothing, object, type, true) ?? {};

/** The nodes of list items that a caller has already made, by item: an item that two objects share has one node. */
export type KnownItems = Map<object, {readonly type: FieldType; readonly node: FieldSet}>;

/**
Every leaf and item that an object mentions.

@param known for a caller that asks about several objects with common items
@mirrors sigs.k8s.io/structured-merge-diff typed.TypedValue.ToFieldSet
*/
export const fieldSetOf = (value: unknown, type: FieldType, known?: KnownItems): FieldSet =>
	mentioned(value, type, known) ?? {};

const mentioned = (value: unknown, type: FieldType, known: KnownItems | undefined): FieldSet | undefined => {
	const form = formOf(type, value);
	if (typeof form === 'string' || (form instanceof MapType ? form.atomic : !form.associative)) {
		return leaf;
	}

	return makeNode(
		false,
		form instanceof MapType
			? mentionedFields(fieldsIn(value), form, known)
			: mentionedItems(itemsIn(value), form, known),
	);
};

const mentionedItems = (
	items: readonly unknown[],
	list: ListType,
	known: KnownItems | undefined,
): Record<string, FieldSet> => {
	const children: Record<string, FieldSet> = {};
	const byElement = itemsByElement(list, items);
	for (const element of sortElements([...byElement.keys()])) {
		const found = byElement.get(element) ?? noValues;
		children[element] = found.length > 1 ? leaf : mentionedItem(found[0], list.item, known);
	}

	return children;
};

const mentionedItem = (item: unknown, type: FieldType, known: KnownItems | undefined): FieldSet => {
	const before = known && isRecord(item) ? known.get(item) : undefined;
	if (before?.type === type) {
		return before.node;
	}

	const node = withMember(mentioned(item, type, known));
	if (known && isRecord(item)) {
		known.set(item, {type, node});
	}

	return node;
};

const mentionedFields = (fields: Fields, map: MapType, known: KnownItems | undefined): Record<string, FieldSet> => {
	const children: Record<string, FieldSet> = {};
	for (const name of Object.keys(fields).sort()) {
		const item = fields[name];
		const field = map.field(name);
		if (item === undefined || !field) {
			continue;
		}

		const inside = mentioned(item, field, known);
		const member = item === null || (isRecord(item) && isBare(item)) || !map.isField(name);
		const child = member ? withMember(inside) : inside;
		if (child) {
			children[`f:${name}`] = child;
		}
	}

	return children;
};

const withMember = (node: FieldSet | undefined): FieldSet => {
	if (!node) {
		return leaf;
	}

	if (!('.' in node)) {
		return memberNode(node);
	}

	const {'.': _, ...children} = node;
	return memberNode(children);
};

/**
The set with every struct field that has a member below it.

@mirrors sigs.k8s.io/structured-merge-diff fieldpath.Set.EnsureNamedFieldsAreMembers
*/
export const withNamedFields = (set: FieldSet, type: FieldType | undefined): FieldSet => {
	let result: Record<string, FieldSet> | undefined;
	for (const element in set) {
		const below = set[element];
		if (element === '.' || below === undefined) {
			continue;
		}

		const node = namedBelow(element, below, type);
		if (node !== below) {
			result ??= {...set};
			result[element] = node;
		}
	}

	return result ?? set;
};

const namedBelow = (element: string, below: FieldSet, type: FieldType | undefined): FieldSet => {
	if (!element.startsWith('f:')) {
		return withNamedFields(below, element.startsWith('k:') ? type?.list?.item : undefined);
	}

	const name = element.slice(2);
	const node = withNamedFields(below, type?.map?.field(name));
	return isBelonging(node) || !type?.map?.isField(name) ? node : withMember(node);
};

/** Whether a node is a member without a further word. */
const isBelonging = (node: FieldSet): boolean => '.' in node || isBare(node);
