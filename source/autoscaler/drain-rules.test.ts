import test from 'ava';
import type {Pod, PodDisruptionBudget} from '../objects/kubernetes.generated.js';
import {drainOf, safeToEvict, type DrainContext} from './drain-rules.js';

type Parts = Partial<Pick<Pod, 'spec' | 'status'>> & {readonly metadata?: Partial<Pod['metadata']>};

const owned = (kind: string) => [{apiVersion: 'apps/v1', kind, name: 'web', uid: 'w', controller: true}];

const podWith = ({metadata, spec, status}: Parts = {}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name: 'web-1',
		namespace: 'default',
		uid: 'u',
		resourceVersion: '1',
		creationTimestamp: '2026-01-01T00:00:00Z',
		labels: {app: 'web'},
		ownerReferences: owned('ReplicaSet'),
		...metadata,
	},
	spec: {containers: [], ...spec},
	status: {phase: 'Running', ...status},
});

const budgetWith = (disruptionsAllowed: number): PodDisruptionBudget => ({
	apiVersion: 'policy/v1',
	kind: 'PodDisruptionBudget',
	metadata: {
		name: 'web',
		namespace: 'default',
		uid: 'b',
		resourceVersion: '1',
		creationTimestamp: '2026-01-01T00:00:00Z',
	},
	spec: {selector: {matchLabels: {app: 'web'}}},
	status: {currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed, expectedPods: 1},
});

const context = (more: Partial<DrainContext> = {}): DrainContext => ({
	nowMs: Date.UTC(2026, 0, 1, 0, 10),
	budgets: () => [],
	exists: () => true,
	...more,
});

const annotated = (value: string): Parts => ({metadata: {annotations: {[safeToEvict]: value}}});
const local = {containers: [], volumes: [{name: 'cache', emptyDir: {}}]};

const cases: ReadonlyArray<readonly [what: string, pod: Parts, expected: string, context?: Partial<DrainContext>]> = [
	['a Pod of a ReplicaSet moves', {}, 'move'],
	['a Pod of a DaemonSet goes with its node', {metadata: {ownerReferences: owned('DaemonSet')}}, 'daemon'],
	['a Pod without an owner keeps its node', {metadata: {ownerReferences: []}}, 'NotReplicated'],
	['so does a Pod of an operator', {metadata: {ownerReferences: owned('Postgres')}}, 'NotReplicated'],
	['so does a Pod whose owner is gone', {}, 'ControllerNotFound', {exists: () => false}],
	['local storage keeps a node', {spec: local}, 'LocalStorageRequested'],
	[
		'memory is not local storage',
		{spec: {containers: [], volumes: [{name: 'm', emptyDir: {medium: 'Memory'}}]}},
		'move',
	],
	[
		'an annotation names local volumes that may be lost',
		{spec: local, metadata: {annotations: {'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': 'cache'}}},
		'move',
	],
	['an annotation allows the eviction', {...annotated('true'), spec: local}, 'move'],
	['an annotation forbids it', annotated('false'), 'NotSafeToEvictAnnotation'],
	['an annotation has the node wait', annotated('on-completion'), 'wait'],
	['a budget without a disruption to spare keeps a node', {}, 'NotEnoughPdb', {budgets: () => [budgetWith(0)]}],
	['a budget with one does not', {}, 'move', {budgets: () => [budgetWith(1)]}],
	[
		'a young system Pod without a budget keeps a node',
		{metadata: {namespace: 'kube-system'}},
		'UnmovableKubeSystemPod',
	],
	['after an hour it moves', {metadata: {namespace: 'kube-system'}}, 'move', {nowMs: Date.UTC(2026, 0, 1, 1, 0, 1)}],
	[
		'a static Pod does not count',
		{metadata: {annotations: {'kubernetes.io/config.mirror': 'x'}, ownerReferences: owned('Node')}},
		'skip',
	],
	[
		'a Pod that should have gone long ago does not count',
		{metadata: {deletionTimestamp: '2026-01-01T00:01:00Z', ownerReferences: []}},
		'skip',
	],
	['a Pod that has failed moves', {metadata: {ownerReferences: []}, status: {phase: 'Failed'}}, 'move'],
];

for (const [what, parts, expected, more] of cases) {
	test(what, (t) => {
		const drain = drainOf(podWith(parts), context(more));
		t.is<string, string>(drain.kind === 'blocked' ? drain.reason : drain.kind, expected);
	});
}
