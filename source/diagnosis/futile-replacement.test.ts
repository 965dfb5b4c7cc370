import test from 'ava';
import {applyManifests, runUntilSettled} from '../commands/run-manifests.js';
import {manifestsOf} from '../commands/manifests.js';
import type {Taint} from '../objects/kubernetes.generated.js';
import {completeScenario} from '../scenario/scenario.js';
import {stateOf} from './settle.js';

const refused = 'securityContext: {sysctls: [{name: net.core.somaxconn, value: "1024"}]}';

const workload = (kind: string, own: string, podSpec: string): string => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: web}
spec:
  ${own}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      ${podSpec}
`;

const container = 'containers: [{name: main, image: "nginx:1.27"}]';

const busy = `apiVersion: v1
kind: Pod
metadata: {name: before}
spec:
  nodeName: node-a
  restartPolicy: Never
  containers: [{name: main, image: "busybox:1.36", command: [sleep, "20"], resources: {requests: {cpu: 600m}}}]
---
`;

/** Plays files on one node until no change is expected. */
const play = (text: string, taints: readonly Taint[] = []) => {
	const scenario = completeScenario({
		nodes: [{name: 'node-a', capacity: {cpu: '1', memory: '2Gi', pods: '50'}, taints}],
	});
	const applied = applyManifests(scenario, manifestsOf({'web.yaml': text}));
	const from = applied.recording.stops.length;
	const settled = runUntilSettled(applied);
	return {
		state: stateOf(settled),
		cut: settled.cut,
		stops: applied.recording.stops.length - from,
		seconds: (applied.recording.kernel.now - applied.fromMs) / 1000,
	};
};

const endless: ReadonlyArray<readonly [title: string, text: string, taints?: readonly Taint[]]> = [
	['a Deployment', workload('Deployment', 'replicas: 2', `${refused}\n      ${container}`)],
	['a StatefulSet', workload('StatefulSet', 'serviceName: web', `${refused}\n      ${container}`)],
	[
		'a ReplicationController',
		`apiVersion: v1\nkind: ReplicationController\nmetadata: {name: web}\nspec:\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      ${refused}\n      ${container}\n`,
	],
	[
		'a Deployment on a full node that it names',
		workload(
			'Deployment',
			'replicas: 2',
			'nodeName: node-a\n      containers: [{name: main, image: "nginx:1.27", resources: {requests: {cpu: 600m}}}]',
		),
	],
	[
		'a Deployment on a node that it names and does not tolerate',
		workload('Deployment', 'replicas: 1', `nodeName: node-a\n      ${container}`),
		[{key: 'a', value: 'b', effect: 'NoExecute'}],
	],
];

for (const [title, text, taints] of endless) {
	test(`a run ends soon where kubelets refuse all Pods of ${title}`, (t) => {
		const {state, cut, stops} = play(text, taints);
		t.is(state, 'stuck');
		t.is(cut, undefined);
		t.true(stops < 6000, String(stops));
	});
}

test('a run ends soon where kubelets refuse all Pods of a Deployment, and other objects are stuck', (t) => {
	const {state, cut, seconds} = play(
		[
			workload('Deployment', 'replicas: 1', `${refused}\n      ${container}`),
			'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n',
			'apiVersion: v1\nkind: Pod\nmetadata: {name: large}\nspec: {containers: [{name: a, image: nginx, resources: {requests: {cpu: 8}}}]}\n',
			'apiVersion: v1\nkind: Pod\nmetadata: {name: unknown}\nspec: {containers: [{name: a, image: "nginx:none"}]}\n',
		].join('---\n'),
	);
	t.is(state, 'stuck');
	t.is(cut, undefined);
	t.true(seconds < 60, String(seconds));
});

test('a Pod beside refused ones is waited for', (t) => {
	const {state, seconds} = play(
		[
			busy.replace('---\n', '').replace('"20"', '"60"'),
			workload('Deployment', 'replicas: 1', `${refused}\n      ${container}`),
			'apiVersion: v1\nkind: Pod\nmetadata: {name: large}\nspec: {containers: [{name: a, image: nginx, resources: {requests: {cpu: 600m}}}]}\n',
		].join('---\n'),
	);
	t.is(state, 'stuck');
	t.true(seconds > 60, String(seconds));
});

test('a DaemonSet deletes its refused Pods later and later', (t) => {
	const {state, stops} = play(workload('DaemonSet', 'minReadySeconds: 0', `${refused}\n      ${container}`));
	t.is(state, 'stuck');
	t.true(stops < 3000, String(stops));
});

test('a Pod that is refused until another one ends is waited for', (t) => {
	const {state} = play(
		busy +
			workload(
				'Deployment',
				'replicas: 1',
				'nodeName: node-a\n      containers: [{name: main, image: "nginx:1.27", resources: {requests: {cpu: 600m}}}]',
			),
	);
	t.is(state, 'done');
});
