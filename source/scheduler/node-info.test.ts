import test from 'ava';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {NodeInfo} from './node-info.js';
import {podInfo, type PodInfo} from './pod-info.js';

const podOf = (name: string, app: string, namespace = 'default'): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name,
		namespace,
		uid: name,
		labels: {app},
		creationTimestamp: '2026-01-01T00:00:00Z',
		resourceVersion: '1',
	},
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}]},
	status: {},
});

test('a count that is kept follows the Pods that come and leave', (t) => {
	const node: Node = {
		apiVersion: 'v1',
		kind: 'Node',
		spec: {},
		status: {},
		metadata: {
			name: 'node-a',
			namespace: '',
			uid: 'n',
			creationTimestamp: '2026-01-01T00:00:00Z',
			resourceVersion: '1',
		},
	};
	const info = new NodeInfo(node);
	const isWeb = ({pod}: PodInfo): boolean => pod.metadata.labels?.['app'] === 'web';
	const isAny = (): boolean => true;
	const counts = () => [info.count(isWeb), info.count(isAny, 'default')];
	const pods = [podOf('a', 'web'), podOf('b', 'web', 'other'), podOf('c', 'db'), podOf('d', 'web')].map((pod) =>
		podInfo(pod),
	);
	t.deepEqual(counts(), [0, 0]);
	for (const [index, pod] of pods.entries()) {
		info.add(pod);
		t.deepEqual(counts(), [info.countAnew(isWeb), info.countAnew(isAny, 'default')], `Pod ${index} comes`);
	}

	t.deepEqual(counts(), [3, 3]);
	// The same Pod with other labels takes its own place.
	info.add(podInfo(podOf('a', 'db')));
	t.deepEqual(counts(), [2, 3]);
	for (const pod of pods) {
		info.remove(pod);
		t.deepEqual(counts(), [info.countAnew(isWeb), info.countAnew(isAny, 'default')]);
	}

	t.deepEqual(counts(), [0, 0]);
});

test('what a Pod asks for is on its node as long as the Pod, and so are its rules about neighbours', (t) => {
	const info = new NodeInfo({
		apiVersion: 'v1',
		kind: 'Node',
		spec: {},
		status: {},
		metadata: {name: 'node-a', namespace: '', uid: 'n', creationTimestamp: '', resourceVersion: '1'},
	});
	const plain = podOf('a', 'web');
	const apart = {requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {}, topologyKey: 'zone'}]};
	const pod = podInfo({
		...plain,
		spec: {
			containers: [{name: 'main', image: 'nginx', resources: {requests: {cpu: '500m', memory: '1Mi'}}}],
			initContainers: [
				{name: 'sidecar', image: 'proxy', restartPolicy: 'Always', ports: [{containerPort: 80, hostPort: 8080}]},
				{name: 'setup', image: 'busybox', ports: [{containerPort: 90, hostPort: 9090}]},
			],
			affinity: {podAntiAffinity: apart},
		},
	});
	t.deepEqual(
		pod.hostPorts,
		[{ip: '0.0.0.0', protocol: 'TCP', port: 8080}],
		'a sidecar has its port as long as the Pod',
	);
	info.add(pod);
	t.like(info.requested, {cpu: 500, memory: 1_048_576});
	t.is(info.affine.size, 1);
	info.add(pod);
	t.like(info.requested, {cpu: 500, memory: 1_048_576}, 'each Pod counts once');
	info.remove(pod);
	t.like(info.requested, {cpu: 0, memory: 0});
	t.is(info.affine.size, 0);
});
