import type {Response} from '../client/request.js';
import {apiFacts} from '../objects/facts.js';
import {apiVersionOf} from '../objects/resources.js';
import {customDocument} from './custom-resources/openapi.js';
import type {CustomResources} from './custom-resources/catalogue.js';
import {pathNotFound, RequestFailure} from './failure.js';

const groupPath = /^\/openapi\/v3\/(api\/v1|apis\/[^/]+\/[^/]+)$/;

/** The API's description of itself: an index, and a document for each group version. @throws RequestFailure 404 */
export const openAPI = (path: string, custom: CustomResources): Response => {
	const headers = {'content-type': 'application/json'};
	const {version, schemas, paths, discovery} = apiFacts();
	if (path === '/openapi/v3') {
		const known = [
			...Object.keys(discovery).filter((name) => name.split('/').length > 2),
			...new Set(custom.all.map((resource) => `/apis/${apiVersionOf(resource)}`)),
		];
		return {
			status: 200,
			headers,
			body: {
				paths: Object.fromEntries(known.map((name) => [name.slice(1), {serverRelativeURL: `/openapi/v3${name}`}])),
			},
		};
	}

	const group = groupPath.exec(path)?.[1];
	const made = custom.all.filter((resource) => group === `apis/${apiVersionOf(resource)}`);
	if (made.length > 0) {
		return {status: 200, headers, body: customDocument(made)};
	}

	if (path !== '/openapi/v2' && (!group || !discovery[`/${group}`])) {
		throw new RequestFailure(pathNotFound());
	}

	// Simplified: every document carries all schemas, and paths without their parameters.
	return {
		status: 200,
		headers,
		body: {
			...(path === '/openapi/v2' ? {swagger: '2.0'} : {openapi: '3.0.0'}),
			info: {title: 'Kubernetes', version},
			paths: group
				? Object.fromEntries(Object.entries(paths).filter(([name]) => name.startsWith(`/${group}/`)))
				: paths,
			components: {schemas},
		},
	};
};
