import {readFileSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import {createCluster, type ClusterRecording, type Input, type TerminalEntry} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {boot} from '../booted.js';
import {dumpOf} from '../dump/dump.js';
import {readDumpText} from '../dump/read-dump.js';
import {scenarioOfDump} from '../dump/scenario-of-dump.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {resourceName, resources} from '../objects/resources.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import {runCommand} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';
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
	const key = `/terminal/${recording.inputs.filter(({input}) => 'kubectl' in input).length}`;
	const entry = () => recording.kernel.ledger.read<TerminalEntry>(key);
	while (entry()?.code === undefined) {
		recording.extend();
	}

	return entry()?.stdout ?? '';
};

const pass = (recording: ClusterRecording, ms: number): void => {
	const untilMs = recording.kernel.now + ms;
	while (recording.extend(untilMs)) {
		// Only its end matters.
	}
};

/** A dump of a simulated cluster after some time. */
const dumped = (
	began: Scenario,
	files: string,
	{
		ms = 60_000,
		more = [],
		inputs = [],
	}: {readonly ms?: number; readonly more?: readonly string[]; readonly inputs?: readonly Input[]} = {},
): string => {
	const recording = begun(began);
	kubectl(recording, 'apply -f all.yaml', {'all.yaml': files});
	pass(recording, ms);
	for (const input of inputs) {
		recording.submit(input);
		pass(recording, ms);
	}

	return kubectl(recording, `get ${[...kinds, ...more].join(',')} -A -o yaml`);
};

const loaded = (text: string) =>
	scenarioOfDump(completeScenario(), dumpOf(readDumpText({file: 'dump.yaml', text, isFound: false})));

/** The fields that heartbeats change, and the Events of a control plane that starts. */
const isHeartbeat = (key: string): boolean => /^\/registry\/(?:leases|events)\//.test(key);

/** Keys of objects that have changed since the cluster was loaded. */
const changedAfter = (
	scenario: Scenario,
	ms: number,
): {readonly recording: ClusterRecording; readonly changed: readonly string[]} => {
	const recording = new Recording(scenario, createCluster);
	const {ledger} = recording.kernel;
	while (ledger.keys('/registry/').length === 0) {
		recording.extend();
	}

	const before = new Map(ledger.keys('/registry/').map((key) => [key, ledger.read(key)]));
	boot(recording);
	pass(recording, ms);
	const keys = new Set([...before.keys(), ...ledger.keys('/registry/')]);
	return {recording, changed: [...keys].filter((key) => !isHeartbeat(key) && ledger.read(key) !== before.get(key))};
};

const text = dumped(completeScenario(), manifests);
const {scenario, remarks} = loaded(text);

test('a cluster at rest that is dumped and loaded again stays as it is, but for heartbeats', (t) => {
	t.deepEqual(remarks, []);
	const {recording, changed} = changedAfter(scenario, 60_000);
	t.deepEqual(changed, []);
	t.true(recording.kernel.ledger.keys('/registry/').length > 150);
	t.false([...recording.stops].some(({stage}) => stage === 'cri.RunPodSandbox'));
});

const troubled = `
apiVersion: v1
kind: Pod
metadata: {name: pull}
spec: {containers: [{name: c, image: "example.org/absent:1"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: crash}
spec: {containers: [{name: c, image: "example.org/crash:1"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: far}
spec: {nodeName: node-b, containers: [{name: c, image: "nginx:1.27"}]}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: widgets, kind: Widget, singular: widget, listKind: WidgetList}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
`;

const etcd = {
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'etcd', namespace: 'kube-system'},
	spec: {hostNetwork: true, containers: [{name: 'etcd', image: 'registry.k8s.io/etcd:3.6'}]},
};

const broken = completeScenario({
	nodes: [{name: 'node-a', staticPods: [etcd]}, {name: 'node-b'}],
	images: {
		'example.org/absent:1': {pull: {error: {code: 'NotFound', text: 'manifest unknown'}}},
		'example.org/crash:1': {program: {forMs: 700, exit: 7}},
	},
});

const widget = 'apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: w, namespace: default}\nspec: {size: 3}\n';

const ailing = loaded(
	dumped(broken, troubled, {
		ms: 150_000,
		more: ['widgets.example.org'],
		inputs: [{kubectl: 'apply -f w.yaml', files: {'w.yaml': widget}}, {fault: 'crash kubelet/node-b'}],
	}),
);

test('what is broken stays broken in its own way: images, programs, a kubelet that is down; static Pods and custom resources stay', (t) => {
	const {recording, changed} = changedAfter(ailing.scenario, 30_000);
	t.deepEqual(changed, []);
	const rows = kubectl(recording, 'get pods -A --no-headers').trim().split('\n');
	const states = rows.map((row) => row.split(/ +/).slice(1, 4).join(' ')).toSorted();
	t.deepEqual(states, [
		'crash 0/1 CrashLoopBackOff',
		'etcd-node-a 1/1 Running',
		'far 1/1 Running',
		'pull 0/1 ImagePullBackOff',
	]);
	t.is(kubectl(recording, 'get widgets -o jsonpath={.items[0].spec.size}'), '3');
	t.regex(kubectl(recording, 'get node node-b --no-headers'), /NotReady/);
	t.true(ailing.remarks.some((remark) => remark.startsWith('the kubelets of nodes that are not Ready')));
});

test('a program that crashed in the dump crashes again; a kubelet that was down goes on with its Pods when it is started', (t) => {
	const recording = begun(ailing.scenario);
	recording.submit({fault: 'restart kubelet/node-b'});
	pass(recording, 330_000);
	t.regex(kubectl(recording, 'get pod crash --no-headers'), / [6-9] \(/);
	t.regex(kubectl(recording, 'get node node-b --no-headers'), / Ready/);
	t.regex(kubectl(recording, 'get pod far --no-headers'), /1\/1 +Running +0 /);
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

const vpc = `
apiVersion: v1
kind: Node
metadata: {name: ip-10-0-3-7, labels: {kubernetes.io/hostname: ip-10-0-3-7}}
spec: {podCIDR: "fd00:1::/64", podCIDRs: ["fd00:1::/64"]}
status:
  capacity: {cpu: "2", memory: 4Gi, pods: "30"}
  allocatable: {cpu: "2", memory: 4Gi, pods: "30"}
  addresses: [{type: InternalIP, address: 10.0.3.7}]
  conditions: [{type: Ready, status: "True"}]
---
apiVersion: v1
kind: Pod
metadata: {name: there, namespace: default}
spec: {nodeName: ip-10-0-3-7, containers: [{name: c, image: "nginx:1.27"}]}
status:
  phase: Running
  podIP: 10.0.3.99
  conditions: [{type: Ready, status: "True"}]
  containerStatuses:
  - {name: c, image: x, imageID: "x@sha256:1", ready: true, restartCount: 0, containerID: "docker://1", state: {running: {startedAt: "2026-01-01T00:00:00Z"}}}
`;

test('Pods keep addresses of a range that is not their node’s; new ones get them from a range of their own', (t) => {
	const recording = begun(loaded(vpc).scenario);
	kubectl(recording, 'run new --image=nginx:1.27');
	pass(recording, 20_000);
	const rows = kubectl(recording, 'get pods --no-headers -o wide').trim().split('\n');
	t.deepEqual(
		rows.map((row) => /(\d+\.\d+\.\d+\.\d+)/.exec(row)?.[1]),
		['10.244.1.2', '10.0.3.99'],
	);
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

test('the command says what a dump lacks, tells what does not work, and keeps Secrets out of a recording with --redact', async (t) => {
	const folder = temporaryFolder();
	const secret =
		'apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: default}\ndata: {password: aHVudGVyMg==}\n';
	const dump = put(folder, 'dump.yaml', text);
	const more = put(folder, 'more.yaml', `${secret}---\napiVersion: acme.io/v1\nkind: Thing\nmetadata: {name: t}\n`);
	const traced = await runCommand(['trace', '--from', dump, '--from', more]);
	t.is(traced.code, 1);
	t.is(traced.err, 'dump: left out kinds that v1.36 does not have: acme.io/v1 Thing (1)\n');
	t.regex(traced.out, /stuck: pod\/default\/big\n/);
	t.regex(traced.out, /0\/3 nodes are available: 3 Insufficient cpu/);
	const users = put(folder, 'users.yaml', 'users: [{name: jane, token: hers}]\n');
	const file = `${folder}/run.yaml`;
	const words = ['record', '--from', dump, '--from', more, '--cluster', users, '--redact', '--to', file];
	t.is((await runCommand(words)).code, 0);
	const recorded = readFileSync(file, 'utf8');
	t.notRegex(recorded, /aHVudGVyMg|hers\b/);
	t.is((await runCommand(['replay', file, '--check'])).code, 0);
	t.is((await runCommand(['trace', '--redact', dump])).code, 2);
	t.is((await runCommand(['trace'])).code, 2);
});

for (const [what, dump, words] of [
	[
		'of kinds that v1.36 does not know',
		'apiVersion: v1\nkind: Lst\nitems: []\n',
		'left out kinds that v1.36 does not have: v1 Lst (1)',
	],
	[
		'that was cut off in its first object',
		'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: we',
		'left out Pod we, which is incomplete: spec.containers: Required value',
	],
] as const) {
	test(`a dump ${what} is refused, with what was left out`, async (t) => {
		const file = put(temporaryFolder(), 'dump.yaml', dump);
		const {code, err} = await runCommand(['trace', '--from', file]);
		t.is(code, 2);
		t.true(err.includes(`dump.yaml  the dump has nothing usable: ${words}\n`), err);
	});
}
