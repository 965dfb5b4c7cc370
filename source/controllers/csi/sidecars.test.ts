import test from 'ava';
import type {PersistentVolume, PersistentVolumeClaim, StorageClass} from '../../objects/kubernetes.generated.js';
import {ControllersWorld} from '../../testing/controllers-world.js';
import type {Sketched} from '../../testing/tiny-server.js';
import {startSidecars} from './sidecars.js';

const driver = 'csi.example.test';
const attachments = 'volumeattachments.storage.k8s.io';

/** A server with the controllers of volumes, the sidecars of a driver, and two nodes that have the driver. */
const world = (fails?: Readonly<Record<string, string>>): ControllersWorld => {
	const tiny = new ControllersWorld('persistentvolume-binder');
	startSidecars(tiny.kernel, (userAgent) => tiny.client(userAgent, 'csi', ['system:masters']), {
		name: driver,
		...(fails ? {fails} : {}),
	});
	tiny.create('csidrivers.storage.k8s.io', {metadata: {name: driver}, spec: {attachRequired: true}});
	for (const name of ['node-a', 'node-b']) {
		tiny.create('csinodes.storage.k8s.io', {metadata: {name}, spec: {drivers: [{name: driver, nodeID: name}]}});
	}

	return tiny;
};

const classOf = (more: Partial<StorageClass> = {}): Sketched<StorageClass> => ({
	metadata: {name: 'fast'},
	provisioner: driver,
	...more,
});

const claim = (spec: PersistentVolumeClaim['spec'] = {}): Sketched<PersistentVolumeClaim> => ({
	apiVersion: 'v1',
	kind: 'PersistentVolumeClaim',
	metadata: {name: 'data', namespace: 'default'},
	spec: {
		accessModes: ['ReadWriteOnce'],
		storageClassName: 'fast',
		resources: {requests: {storage: '1Gi'}},
		...spec,
	},
});

const volume = (metadata: object = {}): Sketched<PersistentVolume> => ({
	apiVersion: 'v1',
	kind: 'PersistentVolume',
	metadata: {name: 'one', ...metadata},
	spec: {
		capacity: {storage: '1Gi'},
		accessModes: ['ReadWriteMany'],
		persistentVolumeReclaimPolicy: 'Retain',
		csi: {driver, volumeHandle: 'one'},
	},
});

const attachment = (nodeName: string) => ({
	metadata: {name: `to-${nodeName}`},
	spec: {attacher: driver, nodeName, source: {persistentVolumeName: 'one'}},
});

const provisioned = (given: Partial<StorageClass>, spec?: PersistentVolumeClaim['spec']) => {
	const tiny = world();
	tiny.create('storageclasses.storage.k8s.io', classOf(given));
	tiny.create('persistentvolumeclaims', claim(spec));
	return tiny.list('persistentvolumes')[0];
};

test('a provisioned volume is as its class and its claim ask: policy, mount options, mode', (t) => {
	const finalizer = 'external-provisioner.volume.kubernetes.io/finalizer';
	const usual = provisioned({});
	t.is(usual?.spec?.persistentVolumeReclaimPolicy, 'Delete');
	t.is(usual?.spec?.volumeMode, 'Filesystem');
	t.true(usual?.metadata.finalizers?.includes(finalizer));
	const other = provisioned({reclaimPolicy: 'Retain', mountOptions: ['noatime']}, {volumeMode: 'Block'});
	t.is(other?.spec?.persistentVolumeReclaimPolicy, 'Retain');
	t.deepEqual(other?.spec?.mountOptions, ['noatime']);
	t.is(other?.spec?.volumeMode, 'Block');
	t.false(other?.metadata.finalizers?.includes(finalizer));
});

test('a volume that is being deleted is attached to no further node, and keeps the finalizer of its attacher until the last one is gone', (t) => {
	const tiny = world();
	const finalizer = 'external-attacher/csi-example-test';
	const one = () => tiny.get('persistentvolumes', undefined, 'one');
	tiny.create('persistentvolumes', volume());
	tiny.create(attachments, attachment('node-a'));
	t.true(tiny.get(attachments, undefined, 'to-node-a')?.status?.attached);
	t.true(one()?.metadata.finalizers?.includes(finalizer));
	tiny.command(() => tiny.admin.delete('persistentvolumes', undefined, 'one'));
	tiny.create(attachments, attachment('node-b'));
	t.is(
		tiny.get(attachments, undefined, 'to-node-b')?.status?.attachError?.message,
		'PersistentVolume "one" is marked for deletion',
	);
	t.true(one()?.metadata.finalizers?.includes(finalizer));
	tiny.command(function* () {
		yield* tiny.admin.delete(attachments, undefined, 'to-node-b');
		yield* tiny.admin.delete(attachments, undefined, 'to-node-a');
	});
	tiny.advance(60_000);
	t.deepEqual(tiny.list(attachments), []);
	t.not(one()?.metadata.finalizers?.includes(finalizer), true);
});

test('an error of attaching is forgotten once the volume is attached', (t) => {
	const tiny = world();
	tiny.create(attachments, attachment('node-a'));
	const status = () => tiny.get(attachments, undefined, 'to-node-a')?.status;
	t.is(status()?.attachError?.message, 'persistentvolume "one" not found');
	tiny.create('persistentvolumes', volume());
	tiny.advance(60_000);
	t.true(status()?.attached);
	t.is(status()?.attachError, undefined);
});

test('a claim that grows leaves a volume alone that is larger already', (t) => {
	const tiny = world();
	tiny.create('storageclasses.storage.k8s.io', classOf({allowVolumeExpansion: true}));
	const large = volume({});
	const {spec} = large;
	tiny.create('persistentvolumes', {
		...large,
		spec: {...spec, accessModes: ['ReadWriteOnce'], storageClassName: 'fast', capacity: {storage: '5Gi'}},
	});
	tiny.create('persistentvolumeclaims', claim({volumeName: 'one'}));
	const own = () => tiny.get('persistentvolumeclaims', 'default', 'data');
	t.is(own()?.status.phase, 'Bound');
	// The resizer looks again until the kubelet has resized the file system: the cluster never rests.
	tiny.run(function* () {
		const status = {capacity: {storage: '1Gi'}};
		yield* tiny.admin.patch(
			'persistentvolumeclaims',
			'default',
			'data',
			{status},
			{
				type: 'merge',
				subresource: 'status',
			},
		);
		const spec = {resources: {requests: {storage: '2Gi'}}};
		yield* tiny.admin.patch('persistentvolumeclaims', 'default', 'data', {spec}, {type: 'merge'});
	});
	tiny.advance(10_000);
	t.is(own()?.status.allocatedResources?.['storage'], '2Gi');
	t.is(tiny.get('persistentvolumes', undefined, 'one')?.spec?.capacity?.['storage'], '5Gi');
});
