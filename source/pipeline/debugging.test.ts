import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {matchesBreakpoint, parseBreakpoint} from '../debugger/breakpoint.js';
import {blame} from '../debugger/blame.js';
import {move, motions, seek, type Motion} from '../debugger/seek.js';
import {addBreakpoint, emptySession, proceed} from '../debugger/session.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, ingress, pod, service} from '../testing/manifests.js';
import type {Deployment} from '../objects/kubernetes.generated.js';

test('over 10,000 steps the past reads the same from behind as it was when it happened', (t) => {
	const trial = new Trial();
	const {recording} = trial;
	const {ledger} = recording.kernel;
	const keys = [
		'/registry/deployments/default/web',
		'/components/etcd/revision',
		'/nodes/node-a/iptables',
		'/terminal/1',
	];
	const atThatTime: unknown[][] = recording.stops.map(() => []);
	const records: Array<ReadonlyMap<string, unknown>> = [];
	const watch = () => {
		for (let stop = recording.extend(undefined, true); stop; stop = recording.extend(undefined, true)) {
			atThatTime.push(keys.map((key) => ledger.read(key)));
			if (stop.step % 1000 === 0) {
				records[stop.step] = new Map(ledger.keys('/').map((key) => [key, ledger.read(key)]));
			}
		}
	};

	trial.begin('apply -f all.yaml', {'all.yaml': documents(deployment({replicas: 5}), service, ingress)});
	watch();
	while (recording.stops.length < 10_000) {
		trial.begin('rollout restart deployment web');
		watch();
	}

	const recorded = recording.stops.length;
	t.true(recorded >= 10_000);
	const wrong: number[] = [];
	const compareAt = (step: number) => {
		if (atThatTime[step]?.some((value, index) => ledger.readAt(keys[index] ?? '', step) !== value) !== false) {
			wrong.push(step);
		}
	};

	for (let step = recorded - 1; step >= 0;) {
		compareAt(step);
		step = seek(recording, step, -1, () => true).stop?.step ?? -1;
	}

	for (let step = 0; step < recorded - 1;) {
		step = must(seek(recording, step, 1, () => true).stop, 'next stop').step;
		compareAt(step);
	}

	t.deepEqual(wrong, []);
	for (const [step, record] of records.entries()) {
		if (record) {
			t.deepEqual(ledger.keys('/', step), [...record.keys()]);
			t.true([...record].every(([key, value]) => ledger.readAt(key, step) === value));
		}
	}

	t.is(recording.stops.length, recorded);
	t.is(recording.kernel.steps, recorded);
});

const allMotions = Object.keys(motions).filter((name): name is Motion => Object.hasOwn(motions, name));

test('every motion, from many stops of a real run, moves in its direction and comes to a stop of its kind', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(pod);
	const {recording} = trial;
	const {length} = recording.stops;
	for (let from = 0; from < length; from += 97) {
		const at = trial.stopAt(from);
		for (const motion of allMotions) {
			const matches = motions[motion](at);
			for (const direction of [1, -1] as const) {
				const {stop} = move(recording, from, motion, direction);
				if (stop) {
					t.true((stop.step - from) * direction > 0, `${motion} ${direction} from ${from}`);
					const between = recording.stops.slice(Math.min(from, stop.step) + 1, Math.max(from, stop.step));
					if (matches(stop)) {
						t.false(between.some(matches), `${motion} ${direction} from ${from} to ${stop.step}`);
					}
				}
			}
		}
	}

	t.is(recording.stops.length, length);
});

const trial = new Trial({nodes: [{name: 'node-a'}], users: [{name: 'jane', token: 'secret'}]});
const from = trial.step;
trial.kubectl('delete node node-a --context=jane@kubernetes');
trial.kubectl('create -f pod.yaml', {'pod.yaml': pod.replace('name: web\n', 'name: Web\n')});
trial.apply(
	documents(pod.replace('nginx:1.27', 'nginx:no-such-tag-missing').replace('name: web\n', 'name: absent\n'), service),
);
trial.recording.submit({traffic: {name: 'shopper', target: 'web.default.svc.cluster.local:80', everyMs: 500}});
trial.pass(5000);
trial.crash('kube-scheduler');
trial.pass(10);
trial.restart('kube-scheduler');
trial.pass(1000);

const met = (line: string) => {
	const breakpoint = parseBreakpoint(line, 1);
	return trial.recording.stops.slice(from).filter((stop) => matchesBreakpoint(trial.recording, breakpoint, stop));
};

for (const [what, line] of [
	['a 403', `failure stage=apiserver.respond if='facts.code == 403'`],
	['a 422', `failure stage=apiserver.respond if='facts.code == 422'`],
	['a Warning event', `failure stage=event.record if='facts.type == "Warning"'`],
	['an image that cannot be pulled', 'failure stage=cri.PullImage'],
	['a request that is lost', 'failure stage=traffic.lost'],
	['a process that is killed', 'failure stage=fault.crash'],
] as const) {
	test(`a breakpoint on failures stops at ${what}`, (t) => {
		t.true(met(line).length > 0);
		t.true(met('failure').length >= met(line).length);
	});
}

test('a breakpoint on the reason of an event stops where it is recorded', (t) => {
	t.deepEqual([...new Set(met('stage=event.record reason=Failed').map(({stage}) => stage))], ['event.record']);
	t.true(met('reason=Pulling').length > 0);
});

test('a breakpoint on a verb stops at its requests, as a method or as a verb', (t) => {
	t.true(met('verb=DELETE stage=apiserver.authorize').every((stop) => sentenceOf(stop).includes('delete')));
	t.true(met('verb=patch stage=apiserver.authorize').length > 0);
	t.true(met('verb=post stage=kubectl.request').length > 0);
});

test('every field of an object is blamed on the step that wrote it, and continuing back to its change finds the same step', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	own.apply(pod);
	const {recording} = own;
	const key = '/registry/pods/default/web';
	const whole = must(blame(recording.kernel.ledger.versions(key)), 'version of the Pod');
	const blamed = (path: readonly string[]) => {
		let at = whole;
		for (const part of path) {
			at = must(at.parts?.[part], `blame of ${part}`);
		}

		return at.step;
	};
	const wrote = (path: readonly string[]) => own.stopAt(blamed(path)).process.replace(/\/[\d-]+$/, '');

	t.is(wrote(['spec', 'containers']), 'kubectl');
	t.is(wrote(['spec', 'nodeName']), 'kube-scheduler/bind/default/web');
	t.is(wrote(['status', 'podIP']), 'kubelet/node-a/status-manager');
	const session = addBreakpoint(emptySession, `object=${key} path=spec.nodeName`);
	const back = proceed(recording, session, recording.stops.length, -1);
	t.is(back.stop?.step, blamed(['spec', 'nodeName']));
});

test('a branch in the past of a cluster can do something else there, and both futures stay', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	own.apply(deployment({replicas: 2}));
	const {recording} = own;
	const commit = own.first('etcd.txn', 0, ({object}) => object === '/registry/deployments/default/web');
	const branch = recording.branch(commit.step);
	branch.submit({kubectl: 'scale deployment web --replicas=3'});
	while (branch.extend(undefined, true)) {
		// Each stop is on the tape.
	}

	const replicas = (of: typeof recording) =>
		of.kernel.ledger.read<Deployment>('/registry/deployments/default/web')?.status.readyReplicas;
	t.is(replicas(branch), 3);
	t.is(replicas(recording), 2);
	t.is(branch.fingerprintAt(commit.step), recording.fingerprintAt(commit.step));
});
