import test from 'ava';
import {heldForMs, instancesOf, ownSpec} from './leader-election.js';

test('a Lease is another one’s until it has not changed for its duration, counted from when that was seen', (t) => {
	const spec = {holderIdentity: 'b', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z'};
	const table = [
		[{spec, atMs: 1000}, 1000, 15_000],
		[{spec, atMs: 1000}, 15_999, 1],
		[{spec, atMs: 1000}, 16_000, 0],
		[{spec: {...spec, holderIdentity: 'a'}, atMs: 1000}, 1000, 0],
		[{spec: {...spec, holderIdentity: ''}, atMs: 1000}, 1000, 0],
		[{spec: {...spec, leaseDurationSeconds: 60}, atMs: 0}, 1000, 59_000],
	] as const;
	for (const [observed, nowMs, expected] of table) {
		t.is(heldForMs(observed, 'a', nowMs), expected);
	}
});

test('who takes a Lease over counts a transition; who renews it keeps its time of acquisition', (t) => {
	const [then, now] = ['2026-01-01T00:00:00.000000Z', '2026-01-01T00:01:00.000000Z'];
	const first = ownSpec(undefined, 'a', then);
	t.deepEqual(first, {
		acquireTime: then,
		holderIdentity: 'a',
		leaseDurationSeconds: 15,
		leaseTransitions: 0,
		renewTime: then,
	});
	t.deepEqual(ownSpec(first, 'a', now), {...first, renewTime: now});
	t.deepEqual(ownSpec(first, 'b', now), {
		...first,
		acquireTime: now,
		holderIdentity: 'b',
		leaseTransitions: 1,
		renewTime: now,
	});
});

test('the first instance has the name of its program', (t) => {
	t.deepEqual(instancesOf('kube-scheduler'), ['kube-scheduler']);
	t.deepEqual(instancesOf('kube-scheduler', 3), ['kube-scheduler', 'kube-scheduler-2', 'kube-scheduler-3']);
});
