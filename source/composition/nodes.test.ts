import test from 'ava';
import {completeScenario} from '../scenario/scenario.js';
import {nodeOptions} from './nodes.js';

test('the capacity of ephemeral-storage is written as a kubelet of the version writes it', (t) => {
	const storageIn = (kubernetesVersion?: string): string | undefined => {
		const scenario = completeScenario({
			nodes: [{name: 'node-a', capacity: {cpu: '2', memory: '4Gi', 'ephemeral-storage': '10474496Ki', pods: '110'}}],
			...(kubernetesVersion === undefined ? {} : {kubernetesVersion}),
		});
		const [node] = scenario.nodes;
		return node && nodeOptions(scenario, node, 0).capacity['ephemeral-storage'];
	};

	t.is(storageIn(), '10474496Ki');
	t.is(storageIn('1.36'), '10474496Ki');
	t.is(storageIn('1.37'), '10725883904');
});
