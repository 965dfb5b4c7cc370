import {isRecord} from '../../kernel/record.js';
import {isGateOn} from './served.js';
import {versionFacts, type FieldFacts, type MinorRange} from './facts.js';

/** A difference in a version's treatment of an object's field. */
export type FieldChange = {readonly path: ReadonlyArray<string | number>} & (
	| {
			/** The version does not have the field; strict decoding refuses it. */
			readonly is: 'unknown';
			readonly versions: MinorRange;
	  }
	| {
			/** A feature gate that the field needs is off by default: the server does not keep the field. */
			readonly is: 'off';
			readonly gate: string;
	  }
	| {
			/** The version does not have this value of an enumeration. */
			readonly is: 'no value';
			readonly value: string;
			readonly versions: MinorRange;
	  }
	| {
			/** A feature gate of the value or its field is off: the server refuses it. */
			readonly is: 'refused';
			readonly gate: string;
	  }
);

const isIn = (minor: number, [from, to]: MinorRange): boolean => from <= minor && minor <= to;

const closedGate = (minor: number, {gates}: FieldFacts): string | undefined =>
	gates?.[minor]?.find((gate) => isGateOn(minor, gate) === false);

/**
The feature gate that gives containers other than init containers their own restart policy.

@mirrors k8s.io/kubernetes/pkg/apis/core/validation validateContainers
*/
const gateOfPlace = (path: FieldChange['path']): string | undefined =>
	path.at(-1) === 'restartPolicy' && path.at(-3) === 'containers' ? 'ContainerRestartRules' : undefined;

/** The difference that a version makes to one field with its value. */
const changeOf = (
	minor: number,
	facts: FieldFacts,
	value: unknown,
	path: FieldChange['path'],
): FieldChange | undefined => {
	if (facts.in && !isIn(minor, facts.in)) {
		return {path, is: 'unknown', versions: facts.in};
	}

	const gate = closedGate(minor, facts);
	if (gate !== undefined) {
		return {path, is: 'off', gate};
	}

	const word = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	const versions = facts.values && Object.hasOwn(facts.values, word) ? facts.values[word] : undefined;
	if (versions && !isIn(minor, versions)) {
		return {path, is: 'no value', value: word, versions};
	}

	const needed =
		facts.gatedValues && Object.hasOwn(facts.gatedValues, word) ? facts.gatedValues[word] : gateOfPlace(path);
	return needed !== undefined && !isGateOn(minor, needed) ? {path, is: 'refused', gate: needed} : undefined;
};

/** Visits a value of a schema, its items or the values of its map. */
const visit = (
	minor: number,
	{ref, isMap}: FieldFacts,
	value: unknown,
	path: FieldChange['path'],
	found: FieldChange[],
): void => {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) {
			visit(minor, ref === undefined ? {} : {ref}, item, [...path, index], found);
		}
	} else if (isRecord(value) && ref !== undefined) {
		if (isMap) {
			for (const [key, item] of Object.entries(value)) {
				visit(minor, {ref}, item, [...path, key], found);
			}
		} else {
			visitFields(minor, ref, value, path, found);
		}
	}
};

const visitFields = (
	minor: number,
	schema: string,
	object: Readonly<Record<string, unknown>>,
	path: FieldChange['path'],
	found: FieldChange[],
): void => {
	const {schemas} = versionFacts();
	const fields = Object.hasOwn(schemas, schema) ? schemas[schema] : undefined;
	for (const [name, value] of Object.entries(object)) {
		const facts = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
		if (!facts || value === null || value === undefined) {
			continue;
		}

		const change = changeOf(minor, facts, value, [...path, name]);
		if (change) {
			found.push(change);
		} else {
			visit(minor, facts, value, [...path, name], found);
		}
	}
};

/**
The fields of an object that a version does not have, does not keep, or has without this value, in the order of the object. Fields that no
version has, and those under `status`, are not included.

@param minor of the version, such as 33
*/
export const changedFields = (
	minor: number,
	apiVersion: string,
	kind: string,
	object: unknown,
): readonly FieldChange[] => {
	const {kinds} = versionFacts();
	const word = `${apiVersion} ${kind}`;
	const schema = Object.hasOwn(kinds, word) ? kinds[word]?.schema : undefined;
	const found: FieldChange[] = [];
	if (schema !== undefined && isRecord(object)) {
		const {status: _, ...wished} = object;
		visitFields(minor, schema, wished, [], found);
	}

	return found;
};

/** A path as the server writes it: `spec.containers[0].image`. */
export const pathText = (path: FieldChange['path']): string =>
	path
		.map((part, index) => {
			if (typeof part === 'number') {
				return `[${part}]`;
			}

			if (index === 0) {
				return part;
			}

			return `.${part}`;
		})
		.join('');

/** A copy of a value without the parts at some paths; other parts are shared with it. */
export const withoutPaths = (value: unknown, paths: ReadonlyArray<FieldChange['path']>): unknown => {
	if (paths.length === 0) {
		return value;
	}

	const below = (key: string | number) => paths.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
	const kept = (item: unknown, key: string | number): readonly unknown[] => {
		const own = below(key);
		return own.some((path) => path.length === 0) ? [] : [withoutPaths(item, own)];
	};
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => kept(item, index));
	}

	if (isRecord(value)) {
		return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => kept(item, key).map((one) => [key, one])));
	}

	return value;
};
