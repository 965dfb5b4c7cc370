import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'ava';
import {deployment} from '../testing/manifests.js';
import {temporaryFolder} from '../testing/temporary-folder.js';
import * as library from './library.js';

const {Cluster, Divergence, Mistakes, NotReached} = library;

const pod = (name: string, image = 'nginx:1.27') => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, labels: {app: name}},
	spec: {containers: [{name: 'main', image}]},
});
const small = {nodes: [{name: 'node-a'}]};
const running = {object: 'pod/web', cel: 'object.status.phase == "Running"'};

/** Names that a declaration file exports. */
const exportedBy = (text: string): readonly string[] =>
	[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
		.flatMap(([, names = '']) => names.split(','))
		.map((name) => name.replace(/^\s*type /, '').trim());

/** The exports of the package, as text: a removed name requires a new major version. */
const surface = (): string => {
	const declared = readFileSync(new URL('library.d.ts', import.meta.url), 'utf8');
	const values = Object.keys(library).sort();
	const members = [...Object.getOwnPropertyNames(Cluster), ...Object.getOwnPropertyNames(Cluster.prototype)];
	const parts = {
		values,
		types: exportedBy(declared)
			.filter((name) => !values.includes(name))
			.sort(),
		Cluster: members.filter((name) => !['length', 'name', 'prototype', 'constructor'].includes(name)).sort(),
	};
	return Object.entries(parts)
		.map(([part, names]) => `${part}:\n${names.map((name) => `  ${name}\n`).join('')}`)
		.join('');
};

test('the library exports what its golden lists, and nothing else', (t) => {
	const golden = new URL('../../snapshots/library.txt', import.meta.url);
	if (process.env.UPDATE_SNAPSHOTS) {
		writeFileSync(golden, surface());
	}

	t.is(surface(), readFileSync(golden, 'utf8'));
});

test('a Pod runs: objects, Events, stops, causes and who wrote a field', (t) => {
	const cluster = Cluster.create({scenario: small});
	t.deepEqual(cluster.apply(pod('web')), {stdout: 'pod/web created\n', stderr: '', code: 0});
	const there = cluster.runUntil(running);
	t.is(there.step, cluster.step);
	t.is(cluster.get('pods/web')?.status?.phase, 'Running');
	t.is(cluster.get('pod/web', {at: there.step - 1}), cluster.get('pods/web', {at: there.step - 1}));
	t.is(cluster.get('pods/web', {at: there.step - 1})?.status?.phase, 'Pending');
	t.true(cluster.rest());
	t.deepEqual(
		cluster.events('pod/web').map(({reason}) => reason),
		['Scheduled', 'Pulling', 'Pulled', 'Created', 'Started'],
	);
	const [bound] = cluster.stops('scheduler.bind object=pod/web');
	t.is(bound?.sentence, 'DefaultBinder posts a Binding for default/web on node-a.');
	t.is(cluster.causes(bound?.step ?? 0).at(-1)?.process, 'kubectl/1');
	t.deepEqual(cluster.blame('pod/web', 'spec.nodeName')?.writer, {kind: 'scheduler', name: 'scheduler'});
	t.is(cluster.blame('pod/web', 'spec.containers[0].image')?.place, 'manifest-1.yaml:14');
});

test('an argument of a wrong type is named, and how it is written', (t) => {
	const cluster = Cluster.create({scenario: small});
	const untyped: Readonly<Record<string, (...given: readonly unknown[]) => unknown>> = Object.fromEntries(
		[
			'get',
			'list',
			'events',
			'stops',
			'kubectl',
			'fault',
			'runUntil',
			'runFor',
			'blame',
			'causes',
			'addBreakpoint',
			'apply',
			'branch',
			'compare',
			'traffic',
		].map((name) => [
			name,
			(...given: readonly unknown[]): unknown => Reflect.apply(Reflect.get(cluster, name), cluster, given),
		]),
	);
	const table: ReadonlyArray<readonly [method: string, given: readonly unknown[], message: string]> = [
		['get', [5], 'get: object must be text such as "pods/web", not 5'],
		['get', [], 'get: object must be text such as "pods/web", not undefined'],
		['list', [['pods']], 'list: resource must be text such as "pods", not an array'],
		['events', [{}], 'events: object must be text such as "pods/web", not an object'],
		['stops', [7], 'stops: words must be text such as "apiserver.admit.** object=pod/web", not 7'],
		['kubectl', [['get', 'pods']], 'kubectl: line must be text such as "get pods -o wide", not an array'],
		['fault', [null], 'fault: words must be text such as "crash kubelet/node-a", not null'],
		[
			'runUntil',
			[() => true],
			'runUntil: until must be words of a breakpoint, {object, cel} or {gone}, not a function',
		],
		[
			'runUntil',
			[{object: 'pod/web'}],
			'runUntil: cel must be text such as "object.status.readyReplicas == 3", not undefined',
		],
		['runFor', ['1m'], 'runFor: ms must be a number of virtual milliseconds, not "1m"'],
		['blame', ['pod/web'], 'blame: field must be text such as "spec.containers[0].image", not undefined'],
		['causes', [-1], 'causes: step must be the number of a step, not -1'],
		['apply', [5], 'apply: argument 1 must be text in YAML or JSON, an object, or {file: "k8s/"}, not 5'],
		['apply', ['', {file: 5}], 'apply: argument 2.file must be the path of a file or folder, not 5'],
		['branch', ['a'], `branch: step must be the number of a step, from 0 to ${cluster.step}, not "a"`],
		['branch', [1e9], `branch: step must be the number of a step, from 0 to ${cluster.step}, not 1000000000`],
		['branch', [0, 5], 'branch: name must be text such as "no-prestop", not 5'],
		['compare', [undefined], 'compare: other must be another future of this run, not undefined'],
		['list', ['pods', {selector: 5}], 'list: selector must be text such as "app=web", not 5'],
		['traffic', ['web'], 'traffic: client must be an object {name, target}, not "web"'],
		[
			'traffic',
			[{name: 'users'}],
			'traffic: target must be text such as "web.default.svc.cluster.local:80", not undefined',
		],
		[
			'addBreakpoint',
			[undefined],
			'addBreakpoint: words must be text such as "etcd.txn object=pod/web", not undefined',
		],
	];
	for (const [method, given, message] of table) {
		t.throws(() => untyped[method]?.(...given), {instanceOf: TypeError, message}, method);
	}
});

test('an option of a wrong type is named, and how it is written', async (t) => {
	const create = (options: unknown): unknown => Reflect.apply(Cluster.create, Cluster, [options]);
	const controller = {name: 'greeter', watches: {pods: true}, *reconcile() {}};
	const table: ReadonlyArray<readonly [options: unknown, message: string]> = [
		[7, 'create: options must be an object such as {seed: 7}, not 7'],
		[{seed: 'x'}, 'create: seed must be a number, not "x"'],
		[{scenario: 5}, 'create: scenario must be an object, or its text in YAML, not 5'],
		[{from: 'dump.json'}, 'create: from must be an array of paths, not "dump.json"'],
		[{controllers: {}}, 'create: controllers must be an array, not an object'],
		[{controllers: [controller, 5]}, 'create: controllers[1] must be an object {name, watches, reconcile}, not 5'],
		[
			{controllers: [{...controller, watches: ['pods']}]},
			'create: controllers[0].watches must be an object such as {pods: true}, not an array',
		],
		[
			{controllers: [{...controller, reconcile: 5}]},
			'create: controllers[0].reconcile must be a generator function, not 5',
		],
		[{schedulerPlugins: {}}, 'create: schedulerPlugins must be an array, not an object'],
	];
	for (const [options, message] of table) {
		t.throws(() => create(options), {instanceOf: TypeError, message});
	}

	t.throws(() => Reflect.apply(Cluster.explore, Cluster, [{}]), {
		message: 'explore: test must be a function that uses the cluster, not undefined',
	});
	await t.throwsAsync(async () => Reflect.apply(library.check, undefined, ['web.yaml']), {
		message: 'check: files must be an object {file name: text}, not "web.yaml"',
	});
});

test('stops are an array, and JSON has their time and sentence', (t) => {
	const cluster = Cluster.create({scenario: small});
	cluster.apply(pod('web'));
	cluster.rest();
	const bound = cluster.stops('scheduler.bind object=pod/web');
	t.true(Array.isArray(bound));
	t.is(
		bound.length,
		cluster.stops().filter(({stage, object}) => stage === 'scheduler.bind' && object === bound[0]?.object).length,
	);
	t.like(JSON.parse(JSON.stringify(bound[0])), {
		stage: 'scheduler.bind',
		time: bound[0]?.time,
		sentence: 'DefaultBinder posts a Binding for default/web on node-a.',
	});
	t.regex(bound[0]?.time ?? '', /^\+\d+\.\d{3} s$/);
});

test('the words of faults and the names of images that are known', (t) => {
	t.like(
		library.faults.find(({name}) => name === 'crash'),
		{argument: 'PROCESS'},
	);
	const cluster = Cluster.create({scenario: small});
	for (const {name} of library.faults.filter(({argument}) => argument === 'PROCESS')) {
		t.notThrows(() => cluster.fault(`${name} kube-scheduler`));
	}

	t.true(['nginx', 'postgres', 'registry.k8s.io/pause'].every((name) => library.images.includes(name)));
});

test('kubectl reads files that are given, and standard input', (t) => {
	const cluster = Cluster.create({scenario: small});
	const text = JSON.stringify(pod('web'));
	t.is(cluster.kubectl('kubectl apply -f web.yaml', {files: {'web.yaml': text}}).stdout, 'pod/web created\n');
	t.is(cluster.kubectl('apply -f -', {stdin: text}).stdout, 'pod/web unchanged\n');
	t.deepEqual(cluster.kubectl('get pod nobody'), {
		stdout: '',
		stderr: 'Error from server (NotFound): pods "nobody" not found\n',
		code: 1,
	});
});

test('what is refused is a result, and what cannot be read is said with its place', (t) => {
	const cluster = Cluster.create({scenario: small});
	t.regex(cluster.apply({...pod('web'), spec: {}}).stderr, /spec.containers: Required value/);
	t.regex(cluster.apply('a: [').stderr, /parsing manifest-1.yaml/);
	t.throws(() => cluster.apply({file: 'no/such.yaml'}), {
		instanceOf: Mistakes,
		message: /no\/such.yaml {2}no such file/,
	});
	t.throws(() => Cluster.create({scenario: 'nodes: 5'}), {
		instanceOf: Mistakes,
		message: /^scenario:1:8 {2}expected a list/,
	});
	t.throws(() => Cluster.create({scenarioFile: 'none.yaml'}), {message: /none.yaml {2}no such file/});
	t.throws(() => cluster.runUntil('kubelet.pulll'), {message: /did you mean kubelet.pull\?/});
	t.throws(() => cluster.runUntil({object: 'pod/web', cel: 'object.'}), {message: /object/});
	t.throws(() => cluster.get('nothing/web'), {message: 'there is no resource "nothing"'});
	t.throws(() => cluster.list('nothing'), {message: 'there is no resource "nothing"'});
	t.throws(() => Cluster.replay('recording: 1'), {instanceOf: Mistakes});
});

test('a place that is not reached in time is an error, and a command that does not end', (t) => {
	const cluster = Cluster.create({scenario: small});
	const {now} = cluster;
	t.throws(() => cluster.runUntil(running, {withinMs: 5000}), {
		instanceOf: NotReached,
		message: 'pod/web: object.status.phase == "Running": not reached within 5 s of virtual time',
	});
	t.is(cluster.now, now + 5000);
	t.throws(() => cluster.kubectl('get pods --watch', {withinMs: 1000}), {
		instanceOf: NotReached,
		message: 'kubectl get pods --watch has not ended after 1 s: begin() leaves it running',
	});
});

test('a command that is left running prints while the cluster runs', (t) => {
	const cluster = Cluster.create({scenario: small});
	const watch = cluster.begin('get pods --watch --no-headers -o name');
	t.is(watch.stdout, '');
	cluster.apply(pod('web'));
	cluster.rest();
	t.regex(watch.stdout, /^pod\/web\n/);
	t.is(watch.code, undefined);
});

test('runUntil takes words, a condition that holds already, and absence', (t) => {
	const cluster = Cluster.create({scenario: small});
	cluster.apply(pod('web'), pod('other'));
	t.is(cluster.runUntil('kubelet.pull object=pod/other').object, '/registry/pods/default/other');
	cluster.runUntil(running);
	const {step} = cluster;
	t.is(cluster.runUntil(running).step, step);
	const {timeMs} = cluster.runUntil('time=+5s');
	t.true(timeMs >= 5000);
	cluster.begin('delete pod web --now');
	cluster.runUntil({gone: 'pod/web'});
	t.is(cluster.get('pods/web'), undefined);
	t.not(cluster.get('pods/web', {at: step}), undefined);
	t.deepEqual(
		cluster.list('pods', {namespace: 'default', selector: 'app!=web'}).map(({metadata}) => metadata.name),
		['other'],
	);
});

test('time passes as far as it is told to', (t) => {
	const cluster = Cluster.create({scenario: small});
	const {now} = cluster;
	cluster.runFor(90_000);
	t.is(cluster.now, now + 90_000);
});

test('breakpoints stop a run, logpoints write', (t) => {
	const cluster = Cluster.create({scenario: small});
	const stored = cluster.addBreakpoint('etcd.txn object=pod/web');
	cluster.addBreakpoint('scheduler.bind log="bound at {time > 0}"');
	cluster.begin('run web --image=nginx:1.27');
	const hit = cluster.continue();
	t.deepEqual(hit?.breakpoints, [stored]);
	t.is(hit?.stop.stage, 'etcd.txn');
	cluster.removeBreakpoint(stored);
	t.is(cluster.continue(), undefined);
	t.deepEqual(
		cluster.log.map(({text}) => text),
		['bound at true', 'bound at true'],
	);
	t.throws(() => cluster.addBreakpoint('foo bar'), {message: /there is no stage "foo"/});
});

test('a fault is an input like any other, and so is traffic', (t) => {
	const cluster = Cluster.create({scenario: small});
	t.throws(() => cluster.fault('crash kube-schedular'), {instanceOf: Mistakes, message: /did you mean kube-scheduler/});
	cluster.fault('crash kube-scheduler');
	cluster.apply(pod('web'));
	cluster.rest();
	t.is(cluster.get('pods/web')?.spec?.nodeName, undefined);
	cluster.fault('restart kube-scheduler');
	cluster.runUntil(running);
	cluster.kubectl('expose pod web --port=80');
	cluster.rest();
	cluster.traffic({name: 'client', target: 'web.default.svc.cluster.local:80'});
	cluster.runFor(1000);
	t.true([...cluster.stops('traffic.answered')].length > 5);
});

test('a branch has the same past and a future of its own', (t) => {
	const cluster = Cluster.create({scenario: small});
	cluster.apply(pod('web'));
	cluster.runUntil(running);
	const {step, fingerprint} = cluster;
	const other = cluster.branch();
	t.is(other.fingerprint, fingerprint);
	other.kubectl('delete pod web --now');
	t.is(other.get('pods/web'), undefined);
	t.not(cluster.get('pods/web'), undefined);
	t.is(cluster.step, step);
	t.is(cluster.branch(step - 50).step, step - 50);
});

test('futures with a name are compared by what happens, listed, and kept in a recording', (t) => {
	const cluster = Cluster.create({scenario: small});
	cluster.apply(deployment());
	cluster.rest();
	const {step} = cluster;
	cluster.kubectl('scale deployment web --replicas=3');
	cluster.rest();
	const other = cluster.branch(step, 'none');
	other.kubectl('scale deployment web --replicas=0');
	other.rest();
	const {first, ends} = cluster.compare(other);
	t.is(first?.here?.stage, 'kubectl.generate');
	t.deepEqual(
		ends.filter(({what}) => /^deployments|^pods\/web-\*$/.test(what)).map(({what, here, there}) => [what, here, there]),
		[
			['pods/web-*', '3 × Running 1/1', '(not there)'],
			['deployments/web', '3 of 3 ready', '0 of 0 ready'],
			['deployments/web spec.replicas', '3', '0'],
		],
	);
	const again = Cluster.replay(cluster.recording());
	t.deepEqual(
		again.futures.map(({name, done}) => [name, done.at(-1)]),
		[
			['main', 'kubectl scale deployment web --replicas=3'],
			['none', 'kubectl scale deployment web --replicas=0'],
		],
	);
	t.is(again.future('none').fingerprint, other.fingerprint);
	t.is(again.future('none').recording(), other.recording());
	t.deepEqual(again.compare(again.branch()), {first: undefined, ends: []});
	t.throws(() => cluster.branch(step, 'none'), {message: /there is already a future "none"/});
	t.throws(() => cluster.future('nine'), {message: 'there is no future "nine"; this run has main, none'});
});

test('a recording is played again to the same stop, and a changed one is refused', (t) => {
	const cluster = Cluster.create({scenario: small, seed: 5});
	cluster.apply(deployment());
	cluster.rest();
	const text = cluster.recording();
	const again = Cluster.replay(text);
	t.is(again.fingerprint, cluster.fingerprint);
	t.is(again.recording(), text);
	again.kubectl('delete deployment --all');
	t.throws(() => Cluster.replay(text.replace(/seed: 5/, 'seed: 6')), {instanceOf: Divergence});
});

test('equal calls give equal runs, and a seed of its own another', (t) => {
	const run = (seed: number): string => {
		const cluster = Cluster.create({scenario: small, seed});
		cluster.apply(deployment());
		cluster.rest();
		return cluster.fingerprint;
	};

	t.is(run(1), run(1));
	t.not(run(1), run(2));
});

test('a dump of a cluster is gone on from', (t) => {
	const folder = temporaryFolder();
	const cluster = Cluster.create({scenario: small});
	cluster.apply(pod('web'));
	cluster.rest();
	const file = path.join(folder, 'dump.yaml');
	writeFileSync(file, cluster.kubectl('get namespaces,nodes,pods --all-namespaces -o yaml').stdout);
	const again = Cluster.create({from: [file]});
	t.deepEqual(
		again.list('nodes').map(({metadata}) => metadata.name),
		['node-a'],
	);
	t.is(again.get('pods/web')?.metadata.uid, cluster.get('pods/web')?.metadata.uid);
	t.is(again.get('pods/web')?.status?.phase, 'Running');
	t.true(Array.isArray(again.remarks));
	t.throws(() => Cluster.create({from: ['no/such/dump']}), {message: /no\/such\/dump {2}no such file/});
});

test('a preemption whose eviction the apiserver does not take is tried again at once', (t) => {
	const cluster = Cluster.create({scenario: {nodes: [{name: 'node-a', capacity: {cpu: '2'}}]}});
	const pod = (name: string, priority: string) =>
		`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {priorityClassName: ${priority}, terminationGracePeriodSeconds: 0, containers: [{name: c, image: 'nginx:1.27', resources: {requests: {cpu: 1500m}}}]}\n`;
	const level = (name: string, value: number) =>
		`apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: ${name}}\nvalue: ${value}\n`;
	cluster.apply(`${level('low', 1)}---\n${level('high', 2)}`);
	cluster.apply(pod('old', 'low'));
	cluster.rest();
	cluster.fault("fail requests kube-scheduler with=500 for=1s when='scheduler.postfilter pod/new'");
	cluster.apply(pod('new', 'high'));
	// Upstream activates it; once its eviction is accepted, it waits for its back-off.
	cluster.runFor(20_000);
	t.like(cluster.get('pod/new'), {status: {phase: 'Running'}});
});
