import type {Fields} from '../../kernel/record.js';
import type {CustomVersion} from '../../objects/custom-version.js';
import {invalid, invalidStatus, type FieldError} from '../../objects/field-error.js';
import {protobufFacts} from '../../objects/protobuf-messages.js';
import {apiVersionOf, groupVersionOf, resourceOfKind} from '../../objects/resources.js';
import {schemaIdOfKind} from '../../objects/schema.js';
import {nestedString} from '../../objects/unstructured.js';
import {RequestFailure} from '../request/failure.js';

/** The kind and version into which a body is decoded. */
export interface Target {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	/** Present if a CustomResourceDefinition defines the kind. */
	readonly custom?: CustomVersion;
	/** Other versions in which clients may send the kind; they have the same fields. */
	readonly accepts?: readonly string[];
	/** Errors in the body are reported without the name of the kind. */
	readonly isOption?: boolean;
}

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

/** Templates are parts of objects: no kind of their own. */
const isTemplate = /Template(?:Spec)?$/;

/**
Whether upstream's code knows a kind in a version that no cluster of v1.36 serves: Deployment in `apps/v1beta1`.

Such an object can be decoded, so it is refused for its version alone.
*/
const isRetired = (apiVersion: string, kind: string): boolean => {
	const {group, version} = groupVersionOf(apiVersion);
	const message = `k8s.io.api.${group.split('.', 1).join('') || 'core'}.${version}.${kind}`;
	return !isTemplate.test(kind) && protobufFacts()[message]?.['1']?.[0] === 'metadata';
};

/** The refusal of an object of the right kind in a version other than the path's; `undefined` for any other object. @mirrors k8s.io/apiserver/pkg/endpoints/handlers createHandler */
export const otherVersion = (apiVersion: string, kind: string, target: Target): string | undefined =>
	kind === target.kind &&
	apiVersion !== apiVersionOf(target) &&
	(schemaIdOfKind(apiVersion, kind) !== undefined || isRetired(apiVersion, kind))
		? wrongVersion(apiVersion, target)
		: undefined;

export const wrongVersion = (apiVersion: string, target: Target): string =>
	`the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(target)})`;

/** The error for an object whose kind differs from the path's kind. */
export const otherKind = (apiVersion: string, kind: string, target: Target): string =>
	schemaIdOfKind(apiVersion, kind) || resourceOfKind(apiVersion, kind) || kind === 'List' || isRetired(apiVersion, kind)
		? unknownConversion(apiVersion, kind, target)
		: `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;

/** Upstream's message for an object of a kind other than the path's. */
const unknownConversion = (apiVersion: string, kind: string, target: Target): string => {
	const {version} = groupVersionOf(apiVersion);
	const internal = target.group === '' ? 'core' : target.group.replace(/\..*$/s, '');
	return `converting (${version}.${kind}) to (${internal}.${target.kind}): unknown conversion`;
};
