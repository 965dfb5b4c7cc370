import {describeSchema, describeSchemaField} from '../../objects/descriptions.js';
import {apiFacts} from '../../objects/facts.js';
import {resources} from '../../objects/resources.js';
import {schemaIdOfKind} from '../../objects/schema.js';
import type {Kind} from './openapi-operations.js';
import type {Schema} from '../../objects/openapi-schema.js';

/** Schemas of a document by their long names. */
export type Schemas = Readonly<Record<string, unknown>>;

/** The schemas of a group version's kinds, and all schemas that they refer to, with their descriptions. */
export const schemasOf = (at: Omit<Kind, 'kind'>): Schemas => {
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

	return explainedSchemas([...queue, ...idsOfSubresources(apiVersion), ...common], kinds);
};

const meta = (kind: string): string => `io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`;

/** The schemas that requests of every group version use: discovery, patches, deletions, watches, refusals. */
const common = ['APIResourceList', 'DeleteOptions', 'Patch', 'Status', 'WatchEvent'].map((kind) => meta(kind));

/** Schemas of the bodies and answers of subresources, also from other groups: `Scale`, `TokenRequest`. */
const idsOfSubresources = (apiVersion: string): readonly string[] => {
	const document = apiFacts().discovery[apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`];
	return (document && 'resources' in document ? document.resources : []).flatMap(({name, group, version, kind}) => {
		const id =
			name.includes('/') && version !== undefined
				? schemaIdOfKind(group ? `${group}/${version}` : version, kind)
				: undefined;
		return id === undefined ? [] : [id];
	});
};

/**
Some schemas and all schemas that they refer to, with their descriptions.

@param kinds the group, version and kind of those schemas that are kinds.
*/
export const explainedSchemas = (
	ids: readonly string[],
	kinds: ReadonlyMap<string, readonly Kind[]> = new Map(),
): Schemas => {
	const {schemas} = apiFacts();
	const queue = [...ids];
	const found: Record<string, unknown> = {};
	for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
		const schema = schemas[id];
		if (!schema || id in found) {
			continue;
		}

		const kind = kinds.get(id);
		found[id] = {...explained(id, schema), ...(kind ? {'x-kubernetes-group-version-kind': kind} : {})};
		for (const [reference] of JSON.stringify(schema).matchAll(/(?<=#\/components\/schemas\/)[\w.-]+/g)) {
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
