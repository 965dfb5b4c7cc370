import {registryKey} from '../objects/resources.js';
import {fullName, type ApiResource} from './discovery.js';

/** URL path of a collection, an object or its subresource. */
export const pathOf = (
	resource: Pick<ApiResource, 'group' | 'version' | 'plural' | 'namespaced'>,
	namespace?: string,
	name?: string,
	subresource?: string,
): string =>
	[
		resource.group ? `/apis/${resource.group}` : '/api',
		resource.version,
		...(resource.namespaced && namespace ? ['namespaces', namespace] : []),
		resource.plural,
		...(name ? [name] : []),
		...(subresource ? [subresource] : []),
	].join('/');

/** Ledger key of an object. */
export const keyOf = (resource: ApiResource, namespace: string | undefined, name: string): string =>
	registryKey(fullName(resource), resource.namespaced ? namespace : undefined, name);

/** A path with the parameters that have a value. */
export const pathWithQuery = (path: string, query: Readonly<Record<string, string | undefined>> = {}): string => {
	const pairs = Object.entries(query).flatMap(([key, value]) => (value ? [`${key}=${encodeURIComponent(value)}`] : []));
	return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
};
