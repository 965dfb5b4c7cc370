import {apiVersionOf, type Resource} from '../../objects/resources.js';
import {operationsOf} from '../openapi-operations.js';

/** The name of a kind's schema: the group backwards, as Go packages are named. */
const schemaName = ({group, version, kind}: Resource): string =>
	`${group.split('.').reverse().join('.')}.${version}.${kind}`;

/**
The OpenAPI document of one group version of custom resources.

@mirrors k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder
*/
export const customDocument = (resources: readonly Resource[]): unknown => ({
	openapi: '3.0.0',
	info: {title: 'Kubernetes CRD Swagger', version: 'v0.1.0'},
	paths: Object.fromEntries(
		resources.flatMap((resource) => {
			const {group, version, kind, namespaced, plural} = resource;
			const path = `/apis/${apiVersionOf(resource)}/${namespaced ? 'namespaces/{namespace}/' : ''}${plural}`;
			const named = (...methods: readonly string[]) =>
				operationsOf(Object.fromEntries(methods.map((method) => [method, {action: method, kind}])), {group, version});
			return [
				[path, named('get', 'post', 'delete')],
				[`${path}/{name}`, named('get', 'put', 'patch', 'delete')],
			];
		}),
	),
	components: {
		schemas: Object.fromEntries(resources.map((resource) => [schemaName(resource), schemaOf(resource)])),
	},
});

const schemaOf = ({group, version, kind, custom}: Resource): unknown => ({
	...custom!.schema,
	type: 'object',
	properties: {
		apiVersion: {type: 'string'},
		kind: {type: 'string'},
		...custom!.schema.properties,
		metadata: {
			allOf: [{$ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'}],
		},
	},
	'x-kubernetes-group-version-kind': [{group, version, kind}],
});
