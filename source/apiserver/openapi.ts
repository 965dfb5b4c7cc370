import {createHash} from 'node:crypto';
import type {Response} from '../client/request.js';
import {describeSchema, describeSchemaField} from '../objects/descriptions.js';
import {apiFacts} from '../objects/facts.js';
import {apiVersionOf, resources} from '../objects/resources.js';
import {schemaIdOfKind, type Schema} from '../objects/schema.js';
import type {CustomResources} from './custom-resources/catalogue.js';
import {customDocument} from './custom-resources/openapi.js';
import {pathNotFound, RequestFailure} from './failure.js';
import {operationsOf, type Kind} from './openapi-operations.js';

const groupPath = /^\/openapi\/v3\/(api\/v1|apis\/[^/]+\/[^/]+)$/;
const headers = {'content-type': 'application/json'};

type Document = Readonly<Record<string, unknown>>;
const documents = new Map<string, Document>();

/**
The API's description of itself: an index, and a document for each group version.

There is no `/openapi/v2`: clients ask for it in protobuf only, and do without it.

@throws RequestFailure 404
*/
export const openAPI = (
	path: string,
	custom: CustomResources,
	query: Readonly<Record<string, string>> = {},
): Response => {
	const {discovery} = apiFacts();
	if (path === '/openapi/v3') {
		const known = [
			...Object.keys(discovery).filter((name) => name.split('/').length > 2),
			...new Set(custom.all.map((resource) => `/apis/${apiVersionOf(resource)}`)),
		];
		return {
			status: 200,
			headers,
			body: {
				paths: Object.fromEntries(
					known.map((name) => [name.slice(1), {serverRelativeURL: `/openapi/v3${name}?hash=${hashOf(name)}`}]),
				),
			},
		};
	}

	const group = groupPath.exec(path)?.[1];
	const made = custom.all.filter((resource) => group === `apis/${apiVersionOf(resource)}`);
	if (made.length > 0) {
		return {status: 200, headers, body: customDocument(made)};
	}

	if (!group || !discovery[`/${group}`]) {
		throw new RequestFailure(pathNotFound());
	}

	const hash = hashOf(`/${group}`);
	return {
		status: 200,
		headers: {
			...headers,
			etag: `"${hash}"`,
			// What is asked for by its hash never changes.
			...(query['hash'] === hash ? {'cache-control': 'public, immutable'} : {}),
		},
		body: documentOf(group),
	};
};

const hashes = new Map<string, string>();

/** What changes when a document does, without making it. */
const hashOf = (name: string): string => {
	let hash = hashes.get(name);
	if (!hash) {
		const {version, discovery} = apiFacts();
		hash = createHash('sha512')
			.update(`${version} ${name} ${JSON.stringify(discovery[name])}`)
			.digest('hex')
			.toUpperCase();
		hashes.set(name, hash);
	}

	return hash;
};

const documentOf = (group: string): Document => {
	let document = documents.get(group);
	if (!document) {
		const {version, paths} = apiFacts();
		const [, name = '', last] = group.split('/');
		const at = last === undefined ? {group: '', version: name} : {group: name, version: last};
		const own = Object.entries(paths).filter(([path]) => path.startsWith(`/${group}/`));
		document = {
			openapi: '3.0.0',
			info: {title: 'Kubernetes', version},
			paths: Object.fromEntries(own.map(([path, item]) => [path, operationsOf(item, at)])),
			components: {schemas: schemasOf(at)},
		};
		documents.set(group, document);
	}

	return document;
};

/** The schemas of a group version's kinds, and all that they are made of, with their explanations. */
const schemasOf = (at: Omit<Kind, 'kind'>): Readonly<Record<string, unknown>> => {
	const {schemas} = apiFacts();
	const apiVersion = at.group === '' ? at.version : `${at.group}/${at.version}`;
	const kinds = new Map<string, Kind[]>();
	const queue: string[] = [];
	for (const {group, version, kind} of resources) {
		if (group === at.group && version === at.version) {
			for (const name of [kind, `${kind}List`]) {
				const id = schemaIdOfKind(apiVersion, name);
				if (id !== undefined) {
					kinds.set(id, [{...at, kind: name}]);
					queue.push(id);
				}
			}
		}
	}

	const found: Record<string, unknown> = {};
	for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
		const schema = schemas[id];
		if (!schema || id in found) {
			continue;
		}

		const kind = kinds.get(id);
		found[id] = {...explained(id, schema), ...(kind ? {'x-kubernetes-group-version-kind': kind} : {})};
		for (const [reference] of JSON.stringify(schema).matchAll(/(?<=#\/components\/schemas\/)[\w.]+/g)) {
			queue.push(reference);
		}
	}

	return found;
};

const explained = (id: string, schema: Schema): object => {
	const description = describeSchema(id);
	const {properties} = schema;
	return {
		...schema,
		...(description ? {description} : {}),
		...(properties
			? {
					properties: Object.fromEntries(
						Object.entries(properties).map(([name, property]) => {
							const text = describeSchemaField(id, name);
							return [name, text ? {...property, description: text} : property];
						}),
					),
				}
			: {}),
	};
};
