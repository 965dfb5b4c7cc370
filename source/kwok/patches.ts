import {isRecord} from '../kernel/record.js';
import type {StageFinalizers, StagePatch} from './stage.js';

/** An operation of a JSON patch. */
export interface Operation {
	readonly op: 'add' | 'remove';
	readonly path: string;
	readonly value?: unknown;
}

const path = '/metadata/finalizers';
const valuesIn = (items: StageFinalizers['add'] = []): readonly string[] => items.map(({value = ''}) => value);

const additions = (own: readonly string[], added: readonly string[]): readonly Operation[] => {
	if (added.length === 0) {
		return [];
	}

	return own.length === 0
		? [{op: 'add', path, value: added}]
		: added.filter((value) => !own.includes(value)).map((value) => ({op: 'add', path: `${path}/-`, value}));
};

/**
The changes that a step makes to the finalizers of an object.

@mirrors sigs.k8s.io/kwok/pkg/utils/lifecycle finalizersModify
*/
export const finalizerOperations = (
	own: readonly string[],
	{add, remove, empty = false}: StageFinalizers,
): readonly Operation[] => {
	const removed = valuesIn(remove);
	// The last first, so that the places of the others stay.
	const removals: readonly Operation[] = own
		.flatMap((value, at) => (removed.includes(value) ? [{op: 'remove' as const, path: `${path}/${at}`}] : []))
		.reverse();
	const isEmptied = empty || (removed.length > 0 && removals.length === own.length);
	if (!isEmptied) {
		return [...removals, ...additions(own, valuesIn(add))];
	}

	return [...(own.length > 0 ? [{op: 'remove' as const, path}] : []), ...additions([], valuesIn(add))];
};

/** The body of a patch: the value of a template, below the field that it describes. */
export const patchBody = (value: unknown, {root = '', type}: StagePatch): unknown => {
	if (root === '') {
		return value;
	}

	return type === 'json' && Array.isArray(value)
		? value.map((one: unknown) => (isRecord(one) ? {...one, path: `/${root}${String(one['path'])}`} : one))
		: {[root]: value};
};
