import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import type {Schema} from './schema.js';
import {packageFile} from './package-file.js';

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

/** The API's description of itself: schemas by their long name, HTTP paths with their verbs, discovery documents by path. */
export interface ApiFacts {
	readonly version: string;
	readonly schemas: Readonly<Record<string, Schema>>;
	readonly paths: Readonly<
		Record<string, Readonly<Record<string, {readonly action?: string; readonly kind?: string}>>>
	>;
	readonly discovery: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let loaded: ApiFacts | undefined;

/** The schema table, paths and discovery documents of the simulated version; read from disk at the first call. */
export const apiFacts = (): ApiFacts => {
	loaded ??= JSON.parse(
		gunzipSync(readFileSync(packageFile('snapshots/cluster/api-facts.json.gz'))).toString(),
	) as ApiFacts;
	return loaded;
};
