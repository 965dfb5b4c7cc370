import type {DiscoveredGroup, DiscoveredResource} from '../../objects/facts.js';
import {servedApis, type ServedApis} from '../../objects/versions/served.js';
import {listedAs, type CustomResources} from '../custom-resources/catalogue.js';

const groupDocument = (path: string, {groups}: ServedApis): unknown => {
	const group = groups.find(({name}) => path === `/apis/${name}`);
	return group && {kind: 'APIGroup', apiVersion: 'v1', ...group};
};

/** The discovery document at a path, as kubectl's discovery reads it; `undefined` if the path has no document. @param minor of the Kubernetes version that serves */
export const discoveryAt = (path: string, custom: CustomResources, minor?: number): unknown => {
	const apis = servedApis(minor);
	const known = Object.hasOwn(apis.documents, path) ? apis.documents[path] : undefined;
	if (known?.kind === 'APIGroupList') {
		return custom.groups.size === 0 && custom.remote.groups.size === 0
			? known
			: {...known, groups: allGroups(custom, apis)};
	}

	return known ?? groupDocument(path, apis) ?? customAt(path, custom);
};

/** Simplified: groups of other servers are last, regardless of their priority; their additions to groups of this server are not listed. */
const allGroups = (custom: CustomResources, {groups}: ServedApis): readonly DiscoveredGroup[] => [
	...groups,
	...[...custom.groups].map(([name, versions]) => groupOf(name, versions)),
	...[...custom.remote.groups.keys()]
		.filter((name) => !custom.groups.has(name) && !groups.some((group) => group.name === name))
		.flatMap((name) => remoteGroup(name, custom) ?? []),
];

const remoteGroup = (name: string, {remote}: CustomResources): DiscoveredGroup | undefined => {
	const versions = remote.groups.get(name);
	return (
		versions &&
		groupOf(
			name,
			versions.map(({version}) => version),
		)
	);
};

const groupOf = (name: string, versions: readonly string[]): DiscoveredGroup => {
	const [first = '', ...rest] = versions;
	const listed = (version: string) => ({groupVersion: `${name}/${version}`, version});
	const preferredVersion = listed(first);
	return {name, versions: [preferredVersion, ...rest.map((version) => listed(version))], preferredVersion};
};

const customResourcesAt = (group: string, version: string, custom: CustomResources): readonly DiscoveredResource[] =>
	[...custom.all, ...custom.aggregated]
		.filter((resource) => resource.group === group && resource.version === version)
		.flatMap((resource) => listedAs(resource));

/** The discovery documents of a group of custom resources, and of its versions. */
const customAt = (path: string, custom: CustomResources): unknown => {
	const [, , group = '', version] = path.split('/');
	const versions = custom.groups.get(group);
	if (!versions) {
		const remote = version === undefined ? remoteGroup(group, custom) : undefined;
		return remote && {kind: 'APIGroup', apiVersion: 'v1', ...remote};
	}

	if (version === undefined) {
		return {kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group, versions)};
	}

	const resources = customResourcesAt(group, version, custom);
	return resources.length === 0
		? undefined
		: {kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/${version}`, resources};
};

/** Everything about the core group (`/api`) or the others (`/apis`) in one document. */
export const aggregatedDiscovery = (path: string, custom: CustomResources, minor?: number): unknown => ({
	kind: 'APIGroupDiscoveryList',
	apiVersion: 'apidiscovery.k8s.io/v2',
	metadata: {},
	items:
		path === '/api'
			? [{metadata: {}, versions: [versionOf('', 'v1', custom, servedApis(minor))]}]
			: allGroups(custom, servedApis(minor)).map(({name, versions}) => ({
					metadata: {name},
					versions: versions.map(({version}) => versionOf(name, version, custom, servedApis(minor))),
				})),
});

const versionOf = (group: string, version: string, custom: CustomResources, {documents}: ServedApis): unknown => {
	const document = documents[group === '' ? `/api/${version}` : `/apis/${group}/${version}`];
	const remote = custom.groups.has(group)
		? undefined
		: custom.remote.groups.get(group)?.find((candidate) => candidate.version === version);
	if (remote && !remote.isAvailable) {
		return {version, freshness: 'Stale'};
	}

	const listed =
		document?.kind === 'APIResourceList'
			? document.resources
			: (remote?.resources ?? customResourcesAt(group, version, custom));
	return {
		version,
		resources: listed
			.filter(({name}) => !name.includes('/'))
			.map((resource) => {
				const subresources = listed.filter(({name}) => name.startsWith(`${resource.name}/`));
				return {
					resource: resource.name,
					responseKind: responseKind(resource),
					scope: resource.namespaced ? 'Namespaced' : 'Cluster',
					singularResource: resource.singularName,
					verbs: resource.verbs,
					...(resource.shortNames ? {shortNames: resource.shortNames} : {}),
					...(resource.categories ? {categories: resource.categories} : {}),
					...(subresources.length > 0
						? {
								subresources: subresources.map((item) => ({
									subresource: item.name.slice(resource.name.length + 1),
									responseKind: responseKind(item),
									verbs: item.verbs,
								})),
							}
						: {}),
				};
			}),
		freshness: 'Current',
	};
};

const responseKind = ({group = '', version = '', kind}: DiscoveredResource): unknown => ({group, version, kind});
