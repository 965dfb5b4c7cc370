import {nestedField} from '../objects/unstructured.js';
import {comparisonOf, conjuncts, stepsOf, type Comparison} from './unmet.js';

/** The reason why a part of a condition does not hold, in a shape that a sentence can say; values are as JSON writes them, texts without quotes. */
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

/** `object.status.phase`, `object.spec.containers[0].image`, `object.services['default/shop']`, `object.metadata.labels[?'disk'].orValue('')`. */
const path = String.raw`[\w.]+(?:\[\??(?:'[^']+'|\d+)\][\w.]*)*`;
const optional = String.raw`(?:\.orValue\(''\))?`;
const literal = String.raw`-?\d+|true|false|"[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}`;
const compared = new RegExp(
	String.raw`^(?:string\()?(\w+)\.(${path}?)${optional}\)?\s*(==|!=|>=|<=|>|<)\s*(${literal})$`,
);
const equalFields = new RegExp(String.raw`^object\.(${path})\s*==\s*object\.(${path})$`);
const presence = new RegExp(String.raw`^(!?)has\((\w+)\.(${path})\)$`);
const flag = new RegExp(String.raw`^(!?)(\w+)\.(${path})$`);
const size = new RegExp(String.raw`^object\.(${path})\.size\(\)\s*(==|!=|>=|<=|>|<)\s*(\d+)$`);
const listed = new RegExp(String.raw`^object\.(${path})\.(exists|all)\((\w+), (.*)\)$`, 's');
const member = new RegExp(String.raw`^(!?)\(?['"]([^'"]+)['"] in object\.(${path})\)?$`);

/** A path as a sentence names it: without the signs of an optional key. */
const named = (field: string): string => field.replaceAll('[?', '[').replace(/\.orValue$/, '');

/** A value of CEL as text: `'Running'` is Running, `['a', 'b']` is a, b. */
const spoken = (text: string): string => text.replaceAll(/^[[{]|[\]}]$/g, '').replaceAll(/["']/g, '');

const valueOf = (value: unknown): string | undefined => {
	if (value === undefined || value === null) {
		return undefined;
	}

	return typeof value === 'string' ? value : spoken(JSON.stringify(value).replaceAll(/(?<=["\]}\d])([,:])/g, '$1 '));
};

const at = (object: unknown, field: string): unknown => nestedField(object, ...stepsOf(named(field)));

/** The property that a part of a condition asks of an entry; `undefined` for another kind of expression. */
const featureOf = (part: string, variable: string): Feature | undefined => {
	const [, owner, field = '', comparison = '', wanted = ''] = compared.exec(part) ?? [];
	if (owner === variable) {
		return {field: named(field), comparison: comparisonOf(comparison), wanted: spoken(wanted)};
	}

	const [, no, holder, present = ''] = presence.exec(part) ?? [];
	if (holder === variable && no === '') {
		return {field: named(present)};
	}

	const [, not, flagged, truth = ''] = flag.exec(part) ?? [];
	return flagged === variable
		? {field: named(truth), comparison: '==', wanted: not === '' ? 'true' : 'false'}
		: undefined;
};

/** The features of an entry; a field that another feature compares need not be named twice. */
const featuresOf = (body: string, variable: string): readonly Feature[] | undefined => {
	const all = conjuncts(body).map((part) => featureOf(part, variable));
	const known = all.filter((one) => one !== undefined);
	return known.length < all.length
		? undefined
		: known.filter(
				(one) =>
					one.comparison !== undefined ||
					!known.some(({field, comparison}) => comparison !== undefined && `${field}.`.startsWith(`${one.field}.`)),
			);
};

/**
The reason why a part of a condition does not hold for an object.

@param part a part without `&&`, as an author writes it in CEL
@returns `undefined` for a kind of expression that has no shape of its own
*/
export const shortfallOf = (part: string, object: unknown): Shortfall | undefined => {
	const [, owner, field = '', sign = '', wanted = ''] = compared.exec(part) ?? [];
	if (owner === 'object') {
		return {
			kind: 'differs',
			field: named(field),
			is: valueOf(at(object, field)),
			comparison: comparisonOf(sign) ?? '==',
			wanted: spoken(wanted),
		};
	}

	const [, one, other] = equalFields.exec(part) ?? [];
	if (one !== undefined && other !== undefined) {
		const value = valueOf(at(object, other));
		return value === undefined
			? {kind: 'unset', field: named(other)}
			: {kind: 'differs', field: named(one), is: valueOf(at(object, one)), comparison: '==', wanted: value};
	}

	const [, absent, holder, present = ''] = presence.exec(part) ?? [];
	if (holder === 'object') {
		return absent === ''
			? {kind: 'unset', field: named(present)}
			: {kind: 'set', field: named(present), is: shortValue(at(object, present))};
	}

	const [, counted, than = '', number = ''] = size.exec(part) ?? [];
	if (counted !== undefined) {
		const value = at(object, counted);
		const entries = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
		return {kind: 'size', field: named(counted), is: entries, comparison: comparisonOf(than) ?? '==', wanted: number};
	}

	const [, list, kind, variable = '', body = ''] = listed.exec(part) ?? [];
	const features = list === undefined ? undefined : featuresOf(body, variable);
	if (list !== undefined && features) {
		return {kind: kind === 'exists' ? 'noEntry' : 'notEvery', field: named(list), features};
	}

	const [, not, entry = '', holding] = member.exec(part) ?? [];
	if (holding !== undefined) {
		return {kind: not === '' ? 'lacks' : 'has', field: named(holding), entry};
	}

	const [, no, subject, truth = ''] = flag.exec(part) ?? [];
	return subject === 'object'
		? {
				kind: 'differs',
				field: named(truth),
				is: valueOf(at(object, truth)),
				comparison: '==',
				wanted: no === '' ? 'true' : 'false',
			}
		: undefined;
};

/** A value that a sentence has room for. */
const shortValue = (value: unknown): string | undefined => {
	const text = typeof value === 'object' ? undefined : valueOf(value);
	return text !== undefined && text.length <= 60 ? text : undefined;
};
