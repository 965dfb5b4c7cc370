import test from 'ava';
import type {Input} from '../cluster.js';
import type {Pod} from '../objects/kubernetes.generated.js';
import {deployment} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

/** A cluster at rest, then a fault, then a Deployment, then time for what waits. */
const disturbed = (...faults: readonly Input[]): Trial => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.rest();
	for (const fault of faults) {
		trial.recording.submit(fault);
	}

	trial.apply(deployment({replicas: 2}));
	trial.pass(100_000);
	trial.rest();
	return trial;
};

const factsOf = (trial: Trial, stage: string) =>
	trial.recording.stops.filter((stop) => stop.stage === stage).map(({facts}) => facts);

const phases = (trial: Trial) => trial.list<Pod>('/registry/pods/default/').map(({status}) => status.phase);

const requestFaults = [
	['500', /etcdserver: request timed out/],
	['503', /currently unable to handle/],
	['504', /did not complete within requested timeout/],
	['lost', /client connection lost/],
] as const;

for (const [fail, message] of requestFaults) {
	test(`requests that fail with ${fail} are tried again until they are answered`, (t) => {
		const trial = disturbed({requests: {from: 'kube-controller-manager', forMs: 5000, fail, share: 0.5}});
		t.true(factsOf(trial, 'fault.request').every((facts) => facts?.['fail'] === fail));
		t.true(
			trial.stops(({stage, facts}) => stage.endsWith('.retry') && message.test(String(facts?.['message']))).length > 0,
		);
		t.deepEqual(phases(trial), ['Running', 'Running']);
	});
}

test('a request whose answer is lost has been carried out', (t) => {
	const trial = disturbed({requests: {from: 'kube-controller-manager/deployment', forMs: 50, fail: 'lost'}});
	const posts = factsOf(trial, 'fault.request').filter((facts) => facts?.['method'] === 'POST');
	t.is(posts.length, 1);
	t.is(trial.list('/registry/replicasets/default/').length, 1);
});

test('a delayed request arrives later, and others do not', (t) => {
	const times = (from: string) =>
		disturbed({requests: {from, forMs: 60_000, delayMs: 2000}}).recording.stops.find(
			({stage}) => stage === 'scheduler.bind',
		)?.timeMs;
	t.true(Number(times('kube-controller-manager')) > Number(times('nobody')) + 2000);
});

test('a client goes on from the version it knows when its connection closes, and lists again when that is gone', (t) => {
	const agent = 'kube-scheduler';
	const after = (end: 'closed' | 'expired') => {
		const trial = disturbed({watches: {of: agent, end}});
		const from = trial.recording.stops.find(({stage}) => stage === 'fault.watches')?.step ?? 0;
		const stages = trial.recording.stops
			.filter(({step, stage, process}) => step > from && process === agent && stage.startsWith('informer.'))
			.map(({stage}) => stage);
		t.deepEqual(phases(trial), ['Running', 'Running']);
		return new Set(stages.filter((stage) => stage !== 'informer.deliver'));
	};

	t.deepEqual(after('closed'), new Set(['informer.watch']));
	t.deepEqual(after('expired'), new Set(['informer.watch', 'informer.list']));
});

test('Pods that were deleted by force make room at once, also while they still run', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(deployment({replicas: 2}).replace('cpu: 100m', 'cpu: 1500m'));
	trial.rest();
	trial.kubectl('delete pods --all --force --grace-period=0');
	trial.pass(100_000);
	trial.rest();
	t.deepEqual(phases(trial), ['Running', 'Running']);
});
