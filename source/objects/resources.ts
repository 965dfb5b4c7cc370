import type {CustomVersion} from './custom-version.js';
import {apiFacts, apiGroups} from './facts.js';
import type {Resources} from './kubernetes.generated.js';

/** A built-in resource, `plural` or `plural.group`: `pods`, `deployments.apps`. */
export type ResourceName = keyof Resources;

/** A kind of object that the API serves in one version, as discovery describes it. */
export interface Resource {
	/** The group; empty for the core group. */
	readonly group: string;
	readonly version: string;
	/** Last part of its URL: `pods`. */
	readonly plural: string;
	readonly singular: string;
	readonly kind: string;
	readonly namespaced: boolean;
	readonly shortNames: readonly string[];
	/** The categories of the resource, such as `all`. */
	readonly categories: readonly string[];
	readonly verbs: readonly string[];
	readonly subresources: readonly Subresource[];
	/** Whether clients that do not specify a version receive this one. */
	readonly preferred: boolean;
	/** The custom version, for resources from a CustomResourceDefinition. */
	readonly custom?: CustomVersion;
}

/** `status`, `scale`, `binding`, `log` … of a resource. */
export interface Subresource {
	readonly name: string;
	/** Kind of the body, which can differ from the resource's: `Scale`, `Eviction`. */
	readonly kind: string;
	readonly group: string;
	readonly version: string;
	readonly verbs: readonly string[];
}

const read = (): Resource[] => {
	const {discovery} = apiFacts();
	const preferred = new Map(apiGroups().map(({name, preferredVersion}) => [name, preferredVersion.version]));
	const all: Resource[] = [];
	for (const [path, document] of Object.entries(discovery)) {
		if (document.kind !== 'APIResourceList') {
			continue;
		}

		const [group = '', version = ''] = path === '/api/v1' ? ['', 'v1'] : path.split('/').slice(2);
		const entries = document.resources;
		for (const entry of entries) {
			if (entry.name.includes('/')) {
				continue;
			}

			const subresources = entries
				.filter(({name}) => name.startsWith(`${entry.name}/`))
				.map((item) => ({
					name: item.name.slice(entry.name.length + 1),
					kind: item.kind,
					group: item.group ?? group,
					version: item.version ?? version,
					verbs: item.verbs,
				}));
			all.push({
				group,
				version,
				plural: entry.name,
				singular: entry.singularName,
				kind: entry.kind,
				namespaced: entry.namespaced,
				shortNames: entry.shortNames ?? [],
				categories: entry.categories ?? [],
				verbs: entry.verbs,
				subresources,
				preferred: group === '' || preferred.get(group) === version,
			});
		}
	}

	return all;
};

/** Every built-in resource in every served version, in the order of discovery. */
export const resources: readonly Resource[] = read();

/** `plural` of a core resource, `plural.group` of any other. */
export const resourceName = (resource: Pick<Resource, 'group' | 'plural'>): string =>
	resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;

/** `v1`, `apps/v1`. */
export const apiVersionOf = (resource: Pick<Resource, 'group' | 'version'>): string =>
	resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;

/** The API versions that serve a kind. */
export const versionsOf = (kind: string): readonly string[] => [
	...new Set(resources.filter((resource) => resource.kind === kind).map(apiVersionOf)),
];

/** Splits `apps/v1` into group and version; the group of `v1` is empty. */
export const groupVersionOf = (apiVersion: string): {readonly group: string; readonly version: string} => {
	const slash = apiVersion.indexOf('/');
	return slash === -1
		? {group: '', version: apiVersion}
		: {group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1)};
};

const byName = new Map<string, Resource>();
const byKind = new Map<string, Map<string, Resource>>();
const byPath = new Map<string, Map<string, Resource>>();

/** Adds to nested maps: a second map costs less than building a key for each look-up. */
const putInto = <T>(map: Map<string, Map<string, T>>, first: string, second: string, value: T): void => {
	const inner = map.get(first) ?? new Map<string, T>();
	map.set(first, inner.set(second, value));
};

for (const resource of resources) {
	if (resource.preferred) {
		byName.set(resourceName(resource), resource);
	}

	putInto(byKind, apiVersionOf(resource), resource.kind, resource);
	putInto(byPath, apiVersionOf(resource), resource.plural, resource);
}

/** The parts of a resource's name: `pods`, `deployments.apps`. The name of a custom resource may include its version, as in `crontabs.v1alpha1.stable.example.com`. */
export const partsOfName = (
	name: string,
): {readonly plural: string; readonly group: string; readonly version?: string} => {
	const dot = name.indexOf('.');
	if (dot === -1) {
		return {plural: name, group: ''};
	}

	const [plural, group] = [name.slice(0, dot), name.slice(dot + 1)];
	// Asked with each request: a pattern is matched only where there may be a version.
	if (!group.startsWith('v')) {
		return {plural, group};
	}

	const [, version, rest] = /^(v\d+(?:(?:alpha|beta)\d+)?)\.(.+)$/.exec(group) ?? [];
	return rest === undefined ? {plural, group} : {plural, group: rest, version};
};

/** The preferred version of `pods`, `deployments.apps` …; `undefined` if nothing is served under that name. */
export function resourceNamed(name: ResourceName): Resource;
export function resourceNamed(name: string): Resource | undefined;
export function resourceNamed(name: string): Resource | undefined {
	return byName.get(name);
}

/**
The resource that a user's word means: `pod`, `pods`, `po` or `deployment.apps`; core and stable groups first.

@param others custom resources, used when no built-in one matches
*/
export const resourceMeant = (word: string, others?: () => readonly Resource[]): Resource | undefined => {
	const {plural: name, group, version} = partsOfName(word.toLowerCase());
	const means = (resource: Resource): boolean =>
		(group === '' || resource.group === group) &&
		(version === undefined || resource.version === version) &&
		(resource.plural === name || resource.singular === name || resource.shortNames.includes(name));
	return resourceNamed(word.toLowerCase()) ?? resources.find(means) ?? others?.().find(means);
};

/** Whether something built in is served under that name, in its preferred version: then its objects have a type of their own. */
export const isResourceName = (name: string): name is ResourceName => byName.has(name);

/** The resource that `kind` in `apiVersion` is served as. */
export const resourceOfKind = (apiVersion: string, kind: string): Resource | undefined =>
	byKind.get(apiVersion)?.get(kind);

/** The resource at `/apis/<group>/<version>/…/<plural>`; the core group is empty. */
export const resourceAt = (group: string, version: string, plural: string): Resource | undefined =>
	byPath.get(apiVersionOf({group, version}))?.get(plural);

// If storage does not follow the plural.
const directories: Readonly<Record<string, string>> = {
	nodes: 'minions',
	services: 'services/specs',
	endpoints: 'services/endpoints',
	replicationcontrollers: 'controllers',
	'ingresses.networking.k8s.io': 'ingress',
	'runtimeclasses.node.k8s.io': 'runtimeclasses',
	// Both groups show the same events.
	'events.events.k8s.io': 'events',
};

// Since these groups were added, upstream puts their name into the key; custom resources have it too.
const grouped = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

const builtInGroups = new Set(resources.map(({group}) => group));

/** Key prefix of all objects of a resource in etcd, without a slash at its end: `/registry/pods`. */
export const registryPrefix = (resource: Pick<Resource, 'group' | 'plural'>): string => {
	const directory = directories[resourceName(resource)];
	if (directory !== undefined) {
		return `/registry/${directory}`;
	}

	if (grouped.has(resource.group) || !builtInGroups.has(resource.group)) {
		return `/registry/${resource.group}/${resource.plural}`;
	}

	return `/registry/${resource.plural}`;
};

interface Keys {
	readonly prefix: string;
	readonly namespaces: Map<string, Map<string, string>>;
}

/** Known keys, by resource, namespace and name: the tape names the same objects repeatedly, and shares one text for each. */
const keys = new Map<string, Keys>();
let keysOf = new WeakMap<object, Keys>();
const mostKeys = 100_000;
let keyCount = 0;

const keysNamed = (name: string): Keys => {
	let known = keys.get(name);
	if (!known) {
		known = {prefix: registryPrefix(partsOfName(name)), namespaces: new Map()};
		keys.set(name, known);
	}

	return known;
};

const keysOfResource = (resource: Pick<Resource, 'group' | 'plural'>): Keys => {
	let known = keysOf.get(resource);
	if (!known) {
		known = keysNamed(resourceName(resource));
		keysOf.set(resource, known);
	}

	return known;
};

/** The name of the object with a key in etcd: `web` of `/registry/pods/default/web`. */
export const nameInKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** Key of one object in etcd: `/registry/pods/default/web`, `/registry/minions/node-a`. */
export const registryKey = (
	resource: Pick<Resource, 'group' | 'plural'> | string,
	namespace: string | undefined,
	name: string,
): string => {
	if (keyCount > mostKeys) {
		keys.clear();
		keysOf = new WeakMap();
		keyCount = 0;
	}

	const known = typeof resource === 'string' ? keysNamed(resource) : keysOfResource(resource);
	const place = namespace ?? '';
	let names = known.namespaces.get(place);
	if (!names) {
		names = new Map();
		known.namespaces.set(place, names);
	}

	let key = names.get(name);
	if (key === undefined) {
		// Joined, a text is in one piece, and so is each copy of it.
		key = (place === '' ? [known.prefix, name] : [known.prefix, place, name]).join('/');
		names.set(name, key);
		keyCount++;
	}

	return key;
};
