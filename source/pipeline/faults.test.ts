import test from 'ava';
import type {Event, Lease, Node, Pod} from '../objects/kubernetes.generated.js';
import {packetWalk} from '../cluster.js';
import {deployment} from '../testing/manifests.js';
import {Trial} from '../testing/trial.js';

/** A cluster at rest, then a fault, then a Deployment, then time for waiting work. */
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

test('of the requests of a client, a fault may concern one by its verb, resource and number', (t) => {
	const trial = disturbed('fail requests kube-controller-manager/replicaset verb=create of=pods number=2 with=409');
	const failed = factsOf(trial, 'fault.request');
	t.deepEqual(
		failed.map((facts) => [facts?.['method'], facts?.['path'], facts?.['fail']]),
		[['POST', '/api/v1/namespaces/default/pods', '409']],
	);
	const retried = factsOf(trial, 'controller.replicaset.retry').map((facts) => String(facts?.['message']));
	t.true(retried.some((message) => message.includes('Operation cannot be fulfilled on pods')));
	t.deepEqual(phases(trial), ['Running', 'Running']);
});

test('an answer that is held arrives when its fault ends, and the request has been carried out', (t) => {
	const trial = disturbed(
		'fail requests kube-controller-manager/deployment verb=create of=replicasets with=held for=7s',
	);
	const held = trial.first('fault.request');
	const synced = trial.stops(
		({stage, process, step, facts}) =>
			stage === 'apiserver.route' &&
			process === 'controller-manager/deployment' &&
			step > held.step &&
			facts?.['method'] === 'PUT',
	);
	t.is(trial.list('/registry/replicasets/default/').length, 1);
	t.true((synced[0]?.timeMs ?? 0) >= trial.first('fault.requests').timeMs + 7000);
	t.deepEqual(phases(trial), ['Running', 'Running']);
});

test('what a client misses it never sees: its watch expires, and it lists again', (t) => {
	const trial = disturbed('miss watches kube-scheduler of=pods for=20s');
	const missed = trial.first('fault.deliveries');
	const seen = trial.stops(
		({stage, process, step}) => stage === 'informer.deliver' && process === 'kube-scheduler' && step > missed.step,
	);
	const listed = trial.stops(
		({stage, process, step, facts}) =>
			stage === 'apiserver.route' &&
			process === 'kube-scheduler' &&
			step > missed.step &&
			facts?.['path'] === '/api/v1/pods' &&
			facts?.['method'] === 'GET',
	);
	t.true(listed.length > 0);
	t.true((seen.find(({object}) => object?.startsWith('/registry/pods/'))?.timeMs ?? 0) >= missed.timeMs + 20_000);
	t.deepEqual(phases(trial), ['Running', 'Running']);
});

test('a ReplicaSet that its controller does not see yet is no collision of hashes', (t) => {
	const trial = disturbed('reorder watches kube-controller-manager of=replicasets behind=pods for=60s');
	t.is(trial.list('/registry/replicasets/default/').length, 1);
	t.deepEqual(phases(trial), ['Running', 'Running']);
	const retried = factsOf(trial, 'controller.deployment.retry').map((facts) => String(facts?.['message']));
	t.true(retried.some((message) => /^replicaset\.apps "web-[a-z\d]+" not found$/.test(message)));
});

test('kubectl waits on from what there is when an apiserver that has restarted has forgotten the version', (t) => {
	const trial = disturbed();
	trial.crash('kube-apiserver');
	trial.restart('kube-apiserver');
	trial.begin('delete deployment web');
	const answer = trial.begin('wait --for=delete replicasets --all --timeout=60s');
	trial.pass(60_000);
	t.is(answer()?.code, 0);
	t.regex(answer()?.stdout ?? '', /^replicaset\.apps\/web-[a-z\d]+ condition met\n$/);
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

test('heal knows kube-controller-manager by the name of its program', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.recording.submit({fault: 'pause kube-controller-manager'});
	trial.recording.submit({fault: 'heal kube-controller-manager'});
	trial.rest();
	t.deepEqual(factsOf(trial, 'fault.heal'), [{what: 'kube-controller-manager', count: 1}]);
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

const two = {nodes: [{name: 'node-a'}, {name: 'node-b'}]};

test('a node that is cut off is lost; what it watches falls silent, and then it goes on from what it knows', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(deployment({replicas: 1}));
	trial.rest();
	trial.recording.submit({fault: 'partition node-a kube-apiserver for=2m'});
	trial.pass(70_000);
	const ready = () =>
		trial.get<Node>('/registry/minions/node-a').status.conditions?.find(({type}) => type === 'Ready')?.status;
	t.is(ready(), 'Unknown');
	t.true(
		factsOf(trial, 'fault.request').some(
			(facts) => facts?.['fail'] === 'i/o timeout' && facts['client'] === 'kubelet/node-a',
		),
	);
	trial.pass(200_000);
	trial.rest();
	t.is(ready(), 'True');
	t.deepEqual(phases(trial), ['Running']);
});

test('what is shorter than a connection lasts is only late', (t) => {
	const trial = new Trial(two);
	const from = trial.step;
	trial.recording.submit({fault: 'partition kube-scheduler kube-apiserver for=5s'});
	trial.apply(deployment({replicas: 2}));
	trial.rest();
	t.deepEqual(phases(trial), ['Running', 'Running']);
	t.deepEqual(
		trial.stops(({step, stage, process}) => step > from && stage === 'informer.watch' && process === 'kube-scheduler'),
		[],
	);
	t.true(trial.first('scheduler.bind', from).timeMs >= trial.first('fault.end', from).timeMs);
});

test('nodes that are cut off from each other: their Pods do not reach each other, until it is over', (t) => {
	const walks = (...faults: readonly string[]) => {
		const trial = new Trial(two);
		for (const [name, node] of [
			['a', 'node-a'],
			['b', 'node-b'],
		]) {
			trial.apply(
				`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {nodeName: ${node}, containers: [{name: web, image: 'nginx:1.27', ports: [{containerPort: 80}]}]}\n`,
			);
		}

		for (const fault of faults) {
			trial.recording.submit({fault});
			trial.rest();
		}

		return packetWalk(trial.recording, trial.step - 1, 'pod/a pod/b:80').arrives;
	};

	t.true(walks());
	t.false(walks('partition node-a node-b'));
	t.true(walks('partition node-a node-b', 'heal'));
});

test('events that are lost break the connection, and are not missed for ever', (t) => {
	const trial = disturbed('drop watches kube-scheduler of=pods for=20s');
	const closed = trial.stops(
		({stage, process, facts}) =>
			stage === 'informer.watch' && process === 'kube-scheduler' && facts?.['closed'] === true,
	);
	t.is(closed.length, 1);
	t.deepEqual(phases(trial), ['Running', 'Running']);
});

test('late events keep their order, and those of two watches may change places', (t) => {
	const delayed = disturbed('delay watches kube-scheduler of=pods by=3s for=10s');
	t.true(delayed.first('scheduler.bind').timeMs - delayed.first('fault.deliveries').timeMs >= 3000);
	t.deepEqual(phases(delayed), ['Running', 'Running']);
	const reordered = disturbed('reorder watches kube-scheduler of=pods behind=nodes for=20s');
	t.deepEqual(phases(reordered), ['Running', 'Running']);
});

test('an event that comes twice changes nothing', (t) => {
	t.deepEqual(phases(disturbed('duplicate watches * for=1m')), ['Running', 'Running']);
});

const failing = [
	['fail pull * times=1', 'Failed', /dial tcp: lookup docker.io: i\/o timeout/],
	['fail cni * times=1', 'FailedCreatePodSandBox', /plugin type="bridge" failed \(add\)/],
] as const;

for (const [fault, reason, message] of failing) {
	test(`${fault}: the call fails once, and then works`, (t) => {
		const trial = disturbed(fault);
		const events = trial.list<Event>('/registry/events/default/').filter((event) => event.reason === reason);
		t.true(
			events.some((event) => message.test(event.message ?? '')),
			JSON.stringify(events.map((event) => event.message)),
		);
		t.deepEqual(phases(trial), ['Running', 'Running']);
	});
}

test('a container whose process is killed is started again', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: "nginx:1.27"}]}\n',
	);
	trial.rest();
	for (const [signal, exitCode] of [
		['KILL', 137],
		['TERM', 0],
	] as const) {
		trial.recording.submit({fault: `kill pod/web signal=${signal}`});
		trial.pass(100_000);
		const [status] = trial.get<Pod>('/registry/pods/default/web').status.containerStatuses ?? [];
		t.is(status?.lastState?.terminated?.exitCode, exitCode);
		t.truthy(status?.state?.running);
	}
});

test('a node without power comes back as another boot, with its containers anew at other addresses', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: "nginx:1.27"}]}\n',
	);
	trial.rest();
	const web = () => trial.get<Pod>('/registry/pods/default/web').status;
	const before = web().podIP;
	trial.recording.submit({fault: 'power off node-a for=2m'});
	trial.pass(100_000);
	t.is(
		trial.get<Node>('/registry/minions/node-a').status.conditions?.find(({type}) => type === 'Ready')?.status,
		'Unknown',
	);
	trial.pass(100_000);
	trial.rest();
	t.is(web().containerStatuses?.[0]?.lastState?.terminated?.exitCode, 255);
	t.is(web().containerStatuses?.[0]?.restartCount, 1);
	t.not(web().podIP, before);
	t.deepEqual(web().podIPs, [{ip: web().podIP ?? ''}]);
	t.is(trial.get<Node>('/registry/minions/node-a').status.nodeInfo?.bootID, 'boot-node-a-1');
	t.true(trial.list<Event>('/registry/events/default/').some(({reason}) => reason === 'Rebooted'));
});

test('a full disk is DiskPressure, and nothing more can be written', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const script = 'while sleep 1; do echo full > /log; done';
	trial.begin('apply -f web.yaml', {
		'web.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: 'busybox:1.37', command: [sh, -c, '${script}']}]}\n`,
	});
	trial.pass(10_000);
	trial.recording.submit({fault: 'fill disk node-a free=0'});
	trial.pass(30_000);
	const pressure = () =>
		trial.get<Node>('/registry/minions/node-a').status.conditions?.find(({type}) => type === 'DiskPressure')?.status;
	t.is(pressure(), 'True');
	t.true(factsOf(trial, 'container.log').some((facts) => /No space left on device/.test(String(facts?.['text']))));
	trial.recording.submit({fault: 'heal'});
	trial.pass(400_000);
	t.is(pressure(), 'False');
});

test('memory that is gone is MemoryPressure, and a Pod is evicted', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(deployment({replicas: 1}));
	trial.rest();
	trial.recording.submit({fault: 'take memory node-a for=30s'});
	trial.pass(20_000);
	t.is(
		trial.get<Node>('/registry/minions/node-a').status.conditions?.find(({type}) => type === 'MemoryPressure')?.status,
		'True',
	);
	t.true(trial.list<Pod>('/registry/pods/default/').some(({status}) => status.reason === 'Evicted'));
	trial.pass(600_000);
	trial.rest();
	t.true(phases(trial).includes('Running'));
});

test('the clock of a node that is wrong stamps its Lease, and nobody takes the node for lost', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.recording.submit({fault: 'skew clock node-a by=-5m'});
	trial.pass(100_000);
	const lease = trial.get<Lease>('/registry/leases/kube-node-lease/node-a');
	const lagMs = trial.recording.kernel.wallClockMs - Date.parse(lease.spec?.renewTime ?? '');
	t.true(lagMs >= 300_000 && lagMs <= 311_000, String(lagMs));
	t.is(
		trial.get<Node>('/registry/minions/node-a').status.conditions?.find(({type}) => type === 'Ready')?.status,
		'True',
	);
});

test('an apiserver that stands still answers later, or not in time', (t) => {
	const trial = disturbed('pause kube-apiserver for=5s');
	t.deepEqual(phases(trial), ['Running', 'Running']);
	t.true(
		factsOf(trial, 'fault.request').some((facts) => Number(facts?.['delayMs']) > 0 && facts?.['fail'] === undefined),
	);
});

test('once an apiserver is back, whoever had lost a watch has it again before the run rests', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(deployment({replicas: 2}));
	trial.rest();
	trial.recording.submit({fault: 'crash kube-apiserver'});
	trial.rest();
	t.true(trial.recording.resting, 'one that stays away is not waited for');
	trial.recording.submit({fault: 'restart kube-apiserver'});
	trial.begin('delete deployment web');
	trial.rest();
	t.deepEqual(trial.list<Pod>('/registry/pods/default/'), [], 'the garbage collector has its watch');
});

test('once requests are answered again, the next attempt to watch is due', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(deployment({replicas: 2}));
	trial.rest();
	for (const fault of ['fail requests kube-controller-manager with=503', 'close watches kube-controller-manager']) {
		trial.recording.submit({fault});
		trial.rest();
	}

	trial.begin('delete deployment web');
	// Without the check of a rest: a garbage collector that is refused leaves what it should collect.
	trial.steps(100_000);
	t.is(trial.list<Pod>('/registry/pods/default/').length, 2);
	trial.recording.submit({fault: 'heal kube-controller-manager'});
	trial.rest();
	t.deepEqual(trial.list<Pod>('/registry/pods/default/'), []);
});

test('a fault waits for the stop that its words mean, and happens once', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.recording.submit({fault: "crash kube-scheduler when='scheduler.bind object=pod/web'"});
	trial.apply(
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: "nginx:1.27"}]}\n',
	);
	trial.rest();
	t.is(trial.facts('fault.crash').length, 1);
	t.is(trial.first('fault.crash').cause, trial.first('scheduler.bind').step);
});

test('the faults of a scenario count their time from the first command', (t) => {
	const trial = new Trial({
		nodes: [{name: 'node-a'}],
		faults: ['crash kube-scheduler at=5s', 'restart kube-scheduler at=9s'],
	});
	t.deepEqual(trial.facts('fault.plan'), []);
	const fromMs = trial.recording.kernel.now;
	trial.apply(deployment({replicas: 1}));
	trial.rest();
	t.is(trial.first('fault.crash').timeMs - fromMs, 5000);
	t.is(trial.first('fault.restart').timeMs - fromMs, 9000);
	trial.recording.branch(trial.step - 1);
	t.throws(() => new Trial({faults: ["crash kube-scheduler when='if=a ='"]}), {message: /^when=if=a =: /});
});

test('once requests are answered again, a controller that has failed for long is waited for', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.recording.submit({fault: 'fail requests kube-controller-manager with=503'});
	trial.apply(deployment({replicas: 2}));
	trial.rest();
	t.true(trial.recording.resting, 'one that fails again and again is not waited for');
	t.deepEqual(trial.list<Pod>('/registry/pods/default/'), []);
	trial.recording.submit({fault: 'heal kube-controller-manager'});
	trial.rest();
	t.is(trial.list<Pod>('/registry/pods/default/').length, 2);
});
