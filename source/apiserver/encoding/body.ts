import {isRecord, type Fields} from '../../kernel/record.js';
import {JSONSyntaxError, readJSON, type DuplicateKeys} from '../../go/json.js';
import {ManifestError} from '../../go/yaml/manifest-error.js';
import {readYamlBody, yamlUnmarshalErrors} from '../../go/yaml/yaml.js';
import {apiVersionOf, groupVersionOf} from '../../objects/resources.js';
import {sizeBound} from '../../objects/size-bound.js';
import {nestedString} from '../../objects/unstructured.js';
import {cannotBeHandled, type FieldValidation} from '../../registry/decode/decode.js';
import {decodeProtobuf, ProtobufError} from '../../registry/protobuf/decode.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, failure, RequestFailure} from '../request/failure.js';
import {mediaTypes} from './media-type.js';
import {protobufType} from './protobuf-bytes.js';
import type {Target} from './target.js';

/** Larger bodies are refused, regardless of their content. */
const limitBytes = 3 * 1024 * 1024;

/** A body as sent. */
export interface Body {
	readonly value: unknown;
	readonly duplicates?: DuplicateKeys;
	/** The problems of repeated keys in YAML. */
	readonly problems: readonly string[];
	/** Protobuf cannot name a field that does not exist. */
	readonly isBinary?: boolean;
}

const mediaType = (exchange: Pick<ResourceExchange, 'request'>, defaultType: string): string =>
	(exchange.request.headers['content-type'] ?? defaultType).replace(/;.*$/s, '').trim();

/** The body as text; `undefined` if it came decoded or the request has no body. */
export const textOf = ({request: {text, bytes}}: Pick<ResourceExchange, 'request'>): string | undefined =>
	text ?? (bytes && Buffer.from(bytes).toString());

/** @throws RequestFailure 413 */
export const checkSize = (body: Uint8Array | string): void => {
	if (body.length > limitBytes) {
		throw new RequestFailure(failure(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limitBytes}`));
	}
};

/** @mirrors k8s.io/apimachinery/pkg/runtime/serializer/protobuf errNotMarshalable */
export const unmarshalable = (type: string): string =>
	`object ${type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`;

/** The kind of a custom resource has no message: its fields would be lost. */
const notInProtobuf = (value: Fields, {kind}: Target): string => {
	const {version} = groupVersionOf(nestedString(value, 'apiVersion') ?? '');
	const why = unmarshalable('*unstructured.Unstructured');
	return cannotBeHandled(nestedString(value, 'kind') ?? '', version, kind, why);
};

/** Reads a body that a component passed as an object. @throws RequestFailure 413 */
export const checkObjectSize = (body: unknown): void => {
	if (sizeBound(body) > limitBytes) {
		checkSize(Buffer.from(JSON.stringify(body)));
	}
};

const parseProtobuf = (bytes: Uint8Array, target: Target): Body => {
	checkSize(bytes);
	try {
		const value = decodeProtobuf(bytes, {apiVersion: apiVersionOf(target), kind: target.kind});
		if (target.custom) {
			throw new RequestFailure(badRequest(notInProtobuf(value, target)));
		}

		return {value, problems: [], isBinary: true};
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

/**
The body of a request: parsed, unchecked; an empty object if there is no body.

@throws RequestFailure 400, 413 or 415
*/
export const parseBody = (exchange: Pick<ResourceExchange, 'request'>, target: Target): Body => {
	const {bytes, body} = exchange.request;
	if (bytes && mediaType(exchange, '') === protobufType) {
		return parseProtobuf(bytes, target);
	}

	const text = textOf(exchange);
	if (text === undefined) {
		checkObjectSize(body);
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

/** The refusal of a body with an unknown kind. @mirrors k8s.io/apiserver/pkg/endpoints/handlers transformDecodeError */
export const unrecognized = (target: Target, text: string, why: string): RequestFailure =>
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
export const jsonType = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'array';
	}

	if (typeof value === 'boolean') {
		return 'bool';
	}

	return typeof value;
};

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
The body of an apply patch, untyped: YAML, of which JSON is a part.

@throws RequestFailure 400
*/
export const readApplied = (exchange: ResourceExchange, validation: FieldValidation): Fields => {
	const text = textOf(exchange);
	if (text === undefined) {
		const {body} = exchange.request;
		checkObjectSize(body);
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
			badRequest(`error strict decoding YAML: error converting YAML to JSON: ${yamlUnmarshalErrors(problems)}`),
		);
	}

	if (validation === 'Warn') {
		exchange.warnings.push(...problems);
	}

	return isRecord(value) ? value : {};
};
