import test from 'ava';
import type {Stop} from '../kernel/stop.js';
import {firstClause, milestones} from './milestones.js';

/** A chain, the nearest first, from `process stage` each. */
const chainOf = (...links: readonly string[]): readonly Stop[] =>
	links.map((link, index): Stop => {
		const [process = '', stage = ''] = link.split(' ');
		return {
			step: links.length - index,
			cause: links.length - index - 1,
			process,
			stage,
			component: process.split('/')[0] ?? '',
			timeMs: 0,
			depth: 0,
			periodic: false,
		};
	});

const shown = (...links: readonly string[]) =>
	milestones(chainOf(...links)).map(({process, stage}) => `${process} ${stage}`);

test('of each who took part the last decision is a milestone; where they are few, that it was stored and who heard of it', (t) => {
	t.deepEqual(
		shown(
			'kube-scheduler/bind/default/web/1 etcd.txn',
			'kube-scheduler/bind/default/web/1 apiserver.store',
			'kube-scheduler/bind/default/web/1 scheduler.bind',
			'kube-apiserver/cacher apiserver.watch',
			'controller-manager/replicaset etcd.txn',
			'controller-manager/replicaset controller.replicaset.create',
			'controller-manager/informers controller.replicaset.enqueue',
			'kubectl/1 etcd.txn',
			'kubectl/1 kubectl.request',
			'kubectl/1 kubectl.parse',
		),
		[
			'kube-scheduler/bind/default/web/1 etcd.txn',
			'kube-scheduler/bind/default/web/1 scheduler.bind',
			'kube-apiserver/cacher apiserver.watch',
			'controller-manager/replicaset etcd.txn',
			'controller-manager/replicaset controller.replicaset.create',
		],
	);
});

test('where kubectl prints that something failed, what failed is a milestone', (t) => {
	const outcomes = ['refused', 'failed'] as const;
	const failed = chainOf(
		'kubectl/1 kubectl.print',
		'kubectl/1 apiserver.respond',
		'kubectl/1 apiserver.route',
		'kubectl/1 kubectl.request',
	).map((stop, index): Stop => ({...stop, outcome: outcomes[index]}));
	t.deepEqual(
		milestones(failed).map(({stage}) => stage),
		['kubectl.print', 'apiserver.respond', 'kubectl.request'],
	);
});

test('where few took part, more of what they decided is told, each kind of decision once', (t) => {
	t.deepEqual(
		shown(
			'kubelet/node-a/pod/default/web cri.StartContainer',
			'kubelet/node-a/pod/default/web kubelet.pull',
			'kubelet/node-a kubelet.admit',
			'kubelet/node-a kubelet.admit',
			'kubectl/1 kubectl.request',
			'kubectl/1 kubectl.parse',
		),
		[
			'kubelet/node-a/pod/default/web cri.StartContainer',
			'kubelet/node-a/pod/default/web kubelet.pull',
			'kubelet/node-a kubelet.admit',
			'kubectl/1 kubectl.request',
		],
	);
});

test('there are at most eight: the nearest and the first ones', (t) => {
	const long = Array.from({length: 20}, (_, index) => `controller-manager/c${index} controller.c${index}.sync`);
	t.deepEqual(
		shown(...long).map((link) => link.split(' ')[0]?.slice('controller-manager/'.length)),
		['c0', 'c1', 'c2', 'c3', 'c16', 'c17', 'c18', 'c19'],
	);
});

test('a chain of one stop is that stop, and none is none', (t) => {
	t.deepEqual(shown('kubectl/1 kubectl.parse'), ['kubectl/1 kubectl.parse']);
	t.deepEqual(shown(), []);
});

for (const [sentence, clause] of [
	['ReplicaSet web creates a Pod; it wants 2.', 'ReplicaSet web creates a Pod'],
	['kubelet starts nginx:1.27 in web. It runs.', 'kubelet starts nginx:1.27 in web'],
	['kubelet 启动 nginx:1.27。它在运行。', 'kubelet 启动 nginx:1.27'],
	['申领在等；没有卷。', '申领在等'],
	['', ''],
] as const) {
	test(`the first clause of "${sentence}" is "${clause}"`, (t) => {
		t.is(firstClause(sentence), clause);
	});
}
