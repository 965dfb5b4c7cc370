import test from 'ava';
import {describeSchema, describeSchemaField} from './descriptions.js';
import {controllerOf, isControlledBy, ownerReference} from './owner.js';
import {
	apiVersionOf,
	registryKey,
	resourceAt,
	resourceName,
	resourceNamed,
	resourceOfKind,
	resources,
} from './resources.js';
import {schemaAt, schemaOfKind} from './schema.js';

test('every resource is found by name, kind and path', (t) => {
	t.true(resources.length > 60);
	for (const resource of resources) {
		t.is(resourceOfKind(apiVersionOf(resource), resource.kind), resource);
		t.is(resourceAt(resource.group, resource.version, resource.plural), resource);
		if (resource.preferred) {
			t.is(resourceNamed(resourceName(resource)), resource);
		}
	}

	t.is(resourceNamed('horizontalpodautoscalers.autoscaling')?.version, 'v2');
	t.is(resourceNamed('pods.apps'), undefined);
	const pods = resourceNamed('pods')!;
	t.like(pods, {kind: 'Pod', namespaced: true, singular: 'pod', shortNames: ['po']});
	t.like(
		pods.subresources.find(({name}) => name === 'eviction'),
		{kind: 'Eviction', group: 'policy', version: 'v1'},
	);
});

test('keys in etcd are those of upstream', (t) => {
	const table: ReadonlyArray<readonly [string, string | undefined, string]> = [
		['pods', 'default', '/registry/pods/default/x'],
		['nodes', undefined, '/registry/minions/x'],
		['services', 'default', '/registry/services/specs/default/x'],
		['endpoints', 'default', '/registry/services/endpoints/default/x'],
		['replicationcontrollers', 'default', '/registry/controllers/default/x'],
		['deployments.apps', 'default', '/registry/deployments/default/x'],
		['leases.coordination.k8s.io', 'kube-system', '/registry/leases/kube-system/x'],
		['ingresses.networking.k8s.io', 'default', '/registry/ingress/default/x'],
		[
			'customresourcedefinitions.apiextensions.k8s.io',
			undefined,
			'/registry/apiextensions.k8s.io/customresourcedefinitions/x',
		],
	];
	for (const [name, namespace, key] of table) {
		t.is(registryKey(name, namespace, 'x'), key);
		t.is(registryKey(resourceNamed(name)!, namespace, 'x'), key);
	}
});

test('schemas are walked through references, lists and maps', (t) => {
	const pod = schemaOfKind('v1', 'Pod');
	t.is(schemaAt(pod, ['spec', 'containers'])?.['x-kubernetes-patch-merge-key'], 'name');
	t.is(schemaAt(pod, ['spec', 'containers', 0, 'image'])?.type, 'string');
	t.is(schemaAt(pod, ['metadata', 'labels', 'anything'])?.type, 'string');
	t.is(schemaAt(pod, ['spec', 'nothing']), undefined);
	t.is(schemaOfKind('v1', 'Bogus'), undefined);
});

test('fields are described in the words of the documentation', (t) => {
	t.regex(describeSchemaField('io.k8s.api.core.v1.Container', 'image')!, /^Container image name\./);
	t.regex(describeSchema('io.k8s.api.core.v1.Pod')!, /^Pod is a collection of containers/);
	t.is(describeSchemaField('io.k8s.api.core.v1.Pod', 'nothing'), undefined);
});

test('owners are known by their uid', (t) => {
	const owner = {apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: {name: 'web', uid: 'u1'}} as never;
	const reference = ownerReference(owner);
	const object = {metadata: {ownerReferences: [{...reference, uid: 'u0', controller: false}, reference]}};
	t.is(controllerOf(object), reference);
	t.true(isControlledBy(object, owner));
	t.false(isControlledBy({metadata: {}}, owner));
});
