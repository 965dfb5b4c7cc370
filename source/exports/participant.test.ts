import test from 'ava';
import {inOrder, participantOf} from './participant.js';

const cases: ReadonlyArray<readonly [component: string, process: string, participant: string]> = [
	['kubectl', 'kubectl/1', 'kubectl'],
	['kube-apiserver', 'kubectl/1', 'kube-apiserver'],
	['etcd', 'kubelet/node-a/status-manager', 'etcd'],
	['kube-apiserver', 'kube-apiserver/cacher', 'kube-apiserver'],
	['kube-scheduler', 'kube-scheduler/bind/default/web/1-147', 'kube-scheduler'],
	['kube-controller-manager', 'controller-manager/informers', 'kube-controller-manager'],
	['kube-controller-manager', 'controller-manager/replicaset', 'controller-manager/replicaset'],
	['kubelet', 'kubelet/node-a/pod/default/web', 'kubelet/node-a'],
	['containerd', 'kubelet/node-a/pod/default/web', 'containerd/node-a'],
	['container', 'container/node-a/default/web/web-a57fb529', 'containers/node-a'],
	['traffic', 'traffic/shopper/12', 'traffic/shopper'],
];

for (const [component, process, participant] of cases) {
	test(`${component} in ${process} is told as ${participant}`, (t) => {
		t.is(participantOf({component, process}), participant);
	});
}

test('participants stand in the order of a Pod’s path, each once', (t) => {
	t.deepEqual(inOrder(['coredns', 'kubelet/node-b', 'etcd', 'kube-scheduler', 'kubelet/node-a', 'kubectl', 'etcd']), [
		'kubectl',
		'etcd',
		'kube-scheduler',
		'kubelet/node-b',
		'kubelet/node-a',
		'coredns',
	]);
});
