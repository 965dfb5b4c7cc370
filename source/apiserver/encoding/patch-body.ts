import {sorted} from '../../registry/validation/checks.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {messageOf} from '../../objects/message-of.js';
import {nestedString} from '../../objects/unstructured.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {goText} from '../../go/print.js';
import {duplicateFields, JSONSyntaxError, readJSON, type DuplicateKeys} from '../../go/json.js';
import {applyJSONPatch, type JSONPatchOperation} from '../../objects/json-patch.js';
import {applyMergePatch} from '../../objects/merge-patch.js';
import {apiVersionOf} from '../../objects/resources.js';
import {hasSchemaNamed, schemaOfKind} from '../../objects/schema.js';
import {applyStrategicMergePatch} from '../../objects/strategic-merge-patch/apply.js';
import {toStorage} from './conversion.js';
import {checkObjectSize, checkSize, jsonType, textOf} from './body.js';
import {decodeChanged, objectOf} from './decode.js';
import {acceptedIn, decodedIn, strictPrefix} from './fields-of-version.js';
import {checkTypeMeta, otherKind, type Target} from './target.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, failure, RequestFailure} from '../request/failure.js';
import {checkWriteOptions, fieldValidationOf} from '../request/write-options.js';

type Format = 'JSON patch' | 'JSON merge patch' | 'strategic merge patch';

/** Formats a patch can be in, by media type. */
const formats: Readonly<Record<string, Format>> = {
	'application/json-patch+json': 'JSON patch',
	'application/merge-patch+json': 'JSON merge patch',
	'application/strategic-merge-patch+json': 'strategic merge patch',
};

const maxOperations = 10_000;

/** A patch as it was sent. */
export type Patch = (
	| {readonly format: 'JSON patch'; readonly value: readonly JSONPatchOperation[]}
	| {readonly format: 'JSON merge patch' | 'strategic merge patch'; readonly value: Fields}
) & {
	/** Reports duplicate fields and unknown fields of operations: Strict refuses them, Warn adds warnings. */
	readonly problems: readonly string[];
};

/** The media type of a body, without its parameters. */
export const mediaTypeOf = (exchange: ResourceExchange): string =>
	(exchange.request.headers['content-type'] ?? '').replace(/;.*$/s, '').trim();

/**
The format that the body is in by its media type; the options of the request are checked as well.

@throws RequestFailure 415 for a media type that is not a patch format; 422
*/
export const patchFormat = (exchange: ResourceExchange): Format => {
	const format = formats[mediaTypeOf(exchange)];
	if (exchange.resource.custom && (format === undefined || format === 'strategic merge patch')) {
		const accepted = 'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml';
		throw new RequestFailure(
			failure(
				415,
				'UnsupportedMediaType',
				`the body of the request was in an unknown format - accepted media types include: ${accepted}`,
			),
		);
	}

	if (format === undefined) {
		throw new RequestFailure(failure(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {}));
	}

	checkWriteOptions(exchange, 'PatchOptions');
	return format;
};

/** Reads the body. @throws RequestFailure 400 or 413 */
export const readPatch = (exchange: ResourceExchange, format: Format): Patch => {
	const {value, duplicates} = parse(exchange, format);
	const problems = duplicates ? duplicateFields(value, duplicates) : [];
	if (format !== 'JSON patch') {
		if (value === null && format === 'JSON merge patch') {
			throw new RequestFailure(badRequest('Invalid JSON Patch'));
		}

		if (value !== null && !isRecord(value)) {
			throw undecodable(
				format,
				`json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`,
			);
		}

		return {format, value: value ?? {}, problems};
	}

	const operations = value ?? [];
	checkOperations(operations);
	return {
		format,
		value: operations,
		problems: [...problems, ...unknownMembers(operations)].map((problem) => `json patch ${problem}`),
	};
};

const parse = (
	exchange: ResourceExchange,
	format: Format,
): {readonly value: unknown; readonly duplicates?: DuplicateKeys} => {
	const {body} = exchange.request;
	const text = textOf(exchange) ?? (body === undefined ? '' : undefined);
	if (text === undefined) {
		checkObjectSize(body);
		return {value: body};
	}

	checkSize(text);
	try {
		return readJSON(text);
	} catch (error) {
		if (error instanceof JSONSyntaxError) {
			throw undecodable(format, error.message);
		}

		throw error;
	}
};

const undecodable = (format: Format, why: string): RequestFailure =>
	new RequestFailure(badRequest(format === 'strategic merge patch' ? why : `error decoding patch: ${why}`));

const members = new Set(['op', 'path', 'from', 'value']);

const unknownMembers = (operations: readonly JSONPatchOperation[]): string[] =>
	operations.flatMap((operation, index) =>
		Object.keys(operation ?? {})
			.filter((key) => !members.has(key))
			.map((key) => `unknown field "[${index}].${key}"`),
	);

/** @throws RequestFailure 400 or 413 */
function checkOperations(value: unknown): asserts value is readonly JSONPatchOperation[] {
	if (!Array.isArray(value)) {
		throw undecodable(
			'JSON patch',
			`json: cannot unmarshal ${jsonType(value)} into Go value of type []handlers.jsonPatchOp`,
		);
	}

	for (const operation of value) {
		if (operation === null) {
			continue;
		}

		if (!isRecord(operation)) {
			throw undecodable(
				'JSON patch',
				`json: cannot unmarshal ${jsonType(operation)} into Go value of type handlers.jsonPatchOp`,
			);
		}

		for (const name of ['op', 'path', 'from'] as const) {
			const item = operation[name];
			if (item !== undefined && item !== null && typeof item !== 'string') {
				throw undecodable(
					'JSON patch',
					`json: cannot unmarshal ${jsonType(item)} into Go struct field jsonPatchOp.${name} of type string`,
				);
			}
		}
	}

	if (value.length > maxOperations) {
		throw new RequestFailure(
			failure(
				413,
				'RequestEntityTooLarge',
				`Request entity too large: The allowed maximum operations in a JSON patch is ${maxOperations}, got ${value.length}`,
			),
		);
	}
}

/** The failures for upstream's errors of a strategic merge patch; every other error is a 500. */
const strategicCodes: Readonly<Record<string, 400 | 422>> = {
	'invalid JSON document': 400,
	'invalid patch format of primitive list': 400,
	'invalid patch format of retainKeys': 400,
	'invalid patch format of setElementOrder list': 400,
	'strategic merge patch format is not supported': 400,
	'lists of lists are not supported': 422,
	"patch content doesn't match retainKeys list": 422,
};

const rejected = (): RequestFailure =>
	new RequestFailure(failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {}));

/** The object with the patch applied, unchecked. @throws RequestFailure when the patch cannot be applied. */
export const patchedValue = (existing: KubernetesObject, patch: Patch): unknown => {
	const {format} = patch;
	try {
		switch (patch.format) {
			case 'JSON patch': {
				return applyJSONPatch(existing, patch.value);
			}

			case 'JSON merge patch': {
				return applyMergePatch(existing, patch.value);
			}

			default: {
				return applyStrategicMergePatch(existing, patch.value, schemaOfKind(existing.apiVersion, existing.kind));
			}
		}
	} catch (error) {
		const message = messageOf(error);
		const code = format === 'JSON patch' ? 422 : (strategicCodes[message] ?? 500);
		throw code === 422
			? rejected()
			: new RequestFailure(code === 400 ? badRequest(message) : failure(500, '', message));
	}
};

/**
The result of a patch, as an object of its kind: fields checked and typed, in the version that is stored.

@throws RequestFailure 422 for a result that is not such an object.
*/
export const decodePatched = (
	exchange: ResourceExchange,
	target: Target,
	value: unknown,
	patch: Patch,
	stored?: KubernetesObject,
): KubernetesObject => {
	const validation = fieldValidationOf(exchange);
	const isStrategic = patch.format === 'strategic merge patch';
	let object = isRecord(value) ? value : {};
	const apiVersion = nestedString(object, 'apiVersion') ?? '';
	const kind = nestedString(object, 'kind') ?? '';
	if (isStrategic) {
		object = {...object, apiVersion: apiVersionOf(target), kind: target.kind};
	} else if (target.custom) {
		checkTypeMeta(target, object);
	} else if ((kind || target.kind) !== target.kind || (apiVersion || apiVersionOf(target)) !== apiVersionOf(target)) {
		throw badPatch(patch, value, otherKind(apiVersion, kind, target));
	} else if (kind === '' || apiVersion === '') {
		object = {...object, apiVersion: apiVersionOf(target), kind: target.kind};
	}

	const decoded = decodedIn(
		exchange.minor,
		decodeChanged(target, acceptedIn(exchange.minor, object), stored, validation),
		validation,
	);
	const {error} = decoded;
	const isStrict = error?.startsWith(strictPrefix);
	if (error !== undefined && !isStrict) {
		throw badPatch(patch, value, isStrategic ? unstructuredError(error) : error, target.custom !== undefined);
	}

	const problems =
		validation === 'Strict' ? [...patch.problems, ...(error ? [error.slice(strictPrefix.length)] : [])] : [];
	if (problems.length > 0) {
		throw badPatch(patch, value, strictPrefix + problems.join(', '), target.custom !== undefined);
	}

	if (validation === 'Warn') {
		exchange.warnings.push(...patch.problems, ...decoded.warnings);
	}

	return toStorage(objectOf(decoded), target.custom);
};

/** @param isCustom a custom resource is a map in Go, whose fields are all sorted */
const badPatch = (patch: Patch, value: unknown, why: string, isCustom = false): RequestFailure => {
	const shown =
		patch.format === 'strategic merge patch'
			? goText(patch.value)
			: JSON.stringify(isCustom ? sorted(value) : inGoOrder(value, patch));
	const message = `Invalid value: ${JSON.stringify(shown)}: ${why}`;
	return new RequestFailure(
		failure(422, 'Invalid', ` "" is invalid: patch: ${message}`, {
			causes: [{reason: 'FieldValueInvalid', message, field: 'patch'}],
		}),
	);
};

const metadataOrder = [
	'name',
	'generateName',
	'namespace',
	'selfLink',
	'uid',
	'resourceVersion',
	'generation',
	'creationTimestamp',
	'deletionTimestamp',
	'deletionGracePeriodSeconds',
	'labels',
	'annotations',
	'ownerReferences',
	'finalizers',
	'managedFields',
];

/** The field order of a patched object upstream: sorted where the patch applied, otherwise the order of the Go struct. */
const inGoOrder = (value: unknown, {value: patch}: Patch): unknown => {
	if (!isRecord(value)) {
		return value;
	}

	const fields = Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
	const {metadata} = fields;
	const isTouched = 'metadata' in patch;
	if (!isRecord(metadata) || isTouched) {
		return fields;
	}

	const known = metadataOrder.filter((name) => metadata[name] !== undefined);
	return {...fields, metadata: Object.fromEntries(known.map((name) => [name, metadata[name]]))};
};

const unstructuredKinds: Readonly<Record<string, string>> = {
	number: 'int64',
	object: 'map',
	array: 'slice',
};

/**
The error of a strategic merge patch for a value of the wrong type: its result is converted, not decoded.

@mirrors k8s.io/apimachinery/pkg/runtime unstructuredConverter.FromUnstructured
*/
const unstructuredError = (error: string): string => {
	const [, found = '', text = '', type = ''] =
		/^json: cannot unmarshal (\w+)( \S+)? into Go struct field \S+ of type (.+)$/.exec(error) ?? [];
	if (type === '') {
		return error;
	}

	const isFraction = found === 'number' && text.includes('.');
	const kind = isFraction ? 'float64' : (unstructuredKinds[found] ?? found);
	if (type.startsWith('[]')) {
		return `cannot restore slice from ${kind}`;
	}

	if (type.startsWith('map[')) {
		return `cannot restore map from ${kind}`;
	}

	if (type.includes('.') && hasSchemaNamed(type)) {
		return `cannot restore struct from: ${kind}`;
	}

	const isText = type === 'string' || type.includes('.');
	if (isText ? kind === 'int64' : isFraction && type.startsWith('int')) {
		return `cannot convert ${kind} to ${type}`;
	}

	return `unrecognized type: ${isText ? 'string' : type}`;
};
