import type {CustomVersion} from '../../objects/custom-version.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {apiVersionOf, groupVersionOf, type Resource} from '../../objects/resources.js';
import type {KindDescriptor} from '../../registry/kind.js';
import {kindNamed, kindOf, kinds} from '../../registry/kinds.js';

const convertedKinds = new Set(kinds.flatMap(({name, conversion}) => (conversion ? [name.split(' ')[1]] : [])));

/** The kind of an object that is served in a version other than the stored one. Most kinds are not, which is found out without building a name. */
const convertedKindOf = ({apiVersion, kind}: KubernetesObject): KindDescriptor | undefined =>
	convertedKinds.has(kind) ? kindNamed(`${apiVersion} ${kind}`) : undefined;

/** `apps/v1` of `apps/v1 Deployment`. */
const versionIn = (name: string): string => name.slice(0, name.indexOf(' '));

/** The object in the version in which its kind is stored. */
export const toStorage = (object: KubernetesObject, custom?: CustomVersion): KubernetesObject => {
	if (custom?.converter) {
		// A server is asked, when the object is written.
		return object;
	}

	if (custom) {
		// The strategy None changes nothing but the version.
		const apiVersion = `${groupVersionOf(object.apiVersion).group}/${custom.storedVersion}`;
		return object.apiVersion === apiVersion ? object : {...object, apiVersion};
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
		const apiVersion = apiVersionOf(resource);
		return object.kind === resource.kind && object.apiVersion !== apiVersion ? {...object, apiVersion} : object;
	}

	const {kind, metadata} = object;
	const {conversion, storedAs} = kindOf(resource) ?? {};
	return conversion && storedAs && object.apiVersion === versionIn(storedAs)
		? {kind, ...conversion.fromStorage(object), metadata, apiVersion: apiVersionOf(resource)}
		: object;
};
