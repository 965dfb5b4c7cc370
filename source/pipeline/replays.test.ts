import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {stopLine} from '../exports/stop-line.js';
import {Trial} from '../testing/trial.js';
import {firstDifferentFact, marksOf} from '../testing/fact-marks.js';
import {firstDifference, type RunLine} from './first-difference.js';
import {deployment, documents, ingress, pod, service} from '../testing/manifests.js';
import type {Stop} from '../kernel/stop.js';
import type {Pod} from '../objects/kubernetes.generated.js';

const folder = new URL('../../snapshots/replays/', import.meta.url);

const crashing = pod
	.replace('    ports', '    command: [sh, -c, "exit 3"]\n    ports')
	.replace('nginx:1.27', 'busybox:1.36');

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

const withVolume = `${pod}    readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}
    livenessProbe: {tcpSocket: {port: 80}}
    startupProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}
    volumeMounts: [{name: data, mountPath: /data}]
  initContainers:
  - {name: first, image: "busybox:1.36", command: [sh, -c, sleep 1]}
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
`;

const underTraffic = (preStopSeconds: number) => (trial: Trial) => {
	trial.apply(documents(deployment({preStopSeconds}), service));
	trial.recording.submit({traffic: {name: 'shopper', target: 'web.default.svc.cluster.local:80', everyMs: 100}});
	trial.pass(1000);
	const from = trial.step;
	const [first] = trial.list<Pod>('/registry/pods/default/');
	trial.begin(`delete pod ${first?.metadata.name}`);
	trial.pass(15_000);
	return from;
};

const nodes = [{name: 'node-a'}, {name: 'node-b'}];

/** Name of the golden file → the actions on a fresh cluster; the result is the step where the golden begins. */
const scenarios: Readonly<Record<string, (trial: Trial) => number>> = {
	pod(trial) {
		const from = trial.step;
		trial.apply(pod);
		return from;
	},
	'deployment-service-ingress'(trial) {
		const from = trial.step;
		trial.apply(documents(deployment(), service, ingress));
		return from;
	},
	'claim-init-probes'(trial) {
		const from = trial.step;
		trial.apply(documents(claim, withVolume));
		return from;
	},
	unschedulable(trial) {
		const from = trial.step;
		trial.apply(`${pod}  nodeSelector: {disk: ssd}\n`);
		return from;
	},
	refused(trial) {
		const from = trial.step;
		trial.apply(
			documents(pod.replace('containerPort: 80', 'containerPort: 99999'), service.replace('port: 80', 'prot: 80')),
		);
		return from;
	},
	'rolling-update'(trial) {
		trial.apply(deployment());
		const from = trial.step;
		trial.kubectl('set image deployment/web web=nginx:1.28');
		return from;
	},
	'deletion-without-sleep': underTraffic(0),
	'deletion-with-sleep': underTraffic(5),
	'crash-loop'(trial) {
		const from = trial.step;
		trial.begin('apply -f pod.yaml', {'pod.yaml': crashing});
		trial.pass(45_000);
		return from;
	},
	'image-pull-back-off'(trial) {
		const from = trial.step;
		trial.begin('apply -f pod.yaml', {'pod.yaml': pod.replace('nginx:1.27', 'nginx:no-such-tag-missing')});
		trial.pass(45_000);
		return from;
	},
	'node-lost'(trial) {
		trial.apply(deployment());
		const from = trial.step;
		trial.crash('kubelet/node-b');
		trial.pass(400_000);
		return from;
	},
};

/** The writes of Events are the same each time, and not the subject of a replay. */
const isEventWriting = ({process, stage, object}: Stop): boolean =>
	stage !== 'event.record' && (process.endsWith('/events') || (object?.startsWith('/registry/events/') ?? false));

/** The stops as `trace` prints them, from the command on, without step numbers, which change with every earlier stop. */
const replayLines = (trial: Trial, from: number): readonly RunLine[] => {
	const stops = trial.recording.stops.slice(from);
	const fromMs = stops[0]?.timeMs ?? 0;
	return stops
		.filter((stop) => !stop.periodic && !isEventWriting(stop))
		.map((stop) => ({
			step: stop.step,
			text: stopLine(stop, fromMs, 'en')
				.replace(/^#\d+ +/, '')
				.trimEnd(),
		}));
};

const linesOf = (file: URL): readonly string[] => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');

for (const [name, play] of Object.entries(scenarios)) {
	test(`the replay of ${name} is as it was`, (t) => {
		const trial = new Trial({nodes});
		// The fingerprint covers all facts: a fact without a sentence fails here too, and the marks name it.
		const lines = [...replayLines(trial, play(trial)), {text: `fingerprint ${trial.recording.fingerprint}`}];
		const file = new URL(`${name}.txt`, folder);
		const marksFile = new URL(`facts/${name}.txt`, folder);
		if (process.env.UPDATE_SNAPSHOTS) {
			mkdirSync(new URL('facts/', folder), {recursive: true});
			writeFileSync(file, lines.map(({text}) => `${text}\n`).join(''));
			writeFileSync(marksFile, trial.recording.stops.map((stop) => `${marksOf(stop)}\n`).join(''));
		}

		t.true(existsSync(file) && existsSync(marksFile), `${file.pathname} is missing; UPDATE_SNAPSHOTS=1 writes it`);
		const differences = [
			firstDifference(linesOf(file), lines),
			firstDifferentFact(linesOf(marksFile), trial.recording.stops.slice(0)),
		].flatMap((difference) => difference ?? []);
		if (differences.length === 0) {
			t.pass();
		} else {
			t.fail(`${name}.txt, ${differences.join('\n')}`);
		}
	});
}
