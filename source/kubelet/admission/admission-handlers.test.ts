import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {KnownNode} from '../node/own-node.js';
import {admitPod} from './admission-handlers.js';

const node: KnownNode = {
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name: 'node-a', labels: {disk: 'ssd'}},
	spec: {
		taints: [
			{key: 'drain', effect: 'NoExecute'},
			{key: 'gpu', effect: 'NoSchedule'},
		],
	},
	status: {allocatable: {cpu: '2', memory: '1Gi', pods: '3'}},
};

const pod = (spec: Partial<Pod['spec']> = {}, name = 'web'): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: ''},
	spec: {containers: [], nodeName: 'node-a', tolerations: [{operator: 'Exists'}], ...spec},
	status: {},
});

const asks = (cpu: string, hostPort?: number): Pod['spec']['containers'] => [
	{
		name: 'main',
		image: 'nginx',
		resources: {requests: {cpu}},
		...(hostPort === undefined ? {} : {ports: [{containerPort: 80, hostPort}]}),
	},
];

const refusals: ReadonlyArray<readonly [title: string, of: Pod, others: readonly Pod[], reason: string | undefined]> = [
	['nothing else is there', pod(), [], undefined],
	['there is one place left', pod(), [pod({}, 'a'), pod({}, 'b')], undefined],
	['there is no place left', pod(), [pod({}, 'a'), pod({}, 'b'), pod({}, 'c')], 'OutOfpods'],
	['the others leave enough', pod({containers: asks('1')}), [pod({containers: asks('1')}, 'a')], undefined],
	['the others leave too little', pod({containers: asks('1')}), [pod({containers: asks('1500m')}, 'a')], 'OutOfcpu'],
	['its port is free', pod({containers: asks('0', 80)}), [pod({containers: asks('0', 81)}, 'a')], undefined],
	['its port is taken', pod({containers: asks('0', 80)}), [pod({containers: asks('0', 80)}, 'a')], 'NodePorts'],
	['it names another node', pod({nodeName: 'node-b'}), [], 'NodeName'],
	['its selector fits', pod({nodeSelector: {disk: 'ssd'}}), [], undefined],
	['its selector does not fit', pod({nodeSelector: {disk: 'hdd'}}), [], 'NodeAffinity'],
	['it tolerates no taint', pod({tolerations: []}), [], 'TaintToleration'],
	['it tolerates the taint that sends away', pod({tolerations: [{key: 'drain', operator: 'Exists'}]}), [], undefined],
	['it asks for a sysctl', pod({securityContext: {sysctls: [{name: 'net.a', value: '1'}]}}), [], 'SysctlForbidden'],
	['it is for Windows', pod({os: {name: 'windows'}}), [], 'PodOSNotSupported'],
];

for (const [title, of, others, reason] of refusals) {
	test(`a kubelet ${reason === undefined ? 'admits' : 'refuses'} a Pod: ${title}`, (t) => {
		const verdict = admitPod(of, node, others).at(-1);
		t.is(verdict && !verdict.admit ? verdict.reason : undefined, reason);
	});
}
