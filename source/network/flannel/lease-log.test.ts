import test from 'ava';
import {LeaseLog, type LeaseChange} from './lease-log.js';

const change = (node: string, address?: string): LeaseChange => ({
	node,
	lease: address === undefined ? undefined : [{podCIDR: '10.244.0.0/24', address}],
});

/** The data of a daemon after these changes. */
const read = (log: LeaseLog, changes: readonly LeaseChange[]) => {
	let position = {log, version: 0};
	for (const each of changes) {
		position = position.log.after(position.version, each) ?? position;
	}

	return {...position, nodes: [...position.log.leasesAt(position.version).keys()]};
};

const [a, b, c] = [change('a', '10.0.0.1'), change('b', '10.0.0.2'), change('c', '10.0.0.3')];

test('daemons that learn the same changes share one log, wherever each one stands', (t) => {
	const log = new LeaseLog();
	const ahead = read(log, [a, b, c, change('b')]);
	const behind = read(log, [change('a', '10.0.0.1'), b]);
	t.is(ahead.log, log);
	t.is(behind.log, log);
	t.deepEqual(ahead.nodes, ['a', 'c']);
	t.deepEqual(behind.nodes, ['a', 'b']);
	t.deepEqual(behind.log.leaseOf('b', behind.version), b.lease);
	t.is(ahead.log.leaseOf('b', ahead.version), undefined);
});

test('what is known already is no change, and what was changed can change back', (t) => {
	const log = new LeaseLog();
	t.is(log.after(0, change('a')), undefined);
	const {version, nodes} = read(log, [a, a, change('a', '10.0.0.9'), change('a'), a]);
	t.is(version, 4);
	t.deepEqual(nodes, ['a']);
	t.deepEqual(log.leaseOf('a', 2), [{podCIDR: '10.244.0.0/24', address: '10.0.0.9'}]);
});

test('daemons that learn the changes in another order share a log of their own', (t) => {
	const log = new LeaseLog();
	const first = read(log, [a, b, c]);
	const second = read(log, [a, c, b]);
	const third = read(log, [a, c, b]);
	t.not(second.log, first.log);
	t.is(third.log, second.log);
	t.deepEqual(first.nodes, ['a', 'b', 'c']);
	t.deepEqual(second.nodes, ['a', 'c', 'b']);
});
