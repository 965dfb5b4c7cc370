import test from 'ava';
import type {Event, Lease, Pod} from '../objects/kubernetes.generated.js';
import {deployment, pod} from '../testing/manifests.js';
import {isStopOf} from '../stages/stop-of.js';
import {Trial} from '../testing/trial.js';
import type {ScenarioFile} from '../scenario/scenario-file.js';

const nodes = [{name: 'node-a', capacity: {cpu: '64', memory: '64Gi'}}];

/** The waits of a component's clients from a step on. */
const waits = (trial: Trial, client: string, from = 0) =>
	trial.recording.stops
		.slice(from)
		.flatMap((stop) => (isStopOf(stop, 'client.throttle') && stop.facts.client === client ? [stop] : []));

/** The times of the Pods' creation, in milliseconds since the first. */
const created = (trial: Trial): readonly number[] => {
	const moments = trial.at('controller.replicaset.create').map(({timeMs}) => timeMs);
	return moments.map((moment) => moment - (moments[0] ?? 0));
};

const deployed = (replicas: number, limits: ScenarioFile = {}): Trial => {
	const trial = new Trial({nodes, ...limits});
	trial.apply(deployment({replicas}));
	return trial;
};

test('a small cluster never waits for a limit', (t) => {
	t.deepEqual(deployed(10).at('client.throttle'), []);
});

test('a ReplicaSet creates its Pods at the rate that kube-controller-manager gives each controller', (t) => {
	const trial = deployed(60);
	const [first] = waits(trial, 'kube-controller-manager/replicaset');
	t.like(first?.facts, {qps: 20, burst: 30, first: true, method: 'POST', path: '/api/v1/namespaces/default/pods'});
	// 60 Pods and the Events about them, less the burst.
	const seconds = (created(trial).at(-1) ?? 0) / 1000;
	t.true(seconds > 1.5 && seconds < 3, `${seconds}`);
	// No other controller has to wait for this one.
	t.deepEqual(waits(trial, 'kube-controller-manager/deployment'), []);
	t.is(trial.list<Pod>('/registry/pods/default/').length, 60);
});

test('a scenario lifts the limits', (t) => {
	const trial = deployed(60, {kubeControllerManager: {kubeAPIQPS: -1}});
	t.true((created(trial).at(-1) ?? Infinity) < 1000);
	t.deepEqual(waits(trial, 'kube-controller-manager/replicaset'), []);
});

test('kube-scheduler has one rate for bindings and states, and another for Events', (t) => {
	const limits = {kubeScheduler: {clientConnection: {qps: 2, burst: 1}}};
	const bindings = waits(deployed(8, limits), 'kube-scheduler').filter(({facts}) => facts.path.endsWith('/binding'));
	// They begin side by side, and each waits for those before it.
	t.deepEqual(
		bindings.map(({facts}) => Math.round(facts.waitMs / 500)),
		[1, 2, 3, 4, 5, 6, 7],
	);
	const unfit = new Trial({nodes: [{name: 'node-a', capacity: {pods: '0'}}], ...limits});
	unfit.apply(deployment({replicas: 4}));
	const first = waits(unfit, 'kube-scheduler').filter(({facts}) => facts.first);
	t.deepEqual(
		first.map(({facts}) => [facts.method, /pods|events/.exec(facts.path)?.[0], facts.burst]),
		[
			['PATCH', 'pods', 1],
			['POST', 'events', 1],
		],
	);
});

test('a kubelet has one rate for requests, another for Events, and none for its heartbeats', (t) => {
	const trial = new Trial({nodes, kubelet: {kubeAPIQPS: 0.01, kubeAPIBurst: 1, eventRecordQPS: 0.1, eventBurst: 1}});
	const from = trial.step;
	trial.begin('apply -f web.yaml', {'web.yaml': pod.replace('spec:', 'spec:\n  automountServiceAccountToken: false')});
	trial.pass(60_000);
	const [status] = waits(trial, 'kubelet/node-a', from).filter(({facts}) => facts.path.endsWith('/status'));
	t.true((status?.facts.waitMs ?? 0) > 30_000);
	t.is(trial.list<Pod>('/registry/pods/default/')[0]?.status?.phase, 'Pending');
	const events = waits(trial, 'kubelet/node-a', from).filter(({facts}) => facts.path.endsWith('/events'));
	t.deepEqual([...new Set(events.map(({facts}) => facts.qps))], [0.1]);
	t.true(trial.list<Event>('/registry/events/default/').some(({reason}) => reason === 'Pulled'));
	const [lease] = trial.list<Lease>('/registry/leases/kube-node-lease/');
	const renewed = Date.parse(lease?.spec?.renewTime ?? '');
	t.true(trial.recording.kernel.wallClockMs - renewed <= 10_000);
});

test('a component that starts again has a full burst', (t) => {
	const trial = new Trial({nodes, kubeControllerManager: {kubeAPIQPS: 0.01, kubeAPIBurst: 4}});
	trial.begin('apply -f web.yaml', {'web.yaml': deployment({replicas: 20})});
	trial.pass(1000);
	const before = trial.list<Pod>('/registry/pods/default/').length;
	t.true(before <= 4);
	trial.recording.submit({fault: 'restart controller-manager'});
	trial.pass(1000);
	const after = trial.list<Pod>('/registry/pods/default/').length;
	t.true(after > before && after <= 8, `${before} ${after}`);
});
