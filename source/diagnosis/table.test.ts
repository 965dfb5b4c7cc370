import test from 'ava';
import {Kernel} from '../kernel/kernel.js';
import type {Reader} from './look.js';
import {blockagesOf} from './table.js';

/** The number of objects that are read to find why each of so many Pods is pending. */
const readsFor = (pods: number): number => {
	const {ledger} = new Kernel();
	const keys = Array.from({length: pods}, (_, index) => `/registry/pods/default/p${index}`);
	for (const key of keys) {
		ledger.write(key, {
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name: key.slice(23), namespace: 'default', uid: key, creationTimestamp: '', resourceVersion: '1'},
			spec: {containers: [{name: 'c', image: 'nginx'}]},
			status: {
				phase: 'Pending',
				conditions: [
					{
						type: 'PodScheduled',
						status: 'False',
						reason: 'Unschedulable',
						message: '0/3 nodes are available: 3 Too many pods.',
					},
				],
			},
		});
		ledger.write(`/registry/events/default/${key.slice(23)}.1`, {
			metadata: {resourceVersion: '2'},
			reason: 'FailedScheduling',
			involvedObject: {uid: key},
		});
	}

	let reads = 0;
	const reader: Reader = {
		read: (key) => {
			reads++;
			return ledger.read(key);
		},
		keys: (prefix) => ledger.keys(prefix),
		versions: (key) => ledger.versions(key),
		writes: ledger.writes,
	};
	const found = keys.flatMap((key) =>
		blockagesOf(key, {ledger: reader, wallMs: 0, ignoresPolicies: false, waitingIn: () => undefined}),
	);
	return found.length === pods ? reads : Number.NaN;
};

test('twice as many pending Pods take twice as many reads to explain, not four times', (t) => {
	const [some, more] = [readsFor(100), readsFor(200)];
	t.true(some > 100);
	t.true(more <= some * 2.1, `${some} reads became ${more}`);
});
