import {hashes} from '../../kernel/hash.js';
import type {Request, Response} from '../../client/request.js';
import {apiFacts} from '../../objects/facts.js';
import {apiVersionOf, type Resource} from '../../objects/resources.js';
import type {CustomResources} from '../custom-resources/catalogue.js';
import {customDocument} from './custom-openapi.js';
import {pathNotFound, RequestFailure} from '../request/failure.js';
import {operationsOf} from './openapi-operations.js';
import {schemasOf} from './openapi-schemas.js';
import {encodeSwagger} from './swagger-protobuf.js';
import {builtInSwagger, customSwagger} from './swagger.js';
import {memoised} from '../../kernel/memoised.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

const groupPath = /^\/openapi\/v3\/(api\/v1|apis\/[^/]+\/[^/]+)$/;
const headers = {'content-type': 'application/json'};

type Document = Readonly<Record<string, unknown>>;

/**
The description of the API: an index and a document for each group version, or all of it in one document of version 2.

@throws RequestFailure 404
*/
export const openAPI = (
	path: string,
	custom: CustomResources,
	{query, headers: {accept = ''}}: Pick<Request, 'query' | 'headers'> = {query: {}, headers: {}},
): Response => {
	const {discovery} = apiFacts();
	if (path === '/openapi/v2') {
		return swagger(custom, accept);
	}

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
			// A document requested by its hash never changes.
			...(query['hash'] === hash ? {'cache-control': 'public, immutable'} : {}),
		},
		body: documentOf(group),
	};
};

/** Types under which clients request version 2 in protobuf; the first is not a valid media type, so answers always carry the second. */
const protobufTypes = [
	'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
	'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
];

// The document of all kinds is megabytes in size: it is encoded once.
let builtIn: Buffer | undefined;
const withCustom = new WeakMap<readonly Resource[], Buffer>();

/** @mirrors k8s.io/kube-openapi/pkg/handler OpenAPIService.RegisterOpenAPIVersionedService */
const swagger = (custom: CustomResources, accept: string): Response => {
	const wanted = accept === '' ? ['*/*'] : accept.split(',').map((clause) => clause.split(';')[0]!.trim());
	for (const type of wanted) {
		if (['*/*', 'application/*', 'application/json'].includes(type)) {
			const all = builtInSwagger();
			const {paths, definitions} = customSwagger(custom.all);
			return {
				status: 200,
				headers,
				body: {...all, paths: {...all.paths, ...paths}, definitions: {...all.definitions, ...definitions}},
			};
		}

		if (protobufTypes.includes(type)) {
			const standard = (builtIn ??= encodeSwagger(builtInSwagger()));
			const body = getOrInsert(withCustom, custom.all, () =>
				custom.all.length === 0 ? standard : Buffer.concat([standard, encodeSwagger(customSwagger(custom.all))]),
			);
			return {status: 200, headers: {'content-type': protobufTypes[1]!}, body};
		}
	}

	return {status: 406, headers: {}, body: undefined};
};

/** A hash that changes when the document changes; computed without building the document. */
const hashOf = memoised((name: string): string => {
	const {version, discovery} = apiFacts();
	return hashes.sha512(`${version} ${name} ${JSON.stringify(discovery[name])}`).toUpperCase();
}, 200);

const documentOf = memoised((group: string): Document => {
	const {version, paths} = apiFacts();
	const [, name = '', last] = group.split('/');
	const at = last === undefined ? {group: '', version: name} : {group: name, version: last};
	const own = Object.entries(paths).filter(([path]) => path.startsWith(`/${group}/`));
	return {
		openapi: '3.0.0',
		info: {title: 'Kubernetes', version},
		paths: Object.fromEntries(own.map(([path, item]) => [path, operationsOf(item, at)])),
		components: {schemas: schemasOf(at)},
	};
}, 200);
