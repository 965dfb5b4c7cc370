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

/** `status.phase`, or a key in brackets: `services['default/shop'].port`. */
const path = String.raw`[\w.]+(?:\['[^']+'\][\w.]*)*`;

const simple = new RegExp(
	String.raw`^object\.(${path})\s*(==|!=|>=|<=|>|<)\s*(?:(-?\d+|true|false)|(["'])((?:(?!\4).)*)\4)$`,
);

const guard = new RegExp(String.raw`^has\(object\.(${path})\)$`);

const element = /^object\.([\w.]+)\.exists\((\w+), (.*)\)$/;

/** The steps of a path: `services['default/shop'].port` has three, and so has `containers[0].image`. */
export const stepsOf = (field: string): readonly string[] =>
	(field.match(/\['[^']+'\]|[^.[\]]+/g) ?? []).map((step) => step.replaceAll(/^\['|'\]$/g, ''));

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

const isComparison = (text: string): text is Comparison => ['==', '!=', '>=', '<=', '>', '<'].includes(text);

/** The comparison that an operator of CEL means. */
export const comparisonOf = (operator: string): Comparison | undefined =>
	isComparison(operator) ? operator : undefined;

/** The parts of a condition between an operator that is not inside brackets or quotes. */
const partsBetween = (cel: string, operator: '&&' | '||'): readonly string[] => {
	const parts: string[] = [''];
	let depth = 0;
	for (const token of cel.match(/"[^"]*"|'[^']*'|&&|\|\||[^"'&|]|["'&|]/g) ?? []) {
		depth += /^[([{]$/.test(token) ? 1 : 0;
		depth -= /^[)\]}]$/.test(token) ? 1 : 0;
		if (token === operator && depth === 0) {
			parts.push('');
		} else {
			parts.push(`${parts.pop() ?? ''}${token}`);
		}
	}

	return parts.map((one) => one.trim());
};

/** The parts of `a && b` that are not inside brackets or quotes. */
export const conjuncts = (cel: string): readonly string[] => partsBetween(cel, '&&');

/** The parts of `a || b`, also inside one pair of brackets around all of it. */
export const alternatives = (cel: string): readonly string[] => {
	const parts = partsBetween(cel, '||');
	return parts.length === 1 && /^\(.*\|\|.*\)$/s.test(cel) ? partsBetween(cel.slice(1, -1), '||') : parts;
};

/** A part of a condition that does not hold: a compared field of the status, since that is the symptom, else the earliest part. A `has(a)` beside a comparison of `a` is left out. */
export const firstFailing = (cel: string, holds: (part: string) => boolean): string | undefined => {
	const parts = conjuncts(cel);
	const compared = parts.flatMap((one) => simple.exec(one)?.[1] ?? []);
	// `has(object.a) && object.a == 1`: the comparison says what is missing, too.
	const failing = parts.filter((one) => !compared.includes(guard.exec(one)?.[1] ?? '') && !holds(one));
	return failing.find((one) => simple.exec(one)?.[1]?.startsWith('status.')) ?? failing[0];
};

/**
The first comparison of a field with a plain value that keeps a CEL condition from holding: in `a && b`, parts are checked separately. `has(a)` is
left to a comparison of `a` beside it.

@param cel the condition, as an author writes it
@param holds whether a part of the condition holds for the object
@returns `undefined` where another kind of expression is the first that does not hold
*/
export const firstUnmet = (cel: string, object: unknown, holds: (part: string) => boolean): Unmet | undefined => {
	const [, field = '', comparison = '', plain, , quoted] = simple.exec(firstFailing(cel, holds) ?? '') ?? [];
	const value = nestedField(object, ...stepsOf(field));
	return isComparison(comparison) && (value === undefined || textOf(value) !== undefined)
		? {field, is: textOf(value), comparison, wanted: plain ?? quoted ?? ''}
		: undefined;
};

/** A field of an object before and after a change; `undefined` where the object had none. */
interface Became {
	readonly field: string;
	readonly old: string | undefined;
	readonly now: string;
}

/**
The first field that `object.list.exists(c, c.a == 1 && …)` compares and whose value is another than before, in the element that satisfies the
comparisons. Elements of the two lists are the same if their names are.

@param cel the condition, as an author writes it
*/
export const changedInList = (cel: string, before: unknown, after: unknown): Became | undefined => {
	for (const part of conjuncts(cel)) {
		const [, list = '', name = '', inner = ''] = element.exec(part) ?? [];
		const wanted = conjuncts(inner).flatMap((one) => {
			const [, field, comparison, plain, , quoted] = one.startsWith(`${name}.`)
				? (simple.exec(`object${one.slice(name.length)}`) ?? [])
				: [];
			return field !== undefined && comparison === '==' ? [{field, text: plain ?? quoted}] : [];
		});
		const valueIn = (one: unknown, field: string): string | undefined => textOf(nestedField(one, ...stepsOf(field)));
		const elementsOf = (object: unknown): readonly unknown[] => {
			const found = nestedField(object, ...stepsOf(list));
			return Array.isArray(found) ? found : [];
		};

		const now = elementsOf(after).find((one) => wanted.every(({field, text}) => valueIn(one, field) === text));
		const old = elementsOf(before).find((one) => valueIn(one, 'name') === valueIn(now, 'name'));
		const changed = wanted.find(({field, text}) => valueIn(old, field) !== text);
		if (now !== undefined && changed?.text !== undefined) {
			return {field: `${list}.${changed.field}`, old: valueIn(old, changed.field), now: changed.text};
		}
	}

	return undefined;
};
