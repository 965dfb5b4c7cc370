import {apiVersionOf, type Resource} from '../../objects/resources.js';
import {describeSchemaField} from '../../objects/descriptions.js';
import {operationsOf} from './openapi-operations.js';
import {explainedSchemas} from './openapi-schemas.js';

/** The name of a kind's schema: the group backwards, as Go packages are named. */
export const schemaName = ({group, version, kind}: Resource): string =>
	`${group.split('.').reverse().join('.')}.${version}.${kind}`;

/** The paths of a kind, with the operations on them. */
export const customPaths = (resource: Resource): Readonly<Record<string, Parameters<typeof operationsOf>[0]>> => {
	const {kind, namespaced, plural} = resource;
	const path = `/apis/${apiVersionOf(resource)}/${namespaced ? 'namespaces/{namespace}/' : ''}${plural}`;
	const named = (...methods: readonly string[]) =>
		Object.fromEntries(methods.map((method) => [method, {action: method, kind}]));
	return {[path]: named('get', 'post', 'delete'), [`${path}/{name}`]: named('get', 'put', 'patch', 'delete')};
};

/**
The OpenAPI document of one group version of custom resources.

@mirrors k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder
*/
export const customDocument = (resources: readonly Resource[]): unknown => ({
	openapi: '3.0.0',
	info: {title: 'Kubernetes CRD Swagger', version: 'v0.1.0'},
	paths: Object.fromEntries(
		resources.flatMap((resource) =>
			Object.entries(customPaths(resource)).map(([path, item]) => [
				path,
				operationsOf(item, {group: resource.group, version: resource.version}, {isCustom: true}),
			]),
		),
	),
	components: {
		schemas: {
			...explainedSchemas(['ObjectMeta', 'ListMeta', 'DeleteOptions', 'Status'].map((name) => `${meta}.${name}`)),
			...Object.fromEntries(
				resources.flatMap((resource) => [
					[schemaName(resource), schemaOf(resource)],
					[`${schemaName(resource)}List`, listSchemaOf(resource)],
				]),
			),
		},
	},
});

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const conventions = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

/** A field that every kind has, with the description that built-in kinds give it. */
const common = (field: string): unknown => {
	const description = describeSchemaField('io.k8s.api.core.v1.ConfigMap', field);
	return {...(description ? {description} : {}), type: 'string'};
};

const reference = (name: string): unknown => ({allOf: [{$ref: `#/components/schemas/${meta}.${name}`}]});

const schemaOf = ({group, version, kind, custom}: Resource): unknown => ({
	...custom!.schema,
	type: 'object',
	properties: {
		...custom!.schema.properties,
		apiVersion: common('apiVersion'),
		kind: common('kind'),
		metadata: {
			description: `Standard object's metadata. More info: ${conventions}#metadata`,
			...(reference('ObjectMeta') as object),
		},
	},
	'x-kubernetes-group-version-kind': [{group, version, kind}],
});

const listSchemaOf = (resource: Resource): unknown => {
	const {group, version, kind, plural} = resource;
	return {
		description: `${kind}List is a list of ${kind}`,
		type: 'object',
		required: ['items'],
		properties: {
			apiVersion: common('apiVersion'),
			items: {
				description: `List of ${plural}. More info: ${conventions}`,
				type: 'array',
				items: {$ref: `#/components/schemas/${schemaName(resource)}`},
			},
			kind: common('kind'),
			metadata: {
				description: `Standard list metadata. More info: ${conventions}#types-kinds`,
				...(reference('ListMeta') as object),
			},
		},
		'x-kubernetes-group-version-kind': [{group, version, kind: `${kind}List`}],
	};
};
