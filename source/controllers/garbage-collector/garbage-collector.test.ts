import test from 'ava';
import {verdictOf} from './garbage-collector.js';
import {webDeployment, webPod, webReplicaSet, ControllersWorld} from '../../testing/controllers-world.js';

test('C5: one good owner keeps an object, and none at all lets it go', (t) => {
	const owner = {apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'a'};
	const table = [
		[[], [], [], 0, 'keep'],
		[[owner], [], [], 0, 'keep'],
		[[owner], [owner], [], 0, 'drop-references'],
		[[], [owner], [], 3, 'delete'],
		[[], [], [owner], 0, 'delete'],
		[[], [], [owner], 1, 'delete-foreground'],
	] as const;
	for (const [solid, dangling, waiting, dependents, verdict] of table) {
		t.is(verdictOf({solid, dangling, waiting}, dependents), verdict);
	}
});

test('C5: deleting a Deployment deletes its ReplicaSets and their Pods, in the background', (t) => {
	const tiny = new ControllersWorld('deployment', 'replicaset', 'garbage-collector');
	tiny.create('deployments.apps', webDeployment(2));
	tiny.command(() => tiny.admin.delete('deployments.apps', 'default', 'web'));
	t.is(tiny.list('replicasets.apps').length, 0);
	t.is(tiny.list('pods').length, 0);
	t.is(tiny.told('controller.garbage-collector.delete').length, 3);
	t.true(tiny.told('controller.garbage-collector.sync')[0]!.endsWith('has 1 owner and 2 dependents: may it stay?'));
});

test('C5: in the foreground the owner waits for what it owns', (t) => {
	const tiny = new ControllersWorld('replicaset', 'garbage-collector');
	tiny.create('pods', webPod('held', {metadata: {finalizers: ['example.com/hold']}}));
	tiny.create('replicasets.apps', webReplicaSet(1));
	tiny.command(() => tiny.admin.delete('replicasets.apps', 'default', 'web', {propagationPolicy: 'Foreground'}));
	t.deepEqual(tiny.list('replicasets.apps')[0]?.metadata.finalizers, ['foregroundDeletion']);
	t.truthy(tiny.list('pods')[0]?.metadata.deletionTimestamp);
	tiny.command(() => tiny.admin.patch('pods', 'default', 'held', {metadata: {finalizers: []}}, {type: 'merge'}));
	t.deepEqual([tiny.list('pods'), tiny.list('replicasets.apps')], [[], []]);
});

test('C5: an owner in the foreground goes when the last dependent that it waits for drops it', (t) => {
	const tiny = new ControllersWorld('replicaset', 'garbage-collector');
	tiny.create('pods', webPod('held', {metadata: {finalizers: ['example.com/hold']}}));
	tiny.create('replicasets.apps', webReplicaSet(1));
	tiny.command(() => tiny.admin.delete('replicasets.apps', 'default', 'web', {propagationPolicy: 'Foreground'}));
	t.is(tiny.list('replicasets.apps').length, 1);
	tiny.command(() => tiny.admin.patch('pods', 'default', 'held', {metadata: {ownerReferences: []}}, {type: 'merge'}));
	t.deepEqual(tiny.list('replicasets.apps'), []);
	t.is(tiny.list('pods').length, 1);
});

test('C6: the policy orphan leaves Pods without an owner, free to be adopted', (t) => {
	const tiny = new ControllersWorld('replicaset', 'garbage-collector');
	tiny.create('replicasets.apps', webReplicaSet(2));
	const before = tiny.list('pods').map(({metadata}) => metadata.uid);
	tiny.command(() => tiny.admin.delete('replicasets.apps', 'default', 'web', {propagationPolicy: 'Orphan'}));
	t.is(tiny.list('replicasets.apps').length, 0);
	t.deepEqual(
		tiny.list('pods').map(({metadata}) => metadata.ownerReferences?.length ?? 0),
		[0, 0],
	);
	tiny.create('replicasets.apps', webReplicaSet(2, 'heir'));
	t.deepEqual(
		tiny.list('pods').map(({metadata}) => metadata.uid),
		before,
	);
	t.is(tiny.list('pods')[0]!.metadata.ownerReferences![0]!.name, 'heir');
});

test('a conflict at the removal of the orphan finalizer is retried in place, with a live read', (t) => {
	const tiny = new ControllersWorld('garbage-collector');
	tiny.create('replicasets.apps', webReplicaSet(0));
	tiny.interceptions.push({
		matches: ({method, path}) => method === 'PATCH' && path.endsWith('/replicasets/web'),
		refusal: {code: 409, reason: 'Conflict', message: 'the object has been modified'},
		times: 2,
	});
	tiny.command(() => tiny.admin.delete('replicasets.apps', 'default', 'web', {propagationPolicy: 'Orphan'}));
	t.is(tiny.list('replicasets.apps').length, 0);
	t.is(tiny.at('controller.garbage-collector.finalize').length, 3);
	const reads = tiny.requests.filter(({method, path}) => method === 'GET' && path.endsWith('/replicasets/web'));
	t.true(reads.length >= 3);
});

test('an object whose owner never existed is deleted', (t) => {
	const tiny = new ControllersWorld('garbage-collector');
	const ownerReferences = [{apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: 'none'}];
	tiny.create('pods', webPod('lost', {metadata: {ownerReferences}}));
	t.is(tiny.list('pods').length, 0);
});

test('an owner counts by its uid: another object of its name keeps nothing', (t) => {
	const tiny = new ControllersWorld('garbage-collector');
	tiny.create('configmaps', {metadata: {name: 'owner', namespace: 'default'}});
	const uid = tiny.get('configmaps', 'default', 'owner')?.metadata.uid ?? '';
	const of = (owner: string) => [{apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner}];
	tiny.create('pods', webPod('kept', {metadata: {ownerReferences: of(uid)}}));
	tiny.create('pods', webPod('lost', {metadata: {ownerReferences: of('earlier')}}));
	t.deepEqual(
		tiny.list('pods').map(({metadata}) => metadata.name),
		['kept'],
	);
});

test('the garbage collector deletes the object that it has looked at, not another of its name', (t) => {
	const world = new ControllersWorld('garbage-collector');
	const gone = {apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'gone', uid: 'gone'};
	const {result: pod} = world.run(() =>
		world.admin.create('pods', 'default', webPod('web', {metadata: {ownerReferences: [gone]}})),
	);
	world.rest();
	const [deletion, ...others] = world.requests.filter(({method, path}) => method === 'DELETE' && path.endsWith('/web'));
	t.like(deletion?.body, {preconditions: {uid: pod.metadata.uid}});
	t.deepEqual(others, []);
});

test('a custom object that has lost one of its owners keeps the other', (t) => {
	const world = new ControllersWorld('garbage-collector');
	const schema = {openAPIV3Schema: {type: 'object'}};
	const {status} = world.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
		body: {
			apiVersion: 'apiextensions.k8s.io/v1',
			kind: 'CustomResourceDefinition',
			metadata: {name: 'things.example.com'},
			spec: {
				group: 'example.com',
				names: {plural: 'things', singular: 'thing', kind: 'Thing'},
				scope: 'Namespaced',
				versions: [{name: 'v1', served: true, storage: true, schema}],
			},
		},
	});
	t.is(status, 201);
	const owners = ['stays', 'goes'].map((name) => {
		const {result} = world.run(() => world.admin.create('configmaps', 'default', {metadata: {name}}));
		return {apiVersion: 'v1', kind: 'ConfigMap', name, uid: result.metadata.uid};
	});
	const things = '/apis/example.com/v1/namespaces/default/things';
	const metadata = {name: 'one', ownerReferences: owners};
	t.is(world.send('POST', things, {body: {apiVersion: 'example.com/v1', kind: 'Thing', metadata}}).status, 201);
	world.advance(120_000);
	world.command(() => world.admin.delete('configmaps', 'default', 'goes'));
	world.advance(30_000);
	t.like(world.send('GET', `${things}/one`).body, {metadata: {ownerReferences: [owners[0]]}});
});
