import test from 'ava';
import {Cluster} from '../../library/cluster.js';
import {replay, readRecording} from '../replay.js';
import {trafficOf} from './writes.js';

test('writes and watches of a run have their client, user, object and answer', (t) => {
	const cluster = Cluster.create({scenario: {nodes: [{name: 'node-a'}]}});
	cluster.kubectl('create configmap a');
	cluster.kubectl('create configmap a');
	cluster.kubectl('create deployment web --image=nginx --dry-run=server');
	cluster.kubectl('create deployment web --image=nginx');
	cluster.rest();
	const {writes, watches} = trafficOf(replay(readRecording(cluster.recording(), 'recording')).stops);
	const told = (pattern: RegExp) =>
		writes
			.filter(({agent}) => pattern.test(agent))
			.map(
				({user, verb, resource, namespace, name, code, isDryRun}) =>
					`${user}: ${verb} ${resource} ${namespace}/${name} ${code}${isDryRun ? ' dry run' : ''}`,
			);
	t.deepEqual(told(/^kubectl/), [
		'kubernetes-admin: create configmaps default/a 201',
		'kubernetes-admin: create configmaps default/ 409',
		'kubernetes-admin: create deployments default/web 201 dry run',
		'kubernetes-admin: create deployments default/web 201',
	]);
	t.regex(
		told(/replicaset$/)[0] ?? '',
		/^system:serviceaccount:kube-system:replicaset-controller: create pods default\/web-[a-z\d]+-[a-z\d]+ 201$/,
	);
	t.true(watches.some(({agent, resource}) => agent === 'kube-scheduler' && resource === 'pods'));
});
