import {isRecord, type Fields} from '../../kernel/record.js';
import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {nestedString} from '../../objects/unstructured.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {cannotBeHandled, decodeFields, type Decoded, type FieldValidation} from '../../registry/decode/decode.js';
import {invalid, invalidStatus, type FieldError} from '../../objects/field-error.js';
import {JSONSyntaxError, readJSON, setKey, type DuplicateKeys} from '../../go/json.js';
import {copyOf} from '../../objects/copy.js';
import {decodeCustom} from '../../registry/custom-resources/intake.js';
import type {CustomVersion} from '../../objects/custom-version.js';
import {apiVersionOf, groupVersionOf, resourceOfKind} from '../../objects/resources.js';
import {decodeProtobuf, ProtobufError} from '../../registry/decode/protobuf.js';
import {ManifestError, readYamlBody, yamlUnmarshalErrors} from '../../go/yaml/yaml.js';
import {schemaIdOfKind} from '../../objects/schema.js';
import {toStorage} from './conversion.js';
import type {ResourceExchange} from '../request/exchange.js';
import {mediaTypes} from './media-type.js';
import {badRequest, failure, RequestFailure} from '../request/failure.js';

/** Larger bodies are refused, whatever they contain. */
const limitBytes = 3 * 1024 * 1024;

/** What a body is to be decoded as. */
export interface Target {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	/** Present if a CustomResourceDefinition defines the kind. */
	readonly custom?: CustomVersion;
	/** Errors in the body are reported without the name of the kind. */
	readonly isOption?: boolean;
}

interface Body {
	readonly value: unknown;
	readonly duplicates?: DuplicateKeys;
	/** What YAML says of repeated keys. */
	readonly problems: readonly string[];
	/** Protobuf cannot name a field that does not exist. */
	readonly isBinary?: boolean;
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
				{
					input: exchange.request.text ?? exchange.request.body,
					verdict: 'refused',
					reason: status.reason,
					message: status.message,
					target: target.kind,
				},
				{object: exchange.object, outcome: 'refused'},
			);
		}

		throw error;
	}

	const warnings = exchange.warnings.slice(warned);
	yield* note(
		'apiserver.decode',
		{
			input: exchange.request.text ?? exchange.request.body,
			output: object,
			...(warnings.length > 0 ? {warnings} : {}),
			target: target.kind,
			targetVersion: apiVersionOf(target),
		},
		warnings.length > 0 ? {object: exchange.object, outcome: 'warning'} : {object: exchange.object},
	);
	return object;
}

/**
The body of a request that carries options, leniently.

@throws RequestFailure 400
*/
export const decodeOptions = (exchange: ResourceExchange, target: Target): Fields => {
	const {value} = parseBody(exchange, target);
	const given = isRecord(value) ? value : {};
	const kind = nestedString(given, 'kind') || target.kind;
	if (kind !== target.kind) {
		const apiVersion = nestedString(given, 'apiVersion') ?? 'meta.k8s.io/v1';
		throw new RequestFailure(
			badRequest(
				`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/apis/meta/internalversion/scheme/register.go:27"`,
			),
		);
	}

	const decoded = decodeFields(
		{...given, apiVersion: apiVersionOf(target), kind},
		apiVersionOf(target),
		kind,
		'Ignore',
	);
	if (decoded.error !== undefined) {
		throw new RequestFailure(badRequest(decoded.error));
	}

	return decoded.object;
};

/**
The body of an apply patch, untyped: YAML, of which JSON is a part.

@throws RequestFailure 400
*/
export const readApplied = (exchange: ResourceExchange, validation: FieldValidation): Fields => {
	const text = textOf(exchange);
	if (text === undefined) {
		const {body} = exchange.request;
		return isRecord(body) ? body : {};
	}

	checkSize(text);
	let read: {readonly value: unknown; readonly problems: readonly string[]};
	try {
		read = readYamlBody(text);
	} catch (error) {
		if (error instanceof ManifestError) {
			throw new RequestFailure(
				badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${error.goMessage ?? error.message}`),
			);
		}

		throw error;
	}

	const {value, problems} = read;
	if (typeof value !== 'object' || Array.isArray(value)) {
		throw new RequestFailure(
			badRequest(
				`error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonType(value)} into Go value of type map[string]interface {}`,
			),
		);
	}

	if (problems.length > 0 && validation === 'Strict') {
		throw new RequestFailure(
			badRequest(
				`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:${problems.map((problem) => `\n  ${problem}`).join('')}`,
			),
		);
	}

	if (validation === 'Warn') {
		exchange.warnings.push(...problems);
	}

	return isRecord(value) ? value : {};
};

const mediaType = (exchange: ResourceExchange, defaultType: string): string =>
	(exchange.request.headers['content-type'] ?? defaultType).replace(/;.*$/s, '').trim();

/** The body as text; `undefined` if it came decoded or the request has no body. */
export const textOf = ({request: {text, bytes}}: ResourceExchange): string | undefined =>
	text ?? (bytes && Buffer.from(bytes).toString());

/** @throws RequestFailure 413 */
export const checkSize = (body: Uint8Array | string): void => {
	if (body.length > limitBytes) {
		throw new RequestFailure(failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limitBytes}`));
	}
};

const protobufType = 'application/vnd.kubernetes.protobuf';

const parseProtobuf = (bytes: Uint8Array, target: Target): Body => {
	checkSize(bytes);
	try {
		return {
			value: decodeProtobuf(bytes),
			problems: [],
			isBinary: true,
		};
	} catch (error) {
		if (error instanceof ProtobufError) {
			throw new RequestFailure(
				badRequest(
					`the object provided is unrecognized (must be of type ${target.kind}): ${error.message} (${Buffer.from(bytes.subarray(0, 30)).toString('hex')}${bytes.length > 30 ? ' ...' : ''})`,
				),
			);
		}

		throw error;
	}
};

const parseBody = (exchange: ResourceExchange, target: Target): Body => {
	const {bytes, body} = exchange.request;
	if (bytes && mediaType(exchange, '') === protobufType) {
		return parseProtobuf(bytes, target);
	}

	const text = textOf(exchange);
	if (text === undefined) {
		return {value: body ?? {}, problems: []};
	}

	checkSize(bytes ?? text);
	const type = mediaType(exchange, 'application/json');
	if (type === 'application/yaml' || type === 'application/x-yaml') {
		return parseYAML(text, target);
	}

	if (type !== 'application/json' && type !== '*/*' && type !== '') {
		throw new RequestFailure(
			failure(
				415,
				'UnsupportedMediaType',
				`the body of the request was in an unknown format - accepted media types include: ${mediaTypes.join(', ')}`,
			),
		);
	}

	try {
		return withType(parseJSON(text));
	} catch (error) {
		if (!(error instanceof JSONSyntaxError)) {
			throw error;
		}

		throw unrecognized(target, text, `couldn't get version/kind; json parse error: ${error.message}`);
	}
};

/** The refusal of a body whose kind is not even known. @mirrors k8s.io/apiserver/pkg/endpoints/handlers transformDecodeError */
const unrecognized = (target: Target, text: string, why: string): RequestFailure =>
	new RequestFailure(
		badRequest(
			target.isOption
				? why
				: `the object provided is unrecognized (must be of type ${target.kind}): ${why} (${excerpt(text)})`,
		),
	);

/** @throws JSONSyntaxError for a value that has no kind. */
const withType = (body: Body): Body => {
	const {value} = body;
	if (typeof value !== 'object' || Array.isArray(value)) {
		throw new JSONSyntaxError(
			`json: cannot unmarshal ${jsonType(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
		);
	}

	for (const [key, given] of Object.entries<unknown>({...value})) {
		if ((key === 'apiVersion' || key === 'kind') && typeof given !== 'string' && given !== null) {
			throw new JSONSyntaxError(
				`json: cannot unmarshal ${jsonType(given)} into Go struct field .${key} of type string`,
			);
		}
	}

	return body;
};

/** Go's name for the type of a JSON value. */
const jsonType = (value: unknown): string =>
	Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;

/** The beginning of a body as an error quotes it: as it is when it may be JSON, else in hexadecimal. */
const excerpt = (text: string): string => {
	if (text === '') {
		return '<empty>';
	}

	const bytes = Buffer.from(text);
	const start = bytes.subarray(0, 30);
	const more = bytes.length > 30 ? ' ...' : '';
	return (text.startsWith('{') ? start.toString() : start.toString('hex')) + more;
};

const parseJSON = (text: string): Body => ({...readJSON(text), problems: []});

const parseYAML = (text: string, target: Target): Body => {
	try {
		const {value, problems} = readYamlBody(text);
		return withType({value: value ?? {}, problems});
	} catch (error) {
		if (error instanceof ManifestError) {
			throw unrecognized(target, text, `yaml: ${error.goMessage ?? error.message}`);
		}

		if (error instanceof JSONSyntaxError) {
			throw unrecognized(target, text, `couldn't get version/kind; json parse error: ${error.message}`);
		}

		throw error;
	}
};

/**
Checks the fields of an object that are not those of the stored one: what came out of storage has been checked on its way in.

A status update, the most frequent write, thus costs what is in the status and not what is in the spec.
*/
export const decodeChanged = (
	target: Target,
	object: Fields,
	stored: KubernetesObject | undefined,
	validation: FieldValidation,
	duplicates?: DuplicateKeys,
): Decoded => {
	if (target.custom) {
		return decodeCustom(object, target.custom, validation, duplicates);
	}

	const apiVersion = nestedString(object, 'apiVersion') ?? '';
	const kind = nestedString(object, 'kind') ?? '';
	if (!isRecord(stored)) {
		return decodeFields(object, apiVersion, kind, validation, duplicates);
	}

	const known: string[] = [];
	const changed: Record<string, unknown> = {};
	for (const key in object) {
		const value = object[key];
		if (typeof value === 'object' && value !== null && value === stored[key]) {
			known.push(key);
		} else {
			setKey(changed, key, value);
		}
	}

	const decoded = decodeFields(changed, apiVersion, kind, validation, duplicates);
	const whole = decoded.object === changed ? changed : copyOf<Record<string, unknown>>(decoded.object);
	for (const key of known) {
		setKey(whole, key, object[key]);
	}

	return {object: whole, error: decoded.error, warnings: decoded.warnings};
};

/** The decoded object, with empty metadata if it has no metadata. */
export const objectOf = ({object}: Decoded): KubernetesObject =>
	asObject(object['metadata'] ? object : {...object, metadata: {}});

const typed = (
	exchange: ResourceExchange,
	target: Target,
	body: Body,
	validation: FieldValidation,
	stored?: KubernetesObject,
): KubernetesObject => {
	const given = isRecord(body.value) ? body.value : {};
	const own = {apiVersion: nestedString(given, 'apiVersion') ?? '', kind: nestedString(given, 'kind') ?? ''};
	const apiVersion = own.apiVersion || apiVersionOf(target);
	const kind = own.kind || target.kind;
	const {version} = groupVersionOf(apiVersion);
	if (apiVersion.split('/').length > 2) {
		const text = textOf(exchange) ?? JSON.stringify(given);
		throw unrecognized(target, text, `unexpected GroupVersion string: ${apiVersion}`);
	}

	if (target.custom) {
		checkCustomKind(exchange, target, given);
	} else if (apiVersion !== apiVersionOf(target) || kind !== target.kind) {
		throw new RequestFailure(
			badRequest(cannotBeHandled(kind, version, target.kind, otherKind(apiVersion, kind, target))),
		);
	}

	const decoded = decodeChanged(
		target,
		own.apiVersion && own.kind ? given : {...given, apiVersion, kind},
		stored,
		body.isBinary ? 'Ignore' : validation,
		body.duplicates,
	);
	const repeated = validation === 'Strict' && body.problems.length > 0 ? yamlUnmarshalErrors(body.problems) : undefined;
	const {error = repeated && strictPrefix} = decoded;
	if (error !== undefined) {
		const why =
			repeated && error.startsWith(strictPrefix)
				? strictPrefix + [repeated, error.slice(strictPrefix.length)].filter(Boolean).join(', ')
				: error;
		throw new RequestFailure(badRequest(cannotBeHandled(kind, version, target.kind, why)));
	}

	exchange.warnings.push(...(validation === 'Warn' ? body.problems : []), ...decoded.warnings);
	return toStorage(objectOf(decoded), target.custom);
};

/**
A custom object must state its kind and version: nothing fills them in.

@throws RequestFailure 400 or 422
*/
const checkCustomKind = (exchange: ResourceExchange, target: Target, given: Fields): void => {
	const apiVersion = nestedString(given, 'apiVersion') ?? '';
	if ((nestedString(given, 'kind') ?? '') === '') {
		const text = textOf(exchange) ?? JSON.stringify(given);
		throw unrecognized(target, text, `Object 'Kind' is missing in '${text}'`);
	}

	if (apiVersion !== apiVersionOf(target)) {
		throw new RequestFailure(
			badRequest(
				`the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(target)})`,
			),
		);
	}

	checkTypeMeta(target, given);
};

/**
The refusal of a custom object that claims another kind or version.

@throws RequestFailure 422
@mirrors k8s.io/apiextensions-apiserver/pkg/registry/customresource customResourceValidator.ValidateTypeMeta
*/
export const checkTypeMeta = (target: Target, object: Fields): void => {
	const apiVersion = nestedString(object, 'apiVersion') ?? '';
	const kind = nestedString(object, 'kind') ?? '';
	const errors: FieldError[] = [];
	if (kind !== target.kind) {
		errors.push(invalid('kind', kind, `must be ${target.kind}`));
	}

	if (apiVersion !== apiVersionOf(target)) {
		errors.push(invalid('apiVersion', apiVersion, `must be ${apiVersionOf(target)}`));
	}

	if (errors.length > 0) {
		const name = nestedString(object, 'metadata', 'name') ?? '';
		throw new RequestFailure(invalidStatus(groupVersionOf(apiVersion).group, kind, name, errors));
	}
};

/** What strict decoding begins its refusals with. */
export const strictPrefix = 'strict decoding error: ';

/** Why the kind of an object is not the kind that the path is for. */
export const otherKind = (apiVersion: string, kind: string, target: Target): string =>
	schemaIdOfKind(apiVersion, kind) || resourceOfKind(apiVersion, kind) || kind === 'List'
		? unknownConversion(apiVersion, kind, target)
		: `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;

/** Upstream's message for an object of another kind than the path is for. */
const unknownConversion = (apiVersion: string, kind: string, target: Target): string => {
	const {version} = groupVersionOf(apiVersion);
	const internal = target.group === '' ? 'core' : target.group.replace(/\..*$/s, '');
	return `converting (${version}.${kind}) to (${internal}.${target.kind}): unknown conversion`;
};
