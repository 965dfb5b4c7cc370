import test from 'ava';
import {schemaErrors} from './schema-validation.js';

const type = 'io.k8s.api.core.v1';
const pod = (spec: object) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec});
// As kube-openapi/pkg/util/proto/validation writes them.
const cases: ReadonlyArray<
	readonly [name: string, object: Readonly<Record<string, unknown>>, errors: readonly string[]]
> = [
	['a valid Pod', pod({containers: [{name: 'a', image: 'b', ports: [{containerPort: 80}]}]}), []],
	[
		'an unknown field',
		pod({containers: [], color: 'blue'}),
		[`ValidationError(Pod.spec): unknown field "color" in ${type}.PodSpec`],
	],
	[
		'a missing field in an item',
		pod({containers: [{image: 'b'}]}),
		[`ValidationError(Pod.spec.containers[0]): missing required field "name" in ${type}.Container`],
	],
	[
		'a map in place of an array',
		pod({containers: {name: 'a'}}),
		[`ValidationError(Pod.spec.containers): invalid type for ${type}.PodSpec.containers: got "map", expected "array"`],
	],
	[
		'text in place of a number',
		pod({containers: [], activeDeadlineSeconds: 'x'}),
		[
			`ValidationError(Pod.spec.activeDeadlineSeconds): invalid type for ${type}.PodSpec.activeDeadlineSeconds: got "string", expected "integer"`,
		],
	],
	['a number in place of text', pod({containers: [], hostname: 1, nodeSelector: {a: 1}}), []],
	['a number as a quantity and as a port', pod({containers: [{name: 'a', resources: {limits: {cpu: 1}}}]}), []],
	[
		'an item that is null',
		pod({containers: [null]}),
		['ValidationError(Pod.spec.containers): unknown object type "nil" in Pod.spec.containers[0]'],
	],
	['a kind that the API does not describe', {apiVersion: 'example.com/v1', kind: 'Widget', color: 1}, []],
];

for (const [name, object, errors] of cases) {
	test(name, (t) => {
		t.deepEqual(schemaErrors(object), errors);
	});
}
