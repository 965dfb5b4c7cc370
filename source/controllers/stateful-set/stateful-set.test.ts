import test from 'ava';
import type {StatefulSet} from '../../objects/kubernetes.generated.js';
import {ControllersWorld, readyStatus, webTemplate} from '../../testing/controllers-world.js';
import type {Sketched} from '../../testing/tiny-server.js';

const store = (spec: Partial<NonNullable<Sketched<StatefulSet>['spec']>> = {}): Sketched<StatefulSet> => ({
	apiVersion: 'apps/v1',
	kind: 'StatefulSet',
	metadata: {name: 'store', namespace: 'default'},
	spec: {
		replicas: 2,
		serviceName: 'store',
		selector: {matchLabels: {app: 'web'}},
		template: webTemplate('nginx:1.27'),
		...spec,
	},
});

/** Reports each Pod as ready, until all are. */
const settle = (world: ControllersWorld, pods: number): void => {
	for (let index = 0; index < pods; index++) {
		world.command(function* () {
			for (const {metadata, status} of world.list('pods')) {
				if (status.phase !== 'Running') {
					const ready = {status: readyStatus(`10.244.0.${index + 1}`)};
					yield* world.admin.patch('pods', 'default', metadata.name, ready, {type: 'merge', subresource: 'status'});
				}
			}
		});
	}
};

const patch = (world: ControllersWorld, spec: object): void => {
	world.command(() => world.admin.patch('statefulsets.apps', 'default', 'store', {spec}, {type: 'merge'}));
};

const statusOf = (world: ControllersWorld) => world.get('statefulsets.apps', 'default', 'store')?.status;

test('the current revision of a StatefulSet moves when its last Pod is updated and ready, and not before', (t) => {
	const world = new ControllersWorld('statefulset');
	world.create('statefulsets.apps', store());
	settle(world, 2);
	const first = statusOf(world)?.currentRevision;
	t.like(statusOf(world), {readyReplicas: 2, currentReplicas: 2, updateRevision: first});
	patch(world, {
		template: webTemplate('nginx:1.28'),
		updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 1}},
	});
	settle(world, 2);
	t.like(statusOf(world), {readyReplicas: 2, currentRevision: first, currentReplicas: 1, updatedReplicas: 1});
	patch(world, {updateStrategy: {type: 'RollingUpdate', rollingUpdate: {partition: 0}}});
	settle(world, 2);
	t.not(statusOf(world)?.currentRevision, first);
	t.like(statusOf(world), {currentReplicas: 2, updatedReplicas: 2});
});

test('a template that comes back is the newest revision again', (t) => {
	const world = new ControllersWorld('statefulset');
	world.create('statefulsets.apps', store({replicas: 0}));
	const {updateRevision: first} = statusOf(world) ?? {};
	const revisions = () =>
		new Map(world.list('controllerrevisions.apps').map(({metadata, revision}) => [metadata.name, revision]));
	t.deepEqual([...revisions()], [[first, 1]]);
	patch(world, {template: webTemplate('nginx:1.28')});
	patch(world, {template: webTemplate('nginx:1.27')});
	t.is(revisions().get(first ?? ''), 3);
	t.is(statusOf(world)?.updateRevision, first);
});

test('a Pod that leaves does not count as ready', (t) => {
	const world = new ControllersWorld('statefulset');
	world.create('statefulsets.apps', store());
	settle(world, 2);
	world.command(function* () {
		yield* world.admin.patch(
			'pods',
			'default',
			'store-1',
			{metadata: {finalizers: ['example.com/hold']}},
			{type: 'merge'},
		);
		yield* world.admin.delete('pods', 'default', 'store-1');
	});
	t.like(statusOf(world), {replicas: 2, readyReplicas: 1, availableReplicas: 1});
});

test('each Pod of a StatefulSet has claims of its own', (t) => {
	const world = new ControllersWorld('statefulset');
	const volumeClaimTemplates = [
		{
			metadata: {name: 'data'},
			spec: {accessModes: ['ReadWriteOnce' as const], resources: {requests: {storage: '1Gi'}}},
		},
	];
	world.create('statefulsets.apps', store({podManagementPolicy: 'Parallel', volumeClaimTemplates}));
	t.deepEqual(
		world.list('pods').map(({spec}) => spec.volumes?.[0]?.persistentVolumeClaim?.claimName),
		['data-store-0', 'data-store-1'],
	);
	t.deepEqual(
		world.list('persistentvolumeclaims').map(({metadata}) => metadata.name),
		['data-store-0', 'data-store-1'],
	);
});

test('a StatefulSet that is scaled down is updated when its last old Pod is gone', (t) => {
	const world = new ControllersWorld('statefulset', {minor: 37});
	world.create('statefulsets.apps', store({replicas: 3, updateStrategy: {type: 'OnDelete'}}));
	settle(world, 3);
	const first = statusOf(world)?.currentRevision;
	patch(world, {template: webTemplate('nginx:1.28')});
	world.command(function* () {
		const held = {metadata: {finalizers: ['example.com/hold']}};
		yield* world.admin.patch('pods', 'default', 'store-2', held, {type: 'merge'});
		yield* world.admin.delete('pods', 'default', 'store-0');
		yield* world.admin.delete('pods', 'default', 'store-1');
	});
	settle(world, 3);
	t.like(statusOf(world), {replicas: 3, readyReplicas: 3, updatedReplicas: 2, currentRevision: first});
	patch(world, {replicas: 2});
	t.like(statusOf(world), {replicas: 3, readyReplicas: 2, currentRevision: first});
	world.command(() => world.admin.patch('pods', 'default', 'store-2', {metadata: {finalizers: null}}, {type: 'merge'}));
	t.like(statusOf(world), {replicas: 2, currentRevision: statusOf(world)?.updateRevision});
});

test('with OnDelete, the current revision follows the Pods from 1.37 on', (t) => {
	for (const minor of [36, 37]) {
		const world = new ControllersWorld('statefulset', {minor});
		world.create('statefulsets.apps', store({replicas: 1, updateStrategy: {type: 'OnDelete'}}));
		settle(world, 1);
		const first = statusOf(world)?.currentRevision;
		patch(world, {template: webTemplate('nginx:1.28')});
		world.command(() => world.admin.delete('pods', 'default', 'store-0'));
		settle(world, 1);
		const {currentRevision, updateRevision, updatedReplicas} = statusOf(world) ?? {};
		t.is(updatedReplicas, 1);
		t.is(currentRevision, minor === 36 ? first : updateRevision);
		t.not(updateRevision, first);
	}
});

test('the current revision stays while the last updated Pod is not ready', (t) => {
	const world = new ControllersWorld('statefulset');
	world.create('statefulsets.apps', store({replicas: 1}));
	settle(world, 1);
	const first = statusOf(world)?.currentRevision;
	patch(world, {template: webTemplate('nginx:1.28')});
	t.like(statusOf(world), {currentRevision: first, updatedReplicas: 1, readyReplicas: undefined});
	settle(world, 1);
	t.is(statusOf(world)?.currentRevision, statusOf(world)?.updateRevision);
	t.not(statusOf(world)?.currentRevision, first);
});
