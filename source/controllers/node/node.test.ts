import test from 'ava';
import type {Node, Pod, Taint, Toleration} from '../../objects/kubernetes.generated.js';
import {readyStatus, webPod, ControllersWorld} from '../../testing/controllers-world.js';
import {conditionTaintsOf, evictionTaintsOf, silentConditions} from './node-lifecycle.js';
import {isOutOfService, leftovers} from './pod-garbage-collector.js';
import {staySeconds} from '../../objects/taints.js';

const node = (conditions: Readonly<Record<string, string>>, taints: readonly Taint[] = [], name = 'node-a'): Node => ({
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name, namespace: '', uid: '', resourceVersion: '', creationTimestamp: '2026-01-01T00:00:00Z'},
	spec: {taints},
	status: {
		conditions: Object.entries(conditions).map(([type, status]) => ({
			type,
			status,
			lastHeartbeatTime: '2026-01-01T00:00:00Z',
		})),
	},
});

test('conditions become NoSchedule taints, and other taints stay', (t) => {
	const own: Taint = {key: 'gpu', effect: 'NoSchedule'};
	const keys = (one: Node) => conditionTaintsOf(one, 'now').map(({key}) => key.replace('node.kubernetes.io/', ''));
	t.deepEqual(keys(node({Ready: 'True'}, [own])), ['gpu']);
	t.deepEqual(keys(node({Ready: 'False', MemoryPressure: 'True'}, [own])), ['gpu', 'not-ready', 'memory-pressure']);
	t.deepEqual(keys(node({Ready: 'Unknown'}, [{key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule'}])), [
		'unreachable',
	]);
	t.deepEqual(keys({...node({Ready: 'True'}), spec: {unschedulable: true}}), ['unschedulable']);
});

test('a node that is down sends its Pods away, unless all nodes are down', (t) => {
	const taints = (evict: boolean) => evictionTaintsOf(node({Ready: 'Unknown'}), evict, 'now');
	t.deepEqual(taints(true), [{key: 'node.kubernetes.io/unreachable', effect: 'NoExecute', timeAdded: 'now'}]);
	t.deepEqual(taints(false), []);
});

test('a silent node becomes Unknown, even in conditions that it never reported', (t) => {
	t.deepEqual(
		silentConditions(node({Ready: 'True'}), 'now').map(({type, reason}) => `${type} ${reason}`),
		[
			'Ready NodeStatusUnknown',
			'MemoryPressure NodeStatusNeverUpdated',
			'DiskPressure NodeStatusNeverUpdated',
			'PIDPressure NodeStatusNeverUpdated',
		],
	);
});

test('a Pod stays for as long as its shortest toleration', (t) => {
	const taint: Taint = {key: 'a', effect: 'NoExecute'};
	const toleration = (tolerationSeconds?: number): Toleration => ({
		key: 'a',
		operator: 'Exists',
		effect: 'NoExecute',
		tolerationSeconds,
	});
	t.is(staySeconds([taint], undefined), 0);
	t.is(staySeconds([taint], [toleration()]), undefined);
	t.is(staySeconds([taint], [toleration(300), toleration(5)]), 5);
	t.is(staySeconds([{key: 'a', effect: 'NoSchedule'}], []), undefined);
});

test('heartbeats that stop make the node Unknown after 50 s, and its Pods not ready; after another 300 s they are evicted', (t) => {
	const tiny = new ControllersWorld('node-lifecycle', 'taint-eviction');
	tiny.create('nodes', node({Ready: 'True'}), node({Ready: 'True'}, [], 'node-b'));
	tiny.create('pods', webPod('web', {spec: {nodeName: 'node-a'}, status: readyStatus()}));
	tiny.kernel.spawn('user/heartbeat', 'user', () =>
		tiny.admin.create('leases.coordination.k8s.io', 'kube-node-lease', {metadata: {name: 'node-b'}, spec: {}}),
	);
	const renew = (times: number) => {
		for (let renewals = 0; renewals < times; renewals++) {
			tiny.advance(10_000);
			tiny.command(() =>
				tiny.admin.patch(
					'leases.coordination.k8s.io',
					'kube-node-lease',
					'node-b',
					{spec: {renewTime: tiny.kernel.microTimestamp()}},
					{type: 'merge'},
				),
			);
		}
	};

	renew(4);
	t.is(tiny.get('nodes', undefined, 'node-a')?.status?.conditions?.[0]?.status, 'True');
	renew(4);
	const silent = tiny.get('nodes', undefined, 'node-a');
	t.like(silent?.status?.conditions?.[0], {
		type: 'Ready',
		status: 'Unknown',
		message: 'Kubelet stopped posting node status.',
	});
	t.deepEqual(
		silent?.spec?.taints?.map(({key, effect}) => `${key}:${effect}`),
		['node.kubernetes.io/unreachable:NoSchedule', 'node.kubernetes.io/unreachable:NoExecute'],
	);
	t.is(tiny.get('nodes', undefined, 'node-b')?.status?.conditions?.[0]?.status, 'True');
	t.true(tiny.events().includes('NodeNotReady: Node is not ready'));
	t.is(tiny.told('controller.taint-eviction.evict').length, 0);
	const web = () => tiny.get('pods', 'default', 'web');
	t.is(web()?.status.conditions?.find(({type}) => type === 'Ready')?.status, 'False');

	// The Pod tolerates it for this long, due to the admission plug-in DefaultTolerationSeconds; no kubelet is left to end it after that.
	renew(30);
	t.is(tiny.told('controller.taint-eviction.evict').length, 1);
	t.truthy(web()?.metadata.deletionTimestamp);
});

test('Pods that no kubelet will ever remove are leftovers', (t) => {
	const pods = [
		webPod('orphaned', {spec: {nodeName: 'gone'}}),
		webPod('unscheduled', {metadata: {deletionTimestamp: 'now'}}),
		webPod('fine', {spec: {nodeName: 'node-a'}}),
		webPod('going', {spec: {nodeName: 'down'}, metadata: {deletionTimestamp: 'now'}}),
		webPod('tolerant', {spec: {nodeName: 'down'}}),
		webPod('old', {spec: {nodeName: 'node-a'}, status: {phase: 'Succeeded'}, metadata: {creationTimestamp: '1'}}),
		webPod('new', {spec: {nodeName: 'node-a'}, status: {phase: 'Failed'}, metadata: {creationTimestamp: '2'}}),
	] as unknown as Pod[];
	t.deepEqual(
		leftovers(pods, (name) => (name === 'gone' ? 'gone' : name === 'down' ? 'out-of-service' : undefined), 1).map(
			({pod, why}) => `${pod.metadata.name} ${why}`,
		),
		['orphaned orphaned', 'unscheduled unscheduled', 'going out-of-service', 'old terminated'],
	);
});

for (const [ready, taint, expected] of [
	['Unknown', 'node.kubernetes.io/out-of-service', true],
	['False', 'node.kubernetes.io/out-of-service', true],
	['True', 'node.kubernetes.io/out-of-service', false],
	['Unknown', 'node.kubernetes.io/unreachable', false],
] as const) {
	test(`a node with Ready=${ready} and the taint ${taint} is ${expected ? '' : 'not '}out of service`, (t) => {
		const taints: readonly Taint[] = [{key: taint, effect: 'NoExecute'}];
		t.is(isOutOfService(node({Ready: ready}, taints)), expected);
	});
}

test('when no node is ready, none sends its Pods away', (t) => {
	const tiny = new ControllersWorld('node-lifecycle');
	tiny.create('nodes', node({Ready: 'True'}), node({Ready: 'True'}, [], 'node-b'));
	tiny.advance(100_000);
	for (const name of ['node-a', 'node-b']) {
		t.deepEqual(
			tiny.get('nodes', undefined, name)?.spec?.taints?.map(({key, effect}) => `${key}:${effect}`),
			['node.kubernetes.io/unreachable:NoSchedule'],
		);
	}
});

test('Pods of a node that is gone are removed after a pause: the node may be registered again', (t) => {
	const tiny = new ControllersWorld('pod-garbage-collector');
	tiny.create('pods', webPod('web', {spec: {nodeName: 'gone'}}));
	tiny.advance(55_000);
	t.truthy(tiny.get('pods', 'default', 'web'));
	tiny.advance(30_000);
	t.is(tiny.get('pods', 'default', 'web'), undefined);
});

test('a Pod stays when the taint leaves before its toleration is over', (t) => {
	const tiny = new ControllersWorld('taint-eviction');
	const taint: Taint = {key: 'upgrade', effect: 'NoExecute'};
	const toleration: Toleration = {key: 'upgrade', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60};
	tiny.create('nodes', node({Ready: 'True'}, [taint]));
	tiny.create('pods', webPod('web', {spec: {nodeName: 'node-a', tolerations: [toleration]}, status: readyStatus()}));
	tiny.advance(30_000);
	tiny.command(() => tiny.admin.patch('nodes', undefined, 'node-a', {spec: {taints: null}}, {type: 'merge'}));
	tiny.advance(100_000);
	t.is(tiny.get('pods', 'default', 'web')?.metadata.deletionTimestamp, undefined);
	t.true(tiny.events().includes('TaintManagerEviction: Cancelling deletion of Pod default/web'));
});
