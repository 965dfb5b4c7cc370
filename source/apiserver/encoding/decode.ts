import {isRecord, type Fields} from '../../kernel/record.js';
import {asObject, type KubernetesObject} from '../../objects/kubernetes-object.js';
import {nestedString} from '../../objects/unstructured.js';
import type {Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import {cannotBeHandled, decodeFields, type Decoded, type FieldValidation} from '../../registry/decode/decode.js';
import {setKey, type DuplicateKeys} from '../../go/json.js';
import {copyOf} from '../../objects/copy.js';
import {decodeCustom} from '../../registry/custom-resources/intake.js';
import {apiVersionOf, groupVersionOf} from '../../objects/resources.js';
import {yamlUnmarshalErrors} from '../../go/yaml/yaml.js';
import {parseBody, textOf, unrecognized, type Body} from './body.js';
import {toStorage} from './conversion.js';
import {acceptedIn, decodedIn, strictPrefix} from './fields-of-version.js';
import {checkTypeMeta, otherKind, otherVersion, wrongVersion, type Target} from './target.js';
import type {ResourceExchange} from '../request/exchange.js';
import {badRequest, RequestFailure} from '../request/failure.js';

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
Checks the fields of an object that are not those of the stored one: stored fields were checked when they were written.

A status update, the most frequent write, thus costs time for the status, not for the spec.
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
	const isAccepted = own.apiVersion === '' || target.accepts?.includes(own.apiVersion);
	const apiVersion = isAccepted ? apiVersionOf(target) : own.apiVersion;
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
			badRequest(
				otherVersion(apiVersion, kind, target) ??
					cannotBeHandled(kind, version, target.kind, otherKind(apiVersion, kind, target)),
			),
		);
	}

	const ownValidation = body.isBinary ? 'Ignore' : validation;
	const decoded = decodedIn(
		exchange.minor,
		decodeChanged(
			target,
			acceptedIn(exchange.minor, !isAccepted && own.kind ? given : {...given, apiVersion, kind}),
			stored,
			ownValidation,
			body.duplicates,
		),
		ownValidation,
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
		throw new RequestFailure(badRequest(wrongVersion(apiVersion, target)));
	}

	checkTypeMeta(target, given);
};
