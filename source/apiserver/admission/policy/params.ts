import type {KubernetesObject} from '../../../objects/kubernetes-object.js';
import {apiVersionOf, resourceName, resourceOfKind} from '../../../objects/resources.js';
import type {ParamKind, ParamRef} from '../../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../../objects/labels.js';
import type {AdmissionContext} from '../plugin.js';

/** A policy or a binding that cannot be used as it is written. */
class ConfigurationError extends Error {
	override name = 'ConfigurationError';
}

/** The message of a configuration error, if the attempt throws one. */
export const configured = (attempt: () => void): string | undefined => {
	try {
		attempt();
		return undefined;
	} catch (error) {
		if (error instanceof ConfigurationError) {
			return error.message;
		}

		throw error;
	}
};

const text = ({apiVersion = '', kind = ''}: ParamKind): string => {
	const [version = '', group = ''] = apiVersion.split('/').reverse();
	return `${group}/${version}, Kind=${kind}`;
};

/** @throws {ConfigurationError} if the kind does not exist. */
export const checkParamKind = (kind: ParamKind | undefined): void => {
	if (kind && !resourceOfKind(kind.apiVersion ?? '', kind.kind ?? '')) {
		throw new ConfigurationError(`failed to find resource referenced by paramKind: '${text(kind)}'`);
	}
};

/**
The objects that a binding gives the policy as parameters; `undefined` for a binding without parameters.

@throws {ConfigurationError}
@mirrors generic.CollectParams
*/
export const collectParams = (
	kind: ParamKind | undefined,
	reference: ParamRef | undefined,
	namespace: string,
	{reader}: AdmissionContext,
): ReadonlyArray<KubernetesObject | undefined> => {
	const resource = kind && resourceOfKind(kind.apiVersion ?? '', kind.kind ?? '');
	if (!resource || !reference) {
		return [undefined];
	}

	if (reference.namespace && !resource.namespaced) {
		throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
	}

	const where = resource.namespaced ? reference.namespace || namespace : undefined;
	if (where === '') {
		throw new ConfigurationError(
			'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
		);
	}

	const plural = resourceName(resource);
	const named = reference.name ? [reader.get(plural, where, reference.name)] : undefined;
	const found = named
		? named.filter((one) => one !== undefined)
		: reader.list(plural, where).filter(({metadata}) => matchesLabelSelector(reference.selector, metadata.labels));
	if (found.length === 0 && reference.parameterNotFoundAction === 'Deny') {
		throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
	}

	const apiVersion = apiVersionOf(resource);
	return found.map((object) => ({...object, apiVersion, kind: resource.kind}));
};
