import {isRecord, type Fields} from '../../kernel/record.js';
import {fetched, type Endpoint} from './endpoint.js';

/** The API's description of itself, as `snapshots/cluster/api-facts.json.gz` has it. */
export interface ApiFacts {
	/** `v1.36.3`. */
	readonly version: unknown;
	/** OpenAPI v3 schemas by name, without sentences. */
	readonly schemas: Fields;
	/** For each path and verb: the action, and the kind that it concerns. */
	readonly paths: Fields;
	/** Discovery documents by path. */
	readonly discovery: Fields;
}

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/** A schema without its descriptions, which are prose, not facts; a property called `description` stays. */
export const withoutSentences = (value: unknown): unknown => {
	if (Array.isArray(value)) {
		return value.map((item) => withoutSentences(item));
	}

	if (isRecord(value)) {
		return Object.fromEntries(
			Object.entries(value)
				.filter(([name, child]) => !(name === 'description' && typeof child === 'string'))
				.map(([name, child]) => [name, withoutSentences(child)]),
		);
	}

	return value;
};

/** The actions of a path's verbs, each with its kind. */
const verbsOf = (operations: unknown): Fields =>
	Object.fromEntries(
		Object.entries(fieldsOf(operations))
			.filter(([verb]) => verb !== 'parameters')
			.map(([verb, operation]) => {
				const {'x-kubernetes-action': action, 'x-kubernetes-group-version-kind': about} = fieldsOf(operation);
				return [verb, {action, kind: fieldsOf(about)['kind']}];
			}),
	);

/** Group and version of a document of `/openapi/v3`, such as `apis/apps/v1`. */
const isVersioned = (name: string): boolean => /^apis?\/.*v\d/.test(name);

/** Records schemas, paths and discovery from `/openapi/v3`, `/api` and `/apis`. */
export const apiFacts = async (endpoint: Endpoint): Promise<ApiFacts> => {
	const get = (target: string): Promise<Fields> => fetched(endpoint, target);
	const schemas: Record<string, unknown> = {};
	const paths: Record<string, unknown> = {};
	const index = fieldsOf((await get('/openapi/v3'))['paths']);
	for (const name of Object.keys(index).filter((one) => isVersioned(one))) {
		// eslint-disable-next-line no-await-in-loop
		const document = await get(`/openapi/v3/${name}`);
		Object.assign(schemas, withoutSentences(fieldsOf(fieldsOf(document['components'])['schemas'])));
		for (const [path, operations] of Object.entries(fieldsOf(document['paths']))) {
			paths[path] = verbsOf(operations);
		}
	}

	const groups = await get('/apis');
	const discovery: Record<string, unknown> = {
		'/api': await get('/api'),
		'/apis': groups,
		'/api/v1': await get('/api/v1'),
	};
	for (const groupVersion of groupVersionsOf(groups)) {
		// eslint-disable-next-line no-await-in-loop
		discovery[`/apis/${groupVersion}`] = await get(`/apis/${groupVersion}`);
	}

	return {version: (await get('/version'))['gitVersion'], schemas, paths, discovery};
};

const listOf = (value: unknown): readonly Fields[] =>
	Array.isArray(value) ? value.filter((one) => isRecord(one)) : [];

/** All versions of all groups, in the order of discovery. @param groups what `/apis` answers */
export const groupVersionsOf = (groups: Fields): readonly string[] =>
	listOf(groups['groups']).flatMap(({versions}) => listOf(versions).map(({groupVersion}) => String(groupVersion)));

/** The preferred version of each group. @param groups what `/apis` answers */
export const preferredOf = (groups: Fields): readonly string[] =>
	listOf(groups['groups']).map(({preferredVersion}) => String(fieldsOf(preferredVersion)['groupVersion']));

/** The resources of a discovery document that can be listed; subresources are left out. */
export const listableIn = (document: Fields): readonly string[] =>
	listOf(document['resources'])
		.filter(({name, verbs}) => !String(name).includes('/') && Array.isArray(verbs) && verbs.includes('list'))
		.map(({name}) => String(name));
