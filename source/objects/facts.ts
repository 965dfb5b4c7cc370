import {packageText} from '../kernel/platform.js';
import type {Schema} from './openapi-schema.js';

/** One entry of a discovery document, as recorded. */
export interface DiscoveredResource {
	readonly name: string;
	readonly singularName: string;
	readonly namespaced: boolean;
	readonly kind: string;
	readonly group?: string;
	readonly version?: string;
	readonly verbs: readonly string[];
	readonly shortNames?: readonly string[];
	readonly categories?: readonly string[];
	readonly storageVersionHash?: string;
}

/** A group of the API with its versions, as discovery lists it. */
export interface DiscoveredGroup {
	readonly name: string;
	readonly versions: ReadonlyArray<{readonly groupVersion: string; readonly version: string}>;
	readonly preferredVersion: {readonly groupVersion: string; readonly version: string};
}

/** The discovery document of a path: of the core group, of all others, or of one version. */
export type DiscoveryDocument =
	| {readonly kind: 'APIVersions'; readonly versions: readonly string[]}
	| {readonly kind: 'APIGroupList'; readonly apiVersion: string; readonly groups: readonly DiscoveredGroup[]}
	| {
			readonly kind: 'APIResourceList';
			readonly groupVersion: string;
			readonly resources: readonly DiscoveredResource[];
	  };

/** The API's description of itself: schemas by their long name, HTTP paths with their verbs, discovery documents by path. */
export interface ApiFacts {
	readonly version: string;
	readonly schemas: Readonly<Record<string, Schema>>;
	readonly paths: Readonly<
		Record<string, Readonly<Record<string, {readonly action?: string; readonly kind?: string}>>>
	>;
	readonly discovery: Readonly<Record<string, DiscoveryDocument>>;
}

let loaded: ApiFacts | undefined;

/** The schema table, paths and discovery documents of the simulated version; read at the first call. */
export const apiFacts = (): ApiFacts => {
	loaded ??= JSON.parse(packageText('snapshots/cluster/api-facts.json.gz')) as ApiFacts;
	return loaded;
};

/** The built-in groups except the core one, in the order of discovery. */
export const apiGroups = (): readonly DiscoveredGroup[] => {
	const list = apiFacts().discovery['/apis'];
	return list?.kind === 'APIGroupList' ? list.groups : [];
};
