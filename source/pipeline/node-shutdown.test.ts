import test from 'ava';
import {Trial} from '../testing/trial.js';
import type {Pod} from '../objects/kubernetes.generated.js';

const database = `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 1
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers:
      - name: pg
        image: postgres:16
        env: [{name: POSTGRES_PASSWORD, value: x}]
        volumeMounts: [{name: data, mountPath: /var/lib/postgresql/data}]
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

test('a node that lost its power keeps its Pod and volume until somebody says that it is out of service', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	trial.apply(database);
	const pod = () => trial.get<Pod>('/registry/pods/default/db-0');
	const {nodeName: before = ''} = pod().spec;
	const {uid} = pod().metadata;
	trial.recording.submit({fault: `power off ${before}`});
	// 40 s until the node is unreachable, 300 s that Pods tolerate it, and longer than the 6 minutes after which volumes are forced off.
	trial.pass(900_000);
	t.is(pod().metadata.uid, uid);
	t.truthy(pod().metadata.deletionTimestamp);

	const from = trial.recording.stops.length;
	trial.kubectl(`taint node ${before} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`);
	trial.pass(120_000);
	t.like(trial.first('controller.pod-garbage-collector.delete', from).facts, {why: 'out-of-service', node: before});
	t.like(trial.first('controller.persistentvolume-attach-detach.detach', from).facts, {force: 'out-of-service'});
	t.not(pod().metadata.uid, uid);
	t.not(pod().spec.nodeName, before);
	t.is(pod().status.phase, 'Running');
});
