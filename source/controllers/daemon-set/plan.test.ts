import test from 'ava';
import type {DaemonSet, Node, Pod, Taint} from '../../objects/kubernetes.generated.js';
import {revisionLabel} from '../revision-history.js';
import {FailedPodsBackoff} from './failed-pods-backoff.js';
import {daemonTolerations, planDaemonSet} from './plan.js';

const setOf = (rollingUpdate: object) =>
	({
		metadata: {name: 'agent', namespace: 'default', uid: 'set'},
		spec: {template: {spec: {containers: []}}, updateStrategy: {type: 'RollingUpdate', rollingUpdate}},
	}) as unknown as DaemonSet;

/** A Pod in shorthand: `o`ld or `n`ew, in capitals when it is available. */
const podOf = (sign: string, node: string) =>
	({
		metadata: {
			name: `${sign}-${node}`,
			creationTimestamp: sign.toLowerCase() === 'o' ? '2026-01-01T00:00:00Z' : '2026-01-01T00:01:00Z',
			labels: {[revisionLabel]: sign.toLowerCase() === 'o' ? 'old' : 'new'},
		},
		spec: {nodeName: node, containers: []},
		status: {
			phase: 'Running',
			conditions: [
				{
					type: 'Ready',
					status: sign === sign.toUpperCase() ? 'True' : 'False',
					lastTransitionTime: '2026-01-01T00:02:00Z',
				},
			],
		},
	}) as unknown as Pod;

const nodeOf = (name: string, taints: readonly Taint[]): Node => ({
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name, namespace: '', uid: name, resourceVersion: '1', creationTimestamp: ''},
	spec: {taints},
	status: {},
});

// The strategy, the Pods of each node, the nodes that get a Pod, the Pods that are deleted.
const updates: ReadonlyArray<readonly [string, object, readonly string[], readonly string[], readonly string[]]> = [
	['one by one', {maxUnavailable: 1}, ['O', 'O', 'O'], [], ['O-a']],
	['waits for the new one', {maxUnavailable: 1}, ['n', 'O', 'O'], [], []],
	['what serves nobody goes at once', {maxUnavailable: 1}, ['O', 'o', 'O'], [], ['o-b']],
	['none may miss: one does', {maxUnavailable: 0}, ['O', 'O'], [], ['O-a']],
	['a share is rounded up', {maxUnavailable: '34%'}, ['O', 'O', 'O'], [], ['O-a', 'O-b']],
	['a surge makes the new one first', {maxSurge: 1, maxUnavailable: 0}, ['O', 'O', 'O'], ['a'], []],
	['a surge waits for it', {maxSurge: 1, maxUnavailable: 0}, ['On', 'O', 'O'], [], []],
	['then the old one goes, the next surges', {maxSurge: 1, maxUnavailable: 0}, ['ON', 'O', 'O'], ['b'], ['O-a']],
	['no limit where the old one serves nobody', {maxSurge: 1, maxUnavailable: 0}, ['o', 'o', 'O'], ['a', 'b', 'c'], []],
	['a surge of a share', {maxSurge: '50%', maxUnavailable: 0}, ['O', 'O', 'O'], ['a', 'b'], []],
	['a surge at its end', {maxSurge: 1, maxUnavailable: 0}, ['N', 'N'], [], []],
	['a second new Pod is too much', {maxSurge: 1, maxUnavailable: 0}, ['NN', 'N'], [], ['N-a']],
];

for (const [name, strategy, signs, create, remove] of updates) {
	test(`update of a DaemonSet: ${name}`, (t) => {
		const names = ['a', 'b', 'c'].slice(0, signs.length);
		const nodes = names.map((node) => nodeOf(node, []));
		const pods = signs.flatMap((text, index) => [...text].map((sign) => podOf(sign, names[index]!)));
		const plan = planDaemonSet(setOf(strategy), nodes, pods, 'new', Date.parse('2026-01-01T01:00:00Z'));
		t.deepEqual(plan.create, create);
		t.deepEqual(
			plan.remove.map(({pod}) => pod.metadata.name),
			remove,
		);
	});
}

test('a DaemonSet waits until the Pod that leaves a node is gone', (t) => {
	const leaving = {...podOf('O', 'a'), metadata: {...podOf('O', 'a').metadata, deletionTimestamp: 'now'}};
	const plan = (pods: readonly Pod[]) =>
		planDaemonSet(setOf({}), [nodeOf('a', [])], pods, 'old', Date.parse('2026-01-01T01:00:00Z'));
	t.deepEqual(plan([leaving]), {create: [], remove: []});
	t.deepEqual(plan([]), {create: ['a'], remove: []});
	const failed = {...podOf('o', 'a'), status: {phase: 'Failed' as const}};
	t.deepEqual(plan([failed]), {create: ['a'], remove: [{pod: failed, why: 'failed'}]});
});

test('a node that its taints close keeps the Pod that is there, and one that sends Pods away loses it', (t) => {
	const names = (taints: readonly Taint[], pods: readonly Pod[]) => {
		const {create, remove} = planDaemonSet(setOf({}), [nodeOf('a', taints)], pods, 'old', 0);
		return [create, remove.map(({pod, why}) => `${pod.metadata.name} ${why}`)];
	};
	t.deepEqual(names([{key: 'gpu', effect: 'NoSchedule'}], [podOf('O', 'a')]), [[], []]);
	t.deepEqual(names([{key: 'gpu', effect: 'NoSchedule'}], []), [[], []]);
	t.deepEqual(names([{key: 'gpu', effect: 'NoExecute'}], [podOf('O', 'a')]), [[], ['O-a unsuitable']]);
	t.deepEqual(names([{key: 'node.kubernetes.io/not-ready', effect: 'NoExecute'}], []), [['a'], []]);
});

test('a failed Pod stays until the back-off of its node has passed', (t) => {
	const failed = {...podOf('o', 'a'), status: {phase: 'Failed' as const}};
	const plan = (held: ReadonlyMap<Pod, number>) =>
		planDaemonSet(setOf({}), [nodeOf('a', [])], [failed], 'old', Date.parse('2026-01-01T01:00:00Z'), held);
	t.deepEqual(plan(new Map([[failed, 1000]])), {create: [], remove: []});
	t.deepEqual(plan(new Map()), {create: ['a'], remove: [{pod: failed, why: 'failed'}]});
});

test('the back-off of a node doubles from 1 s to 15 min, and begins again after 30 min', (t) => {
	const backoff = new FailedPodsBackoff();
	t.is(backoff.delayMs('set/1/a', 0), undefined);
	let nowMs = 0;
	const delays = Array.from({length: 12}, () => {
		backoff.deleted('set/1/a', nowMs);
		const delayMs = backoff.delayMs('set/1/a', nowMs) ?? 0;
		nowMs += delayMs;
		t.is(backoff.delayMs('set/1/a', nowMs), undefined);
		return delayMs / 1000;
	});
	t.deepEqual(delays, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
	t.is(backoff.delayMs('set/1/b', nowMs), undefined);
	nowMs += 900_001;
	backoff.deleted('set/1/a', nowMs);
	t.is(backoff.delayMs('set/1/a', nowMs), 1000);
});

test('a share of maxUnavailable counts only the nodes that the DaemonSet runs on', (t) => {
	const closed = ['c', 'd', 'e', 'f'].map((name) => nodeOf(name, [{key: 'gpu', effect: 'NoSchedule'}]));
	const nodes = [nodeOf('a', []), nodeOf('b', []), ...closed];
	const pods = ['a', 'b'].map((node) => podOf('O', node));
	const {remove} = planDaemonSet(
		setOf({maxUnavailable: '50%'}),
		nodes,
		pods,
		'new',
		Date.parse('2026-01-01T01:00:00Z'),
	);
	t.is(remove.length, 1);
});

test('only a daemon Pod in the network of its node tolerates that the node has no network yet', (t) => {
	const keys = (hostNetwork: boolean) =>
		daemonTolerations({spec: {hostNetwork, containers: []}}).map(({key}) => key ?? '');
	const key = 'node.kubernetes.io/network-unavailable';
	t.true(keys(true).includes(key));
	t.false(keys(false).includes(key));
});
