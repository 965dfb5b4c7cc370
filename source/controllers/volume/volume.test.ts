import test from 'ava';
import type {PersistentVolume, PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {ControllersWorld, webPod} from '../../testing/controllers-world.js';
import type {Sketched} from '../../testing/tiny-server.js';
import {defaultClassOf} from './binder.js';

const volume = (name: string): Sketched<PersistentVolume> => ({
	apiVersion: 'v1',
	kind: 'PersistentVolume',
	metadata: {name},
	spec: {
		capacity: {storage: '1Gi'},
		accessModes: ['ReadWriteOnce'],
		persistentVolumeReclaimPolicy: 'Retain',
		csi: {driver: 'csi.example.test', volumeHandle: name},
	},
});

const claim = (name: string): Sketched<PersistentVolumeClaim> => ({
	apiVersion: 'v1',
	kind: 'PersistentVolumeClaim',
	metadata: {name, namespace: 'default'},
	spec: {accessModes: ['ReadWriteOnce'], storageClassName: '', resources: {requests: {storage: '1Gi'}}},
});

test('a claim gets a volume that no other claim has, and is lost when its volume is gone', (t) => {
	const world = new ControllersWorld('persistentvolume-binder');
	world.create('persistentvolumes', volume('one'), volume('two'));
	world.create('persistentvolumeclaims', claim('first'), claim('second'), claim('third'));
	const of = (name: string) => world.get('persistentvolumeclaims', 'default', name);
	t.deepEqual(
		['first', 'second', 'third'].map((name) => of(name)?.status.phase),
		['Bound', 'Bound', 'Pending'],
	);
	t.not(of('first')?.spec?.volumeName, of('second')?.spec?.volumeName);
	const name = of('first')?.spec?.volumeName ?? '';
	world.command(function* () {
		yield* world.admin.delete('persistentvolumes', undefined, name);
		yield* world.admin.patch('persistentvolumes', undefined, name, {metadata: {finalizers: null}}, {type: 'merge'});
	});
	t.is(of('first')?.status.phase, 'Lost');
	t.is(of('second')?.status.phase, 'Bound');
	t.true(world.events().some((event) => event.startsWith('ClaimLost: ')));
});

test('a Pod gets a claim of its own, and no claim of its name that another owner has', (t) => {
	const world = new ControllersWorld('ephemeral-volume');
	world.create('persistentvolumeclaims', claim('other-data'));
	const spec = {
		volumes: [
			{
				name: 'data',
				ephemeral: {
					volumeClaimTemplate: {
						spec: {accessModes: ['ReadWriteOnce' as const], resources: {requests: {storage: '1Gi'}}},
					},
				},
			},
		],
	};
	world.create('pods', webPod('web', {spec: {containers: [{name: 'main', image: 'nginx'}], ...spec}}));
	t.is(world.get('persistentvolumeclaims', 'default', 'web-data')?.metadata.ownerReferences?.[0]?.name, 'web');
	t.deepEqual(world.events(), []);
	world.create('pods', webPod('other', {spec: {containers: [{name: 'main', image: 'nginx'}], ...spec}}));
	t.deepEqual(world.events(), [
		'FailedBinding: ephemeral volume data: PVC default/other-data was not created for pod default/other (pod is not owner)',
	]);
});

test('a volume is attached where a Pod needs it, and detached, in the status of the Node too, when the Pod has ended', (t) => {
	const world = new ControllersWorld('persistentvolume-attach-detach', 'persistentvolume-binder');
	world.create('csidrivers.storage.k8s.io', {metadata: {name: 'csi.example.test'}, spec: {attachRequired: true}});
	world.create('nodes', {
		metadata: {name: 'node-a', annotations: {'volumes.kubernetes.io/controller-managed-attach-detach': 'true'}},
		status: {conditions: [{type: 'Ready', status: 'True'}]},
	});
	world.create('persistentvolumes', volume('one'));
	world.create('persistentvolumeclaims', claim('first'));
	const volumes = [{name: 'data', persistentVolumeClaim: {claimName: 'first'}}];
	world.create(
		'pods',
		webPod('web', {spec: {nodeName: 'node-a', containers: [{name: 'main', image: 'nginx'}], volumes}}),
	);
	const attachments = () => world.list('volumeattachments.storage.k8s.io');
	t.is(attachments().length, 1);
	world.command(() =>
		world.admin.patch(
			'volumeattachments.storage.k8s.io',
			undefined,
			attachments()[0]?.metadata.name ?? '',
			{status: {attached: true}},
			{type: 'merge', subresource: 'status'},
		),
	);
	const attached = () => world.get('nodes', undefined, 'node-a')?.status.volumesAttached?.map(({name}) => name) ?? [];
	t.deepEqual(attached(), ['kubernetes.io/csi/csi.example.test^one']);
	world.command(() =>
		world.admin.patch('pods', 'default', 'web', {status: {phase: 'Succeeded'}}, {type: 'merge', subresource: 'status'}),
	);
	t.deepEqual(attachments(), []);
	t.deepEqual(attached(), []);
	const writes = world.requests.map(({method, path}) => `${method} ${path.replace(/csi-.*/, 'csi-…')}`);
	const detached = writes.indexOf('DELETE /apis/storage.k8s.io/v1/volumeattachments/csi-…');
	// The kubelet sees that it can no longer mount the volume before the volume is detached.
	t.is(writes[detached - 1], 'PATCH /api/v1/nodes/node-a/status');
});

test('a deleted claim stays while a Pod that mounts it has not ended', (t) => {
	const world = new ControllersWorld('persistentvolumeclaim-protection');
	world.create('persistentvolumeclaims', claim('data'));
	const spec = {volumes: [{name: 'data', persistentVolumeClaim: {claimName: 'data'}}]};
	world.create('pods', webPod('ended', {spec, status: {phase: 'Succeeded'}}), webPod('web', {spec}));
	world.command(() => world.admin.delete('persistentvolumeclaims', 'default', 'data'));
	t.truthy(world.get('persistentvolumeclaims', 'default', 'data')?.metadata.deletionTimestamp);
	world.command(() =>
		world.admin.patch('pods', 'default', 'web', {status: {phase: 'Failed'}}, {type: 'merge', subresource: 'status'}),
	);
	t.is(world.get('persistentvolumeclaims', 'default', 'data'), undefined);
});

test('a claim without a class gets the default class that comes later, unless the old annotation names one', (t) => {
	const world = new ControllersWorld('persistentvolume-binder');
	const {storageClassName: _, ...spec} = claim('plain').spec ?? {};
	world.create('persistentvolumeclaims', {...claim('plain'), spec});
	const named = {...claim('named').metadata, annotations: {'volume.beta.kubernetes.io/storage-class': 'other'}};
	world.create('persistentvolumeclaims', {...claim('named'), metadata: named, spec});
	const annotations = {'storageclass.kubernetes.io/is-default-class': 'true'};
	world.create('storageclasses.storage.k8s.io', {metadata: {name: 'usual', annotations}, provisioner: 'x.test'});
	world.advance(60_000);
	t.is(world.get('persistentvolumeclaims', 'default', 'plain')?.spec?.storageClassName, 'usual');
	t.is(world.get('persistentvolumeclaims', 'default', 'named')?.spec?.storageClassName, undefined);
	t.is(world.at('controller.persistentvolume-binder.class').length, 1);
});

test('a volume that was reserved for its claim is not marked as chosen by the controller', (t) => {
	const world = new ControllersWorld('persistentvolume-binder');
	const reserved = volume('reserved');
	world.create(
		'persistentvolumes',
		{...reserved, spec: {...reserved.spec, claimRef: {namespace: 'default', name: 'first'}}},
		volume('free'),
	);
	world.create('persistentvolumeclaims', claim('first'), claim('second'));
	const marked = (name: string) =>
		world.get('persistentvolumes', undefined, name)?.metadata.annotations?.['pv.kubernetes.io/bound-by-controller'];
	t.is(world.get('persistentvolumes', undefined, 'reserved')?.status.phase, 'Bound');
	t.is(marked('reserved'), undefined);
	t.is(marked('free'), 'yes');
});

test('of several default classes the newest counts, then the first by name', (t) => {
	const classOf = (name: string, creationTimestamp: string, isDefault = 'true') => ({
		apiVersion: 'storage.k8s.io/v1' as const,
		kind: 'StorageClass' as const,
		metadata: {
			name,
			namespace: '',
			uid: name,
			resourceVersion: '1',
			creationTimestamp,
			annotations: {'storageclass.kubernetes.io/is-default-class': isDefault},
		},
		provisioner: 'x.test',
	});
	const [old, recent] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'];
	const chosen = defaultClassOf([
		classOf('a', old),
		classOf('c', recent),
		classOf('b', recent),
		classOf('0', recent, 'false'),
	]);
	t.is(chosen?.metadata.name, 'b');
	t.is(defaultClassOf([]), undefined);
});
