import test from 'ava';
import type {Device, ResourceSlice} from '../../objects/kubernetes.generated.js';
import {formatError, type FieldError} from '../../objects/field-error.js';
import {checkResourceSlice} from './slice-rules.js';

const slice = (spec: Partial<ResourceSlice['spec']>): ResourceSlice => ({
	apiVersion: 'resource.k8s.io/v1',
	kind: 'ResourceSlice',
	metadata: {name: 's', creationTimestamp: '', resourceVersion: '', uid: '', namespace: ''},
	spec: {
		driver: 'gpu.example.com',
		nodeName: 'node-a',
		pool: {name: 'node-a', generation: 1, resourceSliceCount: 1},
		...spec,
	},
});

const device = (more: Partial<Device>): {devices: readonly Device[]} => ({devices: [{name: 'gpu-0', ...more}]});
const identifier =
	"a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
const oneOf = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

const table: ReadonlyArray<readonly [when: string, spec: Partial<ResourceSlice['spec']>, errors: readonly string[]]> = [
	[
		'all is well',
		device({
			attributes: {model: {string: 'A100'}, 'dra.example.com/numa': {int: 1}, firmware: {version: '1.2.0-rc.1+b'}},
			capacity: {memory: {value: '80Gi'}},
			taints: [{key: 'broken', effect: 'NoSchedule'}],
		}),
		[],
	],
	['no node has it', {nodeName: undefined}, [`spec: Required value: ${oneOf}`]],
	[
		'two fields say which nodes have it',
		{allNodes: true},
		[`spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${oneOf}, but multiple fields are set`],
	],
	[
		'its pool has no slices',
		{pool: {name: 'node-a', generation: -1, resourceSliceCount: 0}},
		[
			'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
			'spec.pool.generation: Invalid value: -1: must be greater than or equal to zero',
		],
	],
	['it has no driver', {driver: ''}, ['spec.driver: Required value']],
	[
		'two devices have one name',
		{devices: [{name: 'gpu-0'}, {name: 'gpu-0'}]},
		['spec.devices[1]: Duplicate value: "gpu-0"'],
	],
	[
		'an attribute has a bad name and no value',
		device({attributes: {'bad-name': {}}}),
		[
			`spec.devices[0].attributes: Invalid value: "bad-name": ${identifier}`,
			'spec.devices[0].attributes[bad-name]: Invalid value: "": exactly one value must be specified',
		],
	],
	[
		'a version is none',
		device({attributes: {firmware: {version: '1.2'}}}),
		[
			'spec.devices[0].attributes[firmware].version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0',
		],
	],
	[
		'a taint does nothing that is known',
		device({taints: [JSON.parse('{"key": "broken", "effect": "Away"}')]}),
		[
			'spec.devices[0].taints[0].effect: Unsupported value: "Away": supported values: "NoExecute", "NoSchedule", "None"',
		],
	],
	[
		'a device names its node, and the slice does already',
		device({nodeName: 'node-b'}),
		[
			'spec.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
		],
	],
	[
		'a device can be bound and cannot fail',
		device({bindingConditions: ['ready']}),
		[
			'spec.devices[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions',
		],
	],
	[
		'it has too many devices',
		{devices: Array.from({length: 129}, (_, index) => ({name: `gpu-${index}`}))},
		['spec.devices: Too many: 129: must have at most 128 items'],
	],
];

for (const [when, spec, expected] of table) {
	test(`what is wrong with a slice of devices when ${when}`, (t) => {
		const errors: FieldError[] = [];
		checkResourceSlice(errors, slice(spec));
		t.deepEqual(
			errors.map((error) => formatError(error)),
			expected,
		);
	});
}

test('a slice keeps its driver, pool and node', (t) => {
	const errors: FieldError[] = [];
	checkResourceSlice(errors, slice({nodeName: 'node-b'}), slice({}));
	t.deepEqual(
		errors.filter(({field}) => field.startsWith('spec')).map(({field, detail}) => [field, detail]),
		[['spec.nodeName', 'field is immutable']],
	);
});
