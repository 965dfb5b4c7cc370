import test from 'ava';
import type {Pod, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {readyStatus, webTemplate} from '../../testing/controllers-world.js';
import {replicaSetStatus, sameReplicaSetStatus} from './replica-set-status.js';

const stored = {namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''};

const set = (minReadySeconds: number, status: ReplicaSet['status'] = {replicas: 0}): ReplicaSet => ({
	apiVersion: 'apps/v1',
	kind: 'ReplicaSet',
	metadata: {name: 'web', ...stored, generation: 4},
	spec: {
		replicas: 3,
		minReadySeconds,
		selector: {matchLabels: {app: 'web'}},
		template: webTemplate('nginx'),
	},
	status,
});

const pod = (isReady: boolean, labels: Pod['metadata']['labels'] = {app: 'web'}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', ...stored, labels},
	spec: {containers: []},
	status: isReady ? readyStatus() : {phase: 'Pending'},
});

/** Ten seconds after the Pods have become ready. */
const nowMs = Date.parse('2025-12-31T00:00:10Z');

const pods = [
	{example: pod(true), size: 5},
	{example: pod(false), size: 3},
	{example: pod(true, {app: 'other'}), size: 2},
];

for (const [minReadySeconds, available] of [
	[0, 7],
	[10, 7],
	[11, undefined],
] as const) {
	test(`a status counts each Pod of a group: ${minReadySeconds} s after readiness Pods are available`, (t) => {
		const status = replicaSetStatus(set(minReadySeconds), pods, 1, undefined, nowMs, 'now');
		t.deepEqual(status, {
			replicas: 10,
			fullyLabeledReplicas: 8,
			readyReplicas: 7,
			...(available === undefined ? {} : {availableReplicas: available}),
			terminatingReplicas: 1,
			observedGeneration: 4,
		});
	});
}

test('a failure stays as it was found first, and leaves with its cause', (t) => {
	const failure = {reason: 'FailedCreate', message: 'exceeded quota'} as const;
	const failed = replicaSetStatus(set(0), [], 0, failure, nowMs, 'now');
	t.deepEqual(failed.conditions, [{type: 'ReplicaFailure', status: 'True', lastTransitionTime: 'now', ...failure}]);
	const again = replicaSetStatus(set(0, failed), [], 0, {...failure, message: 'another'}, nowMs, 'later');
	t.deepEqual(again.conditions, failed.conditions);
	t.true(sameReplicaSetStatus(failed, again));
	const mended = replicaSetStatus(set(0, failed), [], 0, undefined, nowMs, 'later');
	t.is(mended.conditions, undefined);
	t.false(sameReplicaSetStatus(failed, mended));
	t.false(sameReplicaSetStatus(undefined, mended));
	t.false(sameReplicaSetStatus({...mended, readyReplicas: 1}, mended));
});
