import test from 'ava';
import {completeScenario} from '../scenario/scenario.js';
import {initialNode} from '../kubelet/node/initial-node.js';
import {nodeOptions} from './nodes.js';

test('the capacity and the rest of ephemeral-storage are written as a kubelet of the version writes it', (t) => {
	const storageIn = (kubernetesVersion?: string) => {
		const scenario = completeScenario({
			nodes: [{name: 'node-a', capacity: {cpu: '2', memory: '4Gi', 'ephemeral-storage': '10485760Ki', pods: '110'}}],
			...(kubernetesVersion === undefined ? {} : {kubernetesVersion}),
		});
		const [node] = scenario.nodes;
		const {status} = node ? initialNode(nodeOptions(scenario, node, 0), [], '') : {};
		return [status?.capacity, status?.allocatable].map((amounts) => amounts?.['ephemeral-storage']);
	};

	t.deepEqual(storageIn(), ['10485760Ki', '9Gi']);
	t.deepEqual(storageIn('1.36'), storageIn());
	t.deepEqual(storageIn('1.37'), ['10737418240', '9663676416']);
});
