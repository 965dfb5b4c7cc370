import {counterpart} from './compare.js';
import {equal} from '../kernel/equality.js';
import {isRecord} from '../kernel/record.js';

/** Keys from the top of a value: names of fields, indexes of list items. */
export type FieldPath = ReadonlyArray<string | number>;

/** `spec.containers[0].image` as a path; keys with dots are in brackets: `metadata.annotations[example.com/a]`. */
export const readPath = (field: string): FieldPath =>
	[...field.matchAll(/\[(?<inside>[^\]]*)\]|(?<name>[^.[\]]+)/g)].map(({groups}) => {
		const inside = groups?.['inside'];
		return inside !== undefined && /^\d+$/.test(inside) ? Number(inside) : (inside ?? groups?.['name'] ?? '');
	});

/** A form of a value, and the step that gave it this form. */
export interface Version {
	readonly step: number;
	/** `undefined`: it was deleted. */
	readonly value: unknown;
}

/** A stored version, with its intermediate forms since the previous version. */
export interface StoredVersion extends Version {
	/** Oldest first; the stored form is not among them. */
	readonly inFlight?: readonly Version[];
}

/** The writer of each part of a value: the step that gave the part its current form, and likewise for the parts inside. */
export interface Blame {
	readonly step: number;
	readonly parts?: Readonly<Record<string, Blame>>;
}

/** Blame for a new value: unchanged parts keep their step; the rest has the step that `writer` names for its path. */
const inherit = (
	before: unknown,
	after: unknown,
	old: Blame | undefined,
	writer: (path: FieldPath) => number,
	path: FieldPath = [],
): Blame => {
	if (old && (before === after || equal(before, after))) {
		return old;
	}

	const step = writer(path);
	if (isRecord(after)) {
		const was = isRecord(before) ? before : {};
		const parts: Record<string, Blame> = {};
		for (const key of Object.keys(after)) {
			parts[key] = inherit(was[key], after[key], key in was ? old?.parts?.[key] : undefined, writer, [...path, key]);
		}

		return {step, parts};
	}

	if (Array.isArray(after)) {
		const was: readonly unknown[] = Array.isArray(before) ? before : [];
		const parts: Record<string, Blame> = {};
		for (const [index, item] of after.entries()) {
			const there = counterpart(was, item, index);
			const inside = there === -1 ? undefined : old?.parts?.[there];
			parts[index] = inherit(was[there], item, inside, writer, [...path, index]);
		}

		return {step, parts};
	}

	return {step};
};

/** The step to blame for the part at a path, or for the nearest part around it that is known. */
export const blamedStep = (blame: Blame | undefined, path: FieldPath): number | undefined => {
	let at = blame;
	for (const part of path) {
		const next = at?.parts?.[String(part)];
		if (!next) {
			break;
		}

		at = next;
	}

	return at?.step;
};

/** Blame for one more version: a difference from the stored version before is attributed to the first form in flight that has it. */
const next = (before: unknown, old: Blame | undefined, {step, value, inFlight = []}: StoredVersion): Blame => {
	if (inFlight.length === 0) {
		return inherit(before, value, old, () => step);
	}

	let form = before;
	let made: Blame | undefined = old ?? {step};
	for (const version of [...inFlight, {step, value}]) {
		made = inherit(form, version.value, form === undefined ? undefined : made, () => version.step);
		form = version.value;
	}

	return inherit(before, value, old, (path) => blamedStep(made, path) ?? step);
};

/**
Blame for every field of a value, from all the versions it has had. A field that an intermediate version loses and a later one restores counts as unwritten.

@param versions oldest first.
@returns `undefined` if there is no value after the last version.
*/
export const blame = (versions: Iterable<StoredVersion>): Blame | undefined => {
	let result: Blame | undefined;
	let before: unknown;
	for (const version of versions) {
		result = version.value === undefined ? undefined : next(before, result, version);
		before = version.value;
	}

	return result;
};
