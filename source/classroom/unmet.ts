import {nestedField} from '../objects/unstructured.js';

/** How a field's value is compared with the one that it should have. */
export type Comparison = '==' | '!=' | '>=' | '<=' | '>' | '<';

/** A field that does not satisfy a condition. */
export interface Unmet {
	/** `status.readyReplicas` */
	readonly field: string;
	/** Its value as it is written in YAML; `undefined` if the object has no such field. */
	readonly is: string | undefined;
	readonly comparison: Comparison;
	/** The value of the condition as it is written in YAML. */
	readonly wanted: string;
}

const simple = /^object\.([\w.]+)\s*(==|!=|>=|<=|>|<)\s*(?:(-?\d+|true|false)|(["'])((?:(?!\4).)*)\4)$/;

const guard = /^has\(object\.([\w.]+)\)$/;

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

const isComparison = (text: string): text is Comparison => ['==', '!=', '>=', '<=', '>', '<'].includes(text);

/**
The first comparison of a field with a plain value that keeps a CEL condition from holding: in `a && b`, parts are checked separately. `has(a)` is
left to a comparison of `a` beside it.

@param cel the condition, as an author writes it
@param holds whether a part of the condition holds for the object
@returns `undefined` where another kind of expression is the first that does not hold
*/
export const firstUnmet = (cel: string, object: unknown, holds: (part: string) => boolean): Unmet | undefined => {
	const parts = cel.split('&&').map((one) => one.trim());
	const compared = parts.flatMap((one) => simple.exec(one)?.[1] ?? []);
	// `has(object.a) && object.a == 1`: the comparison says what is missing, too.
	const isGuard = (one: string): boolean => compared.includes(guard.exec(one)?.[1] ?? '');
	const part = parts.find((one) => !isGuard(one) && (!simple.test(one) || !holds(one)));
	const [, field = '', comparison = '', plain, , quoted] = simple.exec(part ?? '') ?? [];
	const value = nestedField(object, ...field.split('.'));
	return isComparison(comparison) && (value === undefined || textOf(value) !== undefined)
		? {field, is: textOf(value), comparison, wanted: plain ?? quoted ?? ''}
		: undefined;
};
