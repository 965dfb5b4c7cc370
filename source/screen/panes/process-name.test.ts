import test from 'ava';
import {processName} from './process-name.js';

for (const [process, shown] of [
	['kubectl/1', 'kubectl/1'],
	['kube-scheduler', 'kube-scheduler'],
	['kube-scheduler/bind/default/web/1-147', 'bind web'],
	['kube-scheduler/bind/default/shop-78999b9646-cks6k/1-155', 'bind shop-…-cks6k'],
	['kubelet/node-a', 'kubelet/a'],
	['kubelet/ip-10-0-3-17.eu-west-1.compute.internal', 'kubelet/ip-10-0-3-17'],
	['kubelet/node-a/pod/default/web', 'kubelet/a web'],
	['kubelet/node-a/status-manager', 'kubelet/a status-manager'],
	['controller-manager/replicaset', 'controller/replicaset'],
	['controller-manager/replicaset/events', 'controller/replicaset events'],
	['container/node-b/default/shop-78999b9646-zcdh4/shop-486186dd', 'container/b shop-…-zcdh4'],
	['csi-provisioner/hostpath.csi.k8s.io/informers', 'csi-provisioner informers'],
	['kubelet/node-b/probe/default/shop-78cbbf498f-zcdh4/shop-486186dd/readiness', 'kubelet/b readiness shop-…-zcdh4'],
	['kube-apiserver/cacher', 'kube-apiserver/cacher'],
] as const) {
	test(`the process ${process} is shown as ${shown}`, (t) => {
		t.is(processName(process), shown);
	});
}
