import test from 'ava';
import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {Backoff} from './backoff.js';
import {willRestart} from './restart.js';
import {goDuration} from '../../go/duration.js';

test('the pause between restarts doubles up to five minutes and counts from the last end', (t) => {
	const backoff = new Backoff();
	const pauses = [];
	for (let now = 0; pauses.length < 7; now += 1000) {
		backoff.next('a', now);
		pauses.push(backoff.get('a') / 1000);
	}

	t.deepEqual(pauses, [10, 20, 40, 80, 160, 300, 300]);
	t.is(backoff.leftMs('a', 101_000, 100_000), 299_000);
	t.is(backoff.leftMs('b', 0), 0);
});

test('durations are printed as Go prints them', (t) => {
	t.deepEqual(
		[10_000, 80_000, 300_000].map((ms) => goDuration(ms)),
		['10s', '1m20s', '5m0s'],
	);
});

test('restart policy and rules decide whether an ended container starts again', (t) => {
	const ends = (restartPolicy: string, exitCode: number, container: object = {}): boolean =>
		willRestart({metadata: {}, spec: {restartPolicy}} as Pod, {name: 'a', ...container} as Container, {
			state: 'EXITED',
			exitCode,
		});
	t.deepEqual(
		[ends('Always', 0), ends('Always', 1), ends('OnFailure', 0), ends('OnFailure', 1), ends('Never', 1)],
		[true, true, false, true, false],
	);
	t.true(ends('Never', 42, {restartPolicyRules: [{action: 'Restart', exitCodes: {operator: 'In', values: [42]}}]}));
});

test('a Pod that is being deleted starts no container', (t) => {
	const pod: Pod = {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
		spec: {restartPolicy: 'Always', containers: []},
		status: {},
	};
	const leaving = {...pod, metadata: {...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z'}};
	const main = {name: 'main', image: 'nginx'};
	for (const last of [undefined, {state: 'CREATED', exitCode: 0}, {state: 'EXITED', exitCode: 1}] as const) {
		t.true(willRestart(pod, main, last));
		t.false(willRestart(leaving, main, last));
	}

	t.false(willRestart(pod, main, {state: 'RUNNING', exitCode: 0}));
	t.false(willRestart(pod, main, {state: 'EXITED', exitCode: 0}, true));
});
