import test from 'ava';
import type {ResourceQuota} from '../objects/kubernetes.generated.js';
import {pod} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

const quota = `apiVersion: v1
kind: ResourceQuota
metadata: {name: limits}
spec: {hard: {pods: "5"}}
`;

test('what a quota was charged for a Pod that then exists already is given back when it is counted anew, every 5 min', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const used = () => trial.get<ResourceQuota>('/registry/resourcequotas/default/limits').status?.used;
	trial.apply(quota);
	const files = {'pod.yaml': pod};
	t.is(trial.kubectl('create -f pod.yaml', files).code, 0);
	t.deepEqual(used(), {pods: '1'});
	t.is(trial.kubectl('create -f pod.yaml', files).code, 1);
	t.deepEqual(used(), {pods: '2'});
	trial.pass(300_000);
	t.deepEqual(used(), {pods: '1'});
});
