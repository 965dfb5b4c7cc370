import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import type {Node} from '../cel/syntax.js';
import {
	comparedIn,
	equalFieldsIn,
	fieldRead,
	loopIn,
	memberIn,
	negated,
	presenceOf,
	readCondition,
	sizeIn,
	type Comparison,
	type FieldRead,
} from './condition-reading.js';

/** The reason why a part of a condition does not hold, in a form that a sentence can express; values are written as JSON, texts without quotes. */
export type Shortfall =
	| {
			readonly kind: 'differs';
			readonly field: string;
			readonly is: string | undefined;
			readonly comparison: Comparison;
			readonly wanted: string;
	  }
	| {readonly kind: 'unset'; readonly field: string}
	| {readonly kind: 'set'; readonly field: string; readonly is: string | undefined}
	| {
			readonly kind: 'size';
			readonly field: string;
			readonly is: number;
			readonly comparison: Comparison;
			readonly wanted: string;
	  }
	| {readonly kind: 'noEntry' | 'notEvery'; readonly field: string; readonly features: readonly Feature[]}
	| {readonly kind: 'lacks' | 'has'; readonly field: string; readonly entry: string};

/** A property that an entry of a list should have: `type == Ready`; without a comparison it should have the field. */
export interface Feature {
	readonly field: string;
	readonly comparison?: Comparison;
	readonly wanted?: string;
}

/** A value as a sentence has it; `undefined` if the object has no value. */
const valueOf = (value: unknown): string | undefined => {
	if (value === undefined || value === null) {
		return undefined;
	}

	if (Array.isArray(value)) {
		return value.map((item) => valueOf(item)).join(', ');
	}

	return isRecord(value)
		? Object.entries(value)
				.map(([key, item]) => `${key}: ${valueOf(item)}`)
				.join(', ')
		: String(value);
};

/** A value, cut to a length that fits into a sentence. */
const shortValue = (value: unknown): string | undefined => {
	const text = typeof value === 'object' ? undefined : valueOf(value);
	return text !== undefined && text.length <= 60 ? text : undefined;
};

const at = (object: unknown, {steps}: FieldRead): unknown => nestedField(object, ...steps);

/** The property that a part of a condition asks of an entry; `undefined` for another kind of expression. */
const featureOf = (part: Node, variable: string): Feature | undefined => {
	const compared = comparedIn(part);
	if (compared?.owner === variable) {
		return {field: compared.field, comparison: compared.comparison, wanted: compared.wanted};
	}

	const present = presenceOf(part);
	if (present?.owner === variable) {
		return {field: present.field};
	}

	const no = negated(part);
	const flag = fieldRead(no ?? part);
	return flag?.owner === variable
		? {field: flag.field, comparison: '==', wanted: no === undefined ? 'true' : 'false'}
		: undefined;
};

/** The features of an entry; a field that another feature compares need not be named twice. */
const featuresOf = (parts: readonly Node[], variable: string): readonly Feature[] | undefined => {
	const all = parts.map((part) => featureOf(part, variable));
	const known = all.filter((one) => one !== undefined);
	return known.length < all.length
		? undefined
		: known.filter(
				(one) =>
					one.comparison !== undefined ||
					!known.some(({field, comparison}) => comparison !== undefined && `${field}.`.startsWith(`${one.field}.`)),
			);
};

const isOf = <T extends FieldRead>(read: T | undefined): read is T => read?.owner === 'object';

/** Describes which of two fields that should be equal is unset or differs. */
const unequal = ([one, other]: readonly [FieldRead, FieldRead], object: unknown): Shortfall => {
	const wanted = valueOf(at(object, other));
	return wanted === undefined
		? {kind: 'unset', field: other.field}
		: {kind: 'differs', field: one.field, is: valueOf(at(object, one)), comparison: '==', wanted};
};

const wrongSize = (
	{field, steps, owner, comparison, wanted}: FieldRead & {readonly comparison: Comparison; readonly wanted: string},
	object: unknown,
): Shortfall => {
	const value = at(object, {field, steps, owner});
	const is = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
	return {kind: 'size', field, is, comparison, wanted};
};

/** The reason why a positive statement does not hold. */
const lacking = (node: Node, object: unknown): Shortfall | undefined => {
	const compared = comparedIn(node);
	if (isOf(compared)) {
		const {field, comparison, wanted} = compared;
		return {kind: 'differs', field, is: valueOf(at(object, compared)), comparison, wanted};
	}

	const pair = equalFieldsIn(node);
	if (pair) {
		return pair.every(isOf) ? unequal(pair, object) : undefined;
	}

	const size = sizeIn(node);
	if (isOf(size)) {
		return wrongSize(size, object);
	}

	const present = presenceOf(node);
	if (isOf(present)) {
		return {kind: 'unset', field: present.field};
	}

	const loop = loopIn(node);
	if (isOf(loop)) {
		const features = featuresOf(loop.parts, loop.variable);
		return features && {kind: loop.macro === 'exists' ? 'noEntry' : 'notEvery', field: loop.field, features};
	}

	const member = memberIn(node);
	if (isOf(member)) {
		return {kind: 'lacks', field: member.field, entry: member.entry};
	}

	const flag = fieldRead(node);
	return isOf(flag)
		? {kind: 'differs', field: flag.field, is: valueOf(at(object, flag)), comparison: '==', wanted: 'true'}
		: undefined;
};

/** The reason why the negation of a statement does not hold. */
const unwanted = (node: Node, object: unknown): Shortfall | undefined => {
	const field = presenceOf(node);
	if (isOf(field)) {
		return {kind: 'set', field: field.field, is: shortValue(at(object, field))};
	}

	const member = memberIn(node);
	if (isOf(member)) {
		return {kind: 'has', field: member.field, entry: member.entry};
	}

	const flag = fieldRead(node);
	return isOf(flag)
		? {kind: 'differs', field: flag.field, is: valueOf(at(object, flag)), comparison: '==', wanted: 'false'}
		: undefined;
};

/**
The reason why a part of a condition does not hold for an object.

@param part a part without `&&`, as an author writes it in CEL
@returns `undefined` for an expression of another form
*/
export const shortfallOf = (part: string, object: unknown): Shortfall | undefined => {
	const node = readCondition(part);
	const no = node && negated(node);
	return no ? unwanted(no, object) : node && lacking(node, object);
};
