import test from 'ava';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import {deployment} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

/** A cluster at rest, then a fault, then a Deployment, then time for what waits. */
const disturbed = (...faults: readonly string[]): Trial => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.rest();
	for (const fault of faults) {
		trial.recording.submit({fault});
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
		const trial = disturbed(`fail requests kube-controller-manager with=${fail} share=50% for=5s`);
		t.true(factsOf(trial, 'fault.request').every((facts) => facts?.['fail'] === fail));
		t.true(
			trial.stops(({stage, facts}) => stage.endsWith('.retry') && message.test(String(facts?.['message']))).length > 0,
		);
		t.deepEqual(phases(trial), ['Running', 'Running']);
	});
}

test('a request whose answer is lost has been carried out', (t) => {
	const trial = disturbed('fail requests kube-controller-manager/deployment with=lost for=50ms');
	const posts = factsOf(trial, 'fault.request').filter((facts) => facts?.['method'] === 'POST');
	t.is(posts.length, 1);
	t.is(trial.list('/registry/replicasets/default/').length, 1);
});

test('a delayed request arrives later, and others do not', (t) => {
	const times = (from: string) =>
		disturbed(`delay requests ${from} by=2s for=1m`).recording.stops.find(({stage}) => stage === 'scheduler.bind')
			?.timeMs;
	t.true(Number(times('kube-controller-manager')) > Number(times('mesh')) + 2000);
});

test('a client goes on from the version it knows when its connection closes, and lists again when that is gone', (t) => {
	const agent = 'kube-scheduler';
	const after = (end: 'closed' | 'expired') => {
		const trial = disturbed(`${end === 'closed' ? 'close' : 'expire'} watches ${agent}`);
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

test('a process that is paused does nothing until its time is over, and then what came meanwhile', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const from = trial.step;
	trial.recording.submit({fault: 'pause kube-scheduler for=20s'});
	trial.apply(deployment({replicas: 2}));
	trial.rest();
	const paused = trial.first('fault.pause', from);
	const over = trial.first('fault.end', from);
	t.is(over.timeMs - paused.timeMs, 20_000);
	t.deepEqual(over.facts, {words: 'pause kube-scheduler for=20s', why: 'time'});
	t.deepEqual(
		trial.stops(({step, process}) => step > paused.step && step < over.step && process === 'kube-scheduler'),
		[],
	);
	t.true(trial.first('scheduler.bind', from).timeMs >= over.timeMs);
	t.deepEqual(phases(trial), ['Running', 'Running']);
});

test('a node that stands still is lost, and found again when it is healed', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(deployment({replicas: 1}));
	const ready = () =>
		trial.get<Node>('/registry/minions/node-a').status.conditions?.find(({type}) => type === 'Ready')?.status;
	trial.recording.submit({fault: 'pause node-a'});
	trial.pass(100_000);
	t.is(ready(), 'Unknown');
	trial.recording.submit({fault: 'heal node-a'});
	trial.pass(100_000);
	t.is(ready(), 'True');
	t.deepEqual(factsOf(trial, 'fault.heal'), [{what: 'node-a', count: 1}]);
});

test('what is slow takes as many times as long, and what waits for it does not', (t) => {
	const createMs = (...faults: readonly string[]) => {
		const trial = disturbed(...faults);
		const [begin, end] = ['call', 'answer'].map((which) =>
			trial.first('cri.RunPodSandbox', 0, ({facts}) => facts.case === which),
		);
		return Number(end?.timeMs) - Number(begin?.timeMs);
	};

	t.is(createMs('slow node-a by=4'), 4 * createMs());
	t.is(createMs('slow kube-scheduler by=4'), createMs());
});

test('restart ends a pause, and heal of nothing says so', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.recording.submit({fault: 'pause kube-scheduler'});
	trial.recording.submit({fault: 'restart kube-scheduler'});
	trial.rest();
	t.is(trial.facts('fault.end').length, 1);
	trial.recording.submit({fault: 'heal'});
	trial.rest();
	t.deepEqual(factsOf(trial, 'fault.heal'), [{what: undefined, count: 0}]);
});

test('a fault happens later when its words say so, and what is not there then is a stop that says so', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const fromMs = trial.recording.kernel.now;
	trial.recording.submit({fault: 'crash kube-scheduler at=5s'});
	trial.recording.submit({fault: 'pause nobody at=6s'});
	trial.rest();
	t.is(trial.first('fault.crash').timeMs - fromMs, 5000);
	t.is(trial.first('fault.refused').timeMs - fromMs, 6000);
	t.is(trial.first('fault.refused').facts.message, 'no process or node is called nobody');
});
