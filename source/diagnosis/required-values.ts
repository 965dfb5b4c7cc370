import type {Schema} from '../objects/openapi-schema.js';
import {resolveSchema, schemaOfKind} from '../objects/schema.js';
import {nestedField} from '../objects/unstructured.js';
import {asCandidates, fieldOf, type Adviser, type RefusalAdvice} from './refused.js';
import type {FieldPath} from './symptom.js';
import {usualImages} from './usual-image.js';

/** The usual values of a required field that is missing, the likeliest first. */
const usualValues = (object: unknown, field: FieldPath): readonly string[] => {
	const [list, index, name] = field.slice(-3);
	if (name === 'image') {
		return usualImages(object, field);
	}

	if (name === 'pathType') {
		return ['Prefix'];
	}

	return list === 'ports' && name === 'name' ? [`port-${Number(index) + 1}`] : [];
};

/** The most values that are offered for one missing field. */
const mostValues = 4;

/** The part of a path that kubectl explain knows: it has no keys of a map, such as those of `data` or `requests`. */
const explainable = (object: unknown, field: FieldPath): readonly string[] => {
	const names = field.filter((step) => typeof step === 'string');
	let schema = schemaOfKind(String(nestedField(object, 'apiVersion')), String(nestedField(object, 'kind')));
	if (schema === undefined) {
		return names;
	}

	for (const [index, name] of names.entries()) {
		const resolved: Schema = resolveSchema(schema);
		const {properties = {}} = resolved.items === undefined ? resolved : resolveSchema(resolved.items);
		schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (schema === undefined) {
			return names.slice(0, index);
		}
	}

	return names;
};

/** The command that explains the allowed values of a field. */
export const explained = (object: unknown, field: FieldPath): string => {
	const kind = nestedField(object, 'kind');
	const names = explainable(object, field);
	return `kubectl explain ${[typeof kind === 'string' ? kind.toLowerCase() : 'KIND', ...names].join('.')}`;
};

/** Advice for fields that have to be there. */
export const requiredAdvisers: readonly Adviser[] = [
	[
		/(\w[\w.[\]]{0,300}): Required value/,
		({input, 1: path = ''}, {object}) => {
			const missing = [...input.matchAll(/(\w[\w.[\]]{0,300}): Required value/g)].map(([, one = '']) => fieldOf(one));
			const [first, ...more] = missing.map((field) =>
				usualValues(object, field)
					.slice(0, mostValues)
					.map((value) => ({field, change: {value}, ofFile: true})),
			);
			const together = [first, ...more].flatMap((changes) => changes?.slice(0, 1) ?? []);
			const all: Pick<RefusalAdvice, 'candidates'> =
				together.length === missing.length ? asCandidates(together) : {candidates: []};
			return {
				advice: [({cluster}) => cluster.required(path, explained(object, fieldOf(path)))],
				...(more.length === 0 ? {candidates: first} : all),
			};
		},
	],
];
