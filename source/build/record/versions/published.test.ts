import test from 'ava';
import {
	enumsOf,
	fieldGatesOf,
	gatesOf,
	isOffByDefault,
	kindsOf,
	legacyBetaOf,
	lifecyclesOf,
	schemasOf,
} from './published.js';

test('schemas lead to those of fields, items and values of maps', (t) => {
	const ref = {$ref: '#/components/schemas/io.k8s.B'};
	const schemas = schemasOf({
		components: {
			schemas: {
				'io.k8s.A': {
					properties: {
						plain: {type: 'string'},
						one: {allOf: [ref]},
						list: {type: 'array', items: ref},
						map: {type: 'object', additionalProperties: ref},
					},
					'x-kubernetes-group-version-kind': [{group: 'apps', version: 'v1', kind: 'A'}],
				},
			},
		},
	});
	t.deepEqual(Object.fromEntries(schemas.get('io.k8s.A')?.fields ?? []), {
		plain: {},
		one: {ref: 'io.k8s.B'},
		list: {ref: 'io.k8s.B'},
		map: {ref: 'io.k8s.B', isMap: true},
	});
	t.deepEqual(schemas.get('io.k8s.A')?.kinds, ['apps/v1 A']);
});

test('kinds have their resource and scope, in the core group too', (t) => {
	const kinds = kindsOf(
		{
			items: [
				{
					metadata: {name: 'apps'},
					versions: [
						{
							version: 'v1',
							resources: [{resource: 'daemonsets', scope: 'Namespaced', responseKind: {kind: 'DaemonSet'}}],
						},
					],
				},
			],
		},
		{
			resources: [
				{name: 'nodes', namespaced: false, kind: 'Node'},
				{name: 'nodes/proxy', kind: 'NodeProxyOptions'},
			],
		},
	);
	t.deepEqual(
		[...kinds],
		[
			['apps/v1 DaemonSet', {resource: 'daemonsets', namespaced: true}],
			['v1 Node', {resource: 'nodes', namespaced: false}],
		],
	);
});

test('beta versions are off but for those of the list', (t) => {
	const legacy = legacyBetaOf(`	legacyBetaEnabledByDefaultResources = []schema.GroupVersionResource{
		flowcontrolv1beta3.SchemeGroupVersion.WithResource("flowschemas"), // remove in 1.32
	}
`);
	t.deepEqual([...legacy], ['flowcontrol.apiserver.k8s.io/v1beta3']);
	t.false(isOffByDefault('flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema', legacy));
	t.true(isOffByDefault('resource.k8s.io/v1beta1 ResourceClaim', legacy));
	t.false(isOffByDefault('v1 Pod', legacy));
	t.throws(() =>
		legacyBetaOf('legacyBetaEnabledByDefaultResources = []x{\n\t\tnewv1beta1.SchemeGroupVersion.WithResource("a"),\n}'),
	);
});

test('enumerations belong to a field of a schema', (t) => {
	const found =
		enumsOf(`func schema_k8sio_api_core_v1_Toleration(ref common.ReferenceCallback) common.OpenAPIDefinition {
				Properties: map[string]spec.Schema{
					"operator": {
						SchemaProps: spec.SchemaProps{
							Enum:        []interface{}{"Equal", "Exists"},
`);
	t.deepEqual(found.get('io.k8s.api.core.v1.Toleration')?.get('operator'), ['Equal', 'Exists']);
});

test('a gate belongs to the field below its comment', (t) => {
	const found = fieldGatesOf(`type Container struct {
	// Sidecars.
	// +featureGate=A,B
	// +optional
	RestartPolicy *string \`json:"restartPolicy,omitempty" protobuf:"x"\`
	Image string \`json:"image"\`
	// +featureGate=C

	// Of no field.
	Name string \`json:"name"\`
}
`);
	t.deepEqual([...(found.get('Container') ?? [])], [['restartPolicy', ['A', 'B']]]);
});

test('lifecycles have their versions and replacement', (t) => {
	const found = lifecyclesOf(`func (in *Ingress) APILifecycleIntroduced() (major, minor int) {
	return 1, 1
}
func (in *Ingress) APILifecycleDeprecated() (major, minor int) {
	return 1, 14
}
func (in *Ingress) APILifecycleReplacement() schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "networking.k8s.io", Version: "v1", Kind: "Ingress"}
}
func (in *Ingress) APILifecycleRemoved() (major, minor int) {
	return 1, 22
}
`);
	t.deepEqual(found.get('Ingress'), {
		introduced: 1,
		deprecated: 14,
		replacement: 'networking.k8s.io/v1 Ingress',
		removed: 22,
	});
});

test('gates have a stage and a default from a version on', (t) => {
	const list = `- name: A
  versionedSpecs:
  - {default: false, lockToDefault: false, preRelease: Alpha, version: "1.30"}
  - {default: true, lockToDefault: true, preRelease: "", version: "1.33"}
`;
	t.deepEqual(gatesOf(list).get('A'), [
		[30, 'Alpha', false],
		[33, 'GA', true],
	]);
});
