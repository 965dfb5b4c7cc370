import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import {Ledger} from '../kernel/ledger.js';
import {all, eventsAbout, family, fromList, writesOfObjects, type Reader} from './look.js';

const owned = (name: string, owner?: string) => ({
	metadata: {name, uid: name, ...(owner === undefined ? {} : {ownerReferences: [{uid: owner}]})},
});

const world = () => {
	const {ledger} = new Kernel();
	ledger.write('/registry/deployments/default/web', owned('web'));
	ledger.write('/registry/replicasets/default/web-2', owned('web-2', 'web'));
	ledger.write('/registry/replicasets/default/web-1', owned('web-1', 'web'));
	ledger.write('/registry/pods/default/b', owned('b', 'web-1'));
	ledger.write('/registry/pods/default/a', owned('a', 'web-2'));
	ledger.write('/registry/pods/default/other', owned('other'));
	let reads = 0;
	const reader: Reader = {
		read: (key) => {
			reads++;
			return ledger.read(key);
		},
		keys: (prefix, step) => ledger.keys(prefix, step),
		versions: (key) => ledger.versions(key),
		get writes() {
			return ledger.writes;
		},
	};
	return {ledger, reader, reads: () => reads};
};

const names = (reader: Reader, key: string): readonly string[] =>
	family(reader, key).map(({object}) => object.metadata.name);

test('a family is what was made because of an object, owners before what they own, in the order of their keys', (t) => {
	const {ledger, reader} = world();
	t.deepEqual(names(reader, '/registry/deployments/default/web'), ['web', 'web-1', 'web-2', 'a', 'b']);
	t.deepEqual(names(reader, '/registry/replicasets/default/web-1'), ['web-1', 'b']);
	t.deepEqual(names(reader, '/registry/pods/default/none'), []);
	ledger.write('/registry/pods/default/c', owned('c', 'web-1'));
	ledger.delete('/registry/pods/default/b');
	t.deepEqual(names(reader, '/registry/replicasets/default/web-1'), ['web-1', 'c']);
});

test('objects that own each other are each found once', (t) => {
	const {ledger, reader} = world();
	ledger.write('/registry/pods/default/x', owned('x', 'y'));
	ledger.write('/registry/pods/default/y', owned('y', 'x'));
	t.deepEqual(names(reader, '/registry/pods/default/x'), ['x', 'y']);
});

test('the families of many objects read each object once, as long as nothing is written', (t) => {
	const {reader, reads} = world();
	names(reader, '/registry/deployments/default/web');
	const first = reads();
	for (let count = 0; count < 100; count++) {
		names(reader, '/registry/deployments/default/web');
	}

	t.is(reads(), first + 100);
});

test('questions about many objects read the events once, as long as nothing is written', (t) => {
	const {ledger, reader, reads} = world();
	for (let count = 0; count < 100; count++) {
		ledger.write(`/registry/events/default/${count}`, {
			metadata: {resourceVersion: `${1000 - count}`},
			involvedObject: {uid: `p${count % 50}`},
			reason: `${count}`,
		});
	}

	const about = (uid: string): readonly string[] =>
		eventsAbout(reader, {
			metadata: {name: uid, uid, namespace: 'default', creationTimestamp: '', resourceVersion: ''},
		}).map(({reason = ''}) => reason);
	t.deepEqual(about('p7'), ['57', '7']);
	for (let count = 0; count < 50; count++) {
		about(`p${count}`);
	}

	t.is(reads(), 100);
	ledger.write('/registry/events/default/z', {
		metadata: {resourceVersion: '2000'},
		involvedObject: {uid: 'p7'},
		reason: 'new',
	});
	t.deepEqual(about('p7'), ['57', '7', 'new']);
});

test('a list that an answer is made from is asked once', (t) => {
	const {ledger, reader} = world();
	let count = 0;
	const number = fromList((list: readonly unknown[]) => {
		count++;
		return list.length;
	});
	t.is(number(all(reader, '/registry/pods/')), 3);
	t.is(number(all(reader, '/registry/pods/')), 3);
	t.is(count, 1);
	ledger.delete('/registry/pods/default/a');
	t.is(number(all(reader, '/registry/pods/')), 2);
	t.is(count, 2);
});

test('heartbeats of nodes and the own data of components do not count as writes of objects', (t) => {
	const ledger = new Ledger();
	ledger.write('/registry/pods/default/web', {metadata: {name: 'web'}});
	const before = writesOfObjects(ledger);
	ledger.write('/registry/leases/kube-node-lease/node-a', {spec: {}});
	ledger.write('/components/kubelet/node-a/x', 1);
	t.is(writesOfObjects(ledger), before);
	ledger.write('/registry/events/default/web.1', {reason: 'Failed'});
	t.is(writesOfObjects(ledger), before + 1);
	const short = new Ledger(false);
	short.write('/components/kubelet/node-a/x', 1);
	t.is(writesOfObjects(short), 1);
});
