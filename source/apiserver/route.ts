import type {Request} from '../client/request.js';
import {resourceAt, resources, type Resource, type Subresource} from '../objects/resources.js';
import type {CustomResources} from './custom-resources/catalogue.js';
import type {RequestInfo} from './request-info.js';

/** What answers a request. */
export type Route =
	/** A registered route: a REST storage of one resource. */
	| {readonly type: 'resource'; readonly resource: Resource; readonly subresource?: Subresource; readonly verb: string}
	/** The path belongs to a resource, but not with this method. */
	| {readonly type: 'no method'; readonly resource: Resource}
	/** A handler of a whole path: discovery, health, version, metrics. */
	| {readonly type: 'path'; readonly name: string}
	/** No such path under `/api` or `/apis`: answered with a Status. */
	| {readonly type: 'no resource'}
	/** No such path at all: answered in plain text. */
	| {readonly type: 'none'};

/** Handlers by path; a `/` at the end takes everything below. */
const paths: ReadonlyArray<readonly [string, string]> = [
	['/api', 'discovery of the core group'],
	['/apis', 'discovery of groups'],
	['/version', 'version'],
	['/healthz', 'health'],
	['/healthz/', 'health'],
	['/livez', 'health'],
	['/livez/', 'health'],
	['/readyz', 'health'],
	['/readyz/', 'health'],
	['/openapi/v2', 'openapi'],
	['/openapi/v3', 'openapi'],
	['/openapi/v3/', 'openapi'],
	['/metrics', 'metrics'],
	['/', 'index'],
];

/**
Finds who answers: the registered route of a resource, else the handler of a path, else nobody.

@mirrors k8s.io/apiserver/pkg/server director.ServeHTTP
*/
export const routeOf = (request: Request, info: RequestInfo, custom: CustomResources): Route => {
	if (info.isResourceRequest) {
		return resourceRoute(info, custom);
	}

	const path = request.path.length > 1 && request.path.endsWith('/') ? request.path.slice(0, -1) : request.path;
	for (const [known, name] of paths) {
		if (known === path || (known.length > 1 && known.endsWith('/') && path.startsWith(known))) {
			return {type: 'path', name};
		}
	}

	if (path.startsWith('/apis/') || path.startsWith('/api/')) {
		return isGroupPath(path, custom) ? {type: 'path', name: 'discovery of a group'} : {type: 'no resource'};
	}

	return {type: 'none'};
};

const builtInGroups = new Set(resources.map(({group}) => group));

const isBuiltIn = (group: string): boolean => builtInGroups.has(group);

const groupPaths = new Map<string, boolean>();

const isGroupPath = (path: string, custom: CustomResources): boolean => {
	if (groupPaths.get(path)) {
		return true;
	}

	const [, , group = '', version] = path.split('/');
	const versions = custom.groups.get(group);
	return versions !== undefined && (version === undefined || versions.includes(version));
};

/** Makes `/apis/<group>` and `/apis/<group>/<version>` known. */
export const registerGroupPath = (path: string): void => {
	groupPaths.set(path, true);
};

const resourceRoute = (info: RequestInfo, custom: CustomResources): Route => {
	const resource =
		resourceAt(info.group, info.version, info.resource) ?? custom.at(info.group, info.version, info.resource);
	if (!resource) {
		// The server of custom resources is the last in the chain, and its 404 is a plain text.
		return info.group.includes('.') && !isBuiltIn(info.group) ? {type: 'none'} : {type: 'no resource'};
	}

	const inNamespace = info.namespace !== '' && info.resource !== 'namespaces';
	if (resource.namespaced ? !inNamespace && info.name !== '' : inNamespace) {
		return {type: 'no resource'};
	}

	const subresource =
		info.subresource === '' ? undefined : resource.subresources.find(({name}) => name === info.subresource);
	if (info.subresource !== '' && !subresource) {
		return {type: 'no resource'};
	}

	const verb = subresource && info.verb === 'watch' ? 'get' : info.verb;
	const verbs = (subresource ?? resource).verbs;
	// Over all namespaces one can only look.
	const everywhere = resource.namespaced && !inNamespace && !['list', 'watch'].includes(verb);
	if (!verbs.includes(verb) || everywhere || (verb === 'create' && !subresource && info.name !== '')) {
		return verbs.length > 0 ? {type: 'no method', resource} : {type: 'no resource'};
	}

	return {type: 'resource', resource, subresource, verb};
};

/** What a route is, in words. */
export const describeRoute = (route: Route, info: RequestInfo): string => {
	switch (route.type) {
		case 'resource': {
			return `${info.path} is the registered route of ${info.subresource === '' ? '' : `the subresource ${info.subresource} of `}${route.resource.plural} in ${route.resource.group === '' ? 'the core group' : route.resource.group} ${route.resource.version}; its handler is "${route.verb}".`;
		}

		case 'no method': {
			return `${info.path} belongs to ${route.resource.plural}, but not for this method.`;
		}

		case 'path': {
			return `No resource is registered at ${info.path}; a handler of the whole path takes it: ${route.name}.`;
		}

		default: {
			return `Nothing is registered at ${info.path}, and no handler takes such a path: this will be a 404.`;
		}
	}
};
