import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {admissionUnderPressure} from './pressure-admission.js';

const pod = (spec: Partial<Pod['spec']> = {}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''},
	spec: {containers: [{name: 'main', image: 'nginx'}], ...spec},
	status: {},
});

const asks = pod({containers: [{name: 'main', image: 'nginx', resources: {requests: {memory: '1Mi'}}}]});
const tolerates = pod({tolerations: [{key: 'node.kubernetes.io/memory-pressure', operator: 'Exists'}]});
const critical = pod({priority: 2_000_000_000});

test('a node that is short of memory admits Pods with requests, tolerations or a critical priority; one short of disk only the latter', (t) => {
	const admits = (...conditions: Parameters<typeof admissionUnderPressure>[0]) =>
		[pod(), asks, tolerates, critical].map((one) => admissionUnderPressure(conditions, one)?.admit);
	t.deepEqual(admits(), [undefined, undefined, undefined, undefined]);
	t.deepEqual(admits('MemoryPressure'), [false, true, true, true]);
	t.deepEqual(admits('DiskPressure'), [false, false, false, true]);
	t.deepEqual(admits('MemoryPressure', 'DiskPressure'), [false, false, false, true]);
	t.like(admissionUnderPressure(['MemoryPressure', 'DiskPressure'], asks), {
		reason: 'Evicted',
		message: 'The node had condition: [MemoryPressure DiskPressure]. ',
	});
});
