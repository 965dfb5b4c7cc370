import test from 'ava';
import type {PersistentVolumeClaim, PersistentVolumeClaimStatus} from '../../objects/kubernetes.generated.js';
import {resizePlan, withResize} from './resize-status.js';

const claim = (wanted: string, status: PersistentVolumeClaimStatus): PersistentVolumeClaim => ({
	apiVersion: 'v1',
	kind: 'PersistentVolumeClaim',
	metadata: {name: 'data', namespace: 'a', uid: 'u', creationTimestamp: '', resourceVersion: '1'},
	spec: {resources: {requests: {storage: wanted}}},
	status: {phase: 'Bound', capacity: {storage: '1Gi'}, ...status},
});

for (const [title, own, plan] of [
	['as large as it asks for', claim('1Gi', {}), 'none'],
	['not bound', claim('2Gi', {phase: 'Pending'}), 'none'],
	['larger than it asks for', claim('1Gi', {capacity: {storage: '2Gi'}}), 'none'],
	['too small', claim('2Gi', {}), 'controller'],
	[
		'grown, but for its file system',
		claim('2Gi', {allocatedResources: {storage: '2Gi'}, allocatedResourceStatuses: {storage: 'NodeResizePending'}}),
		'node',
	],
	[
		'asked for more meanwhile',
		claim('3Gi', {allocatedResources: {storage: '2Gi'}, allocatedResourceStatuses: {storage: 'NodeResizePending'}}),
		'controller',
	],
] as const) {
	test(`who resizes a claim that is ${title}: ${plan}`, (t) => {
		t.is(resizePlan(own), plan);
	});
}

test('a claim says how far its resize is', (t) => {
	const now = '2026-01-01T00:00:00Z';
	const begun = withResize(claim('2Gi', {}), {case: 'begin', size: '2Gi'}, now);
	t.deepEqual(begun.allocatedResources, {storage: '2Gi'});
	t.deepEqual(begun.allocatedResourceStatuses, {storage: 'ControllerResizeInProgress'});
	const pending = withResize(claim('2Gi', begun), {case: 'node-pending'}, now);
	t.deepEqual(
		pending.conditions?.map(({type, message}) => [type, message]),
		[
			['Resizing', undefined],
			[
				'FileSystemResizePending',
				'Waiting for user to (re-)start a pod to finish file system resize of volume on node.',
			],
		],
	);
	t.deepEqual(pending.allocatedResourceStatuses, {storage: 'NodeResizePending'});
	const refused = withResize(
		claim('2Gi', begun),
		{case: 'failed', message: 'rpc error: code = OutOfRange desc = no'},
		now,
	);
	t.deepEqual(refused.allocatedResourceStatuses, {storage: 'ControllerResizeInfeasible'});
	t.is(refused.conditions?.at(-1)?.message, 'failed to expand pvc with rpc error: code = OutOfRange desc = no');
});
