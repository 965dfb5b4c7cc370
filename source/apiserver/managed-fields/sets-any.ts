import {equal} from '../../kernel/equality.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {fieldsIn, formOf, grown, isBare, itemsIn} from './compare.js';
import type {FieldSet} from './field-set.js';
import {blankOf, MapType, type FieldType, type ListType} from './field-type.js';

/**
Whether a change is certain to set a field: true only if the comparison of the whole finds one. The first one found ends the search.

@param except Fields that do not count, each with the fields below it.
*/
export const setsAny = (before: unknown, after: unknown, type: FieldType, except?: FieldSet): boolean => {
	if (before === after || after === undefined || before === null || after === null) {
		return false;
	}

	const form = formOf(type, after);
	if (typeof form === 'string' || (form instanceof MapType ? form.atomic : !form.associative)) {
		return !except && !equal(before, after);
	}

	if (!except && (before === undefined || Array.isArray(before) !== Array.isArray(after))) {
		return true;
	}

	if (isBare(before) && isBare(after)) {
		return !except && !equal(before, after);
	}

	return form instanceof MapType
		? setsField(before, fieldsIn(after), form, except)
		: !except && setsItem(itemsIn(before), itemsIn(after), form, type);
};

const nothing: Fields = {};

const setsField = (before: unknown, after: Fields, map: MapType, except?: FieldSet): boolean => {
	const old = fieldsIn(before);
	const blank = before === undefined ? nothing : blankOf(map);
	for (const name in after) {
		const value = after[name];
		if (value === undefined || value === old[name]) {
			continue;
		}

		const {element, type} = map.member(name);
		const inside = except?.[element];
		if (!type || (inside && isLeaf(inside))) {
			continue;
		}

		if (setsAny(old[name] === undefined ? blank[name] : old[name], value, type, inside)) {
			return true;
		}
	}

	return false;
};

const isLeaf = (set: FieldSet): boolean => {
	for (const element in set) {
		return element === '.';
	}

	return true;
};

/** Compares lists item by item while items keep their places or are added; other lists are compared as a whole. */
const setsItem = (before: readonly unknown[], after: readonly unknown[], list: ListType, type: FieldType): boolean => {
	for (let index = 0; index < after.length; index++) {
		const item = after[index];
		const old = before[index];
		if (item === old) {
			continue;
		}

		const name = nameIn(list, item);
		if (name === undefined || name !== nameIn(list, old)) {
			return isNew(name, before, list) || grown(before, after, type, true) !== undefined;
		}

		if (setsAny(old, item, list.item)) {
			return true;
		}
	}

	return false;
};

/** The key of an item in a list with one key, if it is a text; `undefined` elsewhere. */
const nameIn = ({keys}: ListType, item: unknown): string | undefined => {
	const [key] = keys;
	const name = key !== undefined && keys.length === 1 && isRecord(item) ? item[key] : undefined;
	return typeof name === 'string' ? name : undefined;
};

const isNew = (name: string | undefined, before: readonly unknown[], list: ListType): boolean =>
	name !== undefined &&
	before.every((item) => {
		const other = nameIn(list, item);
		return other !== undefined && other !== name;
	});
