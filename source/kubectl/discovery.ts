import type {Client} from '../client/client.js';
import type {Response} from '../client/request.js';
import type {Kernel} from '../kernel/kernel.js';
import {isRecord} from '../kernel/record.js';
import type {Routine} from '../kernel/routine.js';
import {note} from '../stages/note.js';
import {apiVersionOf} from '../objects/resources.js';
import {CommandFailure, ConnectionFailure} from './failure.js';
import {nestedMap, nestedMapSlice, nestedString, nestedStringSlice} from '../objects/unstructured.js';

/** A resource as the server describes it. */
export interface ApiResource {
	readonly group: string;
	readonly version: string;
	readonly plural: string;
	readonly singular: string;
	readonly kind: string;
	readonly namespaced: boolean;
	readonly shortNames: readonly string[];
	readonly categories: readonly string[];
	readonly verbs: readonly string[];
	readonly subresources: readonly string[];
}

/** `deployments.apps`, `pods`. */
export const fullName = ({plural, group}: Pick<ApiResource, 'plural' | 'group'>): string =>
	group ? `${plural}.${group}` : plural;

/** The result of discovery: the words a user can write and the resources they mean. */
export class ApiResources {
	constructor(
		/** The resources, in the server's order; the preferred version of a group is first. */
		readonly all: readonly ApiResource[],
		/** `group/version` of APIs that another server should serve, and that are unavailable. */
		readonly stale: readonly string[] = [],
	) {}

	/**
	The resource that `po`, `pods`, `deployment.apps`, `deployments.v1.apps` means; of several groups the server's first.

	@mirrors cli-runtime/pkg/resource Builder.mappingFor
	*/
	named(word: string): ApiResource | undefined {
		const [name = '', ...rest] = word.split('.');
		const [version = '', ...others] = rest;
		return (
			(rest.length > 1
				? this.#search(name, (resource) => resource.version === version && resource.group === others.join('.'))
				: undefined) ?? this.#inGroup(name, rest.join('.'))
		);
	}

	#inGroup(name: string, group: string): ApiResource | undefined {
		return group === ''
			? this.#search(name, () => true)
			: (this.#search(name, (resource) => resource.group === group) ??
					this.#search(name, (resource) => resource.group.startsWith(group)));
	}

	/** Finds resources: names in any case, kinds and short names only in their exact case. */
	#search(word: string, fits: (resource: ApiResource) => boolean): ApiResource | undefined {
		const candidates = this.all.filter(fits);
		const lower = word.toLowerCase();
		return (
			candidates.find(({plural}) => plural === lower) ??
			candidates.find(({shortNames}) => shortNames.includes(word)) ??
			candidates.find(({singular, kind}) => (singular || kind.toLowerCase()) === lower || kind === word)
		);
	}

	/**
	The other resources that a short name also matches, such as `events.events.k8s.io` for `ev`; kubectl warns about each.

	@mirrors client-go/restmapper shortcutExpander.expandResourceShortcut
	*/
	alsoNamed(word: string): readonly string[] {
		const [name = '', ...rest] = word.split('.');
		const meant = this.named(word);
		const isShort = this.all.every(({plural, singular}) => plural !== name && singular !== name);
		if (!meant || !isShort) {
			return [];
		}

		const inAnyGroup = rest.every((part, index) => part === '' || (index === 0 && rest.length === 2));
		return this.preferred
			.filter(({shortNames, group}) => shortNames.includes(name) && (inAnyGroup || group === meant.group))
			.map((resource) => fullName(resource))
			.filter((other) => other !== fullName(meant));
	}

	/** The resource for objects of a kind. Lower-case kinds are also found. */
	ofKind(apiVersion: string, kind: string): ApiResource | undefined {
		return this.all.find(
			(resource) =>
				(resource.kind === kind || resource.kind.toLowerCase() === kind) && apiVersionOf(resource) === apiVersion,
		);
	}

	/** All resources of a category such as `all`; one per group. */
	category(word: string): readonly ApiResource[] {
		return this.preferred.filter(({categories}) => categories.includes(word));
	}

	/** Each resource once, in the version that the server prefers. */
	get preferred(): readonly ApiResource[] {
		const seen = new Set<string>();
		return this.all.filter((resource) => {
			const name = fullName(resource);
			return seen.has(name) ? false : seen.add(name);
		});
	}
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/** Parsed answers: each document is read once. */
const compiled = new WeakMap<object, readonly ApiResource[]>();

const textOf = (value: unknown, ...path: readonly string[]): string => nestedString(value, ...path) ?? '';

/** The resources in a document in the format of `apidiscovery.k8s.io/v2`. */
const fromAggregated = (body: object): readonly ApiResource[] => {
	const known = compiled.get(body);
	if (known) {
		return known;
	}

	const found = nestedMapSlice(body, 'items').flatMap((group) =>
		nestedMapSlice(group, 'versions').flatMap((version) =>
			nestedMapSlice(version, 'resources').map((resource) => ({
				group: textOf(group, 'metadata', 'name'),
				version: textOf(version, 'version'),
				plural: textOf(resource, 'resource'),
				singular: textOf(resource, 'singularResource'),
				kind: textOf(resource, 'responseKind', 'kind'),
				namespaced: resource['scope'] === 'Namespaced',
				shortNames: nestedStringSlice(resource, 'shortNames'),
				categories: nestedStringSlice(resource, 'categories'),
				verbs: nestedStringSlice(resource, 'verbs'),
				subresources: nestedMapSlice(resource, 'subresources').map((one) => textOf(one, 'subresource')),
			})),
		),
	);
	compiled.set(body, found);
	return found;
};

/** The versions of groups that the server no longer knows. */
const staleIn = (body: object): readonly string[] =>
	nestedMapSlice(body, 'items').flatMap((group) =>
		nestedMapSlice(group, 'versions').flatMap((version) =>
			version['freshness'] === 'Stale' ? [`${textOf(group, 'metadata', 'name')}/${textOf(version, 'version')}`] : [],
		),
	);

/** The resources in the list of one group and version, from a server without aggregated discovery. */
const fromList = (group: string, version: string, body: unknown): readonly ApiResource[] => {
	const entries = nestedMapSlice(body, 'resources');
	const names = entries.map((entry) => textOf(entry, 'name'));
	return entries
		.filter((entry) => !textOf(entry, 'name').includes('/'))
		.map((entry) => {
			const plural = textOf(entry, 'name');
			return {
				group,
				version,
				plural,
				singular: textOf(entry, 'singularName'),
				kind: textOf(entry, 'kind'),
				namespaced: entry['namespaced'] === true,
				shortNames: nestedStringSlice(entry, 'shortNames'),
				categories: nestedStringSlice(entry, 'categories'),
				verbs: nestedStringSlice(entry, 'verbs'),
				subresources: names
					.filter((name) => name.startsWith(`${plural}/`))
					.map((name) => name.slice(plural.length + 1)),
			};
		});
};

/** Groups and versions in a document that is not aggregated. */
const versionsIn = (
	root: '/api' | '/apis',
	body: unknown,
): ReadonlyArray<readonly [group: string, version: string]> => {
	if (root === '/apis') {
		return nestedMapSlice(body, 'groups').flatMap((group) =>
			nestedMapSlice(group, 'versions').map((one) => [textOf(group, 'name'), textOf(one, 'version')] as const),
		);
	}

	const versions = nestedStringSlice(body, 'versions');
	return (versions.length > 0 ? versions : ['v1']).map((version) => ['', version] as const);
};

const cacheMs = 6 * 3_600_000;

/** The files that kubectl keeps below `~/.kube/cache` between invocations. */
export interface Home {
	/** The resources of each server, until `expiresMs`. */
	readonly discovery: Map<string, {readonly found: ApiResources; readonly expiresMs: number}>;
	/** URLs of the existing OpenAPI documents: each ends with a hash, so its text never changes. */
	readonly documents: Set<string>;
}

/** A home directory in which kubectl has not run yet. */
export const newHome = (): Home => ({discovery: new Map(), documents: new Set()});

type Get = (
	path: string,
	options: {readonly headers?: Readonly<Record<string, string>>; readonly query?: Readonly<Record<string, string>>},
) => ReturnType<Client['exchange']>;

/**
Requests the served resources from the server; answers are cached for six hours.

@mirrors client-go/discovery CachedDiscoveryClient
*/
export function* discover(
	{kernel, home}: {readonly kernel: Kernel; readonly home: Home},
	server: string,
	get: Get,
	{fresh = false} = {},
): Routine<ApiResources> {
	const cache = home.discovery;
	const cached = cache.get(server);
	if (cached && !fresh && cached.expiresMs > kernel.now) {
		yield* note('kubectl.discover', {case: 'known', server, resources: cached.found.all.length, cached: true});
		return cached.found;
	}

	const all: ApiResource[] = [];
	const stale: string[] = [];
	for (const root of ['/api', '/apis'] as const) {
		const {status, body} = yield* get(root, {headers: {accept: aggregated}});
		if (status >= 400) {
			const message = nestedString(body, 'message') ?? String(status);
			throw new CommandFailure(`couldn't get current server API group list: ${message}`);
		}

		if (isRecord(body) && (body['kind'] === 'APIGroupDiscoveryList' || Array.isArray(body['items']))) {
			all.push(...fromAggregated(body));
			stale.push(...staleIn(body));
			continue;
		}

		for (const [group, version] of versionsIn(root, body)) {
			const list = yield* get(group ? `/apis/${group}/${version}` : `/api/${version}`, {});
			all.push(...fromList(group, version, list.body));
		}
	}

	const found = new ApiResources(all, stale.sort());
	cache.set(server, {found, expiresMs: kernel.now + cacheMs});
	yield* note('kubectl.discover', {case: 'read', server, resources: all.length, cached: false, output: all});
	return found;
}

/** Path of an OpenAPI document and the hash of its content, by group and version: `apis/apps/v1`. */
export type OpenAPIIndex = ReadonlyMap<string, {readonly path: string; readonly hash: string}>;

/**
Requests the places of the OpenAPI documents.

@throws {CommandFailure} without a server: a manifest is checked before any other request.
@mirrors client-go/openapi client.Paths
*/
export function* openAPIIndex(source: string, server: string, get: Get): Routine<OpenAPIIndex> {
	const path = '/openapi/v3';
	let answer: Response;
	try {
		answer = yield* get(path, {});
	} catch (error) {
		if (!(error instanceof ConnectionFailure)) {
			throw error;
		}

		// Without version 3 the real one falls back to version 2, and fails there.
		throw new CommandFailure(
			`error validating "${source}": error validating data: failed to download openapi: Get "${server}/openapi/v2?timeout=32s": ${error.why}; if you choose to ignore these errors, turn validation off with --validate=false`,
		);
	}

	const {status, body} = answer;
	const found = Object.entries(nestedMap(body, 'paths') ?? {}).map(([name, entry]) => {
		const [documentPath = '', search] = textOf(entry, 'serverRelativeURL').split('?');
		return [name, {path: documentPath, hash: new URLSearchParams(search).get('hash') ?? ''}] as const;
	});
	yield* note('kubectl.discover', {case: 'openapi', path, status, documents: found.length});
	return new Map(found);
}

/**
Reads from the OpenAPI document of a group and version whether the server checks unknown fields itself. A document that kubectl has read is not requested again while its hash is the same.

@mirrors kubectl/pkg/validation ParamVerifyingSchema
*/
export function* learnSchema(
	{documents}: Home,
	server: string,
	apiVersion: string,
	index: OpenAPIIndex,
	get: Get,
): Routine {
	const entry = index.get(apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`);
	const url = entry && `${server}${entry.path}?hash=${entry.hash}`;
	if (!entry || !url || documents.has(url)) {
		return;
	}

	const {path, hash} = entry;
	const {status} = yield* get(path, {query: {hash}});
	documents.add(url);
	yield* note('kubectl.discover', {case: 'field-validation', apiVersion, path, hash, status});
}
