import test from 'ava';
import {Etcd} from '../../etcd/etcd.js';
import {Kernel} from '../../kernel/kernel.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {Cacher} from './cacher.js';

/** An etcd whose news take 50 ms to the watch cache. */
const slow = () => {
	const kernel = new Kernel({latencies: {'etcd.watch': 50}});
	const etcd = new Etcd<KubernetesObject>(kernel);
	const cacher = new Cacher(kernel, etcd);
	kernel.spawn('kube-apiserver', 'kube-apiserver', function* () {
		cacher.start();
	});
	/** Lets time pass. @returns the number of changes that the cache passed on. */
	const advance = (ms: number) => {
		const untilMs = kernel.now + ms;
		let passed = 0;
		for (let stop = kernel.step(untilMs); stop; stop = kernel.step(untilMs)) {
			passed += stop.stage === 'apiserver.watch' ? 1 : 0;
		}

		return passed;
	};
	const put = (phase: string) => {
		etcd.commit([
			{
				type: 'put',
				key: '/registry/pods/default/web',
				value: {
					apiVersion: 'v1',
					kind: 'Pod',
					metadata: {
						namespace: 'default',
						name: 'web',
						uid: '1',
						resourceVersion: String(etcd.revision + 1),
						creationTimestamp: '2026-01-01T00:00:00Z',
						labels: {phase},
					},
				},
			},
		]);
	};
	return {kernel, etcd, cacher, advance, put};
};

test('a watch cache that starts again takes nothing in twice: what was on its way to it is in etcd', (t) => {
	const {kernel, etcd, cacher, advance, put} = slow();
	advance(1);
	put('first');
	put('second');
	kernel.crash('kube-apiserver/cacher');
	kernel.restart('kube-apiserver/cacher');
	advance(10);
	t.is(cacher.revision, etcd.revision);
	t.is(advance(100), 0);
	t.is(cacher.revision, etcd.revision);
	t.like(cacher.get('pods', 'default', 'web'), {metadata: {labels: {phase: 'second'}}});
	put('third');
	t.is(advance(100), 1);
	t.like(cacher.get('pods', 'default', 'web'), {metadata: {labels: {phase: 'third'}}});
	t.is(cacher.list('pods').length, 1);
});
