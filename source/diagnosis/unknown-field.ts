import type {Schema} from '../objects/openapi-schema.js';
import {resolveSchema, schemaAt, schemaOfKind} from '../objects/schema.js';
import {nestedField} from '../objects/unstructured.js';
import {closest} from '../scenario/mistake.js';
import {movesOf} from './misplaced-field.js';
import {fieldOf, type RefusalAdvice, type Refused} from './refused.js';
import type {Candidate, FieldPath, FileChange} from './symptom.js';
import type {DiagnosisWords} from './words/words.js';

/** Whether a schema has a field of this name at any depth. */
const hasField = (schema: Schema, name: string, seen = new Set<Schema>()): boolean => {
	const {properties = {}, items, additionalProperties} = resolveSchema(schema);
	const below = [
		...Object.values(properties),
		...(items ? [items] : []),
		...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
	];
	return (
		Object.hasOwn(properties, name) ||
		below.some((one) => {
			const resolved = resolveSchema(one);
			const isNew = !seen.has(resolved);
			seen.add(resolved);
			return isNew && hasField(resolved, name, seen);
		})
	);
};

/** The backend of an Ingress of before `networking.k8s.io/v1`: its Service's name and port are now below `service`. @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/#ingress-v122 */
const newBackend = (path: FieldPath, object: unknown): readonly FileChange[] => {
	const above = path.slice(0, -1);
	const name = nestedField(object, ...above, 'serviceName');
	const port = nestedField(object, ...above, 'servicePort');
	if (nestedField(object, 'kind') !== 'Ingress' || !/^service(?:Name|Port)$/.test(String(path.at(-1)))) {
		return [];
	}

	const service = {
		name,
		...(port === undefined ? {} : {port: typeof port === 'number' ? {number: port} : {name: port}}),
	};
	return [
		{field: above, change: {value: {service}}, ofFile: true},
		...(above.at(-1) === 'backend' && nestedField(object, ...above.slice(0, -1), 'pathType') === undefined
			? [{field: [...above.slice(0, -1), 'pathType'], change: {value: 'Prefix'}, ofFile: true}]
			: []),
	];
};

/** The changes that may correct a field that the kind lacks: alternatives, the likeliest first. */
const waysToMend = (path: FieldPath, near: string | undefined, {object}: Refused): readonly FileChange[][] => {
	const schema = schemaOfKind(String(nestedField(object, 'apiVersion')), String(nestedField(object, 'kind')));
	const name = String(path.at(-1) ?? '');
	const backend = newBackend(path, object);
	if (backend.length > 0) {
		return [[...backend]];
	}

	const moves = movesOf(object, schema, path);
	// A field that the kind has elsewhere is only in the wrong place: its value is intended.
	const isNowhere = near === undefined && moves.length === 0 && schema !== undefined && !hasField(schema, name);
	return [
		...(near === undefined ? [] : [[{field: path, change: {rename: near}}]]),
		...moves,
		...(isNowhere ? [[{field: path, change: {remove: true} as const}]] : []),
	];
};

const asCandidate = (changes: readonly FileChange[]): Candidate => {
	const [only, ...more] = changes;
	return only && more.length === 0 ? only : {changes};
};

/** A refusal by kubectl's own check, in which each unknown field has its whole path, as in a refusal by the server. @mirrors kube-openapi/pkg/util/proto/validation ValidationError */
const withWholePaths = (message: string): string =>
	message.replaceAll(
		/ValidationError\(\w+\.?([^)]*)\): unknown field "([^"]+)"/g,
		(_, parent: string, name: string) => `unknown field "${parent === '' ? name : `${parent}.${name}`}"`,
	);

/** The intended fields, for those that the kind does not have. @param message of the refusal, by the server or by kubectl itself: it names one field or several */
export const unknownFields = (message: string, refused: Refused): RefusalAdvice => {
	const {object} = refused;
	const named = [...withWholePaths(message).matchAll(/unknown field "([^"]+)"/g)].map(([, name = '']) => fieldOf(name));
	const schema = schemaOfKind(String(nestedField(object, 'apiVersion')), String(nestedField(object, 'kind')));
	const nearOf = (path: FieldPath): string | undefined => {
		const {properties = {}} = resolveSchema(schemaAt(schema, path.slice(0, -1)) ?? {});
		return closest(String(path.at(-1) ?? ''), Object.keys(properties));
	};

	const [path = []] = named;
	const near = nearOf(path);
	const kind = String(nestedField(object, 'kind') ?? '');
	const parent = path
		.slice(0, -1)
		.filter((step) => typeof step === 'string')
		.join('.');
	const ways = waysToMend(path, near, refused);
	const all = named.map((one) => {
		const [first = []] = waysToMend(one, nearOf(one), refused);
		// A removal loses the value: each is offered alone.
		return first.length === 1 && first.some(({change}) => 'remove' in change) ? [] : first;
	});
	const isAll = all.length > 1 && all.every((changes) => changes.length > 0);
	const once = [...new Map(all.flat().map((change) => [JSON.stringify(change), change])).values()];
	return {
		field: path,
		advice: [
			...(near ? [({cluster}: DiagnosisWords) => cluster.didYouMean(near)] : []),
			({cluster}) =>
				cluster.listsFields(`kubectl explain ${[kind.toLowerCase() || 'KIND', parent].filter(Boolean).join('.')}`),
		],
		candidates: [...ways.map((changes) => asCandidate(changes)), ...(isAll ? [{changes: once}] : [])],
	};
};
