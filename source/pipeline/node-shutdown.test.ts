import test from 'ava';
import {Trial} from '../testing/trial.js';
import type {Event, Node, Pod} from '../objects/kubernetes.generated.js';

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

const graceful = {shutdownGracePeriod: '30s', shutdownGracePeriodCriticalPods: '10s'};

/** A Pod of node-a that needs its whole grace, and the agent of a DaemonSet that is critical. */
const workloads = `
apiVersion: v1
kind: Pod
metadata: {name: slow}
spec: {nodeName: node-a, terminationGracePeriodSeconds: 15, containers: [{name: main, image: 'busybox:1.37', command: [sleep, 1d]}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {nodeSelector: {kubernetes.io/hostname: node-a}, containers: [{name: main, image: 'nginx:1.27'}]}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {priorityClassName: system-node-critical, containers: [{name: main, image: 'nginx:1.27'}]}
`;

const ready = (trial: Trial) => {
	const {conditions} = trial.get<Node>('/registry/minions/node-a').status;
	const {status, reason, message} = conditions?.find(({type}) => type === 'Ready') ?? {};
	return {status, reason, message};
};

const reasons = (trial: Trial, prefix: string) =>
	trial
		.list<Pod>(`/registry/pods/default/${prefix}`)
		.filter(({spec}) => spec.nodeName === 'node-a')
		.map(({status: {phase, reason, message}}) => [phase, reason, message].filter(Boolean).join(', '));

const terminated = 'Failed, Terminated, Pod was terminated in response to imminent node shutdown.';

test('a node that shuts down ends its Pods group by group, refuses new ones, and says that it is not ready', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}], kubelet: graceful});
	trial.apply(workloads);
	trial.rest();
	const from = trial.recording.stops.length;
	trial.recording.submit({fault: 'shut down node-a for=2m'});
	trial.pass(5000);
	t.deepEqual(ready(trial), {status: 'False', reason: 'KubeletNotReady', message: 'node is shutting down'});
	t.deepEqual(reasons(trial, 'slow'), ['Running']);
	t.deepEqual(reasons(trial, 'agent'), ['Running']);
	t.true(reasons(trial, 'web').includes(terminated));
	trial.begin('run late --image=nginx:1.27 --overrides={"spec":{"nodeName":"node-a"}}');
	trial.pass(20_000);
	t.deepEqual(reasons(trial, 'late'), [
		'Failed, NodeShutdown, Pod was rejected: Pod was rejected as the node is shutting down.',
	]);
	t.deepEqual(reasons(trial, 'slow'), [terminated]);
	const groups = trial
		.at('kubelet.shutdown', from)
		.flatMap(({facts, timeMs}) => (facts?.['case'] === 'group' ? [{priority: facts['priority'], timeMs}] : []));
	const [first, second] = groups;
	t.deepEqual(
		groups.map(({priority}) => priority),
		[0, 2_000_000_000],
	);
	// The slow Pod has used up its grace; its group is not waited for any longer.
	t.true((second?.timeMs ?? 0) - (first?.timeMs ?? 0) < 16_000);
	trial.first('fault.power', from);
	const events = trial
		.list<Event>('/registry/events/default/node-a')
		.map(({reason, message}) => `${reason}: ${message}`);
	t.true(events.includes('NodeShutdown: Shutdown manager detected shutdown event'));
	t.true(events.includes('NodeNotReady: Node node-a status is now: NodeNotReady'));
	const condition = trial.get<Pod>('/registry/pods/default/slow').status.conditions?.[0];
	t.like(condition, {type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet'});
});

test('with power again the node is ready, its ended Pods keep their reason, and controllers make others', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}], kubelet: graceful});
	trial.apply(workloads);
	trial.rest();
	trial.recording.submit({fault: 'shut down node-a for=1m'});
	trial.pass(300_000);
	t.is(ready(trial).status, 'True');
	t.deepEqual(reasons(trial, 'slow'), [terminated]);
	t.true(reasons(trial, 'web').includes('Running'));
	t.deepEqual(reasons(trial, 'agent'), ['Running']);
});

test('a shutdown that is called off leaves the node on, and ready', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}], kubelet: graceful});
	trial.apply(workloads);
	trial.rest();
	const from = trial.recording.stops.length;
	trial.recording.submit({fault: 'shut down node-a'});
	trial.pass(3000);
	trial.recording.submit({fault: 'heal'});
	trial.pass(120_000);
	t.is(ready(trial).status, 'True');
	t.deepEqual(trial.at('fault.power', from), []);
	t.like(trial.first('fault.end', from).facts, {why: 'healed'});
	t.deepEqual(reasons(trial, 'slow'), [terminated]);
});

test('without a grace period a shutdown is as sudden as a loss of power', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(workloads);
	trial.rest();
	const from = trial.recording.stops.length;
	trial.recording.submit({fault: 'shut down node-a'});
	trial.pass(1000);
	t.like(trial.first('fault.shutdown', from).facts, {delayMs: 0});
	t.deepEqual(reasons(trial, 'slow'), ['Running']);
	t.is(ready(trial).status, 'True');
});
