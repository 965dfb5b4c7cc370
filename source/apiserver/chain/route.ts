import type {Request} from '../../client/request.js';
import {memoised} from '../../kernel/memoised.js';
import {apiVersionOf, resourceAt, resources, type Resource, type Subresource} from '../../objects/resources.js';
import {isServed, servedApis} from '../../objects/versions/served.js';
import type {PathHandler} from '../../stages/facts/apiserver/request.js';
import type {APIService} from '../../objects/kubernetes.generated.js';
import {isAvailable} from '../aggregation/remote-apis.js';
import type {CustomResources} from '../custom-resources/catalogue.js';
import type {RequestInfo} from '../request/request-info.js';

/** The handler of a request. */
export type Route =
	/** A registered route: a REST storage of one resource. */
	| {readonly type: 'resource'; readonly resource: Resource; readonly subresource?: Subresource; readonly verb: string}
	/** The path belongs to a resource, but not with this method. */
	| {readonly type: 'no method'; readonly resource: Resource}
	/** A path of documents, which can only be read. */
	| {readonly type: 'read only'; readonly name: PathHandler}
	/** The server of custom resources refuses an unknown subresource or method. */
	| {readonly type: 'no custom'; readonly resource: Resource}
	/** A handler of a whole path: discovery, health, version, metrics. */
	| {readonly type: 'path'; readonly name: PathHandler}
	/** Another server answers. @mirrors k8s.io/kube-aggregator/pkg/apiserver proxyHandler */
	| {readonly type: 'remote'; readonly apiService: APIService}
	/** The other server cannot be reached. */
	| {readonly type: 'unavailable'}
	/** No such path under `/api` or `/apis`: answered with a Status. */
	| {readonly type: 'no resource'}
	/** No such path at all: answered in plain text. */
	| {readonly type: 'none'};

/** Handlers by path; a `/` at the end matches everything below. */
const paths: ReadonlyArray<readonly [string, PathHandler]> = [
	['/api', 'core-discovery'],
	['/apis', 'group-list'],
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

/** Paths that accept only GET; other paths accept every method. */
const documents = new Set(['/api', '/apis', '/version']);

/**
Finds the handler: the registered route of a resource, otherwise the handler of a path, otherwise a 404.

@param minor of the Kubernetes version that serves
@mirrors k8s.io/apiserver/pkg/server director.ServeHTTP
*/
export const routeOf = (request: Request, info: RequestInfo, custom: CustomResources, minor?: number): Route => {
	if (info.isResourceRequest) {
		return resourceRoute(request.method, info, custom, minor);
	}

	const path = request.path.length > 1 && request.path.endsWith('/') ? request.path.slice(0, -1) : request.path;
	for (const [known, name] of paths) {
		if (known === path || (known.length > 1 && known.endsWith('/') && path.startsWith(known))) {
			return request.method !== 'GET' && documents.has(known) ? {type: 'read only', name} : {type: 'path', name};
		}
	}

	if (path.startsWith('/apis/') || path.startsWith('/api/')) {
		const name = 'group-discovery';
		const [, , group = '', version = ''] = path.split('/');
		if (isGroupPath(path, custom, minor)) {
			return request.method !== 'GET' && groupPathsOf(minor).has(path)
				? {type: 'read only', name}
				: {type: 'path', name};
		}

		const remote = remoteRoute(group, version, custom);
		if (remote) {
			return remote;
		}

		// No server knows the group: the request falls through the whole chain of servers.
		return path.startsWith('/api/') || isBuiltIn(group) ? {type: 'no resource'} : {type: 'none'};
	}

	return {type: 'none'};
};

const remoteRoute = (group: string, version: string, {remote}: CustomResources): Route | undefined => {
	const apiService = remote.at(group, version);
	return apiService && (isAvailable(apiService) ? {type: 'remote', apiService} : {type: 'unavailable'});
};

const builtInGroups = new Set(resources.map(({group}) => group));

const isBuiltIn = (group: string): boolean => builtInGroups.has(group);

/** `/apis/<group>` and `/apis/<group>/<version>` of the built-in groups. */
const groupPathsOf = memoised((minor: number | undefined): ReadonlySet<string> => {
	const {documents, groups} = servedApis(minor);
	return new Set([...Object.keys(documents), ...groups.map(({name}) => `/apis/${name}`)]);
}, 10);

const isGroupPath = (path: string, custom: CustomResources, minor: number | undefined): boolean => {
	if (groupPathsOf(minor).has(path)) {
		return true;
	}

	const [, , group = '', version] = path.split('/');
	const versions = custom.groups.get(group);
	return versions
		? version === undefined || versions.includes(version)
		: version === undefined && custom.remote.groups.has(group);
};

const hasSubresource = (minor: number | undefined, resource: Resource, name: string): boolean =>
	servedApis(minor).has(apiVersionOf(resource), `${resource.plural}/${name}`);

/** Methods that a path has only with a name, and only without one. */
const ofOne = new Set(['get', 'update', 'patch', 'delete']);
const ofAll = new Set(['list', 'create', 'deletecollection']);

const resourceRoute = (
	method: string,
	info: RequestInfo,
	custom: CustomResources,
	minor: number | undefined,
): Route => {
	const resource = resourceAt(info.group, info.version, info.resource);
	if (!resource || !isServed(minor, resource)) {
		const made = custom.at(info.group, info.version, info.resource);
		const remote = made ? undefined : remoteRoute(info.group, info.version, custom);
		if (remote) {
			return remote;
		}

		// The server of custom resources is the last in the chain, and its 404 is a plain text.
		if (made) {
			return customRoute(info, made);
		}

		if (isBuiltIn(info.group)) {
			return {type: 'no resource'};
		}

		return {type: 'none'};
	}

	const inNamespace = info.namespace !== '' && info.resource !== 'namespaces';
	if (resource.namespaced ? !inNamespace && info.isNamed : inNamespace) {
		return {type: 'no resource'};
	}

	const subresource =
		info.subresource === '' ? undefined : resource.subresources.find(({name}) => name === info.subresource);
	if (info.subresource !== '' && (!subresource || !hasSubresource(minor, resource, info.subresource))) {
		return {type: 'no resource'};
	}

	const isProxy = subresource?.name === 'proxy';
	const verb = subresource && (info.verb === 'watch' || (isProxy && method === 'OPTIONS')) ? 'get' : info.verb;
	const verbs = (subresource ?? resource).verbs;
	// Across all namespaces a request can only read.
	const everywhere = resource.namespaced && !inNamespace && !['list', 'watch'].includes(verb);
	const isMisplaced = !subresource && (info.isNamed ? ofAll : ofOne).has(verb);
	const isUnread = (method === 'HEAD' && !isProxy) || (verb === 'watch' && method !== 'GET');
	if (!verbs.includes(verb) || everywhere || isMisplaced || isUnread) {
		return verbs.length > 0 ? {type: 'no method', resource} : {type: 'no resource'};
	}

	return {type: 'resource', resource, subresource, verb};
};

/**
Custom resources have no registered paths: one handler parses the path.

@mirrors k8s.io/apiextensions-apiserver/pkg/apiserver crdHandler.ServeHTTP
*/
const customRoute = (info: RequestInfo, resource: Resource): Route => {
	const {namespaced} = resource;
	const isIn = info.namespace !== '';
	if (namespaced ? !isIn && info.verb !== 'list' && info.verb !== 'watch' : isIn) {
		return {type: 'none'};
	}

	const subresource = resource.subresources.find(({name}) => name === info.subresource);
	// A kind that is being deleted accepts no new objects; existing ones can still be changed, regardless of discovery.
	const verbs = subresource?.verbs ?? [...resource.verbs, 'update', 'patch'];
	const known = info.subresource === '' || subresource !== undefined;
	return known && verbs.includes(info.verb)
		? {type: 'resource', resource, subresource, verb: info.verb}
		: {type: 'no custom', resource};
};
