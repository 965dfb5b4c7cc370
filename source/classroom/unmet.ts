import {nestedField} from '../objects/unstructured.js';
import type {Node} from '../cel/syntax.js';
import {comparedIn, loopIn, presenceOf, readCondition, type Compared, type Comparison} from './condition-reading.js';

/** A field that does not satisfy a condition. */
export interface Unmet {
	/** `status.readyReplicas` */
	readonly field: string;
	/** The value of the field in YAML; `undefined` if the object has no such field. */
	readonly is: string | undefined;
	readonly comparison: Comparison;
	/** The value of the condition as it is written in YAML. */
	readonly wanted: string;
}

/** The steps of a path: `services['default/shop'].port` has three, and so has `containers[0].image`. */
export const stepsOf = (field: string): readonly string[] =>
	(field.match(/\['[^']+'\]|[^.[\]]+/g) ?? []).map((step) => step.replaceAll(/^\['|'\]$/g, ''));

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** The comparison of a field with a text, a whole number or a bool. */
const plainIn = (node: Node | undefined, owner: string): Compared | undefined => {
	const compared = comparedIn(node);
	return compared?.owner === owner && compared.isPlain ? compared : undefined;
};

const comparedInPart = (part: string | undefined): Compared | undefined =>
	part === undefined ? undefined : plainIn(readCondition(part), 'object');

/** The field that a part of a condition asks about with `has(object.…)`. */
const guarded = (part: string): string | undefined => {
	const node = readCondition(part);
	const read = node && presenceOf(node);
	return read?.owner === 'object' ? read.field : undefined;
};

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

/**
A part of a condition that does not hold: a compared field of the status, since that is the symptom, otherwise the earliest part. A `has(a)`
beside a comparison of `a` is left out.
*/
export const firstFailing = (cel: string, holds: (part: string) => boolean): string | undefined => {
	const parts = conjuncts(cel);
	const compared = new Set(parts.map((part) => comparedInPart(part)?.field));
	// `has(object.a) && object.a == 1`: the comparison says what is missing, too.
	const failing = parts.filter((part) => !compared.has(guarded(part) ?? '') && !holds(part));
	return failing.find((part) => comparedInPart(part)?.field.startsWith('status.')) ?? failing[0];
};

/**
The first false comparison of a field with a scalar in a CEL condition. The parts of `a && b` are checked separately. `has(a)` is skipped if
a comparison of `a` is beside it.

@param cel the condition, as an author writes it
@param holds whether a part of the condition holds for the object
@returns `undefined` where another kind of expression is the first that does not hold
*/
export const firstUnmet = (cel: string, object: unknown, holds: (part: string) => boolean): Unmet | undefined => {
	const compared = comparedInPart(firstFailing(cel, holds));
	if (!compared) {
		return undefined;
	}

	const {steps, field, comparison, wanted} = compared;
	const value = nestedField(object, ...steps);
	const is = textOf(value);
	return value === undefined || is !== undefined ? {field, is, comparison, wanted} : undefined;
};

/** A field of an object before and after a change; `undefined` where the object had none. */
interface Became {
	readonly field: string;
	readonly old: string | undefined;
	readonly now: string;
}

/**
The first field that `object.list.exists(c, c.a == 1 && …)` compares and whose value has changed, in the element that satisfies the
comparisons. Elements of the two lists are the same if their names are.

@param cel the condition, as an author writes it
*/
export const changedInList = (cel: string, before: unknown, after: unknown): Became | undefined => {
	for (const part of conjuncts(cel)) {
		const node = readCondition(part);
		const loop = node && loopIn(node);
		if (loop?.macro !== 'exists' || loop.owner !== 'object') {
			continue;
		}

		const {field: list, variable} = loop;
		const wanted = loop.parts.flatMap((one) => {
			const compared = plainIn(one, variable);
			return compared?.comparison === '==' ? [{field: compared.field, text: compared.wanted}] : [];
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
