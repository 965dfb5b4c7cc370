import test from 'ava';
import type {PersistentVolume, PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {cannotDelete, cannotProvision, mismatch, volumePhase} from './plan-binding.js';

const meta = {namespace: '', uid: 'u', creationTimestamp: '', resourceVersion: '1'};

const volume = (spec: PersistentVolume['spec'], annotations: Record<string, string> = {}): PersistentVolume => ({
	apiVersion: 'v1',
	kind: 'PersistentVolume',
	metadata: {...meta, name: 'pv', annotations},
	spec: {capacity: {storage: '1Gi'}, accessModes: ['ReadWriteOnce'], ...spec},
	status: {},
});

const claim = (spec: PersistentVolumeClaim['spec']): PersistentVolumeClaim => ({
	apiVersion: 'v1',
	kind: 'PersistentVolumeClaim',
	metadata: {...meta, name: 'data'},
	spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}, ...spec},
	status: {},
});

for (const [expected, pv, pvc] of [
	[undefined, volume({}), claim({})],
	['requested PV is too small', volume({}), claim({resources: {requests: {storage: '2Gi'}}})],
	['storageClassName does not match', volume({storageClassName: 'fast'}), claim({})],
	['incompatible volumeMode', volume({volumeMode: 'Block'}), claim({})],
	['incompatible accessMode', volume({}), claim({accessModes: ['ReadWriteMany']})],
] as const) {
	test(`a volume that a claim names: ${expected ?? 'fits'}`, (t) => {
		t.is(mismatch(pv, pvc), expected);
	});
}

for (const [provisioner, expected] of [
	['ebs.csi.aws.com', undefined],
	['kubernetes.io/aws-ebs', undefined],
	['kubernetes.io/no-provisioner', 'no volume plugin matched name: kubernetes.io/no-provisioner'],
	['kubernetes.io/glusterfs', 'no volume plugin matched name: kubernetes.io/glusterfs'],
] as const) {
	test(`whether Kubernetes knows that nobody is ${provisioner}`, (t) => {
		t.is(cannotProvision(provisioner), expected);
	});
}

for (const [title, pv, expected] of [
	['below /tmp', volume({hostPath: {path: '/tmp/x'}}), undefined],
	[
		'elsewhere',
		volume({hostPath: {path: '/data'}}),
		'host_path deleter only supports /tmp/.+ but received provided /data',
	],
	[
		'on a server',
		volume({nfs: {server: 's', path: '/'}}),
		'error getting deleter volume plugin for volume "pv": no deletable volume plugin matched',
	],
	['of a provisioner', volume({}, {'pv.kubernetes.io/provisioned-by': 'x.csi'}), 'external'],
] as const) {
	test(`a released volume ${title} is deleted by the controller, or not`, (t) => {
		t.is(cannotDelete(pv), expected);
	});
}

for (const [phase, claimRef, pvc] of [
	['Available', undefined, undefined],
	['Available', {name: 'data'}, claim({})],
	['Released', {name: 'data', uid: 'u'}, undefined],
	['Released', {name: 'data', uid: 'of an earlier claim'}, claim({volumeName: 'pv'})],
	['Bound', {name: 'data', uid: 'u'}, claim({volumeName: 'pv'})],
	['Available', {name: 'data', uid: 'u'}, claim({})],
] as const) {
	const reserved = claimRef ? `reserved for ${JSON.stringify(claimRef)}` : 'reserved for none';
	test(`a volume ${reserved} is ${phase} where its claim names ${pvc?.spec.volumeName ?? 'none'} (${pvc?.metadata.uid})`, (t) => {
		t.is(volumePhase(volume(claimRef ? {claimRef} : {}), pvc), phase);
	});
}
