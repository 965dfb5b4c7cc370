import test from 'ava';
import type {Node, Pod} from '../../objects/kubernetes.generated.js';
import {allowsMultiAttach, detachment, multiAttachError, operationBackoffMs} from './decisions.js';

const node = (ready: string, volumesInUse: readonly string[], taint?: string): Node => ({
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name: 'node-a', namespace: '', uid: 'u', creationTimestamp: '', resourceVersion: '1'},
	spec: taint === undefined ? {} : {taints: [{key: taint, effect: 'NoExecute'}]},
	status: {volumesInUse, conditions: [{type: 'Ready', status: ready}]},
});

for (const {title, of, waitedMs = 0, expected} of [
	{title: 'unmounted', of: node('True', []), expected: {case: 'detach', force: undefined}},
	{title: 'on a node that is gone', of: undefined, expected: {case: 'detach', force: undefined}},
	{title: 'mounted', of: node('True', ['v']), waitedMs: 400_000, expected: {case: 'wait', leftMs: undefined}},
	{
		title: 'mounted on a node that is not ready',
		of: node('Unknown', ['v']),
		waitedMs: 60_000,
		expected: {case: 'wait', leftMs: 300_001},
	},
	{
		title: 'mounted for just under six minutes on a node that is not ready',
		of: node('Unknown', ['v']),
		waitedMs: 360_000,
		expected: {case: 'wait', leftMs: 1},
	},
	{
		title: 'mounted for six minutes on a node that is not ready',
		of: node('Unknown', ['v']),
		waitedMs: 360_001,
		expected: {case: 'detach', force: 'timeout'},
	},
	{
		title: 'mounted on a node that is out of service',
		of: node('Unknown', ['v'], 'node.kubernetes.io/out-of-service'),
		expected: {case: 'detach', force: 'out-of-service'},
	},
]) {
	test(`a volume that nobody needs is detached, or waited for: ${title}`, (t) => {
		t.deepEqual(detachment(of, 'v', waitedMs), expected as ReturnType<typeof detachment>);
	});
}

const pod = (namespace: string, name: string): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {namespace, name, uid: name, creationTimestamp: '', resourceVersion: '1'},
	spec: {containers: []},
	status: {},
});

for (const [users, why] of [
	[[], "Volume is already exclusively attached to one node and can't be attached to another"],
	[[pod('a', 'x'), pod('a', 'y')], 'Volume is already used by pod(s) x, y'],
	[[pod('a', 'x'), pod('b', 'y')], 'Volume is already used by pod(s) x and 1 pod(s) in different namespaces'],
	[[pod('b', 'y')], 'Volume is already used by 1 pod(s) in different namespaces'],
] as const) {
	test(`a volume on another node is refused: ${why}`, (t) => {
		t.is(multiAttachError('pv', pod('a', 'new'), users), `Multi-Attach error for volume "pv" ${why}`);
	});
}

test('volumes that several nodes may use are attached to all of them', (t) => {
	t.deepEqual(
		[['ReadWriteOnce'], ['ReadWriteOncePod'], ['ReadOnlyMany'], ['ReadWriteOnce', 'ReadWriteMany'], []].map((modes) =>
			allowsMultiAttach(modes as Parameters<typeof allowsMultiAttach>[0]),
		),
		[false, false, true, true, true],
	);
});

test('failures in a row make the pauses longer, up to 2 minutes and 2 seconds', (t) => {
	t.deepEqual([1, 2, 3, 9, 60].map(operationBackoffMs), [500, 1000, 2000, 122_000, 122_000]);
});
