import test from 'ava';
import {plainText} from '../../paint/text.js';
import {boxOf, boxOfProcess, controllerOf, shortProcess, type BoxId, type BoxText} from './boxes.js';
import {fitRow} from './draw-boxes.js';

const processes: ReadonlyArray<readonly [process: string, box: BoxId | undefined, short: string]> = [
	['kubectl/1', 'kubectl', 'kubectl'],
	['kube-apiserver', 'apiserver', 'kube-apiserver'],
	['kube-apiserver/cacher', 'apiserver', 'kube-apiserver/cacher'],
	['etcd/lessor', 'etcd', 'etcd/lessor'],
	['kube-scheduler', 'scheduler', 'scheduler'],
	['kube-scheduler/bind/default/web/1-147', 'scheduler', 'scheduler'],
	['controller-manager/informers', 'controllers', 'controllers'],
	['controller-manager/replicaset', 'controllers', 'replicaset'],
	['controller-manager/deployment/events', 'controllers', 'deployment'],
	['kubelet/node-a', 'node/node-a', 'kubelet/node-a'],
	['kubelet/node-a/pod/default/web', 'node/node-a', 'kubelet/node-a'],
	['kube-proxy/node-b', 'node/node-b', 'kube-proxy/node-b'],
	['container/node-a/default/web/web-a57fb529', 'node/node-a', 'container/node-a'],
	['coredns', 'network', 'coredns'],
	['ingress-controller', 'network', 'ingress-controller'],
	['mesh', 'network', 'mesh'],
	['traffic/shopper', 'network', 'traffic/shopper'],
	['user/1', undefined, 'user/1'],
];

for (const [process, box, short] of processes) {
	test(`the process ${process} belongs to the box ${box ?? 'none'} and is called ${short}`, (t) => {
		t.is(boxOfProcess(process), box);
		t.is(shortProcess(process), short);
	});
}

test('a request crosses the wire in its caller’s process: its component says which box acts', (t) => {
	const stop = {step: 1, timeMs: 0, depth: 2, cause: 0, periodic: false};
	t.is(
		boxOf({...stop, process: 'kubectl/1', component: 'kube-apiserver', stage: 'apiserver.authenticate'}),
		'apiserver',
	);
	t.is(boxOf({...stop, process: 'kubelet/node-a', component: 'etcd', stage: 'etcd.txn'}), 'etcd');
	t.is(
		boxOf({...stop, process: 'kubelet/node-a/pod/default/web', component: 'cni', stage: 'cni.add.bridge'}),
		'node/node-a',
	);
	t.is(boxOf({...stop, process: 'user/1', component: 'user', stage: 'user.crash'}), undefined);
});

test('a controller is known by its process; what all share is none', (t) => {
	t.is(controllerOf('controller-manager/replicaset/events'), 'replicaset');
	t.is(controllerOf('controller-manager/informers'), undefined);
	t.is(controllerOf('kubelet/node-a'), undefined);
});

test('in a narrow box whole words stand, and names give way in their middle', (t) => {
	const fitted = (columns: number, ...parts: readonly BoxText[]): string => plainText(fitRow(parts, columns));
	const printed: BoxText = {text: '✓ deployment.apps/web created', tone: 'dim', short: ['✓ created']};
	t.is(fitted(30, printed), '✓ deployment.apps/web created');
	t.is(fitted(10, printed), '✓ created');
	t.is(fitted(9, {text: 'drain node-a --ignore-daemonsets', tone: 'dim'}), 'drain …');
	t.is(fitted(9, {text: 'keine Zeit', tone: 'dim'}), 'keine …');
	t.is(fitted(14, {text: '按你的对象创建所需', tone: 'plain', short: ['创建对象']}), '创建对象');
	const pod = (status: string, short: readonly string[]): readonly BoxText[] => [
		{text: 'web-c8bb5747c-cks6k', tone: 'plain'},
		{text: status, tone: 'good', short},
	];
	t.is(fitted(13, ...pod(' 1/1 Running', [' 1/1'])), 'we…-cks6k 1/1');
	t.is(fitted(40, ...pod(' 1/1 Running', [' 1/1'])), 'web-c8bb5747c-cks6k 1/1 Running');
	t.is(fitted(22, ...pod(' 0/1 ErrImagePull', [' ErrImagePull', ' 0/1'])), 'we…-cks6k ErrImagePull');
});
