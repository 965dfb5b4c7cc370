import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import {createCluster, type ClusterRecording, type TerminalEntry} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {boot} from '../diagnosis/trial.js';
import {dumpOf} from '../dump/dump.js';
import {readDumpText} from '../dump/read-dump.js';
import {scenarioOfDump} from '../dump/scenario-of-dump.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {resourceName, resources} from '../objects/resources.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import {printRecording, readRecording, replay} from './replay.js';

const manifests = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: c
        image: nginx:1.27
        readinessProbe: {httpGet: {path: /, port: 80}}
        envFrom: [{configMapRef: {name: settings}}]
        volumeMounts: [{name: data, mountPath: /data}]
      volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {COLOUR: green}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: once}
spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: "busybox:1.37", command: [sh, -c, "exit 0"]}]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: big}
spec: {containers: [{name: c, image: "nginx:1.27", resources: {requests: {cpu: "100"}}}]}
`;

/** Every kind that can be listed; Events are shown by two groups. */
const kinds = [
	...new Set(
		resources
			.filter(({verbs, preferred}) => preferred && verbs.includes('create') && verbs.includes('list'))
			.map(resourceName),
	),
].filter((name) => name !== 'events.events.k8s.io');

const begun = (scenario: Scenario): ClusterRecording => {
	const recording = new Recording(scenario, createCluster);
	boot(recording);
	return recording;
};

const kubectl = (recording: ClusterRecording, command: string, files = {}): string => {
	recording.submit({kubectl: command, files});
	const key = `/terminal/${recording.inputs.length}`;
	const entry = () => recording.kernel.ledger.read<TerminalEntry>(key);
	while (entry()?.code === undefined) {
		recording.extend();
	}

	return entry()?.stdout ?? '';
};

const pass = (recording: ClusterRecording, ms: number): void => {
	const untilMs = recording.kernel.now + ms;
	while (recording.extend(untilMs)) {
		// Only where it ends matters.
	}
};

/** A dump of a simulated cluster that has come to rest. */
const dumped = (): string => {
	const recording = begun(completeScenario());
	kubectl(recording, 'apply -f all.yaml', {'all.yaml': manifests});
	pass(recording, 60_000);
	return kubectl(recording, `get ${kinds.join(',')} -A -o yaml`);
};

const text = dumped();
const {scenario, remarks} = scenarioOfDump(
	completeScenario(),
	dumpOf(readDumpText({file: 'dump.yaml', text, isFound: false})),
);

/** What heartbeats change, and the Events of a control plane that starts. */
const isHeartbeat = (key: string): boolean => /^\/registry\/(?:leases|events)\//.test(key);

test('a cluster at rest that is dumped and loaded again stays as it is, but for heartbeats', (t) => {
	t.deepEqual(remarks, []);
	const recording = new Recording(scenario, createCluster);
	const {ledger} = recording.kernel;
	while (ledger.keys('/registry/').length === 0) {
		recording.extend();
	}

	const before = new Map(ledger.keys('/registry/').map((key) => [key, ledger.read<KubernetesObject>(key)]));
	t.true(before.size > 150);
	t.is(before.get('/registry/services/specs/default/web')?.apiVersion, 'v1');
	boot(recording);
	pass(recording, 60_000);
	t.deepEqual(
		ledger.keys('/registry/').filter((key) => !isHeartbeat(key) && ledger.read(key) !== before.get(key)),
		[],
	);
	t.deepEqual(
		[...before.keys()].filter((key) => ledger.read(key) === undefined),
		[],
	);
	const started = recording.stops.length;
	t.false([...recording.stops].slice(0, started).some(({stage}) => stage === 'cri.RunPodSandbox'));
});

test('the loaded objects are those of the dump, with uid and resourceVersion', (t) => {
	const {ledger} = begun(scenario).kernel;
	const [pod] = ledger.keys('/registry/pods/default/web');
	const now = ledger.read<KubernetesObject>(pod ?? '');
	t.true(text.includes(`uid: ${now?.metadata.uid}`));
	t.true(text.includes(`resourceVersion: "${now?.metadata.resourceVersion}"`));
});

test('Pods of a dump go on: a drained node is left, their Service and volume follow', (t) => {
	const recording = begun(scenario);
	kubectl(recording, 'drain node-b --ignore-daemonsets --force');
	pass(recording, 30_000);
	const rows = kubectl(recording, 'get pods -l app=web --no-headers -o wide').trim().split('\n');
	t.is(rows.length, 3);
	t.true(rows.every((row) => /1\/1 +Running/.test(row) && !row.includes('node-b')));
	const addresses = rows.map((row) => /(10\.244\.\d+\.\d+)/.exec(row)?.[1]);
	t.is(new Set(addresses).size, 3);
	const slice = kubectl(recording, 'get endpointslices -l kubernetes.io/service-name=web -o yaml');
	t.true(addresses.every((address) => address !== undefined && slice.includes(address)));
	t.is(kubectl(recording, 'exec deploy/web -- sh -c "echo $COLOUR"').trim(), 'green');
});

test('a recording from a dump has its objects: it is replayed to the same fingerprint, stop for stop', (t) => {
	const recording = begun(scenario);
	kubectl(recording, 'delete pod big');
	const printed = printRecording(recording);
	const file = readRecording(printed, 'run.yaml');
	const again = replay(file);
	t.is(again.fingerprint, recording.fingerprint);
	t.true(isDeepStrictEqual(file.scenario, scenario));
	t.true(isDeepStrictEqual(again.inputs, recording.inputs));
});
