import test from 'ava';
import {Etcd} from '../../etcd/etcd.js';
import {Kernel} from '../../kernel/kernel.js';
import {Mailbox} from '../../kernel/mailbox.js';
import {receive} from '../../kernel/routine.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import {resourceNamed} from '../../objects/resources.js';
import {nestedString} from '../../objects/unstructured.js';
import {must} from '../../testing/must.js';
import {Cacher} from './cacher.js';
import type {Watcher} from './watchers.js';

/** An etcd whose changes reach the watch cache after 50 ms. */
const slow = () => {
	const kernel = new Kernel({latencies: {'etcd.watch': 50}});
	const etcd = new Etcd<KubernetesObject>(kernel);
	const cacher = new Cacher(kernel, etcd);
	kernel.spawn('kube-apiserver', 'kube-apiserver', function* () {
		cacher.start();
		yield* receive(new Mailbox('kube-apiserver'));
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

test('watchers that select by name are found through an index, and all are told in the order in which they came', (t) => {
	const {kernel, cacher, advance, put} = slow();
	advance(1);
	kernel.processes.restart('kube-apiserver/cacher');
	advance(1);
	const told: string[] = [];
	const watch = (name: string, options: Partial<Watcher> = {}): void => {
		cacher.of(must(resourceNamed('pods'), 'pods')).watchers.add({
			id: cacher.nextID(),
			name,
			namespace: '',
			matches: ({metadata}) => options.objectName === undefined || metadata.name === options.objectName,
			bookmarks: false,
			sent: 0,
			send: ({type}) => told.push(`${name} ${type}`),
			...options,
		});
	};

	watch('first');
	watch('web', {objectName: 'web'});
	watch('db', {objectName: 'db'});
	watch('idle', {ignores: (before, after) => before.metadata.uid === after.metadata.uid});
	watch('elsewhere', {namespace: 'kube-system'});
	watch('last');
	put('first');
	put('second');
	const names: unknown[] = [];
	for (let stop = kernel.step(100); stop; stop = kernel.step(100)) {
		names.push(stop.facts?.['watchers']);
	}

	t.deepEqual(names, [
		['first', 'web', 'idle', 'last'],
		['first', 'web', 'idle', 'last'],
	]);
	t.deepEqual(told, [
		'first ADDED',
		'web ADDED',
		'idle ADDED',
		'last ADDED',
		'first MODIFIED',
		'web MODIFIED',
		'last MODIFIED',
	]);
});

test('a watch cache that starts again takes nothing in twice: what was on its way to it is in etcd', (t) => {
	const {kernel, etcd, cacher, advance, put} = slow();
	advance(1);
	put('first');
	put('second');
	kernel.processes.crash('kube-apiserver/cacher');
	kernel.processes.restart('kube-apiserver/cacher');
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

test('a watch cache that starts again forgets what was deleted meanwhile', (t) => {
	const {kernel, etcd, cacher, advance, put} = slow();
	advance(1);
	kernel.processes.restart('kube-apiserver/cacher');
	advance(1);
	cacher.of(must(resourceNamed('pods'), 'pods'));
	put('first');
	advance(100);
	t.is(cacher.list('pods').length, 1);
	kernel.processes.crash('kube-apiserver/cacher');
	etcd.commit([{type: 'delete', key: '/registry/pods/default/web'}]);
	kernel.processes.restart('kube-apiserver/cacher');
	advance(100);
	t.is(cacher.get('pods', 'default', 'web'), undefined);
	t.deepEqual(cacher.list('pods'), []);
});

test('a deletion has the version that it made, and a bookmark that of the cache', (t) => {
	const {etcd, cacher, advance, put} = slow();
	advance(1);
	const told: string[] = [];
	cacher.of(must(resourceNamed('pods'), 'pods')).watchers.add({
		id: cacher.nextID(),
		name: 'follower',
		namespace: '',
		matches: () => true,
		bookmarks: true,
		sent: 0,
		send: ({type, object}) => told.push(`${type} ${nestedString(object, 'metadata', 'resourceVersion')}`),
	});
	put('first');
	const made = etcd.revision;
	etcd.commit([{type: 'delete', key: '/registry/pods/default/web'}]);
	advance(1000);
	t.deepEqual(told, [`ADDED ${made}`, `DELETED ${made + 1}`]);
	etcd.commit([
		{
			type: 'put',
			key: '/registry/configmaps/default/other',
			value: {
				apiVersion: 'v1',
				kind: 'ConfigMap',
				metadata: {
					namespace: 'default',
					name: 'other',
					uid: '2',
					resourceVersion: String(etcd.revision + 1),
					creationTimestamp: '2026-01-01T00:00:00Z',
				},
			},
		},
	]);
	advance(120_000);
	t.deepEqual(told.slice(2), [`BOOKMARK ${etcd.revision}`]);
});
