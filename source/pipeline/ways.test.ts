import {readFileSync} from 'node:fs';
import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {Executed} from '../testing/executed.js';
import {HeadlessTerminal} from '../testing/headless-terminal.js';
import {appOn, starts} from '../testing/screens.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';

const map = readFileSync(new URL('../../source/README.md', import.meta.url), 'utf8');

/** The modules of a way, in the map's order. */
const modulesOf = (way: string): readonly string[] => {
	const [, text = ''] = new RegExp(`^\\*\\*${way}\\.\\*\\* ([\\s\\S]*?)\\n\\n`, 'm').exec(map) ?? [];
	return [...new Set([...text.matchAll(/`((?:[\w-]+\/)+[\w-]+)\.tsx?`/g)].map(([, name = '']) => name))];
};

const manifest = `
apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web, sidecar.istio.io/inject: "true"}}
spec:
  containers: [{name: web, image: "nginx:1.27", ports: [{containerPort: 80}]}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  rules:
  - host: web.example.com
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}
`;

/** Parts without their own code: requests and answers as types. */
const typesOnly = new Set(['cri/runtime-service', 'screen/state/parts']);

/** Modules on a Pod's path that have no other work in a cluster at rest, in the order of the path. */
const landmarks = [
	'kubectl/commands/write/apply',
	'apiserver/verbs/create',
	'apiserver/storage/storage',
	'scheduler/scheduler',
	'scheduler/cycle',
	'scheduler/binding',
	'kubelet/workers/pod-workers',
	'kubelet/containers/runtime-manager',
	'containerd/runtime',
];

test.serial('a Pod takes the way that the map describes, and takes it forwards', (t) => {
	const trial = new Trial({
		nodes: [{name: 'node-a'}],
		traffic: [{name: 'client', target: 'web.default.svc.cluster.local:80', everyMs: 500}],
	});
	const executed = new Executed();
	trial.recording.submit({kubectl: 'apply -f web.yaml', files: {'web.yaml': manifest}});
	const came = new Map<string, number>();
	for (let moment = 0; moment < 80; moment++) {
		trial.steps(6);
		for (const name of executed.since()) {
			came.set(name, came.get(name) ?? moment);
		}
	}

	trial.pass(20_000);
	for (const name of executed.since()) {
		came.set(name, came.get(name) ?? 80);
	}

	executed.end();
	const way = modulesOf('A Pod');
	t.true(way.length > 20);
	t.deepEqual(
		way.filter((name) => !came.has(name) && !typesOnly.has(name)),
		[],
	);
	const moments = landmarks.map((name) => came.get(name) ?? -1);
	t.deepEqual(
		moments,
		moments.toSorted((a, b) => a - b),
	);
	t.deepEqual(
		landmarks.filter((name) => !way.includes(name)),
		[],
	);
});

test.serial('a stop takes the way that the map describes: its sentence is made when it is looked at', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const executed = new Executed();
	trial.recording.submit({kubectl: 'apply -f web.yaml', files: {'web.yaml': manifest}});
	while (trial.recording.extend()) {
		if (trial.recording.stops.at(-1)?.stage === 'kubelet.pull') {
			break;
		}
	}

	const [note = '', kernel = '', recording = '', sentence = ''] = modulesOf('A stop');
	const recorded = executed.since();
	t.true(recorded.has(note) && recorded.has(kernel) && recorded.has(recording));
	t.false(recorded.has(sentence));
	sentenceOf(must(trial.recording.stops.at(-1), 'a stop'));
	t.true(executed.since().has(sentence));
	executed.end();
});

test.serial('a key takes the way that the map describes', async (t) => {
	const terminal = new HeadlessTerminal(appOn(must(starts['pod'], 'a Pod')()), 100, 30);
	await terminal.screen();
	const executed = new Executed();
	await terminal.type('s');
	await terminal.screen();
	const ran = executed.since();
	executed.end();
	terminal.close();
	t.deepEqual(
		modulesOf('A key').filter((name) => !ran.has(name) && !typesOnly.has(name)),
		[],
	);
});
