import test from 'ava';
import type {Deployment, Pod, ReplicaSet} from '../../objects/kubernetes.generated.js';
import {startControllerManager} from '../controller-manager.js';
import {run, world} from '../world.js';

const web = (replicas: number) => ({
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: {name: 'web', namespace: 'default'},
	spec: {
		replicas,
		progressDeadlineSeconds: 600,
		revisionHistoryLimit: 10,
		strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: '25%', maxUnavailable: '25%'}},
		selector: {matchLabels: {app: 'web'}},
		template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'main', image: 'nginx:1.27'}]}},
	},
});

test('C3: a Deployment without ReplicaSet gets one with its template, its selector and revision 1', (t) => {
	const {kernel, server, apply} = world();
	startControllerManager(kernel, server.connect);
	apply('deployments.apps', web(3));
	const stops = run(kernel);
	for (const s of stops) t.log(s.timeMs, s.process, s.stage, s.text);
	const [set] = server.all<ReplicaSet>('ReplicaSet');
	t.is(set!.spec.replicas, 3);
	t.is(server.all<Pod>('Pod').length, 3);
	t.log(JSON.stringify(server.all<Deployment>('Deployment')[0], null, 1));
});
