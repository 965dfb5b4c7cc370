import test from 'ava';
import {Trial} from '../testing/trial.js';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {deployment, documents, service} from '../testing/manifests.js';

test('after an outage of the apiserver of 45 s every Pod and node becomes Ready again', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	trial.apply(documents(deployment({replicas: 3}), service));
	const ready = () =>
		trial
			.list<Pod>('/registry/pods/default/')
			.map(({status}) => status.conditions?.find(({type}) => type === 'Ready')?.status);
	t.deepEqual(ready(), ['True', 'True', 'True']);
	trial.crash('kube-apiserver');
	trial.pass(45_000);
	trial.restart('kube-apiserver');
	trial.pass(120_000);
	trial.rest();
	t.deepEqual(ready(), ['True', 'True', 'True']);
	t.deepEqual(
		trial
			.list<Node>('/registry/minions/')
			.map(({spec, status}) => [spec?.taints, status?.conditions?.find(({type}) => type === 'Ready')?.status]),
		[
			[undefined, 'True'],
			[undefined, 'True'],
		],
	);
});
