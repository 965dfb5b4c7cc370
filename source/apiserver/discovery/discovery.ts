import {apiFacts} from '../../objects/facts.js';
import {listedAs, type CustomResources} from '../custom-resources/catalogue.js';
import {registerGroupPath} from '../chain/route.js';

interface Listed {
	readonly name: string;
	readonly singularName: string;
	readonly namespaced: boolean;
	readonly kind: string;
	readonly group?: string;
	readonly version?: string;
	readonly verbs: readonly string[];
	readonly shortNames?: readonly string[];
	readonly categories?: readonly string[];
}

interface Group {
	readonly name: string;
	readonly versions: ReadonlyArray<{readonly groupVersion: string; readonly version: string}>;
	readonly preferredVersion: {readonly groupVersion: string; readonly version: string};
}

const documents = new Map<string, unknown>();

const groups = (): readonly Group[] =>
	(apiFacts().discovery['/apis'] as unknown as {readonly groups: readonly Group[]}).groups;

for (const [path, document] of Object.entries(apiFacts().discovery)) {
	documents.set(path, document);
	registerGroupPath(path);
}

for (const group of groups()) {
	documents.set(`/apis/${group.name}`, {kind: 'APIGroup', apiVersion: 'v1', ...group});
	registerGroupPath(`/apis/${group.name}`);
}

/** The discovery document at a path, as kubectl's discovery reads it; `undefined`: there is none. */
export const discoveryAt = (path: string, custom: CustomResources): unknown => {
	if (path === '/apis') {
		const known = documents.get(path) as {readonly groups: readonly Group[]};
		return custom.groups.size === 0 ? known : {...known, groups: allGroups(custom)};
	}

	return documents.get(path) ?? customAt(path, custom);
};

const allGroups = (custom: CustomResources): readonly Group[] => [
	...groups(),
	...[...custom.groups].map(([name, versions]) => groupOf(name, versions)),
];

const groupOf = (name: string, versions: readonly string[]): Group => {
	const listed = versions.map((version) => ({groupVersion: `${name}/${version}`, version}));
	return {name, versions: listed, preferredVersion: listed[0]!};
};

/** The documents of a group that custom resources have made, and of its versions. */
const customAt = (path: string, custom: CustomResources): unknown => {
	const [, , group = '', version] = path.split('/');
	const versions = custom.groups.get(group);
	if (!versions) {
		return undefined;
	}

	if (version === undefined) {
		return {kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group, versions)};
	}

	const resources = custom.all.filter((resource) => resource.group === group && resource.version === version);
	return resources.length === 0
		? undefined
		: {
				kind: 'APIResourceList',
				apiVersion: 'v1',
				groupVersion: `${group}/${version}`,
				resources: resources.flatMap((resource) => listedAs(resource)),
			};
};

/** Everything about the core group (`/api`) or the others (`/apis`) in one document. */
export const aggregatedDiscovery = (path: string, custom: CustomResources): unknown => ({
	kind: 'APIGroupDiscoveryList',
	apiVersion: 'apidiscovery.k8s.io/v2',
	metadata: {},
	items:
		path === '/api'
			? [{metadata: {}, versions: [versionOf('/api/v1', 'v1', custom)]}]
			: allGroups(custom).map(({name, versions}) => ({
					metadata: {name},
					versions: versions.map(({version}) => versionOf(`/apis/${name}/${version}`, version, custom)),
				})),
});

const versionOf = (path: string, version: string, custom: CustomResources): unknown => {
	const listed = (discoveryAt(path, custom) as {readonly resources: readonly Listed[]}).resources;
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

const responseKind = ({group = '', version = '', kind}: Listed): unknown => ({group, version, kind});
