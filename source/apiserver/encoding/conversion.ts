import type {CustomVersion} from '../../objects/custom-version.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {apiVersionOf, groupVersionOf, type Resource} from '../../objects/resources.js';
import type {KindDescriptor} from '../../registry/kind.js';
import {prune} from '../../registry/custom-resources/prune.js';
import {kindNamed, kindOf, kinds} from '../../registry/kinds.js';

const convertedKinds = new Set(kinds.flatMap(({name, conversion}) => (conversion ? [name.split(' ')[1]] : [])));

/** The kind of an object that is served in a version other than the stored one. Most kinds are not, which is checked without building a name. */
const convertedKindOf = ({apiVersion, kind}: KubernetesObject): KindDescriptor | undefined =>
	convertedKinds.has(kind) ? kindNamed(`${apiVersion} ${kind}`) : undefined;

/** `apps/v1` of `apps/v1 Deployment`. */
const versionIn = (name: string): string => name.slice(0, name.indexOf(' '));

/** A custom object in another version, without a server that converts it: it loses the fields that the schema of that version lacks. */
const inVersion = (object: KubernetesObject, apiVersion: string, custom: CustomVersion): KubernetesObject =>
	object.apiVersion === apiVersion ? object : withFieldsOf({...object, apiVersion}, custom);

/**
A converted object with only the fields of its version's schema.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver schemaCoercingConverter.Convert
*/
export const withFieldsOf = (object: KubernetesObject, {schemas}: CustomVersion): KubernetesObject => {
	const schema = schemas?.[groupVersionOf(object.apiVersion).version];
	return schema ? prune(object, schema, true) : object;
};

/** The object in the version in which its kind is stored. */
export const toStorage = (object: KubernetesObject, custom?: CustomVersion): KubernetesObject => {
	if (custom?.converter) {
		// A write of the object asks its server.
		return object;
	}

	if (custom) {
		return inVersion(object, `${groupVersionOf(object.apiVersion).group}/${custom.storedVersion}`, custom);
	}

	const {kind, metadata} = object;
	const {conversion, storedAs} = convertedKindOf(object) ?? {};
	return conversion && storedAs
		? {kind, ...conversion.toStorage(object), metadata, apiVersion: versionIn(storedAs)}
		: object;
};

/** True when the stored object must be changed before this resource can show it. */
export const isConverted = (resource: Resource): boolean =>
	resource.custom
		? resource.custom.isMixed || resource.custom.storedVersion !== resource.version
		: kindOf(resource)?.conversion !== undefined;

/** The stored object in the version of a resource. */
export const toVersion = (resource: Resource, object: KubernetesObject): KubernetesObject => {
	if (resource.custom) {
		return object.kind === resource.kind ? inVersion(object, apiVersionOf(resource), resource.custom) : object;
	}

	const {kind, metadata} = object;
	const {conversion, storedAs} = kindOf(resource) ?? {};
	return conversion && storedAs && object.apiVersion === versionIn(storedAs)
		? {kind, ...conversion.fromStorage(object), metadata, apiVersion: apiVersionOf(resource)}
		: object;
};
