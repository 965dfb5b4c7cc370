import test from 'ava';
import type {Loss} from '../stages/facts/network/traffic.js';
import {lossInWords, sentenceOf} from '../stages/sentence.js';
import {causes} from '../debugger/cause.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import {deployment, documents, ingress, pod, service} from '../testing/manifests.js';
import type {Stop} from '../kernel/stop.js';
import type {Pod} from '../objects/kubernetes.generated.js';

interface Count {
	readonly sent: number;
	readonly answered: number;
	readonly inFlight: number;
	readonly losses: ReadonlyArray<{readonly loss: Loss}>;
}

/** Three Pods under traffic from inside and from outside, served for a while. */
const shop = (preStopSeconds: number): Trial => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	const injected = pod.replace(
		'name: web\n  labels: {app: web}',
		'name: client\n  labels: {sidecar.istio.io/inject: "true"}',
	);
	trial.apply(documents(deployment({replicas: 3, preStopSeconds}), service, ingress, injected));
	trial.recording.submit({traffic: {name: 'shopper', target: 'web.default.svc.cluster.local:80', everyMs: 20}});
	trial.recording.submit({traffic: {name: 'browser', target: 'shop.example.test', everyMs: 20, viaIngress: true}});
	trial.pass(1000);
	return trial;
};

const isOfSlice = ({object}: Stop): boolean => object?.startsWith('/registry/endpointslices/') ?? false;

const losses = (trial: Trial): number =>
	['shopper', 'browser'].reduce((sum, client) => {
		const {sent, answered, inFlight} = trial.get<Count>(`/network/traffic/${client}`);
		return sum + sent - answered - inFlight;
	}, 0);

const aPod = (trial: Trial): Pod =>
	must(
		trial.list<Pod>('/registry/pods/default/').find(({metadata}) => metadata.labels?.app === 'web'),
		'Pod of web',
	);

test('D1: the door closes, the endpoint goes, open requests are answered, the process ends, then address, sandbox and object', (t) => {
	const trial = shop(5);
	const {metadata, status} = aPod(trial);
	const key = `/registry/pods/default/${metadata.name}`;
	const address = `/network/addresses/${status.podIP}`;
	const from = trial.step;
	trial.begin(`delete pod ${metadata.name}`);
	trial.pass(30_000);
	const {ledger} = trial.recording.kernel;
	const first = (stage: string, matches: (stop: Stop) => boolean = () => true) =>
		trial.first(stage, from, matches).step;
	const marked = first('apiserver.delete', ({object}) => object === key);
	const published = first('etcd.txn', isOfSlice);
	const hooked = first('kubelet.hook.preStop');
	const closed = first('container.signal', ({process}) => process.startsWith('container/'));
	const ended = first('container.exit');
	const stopped = first('cri.StopPodSandbox');
	const removed = first('cni.del.bridge');
	const gone = first('etcd.txn', (stop) => stop.object === key && sentenceOf(stop).startsWith('etcd deletes'));
	const order = [marked, hooked, published, closed, ended, stopped, removed, gone];
	t.deepEqual(
		order,
		order.toSorted((a, b) => a - b),
	);
	const accepts = (step: number) =>
		ledger
			.readAt<{listeners: ReadonlyArray<{accepts: boolean}>}>(address, step)
			?.listeners.map(({accepts: open}) => open);
	t.deepEqual(accepts(published), [true]);
	t.deepEqual(accepts(closed), [false]);
	t.deepEqual(ledger.readAt(address, gone), undefined);
	t.is(ledger.readAt(key, gone), undefined);
	t.is(losses(trial), 0);
});

test('D1: a process that drains keeps its open requests and takes no new ones, until it is done', (t) => {
	const trial = shop(5);
	const {metadata} = aPod(trial);
	const from = trial.step;
	trial.begin(`delete pod ${metadata.name}`);
	trial.pass(30_000);
	const signal = trial.first('container.signal', from, ({process}) => process.startsWith('container/'));
	t.regex(sentenceOf(signal), /nginx gets SIGQUIT: it accepts no new connections and ends in \d+ ms/);
	const exit = trial.first('container.exit', from);
	t.like(signal.facts, {afterMs: exit.timeMs - signal.timeMs});
	t.is(exit.facts?.exitCode, 0);
});

test('D2: one write starts both halves: the kubelet stops the Pod and the controllers remove its endpoint, neither waits for the other', (t) => {
	const trial = shop(0);
	const {metadata} = aPod(trial);
	const key = `/registry/pods/default/${metadata.name}`;
	const from = trial.step;
	trial.begin(`delete pod ${metadata.name}`);
	trial.pass(10_000);
	const write = trial.first('etcd.txn', from, ({object}) => object === key);
	const killed = trial.first('kubelet.kill', from);
	const published = trial.first('endpoints.publish', from, isOfSlice);
	const stepsTo = ({step}: {readonly step: number}) => causes(trial.recording, step).map((cause) => cause.step);
	for (const half of [killed, published]) {
		t.true(stepsTo(half).includes(write.step), half.stage);
	}

	t.false(stepsTo(killed).includes(published.step));
	t.false(stepsTo(published).includes(killed.step));
});

for (const [what, command] of [
	['a rolling restart', 'rollout restart deployment web'],
	['deleting every Pod of it', 'delete pods -l app=web'],
] as const) {
	test(`D2: ${what} drops requests`, (t) => {
		const trial = shop(0);
		const from = trial.step;
		trial.begin(command);
		trial.pass(40_000);
		const lost = trial.at('traffic.lost', from);
		t.true(lost.length > 0);
		t.is(lost.length, losses(trial));
		t.true(lost.every(({outcome, periodic}) => outcome === 'failed' && !periodic));
		const {losses: lossesOf} = trial.get<Count>('/network/traffic/shopper');
		const reasons = lossesOf.map(({loss}) => lossInWords(loss));
		t.true(
			reasons.some((reason) => /kube-proxy on node-\w still sends to/.test(reason)),
			reasons.join('\n'),
		);
	});
}

test('D2: with a preStop sleep a rolling restart drops none', (t) => {
	const trial = shop(5);
	const before = trial.list<Pod>('/registry/pods/default/').map(({metadata}) => metadata.name);
	trial.begin('rollout restart deployment web');
	trial.pass(40_000);
	const after = trial.list<Pod>('/registry/pods/default/').map(({metadata}) => metadata.name);
	t.is(after.filter((name) => !before.includes(name)).length, 3);
	t.is(losses(trial), 0);
	t.deepEqual(trial.at('traffic.lost'), []);
});

test('D2: kube-proxy on each node, DNS, ingress and mesh let go of the endpoint each in its own time', (t) => {
	const trial = shop(5);
	const {metadata, status} = aPod(trial);
	const ip = status.podIP ?? '';
	const from = trial.step;
	trial.begin(`delete pod ${metadata.name}`);
	trial.pass(30_000);
	const {ledger} = trial.recording.kernel;
	const names: Readonly<Record<string, string>> = {
		'kube-proxy/node-a': '/nodes/node-a/iptables',
		'kube-proxy/node-b': '/nodes/node-b/iptables',
		'ingress-controller': '/network/ingress/default/web',
		mesh: '/network/mesh/default/client',
		coredns: '/network/dns',
	};
	const letGo: Record<string, Stop> = {};
	for (const [process, prefix] of Object.entries(names)) {
		const change = ledger.changes.find(
			({step, key, before, after}) =>
				step >= from &&
				key.startsWith(prefix) &&
				JSON.stringify(before)?.includes(`"${ip}`) !== JSON.stringify(after)?.includes(`"${ip}`),
		);
		const stop = change && trial.recording.stops.get(change.step);
		if (stop) {
			letGo[process] = stop;
		}
	}

	t.deepEqual(Object.keys(letGo).sort(), Object.keys(names).sort());
	for (const [process, stop] of Object.entries(letGo)) {
		t.is(stop.process, process);
		t.regex(stop.stage, /^(?:kube-proxy\.sync|ingress\.update|mesh\.push|dns\.update)$/);
	}

	const times = Object.values(letGo).map(({timeMs}) => timeMs);
	t.true(new Set(times).size > 1, times.join(' '));
	const closed = trial.first('container.signal', from, ({process}) => process.startsWith('container/'));
	t.true(times.every((timeMs) => timeMs < closed.timeMs));
});
