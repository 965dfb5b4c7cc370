import {note, type Routine} from '../kernel/routine.js';
import {cannotBeHandled, decodeFields, type Decoded, type FieldValidation} from '../objects/decode.js';
import {JSONSyntaxError, readJSON, type DuplicateKeys} from '../objects/json.js';
import {strategyOf} from '../objects/strategies.js';
import type {CustomVersion} from '../objects/custom/definition.js';
import {apiVersionOf, groupVersionOf, resourceOfKind, type Resource} from '../objects/resources.js';
import {decodeProtobuf, ProtobufError} from '../objects/protobuf.js';
import {ManifestError, readYamlBody} from '../objects/yaml.js';
import {schemaIdOfKind} from '../objects/schema.js';
import {toStorage} from './conversion.js';
import type {KubernetesObject, ResourceExchange} from './exchange.js';
import {badRequest, failure, RequestFailure} from './failure.js';

/** Larger bodies are refused, whatever is in them. */
const limitBytes = 3 * 1024 * 1024;

/** What a body is to be decoded as. */
export interface Target {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	/** Where a CustomResourceDefinition has made the kind. */
	readonly custom?: CustomVersion;
}

interface Body {
	readonly value: unknown;
	readonly duplicates?: DuplicateKeys;
	/** What YAML says of repeated keys. */
	readonly problems: readonly string[];
}

/**
The body of a request as an object of the kind that its path is for: parsed, its fields checked and typed. A stop.

@throws RequestFailure 400, 413 or 415.
*/
export function* decodeBody(
	exchange: ResourceExchange,
	target: Target,
	validation: FieldValidation,
	stored?: KubernetesObject,
): Routine<KubernetesObject> {
	const body = parseBody(exchange, target);
	const warned = exchange.warnings.length;
	let object: KubernetesObject;
	try {
		object = typed(exchange, target, body, validation, stored);
	} catch (error) {
		if (error instanceof RequestFailure) {
			const {status} = error;
			yield* note(
				'apiserver.decode',
				`The body cannot be read as a ${target.kind}. The chain ends here.`,
				{
					input: exchange.request.text ?? exchange.request.body,
					verdict: 'refused',
					reason: status.reason,
					message: status.message,
				},
				{object: exchange.object, outcome: 'refused'},
			);
		}

		throw error;
	}

	const warnings = exchange.warnings.slice(warned);
	yield* note(
		'apiserver.decode',
		`The body is read as ${target.kind} of ${apiVersionOf({...target})}: every field is checked against the API's schema.`,
		{input: exchange.request.text ?? exchange.request.body, output: object, ...(warnings.length > 0 ? {warnings} : {})},
		warnings.length > 0 ? {object: exchange.object, outcome: 'warning'} : {object: exchange.object},
	);
	return object;
}

/** The value of a body, unchecked. @throws RequestFailure 400 */
export const readBody = (exchange: ResourceExchange, defaultType: string): unknown => {
	const {text, bytes, body} = exchange.request;
	if (bytes && mediaType(exchange, defaultType) === protobuf) {
		return parseProtobuf(bytes, {group: '', version: 'v1', kind: 'DeleteOptions'}).value;
	}

	if (text === undefined) {
		return body;
	}

	checkSize(text);
	if (mediaType(exchange, defaultType).includes('yaml')) {
		return parseYAML(text).value;
	}

	try {
		return parseJSON(text).value;
	} catch (error) {
		if (error instanceof JSONSyntaxError) {
			throw new RequestFailure(badRequest(`error decoding patch: ${error.message}`));
		}

		throw error;
	}
};

/** Checks and types the fields of an object that a patch has made; `input` is what an error quotes. */
export const checkDecoded = (
	exchange: ResourceExchange,
	target: Target,
	object: unknown,
	validation: FieldValidation,
	input?: unknown,
	stored?: KubernetesObject,
): KubernetesObject => {
	const {apiVersion, kind} = (object ?? {}) as Partial<KubernetesObject>;
	if (kind !== target.kind || apiVersion !== apiVersionOf(target)) {
		throw new RequestFailure(badPatch(object, unknownConversion(apiVersion ?? '', kind ?? '', target)));
	}

	const decoded = decodeChanged(target, object as KubernetesObject, stored, validation);
	if (decoded.error !== undefined) {
		throw new RequestFailure(
			decoded.error.startsWith('strict decoding error')
				? badRequest(decoded.error)
				: badPatch(input ?? object, decoded.error),
		);
	}

	exchange.warnings.push(...decoded.warnings);
	return toStorage(decoded.object as unknown as KubernetesObject, target.custom);
};

const badPatch = (object: unknown, why: string) => {
	const message = `Invalid value: ${JSON.stringify(JSON.stringify(object))}: ${why}`;
	return failure(422, 'Invalid', ` "" is invalid: patch: ${message}`, {
		causes: [{reason: 'FieldValueInvalid', message, field: 'patch'}],
	});
};

const mediaType = (exchange: ResourceExchange, defaultType: string): string =>
	(exchange.request.headers['content-type'] ?? defaultType).split(';')[0]!.trim();

const checkSize = ({length}: string | Uint8Array): void => {
	if (length > limitBytes) {
		throw new RequestFailure(failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limitBytes}`));
	}
};

const protobuf = 'application/vnd.kubernetes.protobuf';
const accepted = ['application/json', 'application/yaml', protobuf];

const parseProtobuf = (bytes: Uint8Array, target: Target): Body => {
	try {
		return {value: decodeProtobuf(bytes), problems: []};
	} catch (error) {
		throw error instanceof ProtobufError
			? new RequestFailure(
					badRequest(`the object provided is unrecognized (must be of type ${target.kind}): ${error.message}`),
				)
			: error;
	}
};

const parseBody = (exchange: ResourceExchange, target: Target): Body => {
	const {text = '', bytes, body} = exchange.request;
	if (exchange.request.text === undefined && bytes === undefined) {
		return {value: body ?? {}, problems: []};
	}

	checkSize(bytes ?? text);
	const type = mediaType(exchange, 'application/json');
	if (type === protobuf && bytes) {
		return parseProtobuf(bytes, target);
	}

	if (type === 'application/yaml' || type === 'application/x-yaml') {
		return parseYAML(text);
	}

	if (type !== 'application/json' && type !== '*/*' && type !== '') {
		throw new RequestFailure(
			failure(
				415,
				'UnsupportedMediaType',
				`the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
			),
		);
	}

	try {
		const read = parseJSON(text);
		if (typeof read.value !== 'object' || Array.isArray(read.value)) {
			const what = Array.isArray(read.value) ? 'array' : typeof read.value === 'boolean' ? 'bool' : typeof read.value;
			throw new JSONSyntaxError(
				`json: cannot unmarshal ${what} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
			);
		}

		return read;
	} catch (error) {
		if (!(error instanceof JSONSyntaxError)) {
			throw error;
		}

		throw new RequestFailure(
			badRequest(
				`the object provided is unrecognized (must be of type ${target.kind}): couldn't get version/kind; json parse error: ${error.message} (${excerpt(text)})`,
			),
		);
	}
};

/** The beginning of a body as an error quotes it: as it is when it may be JSON, else in hexadecimal. */
const excerpt = (text: string): string => {
	if (text === '') {
		return '<empty>';
	}

	const bytes = Buffer.from(text);
	const start = bytes.subarray(0, 30);
	const more = bytes.length > 30 ? ' ...' : '';
	return (/^\s*\{/.test(text) ? start.toString() : start.toString('hex')) + more;
};

const parseJSON = (text: string): Body => ({...readJSON(text), problems: []});

const parseYAML = (text: string): Body => {
	try {
		const {value, problems} = readYamlBody(text);
		return {value: value ?? {}, problems};
	} catch (error) {
		if (error instanceof ManifestError) {
			throw new RequestFailure(badRequest(error.message));
		}

		throw error;
	}
};

/**
Checks the fields of an object that are not those of the stored one: what came out of storage has been checked on its way in.

A status update, the most frequent write, thus costs what is in the status and not what is in the spec.
*/
const decodeChanged = (
	target: Target,
	object: KubernetesObject,
	stored: KubernetesObject | undefined,
	validation: FieldValidation,
	duplicates?: DuplicateKeys,
): Decoded => {
	if (target.custom) {
		return strategyOf(target as Resource).decode(
			object as unknown as Readonly<Record<string, unknown>>,
			validation,
			duplicates,
		);
	}

	if (!stored) {
		return decodeFields(object, object.apiVersion, object.kind, validation, duplicates);
	}

	const known: Record<string, unknown> = {};
	const changed: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(object)) {
		const same =
			typeof value === 'object' && value !== null && value === (stored as unknown as Record<string, unknown>)[key];
		(same ? known : changed)[key] = value;
	}

	const decoded = decodeFields(changed, object.apiVersion, object.kind, validation, duplicates);
	return {...decoded, object: {...decoded.object, ...known}};
};

const typed = (
	exchange: ResourceExchange,
	target: Target,
	body: Body,
	validation: FieldValidation,
	stored?: KubernetesObject,
): KubernetesObject => {
	const given = (body.value ?? {}) as Partial<KubernetesObject>;
	const apiVersion = given.apiVersion || apiVersionOf(target);
	const kind = given.kind || target.kind;
	const {version} = groupVersionOf(apiVersion);
	if (apiVersion !== apiVersionOf(target) || kind !== target.kind) {
		const why =
			schemaIdOfKind(apiVersion, kind) || resourceOfKind(apiVersion, kind) || kind === 'List'
				? unknownConversion(apiVersion, kind, target)
				: `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
		throw new RequestFailure(badRequest(cannotBeHandled(kind, version, target.kind, why)));
	}

	const whole = given.apiVersion && given.kind ? given : {...given, apiVersion, kind};
	const decoded = decodeChanged(target, whole as KubernetesObject, stored, validation, body.duplicates);
	if (decoded.error !== undefined) {
		throw new RequestFailure(badRequest(cannotBeHandled(kind, version, target.kind, decoded.error)));
	}

	if (validation === 'Strict' && body.problems.length > 0) {
		const problems = body.problems.map((problem) => `\n  ${problem}`).join('');
		throw new RequestFailure(
			badRequest(
				cannotBeHandled(kind, version, target.kind, `strict decoding error: yaml: unmarshal errors:${problems}`),
			),
		);
	}

	exchange.warnings.push(...decoded.warnings, ...(validation === 'Warn' ? body.problems : []));
	const object = decoded.object as unknown as KubernetesObject;
	return toStorage(object.metadata ? object : {...object, metadata: {} as KubernetesObject['metadata']}, target.custom);
};

const unknownConversion = (apiVersion: string, kind: string, target: Target): string => {
	const {version} = groupVersionOf(apiVersion);
	const internal = target.group === '' ? 'core' : target.group.split('.')[0]!;
	return `converting (${version}.${kind}) to (${internal}.${target.kind}): unknown conversion`;
};
