import test from 'ava';
import type {Stop} from '../../kernel/stop.js';
import {processWord} from './process-word.js';
import {writerOf, type Writer} from './writer.js';

const stop = (process: string, stage: string): Stop => ({
	step: 1,
	timeMs: 0,
	process,
	component: process,
	depth: 0,
	stage,
	cause: -1,
	periodic: false,
});

const writers: ReadonlyArray<readonly [process: string, stage: string, sent: boolean, writer: Writer]> = [
	['kubectl/1', 'apiserver.decode', true, {kind: 'kubectl', name: 'kubectl'}],
	['kubectl/1', 'apiserver.default', true, {kind: 'default', name: 'defaults'}],
	['kubectl/1', 'apiserver.admit.mutate.ServiceAccount', true, {kind: 'admission', name: 'ServiceAccount'}],
	['kubectl/1', 'apiserver.validate', true, {kind: 'apiserver', name: 'apiserver'}],
	['kubectl/1', 'etcd.txn', true, {kind: 'apiserver', name: 'apiserver'}],
	['kubectl/1', 'etcd.txn', false, {kind: 'kubectl', name: 'kubectl'}],
	['kube-scheduler/bind/default/web/1-7', 'apiserver.bind', true, {kind: 'scheduler', name: 'scheduler'}],
	['controller-manager/replicaset', 'apiserver.decode', true, {kind: 'controller', name: 'replicaset'}],
	['kubelet/node-a/status-manager', 'apiserver.decode', true, {kind: 'kubelet', name: 'kubelet'}],
	['csi-provisioner/fast', 'apiserver.decode', true, {kind: 'other', name: 'csi-provisioner/fast'}],
];

for (const [process, stage, sent, writer] of writers) {
	test(`${process} at ${stage}${sent ? '' : ', nothing sent'}: ${writer.name} wrote it`, (t) => {
		t.deepEqual(writerOf(stop(process, stage), sent), writer);
	});
}

test('a process in a word', (t) => {
	const words = {
		'kubectl/3': 'kubectl',
		'kube-scheduler': 'scheduler',
		'kube-scheduler/bind/default/web/1-147': 'scheduler',
		'controller-manager/job': 'job',
		'kubelet/node-a/pod/default/web': 'kubelet/node-a',
		'kube-apiserver/cacher': 'kube-apiserver/cacher',
		'kube-proxy/node-a/sync': 'kube-proxy',
	};
	t.deepEqual(Object.fromEntries(Object.keys(words).map((process) => [process, processWord(process)])), words);
});
