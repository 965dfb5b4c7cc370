import test from 'ava';
import {must} from '../testing/must.js';
import {admissionPlugins} from '../objects/admission-plugins.js';
import {Mistakes} from './mistake.js';
import {completeScenario, readScenario} from './scenario.js';

test('without a file there are three nodes of four CPUs', (t) => {
	const {version, seed, nodes} = completeScenario();
	t.is(version, '1.36');
	t.is(seed, 1);
	t.deepEqual(
		nodes.map(({name, capacity}) => [name, capacity.cpu]),
		[
			['node-a', '4'],
			['node-b', '4'],
			['node-c', '4'],
		],
	);
	t.deepEqual(readScenario('', 'empty.yaml'), completeScenario());
});

test('a node needs only its name, and what it says replaces the default', (t) => {
	const {nodes} = readScenario('nodes:\n  - name: big\n    capacity: {cpu: 64}\n', 'cluster.yaml');
	t.deepEqual(nodes, [
		{
			name: 'big',
			labels: {},
			taints: [],
			capacity: {cpu: '64', memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi'},
			images: [],
		},
	]);
});

test('a node may have manifests of static Pods; without them it does not say so', (t) => {
	const manifest = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: []}};
	const {nodes} = readScenario(
		`nodes: [{name: a, staticPods: [${JSON.stringify(manifest)}]}, {name: b}]\n`,
		'cluster.yaml',
	);
	t.deepEqual(nodes[0]?.staticPods, [manifest]);
	t.false('staticPods' in must(nodes[1], 'second node'));
	const error = t.throws(() => readScenario('nodes: [{name: a, staticPods: web.yaml}]\n', 'cluster.yaml'), {
		instanceOf: Mistakes,
	});
	t.is(String(error), 'cluster.yaml:1:31  expected a list, each item anything');
});

test('another version of Kubernetes is refused', (t) => {
	const error = t.throws(() => readScenario('version: 1.29\n', 'cluster.yaml'), {instanceOf: Mistakes});
	t.is(String(error), 'cluster.yaml:1:10  Kubernetes 1.29 is not simulated\n  write "1.36", or leave the field out');
	t.is(readScenario('version: 1.36\n', 'cluster.yaml').version, '1.36');
});

test('a taint without its effect is a mistake with a place', (t) => {
	const error = t.throws(() => readScenario('nodes:\n  - name: a\n    taints: [{key: x}]\n', 'cluster.yaml'), {
		instanceOf: Mistakes,
	});
	t.is(String(error), 'cluster.yaml:3:14  missing field "effect"');
});

test('every admission plug-in can be enabled and disabled by its name; one that was removed is brought back under legacy', (t) => {
	const all = admissionPlugins.map(({name}) => name);
	for (const list of ['enable', 'disable'] as const) {
		t.deepEqual(readScenario(`admission: {${list}: [${all.join(', ')}]}\n`, 'cluster.yaml').admission[list], all);
	}

	t.throws(() => readScenario('admission: {enable: [PodPreset]}\n', 'cluster.yaml'), {
		message:
			'cluster.yaml:1:22  the admission plug-in "PodPreset" was removed from Kubernetes in v1.20\n  list it under admission.legacy to use it anyway',
	});
	t.throws(() => readScenario('admission: {legacy: {PodPresets: []}}\n', 'cluster.yaml'), {
		message: 'cluster.yaml:1:34  there is no removed admission plug-in "PodPresets"\n  did you mean "PodPreset"?',
	});
});

test('plug-ins of admission are configured as their own configuration files are', (t) => {
	const {admission} = readScenario(
		`admission:
  enable: [EventRateLimit, PodNodeSelector, PodTolerationRestriction]
  eventRateLimit: {limits: [{type: Namespace, qps: 5, burst: 10}]}
  podNodeSelector: {clusterDefaultNodeSelector: env=dev}
  podTolerationRestriction: {default: [{key: gpu, operator: Exists}]}
  resourceQuota: {limitedResources: [{resource: pods, matchContains: [requests.cpu]}]}
`,
		'cluster.yaml',
	);
	t.deepEqual(admission.eventRateLimit, {limits: [{type: 'Namespace', qps: 5, burst: 10}]});
	t.deepEqual(admission.resourceQuota, {limitedResources: [{resource: 'pods', matchContains: ['requests.cpu']}]});
	const error = t.throws(() =>
		readScenario('admission: {eventRateLimit: {limits: [{type: Pod, qps: 1, burst: 1}]}}\n', 'cluster.yaml'),
	);
	t.regex(String(error), /^cluster\.yaml:1:46 /);
});

test('the mode of kube-proxy is a choice, and no mode that is not simulated', (t) => {
	t.is(readScenario('seed: 2\n', 'cluster.yaml').kubeProxy, undefined);
	t.deepEqual(readScenario('kubeProxy: {mode: nftables}\n', 'cluster.yaml').kubeProxy, {mode: 'nftables'});
	const error = t.throws(() => readScenario('kubeProxy: {mode: ipvs}\n', 'cluster.yaml'), {instanceOf: Mistakes});
	t.regex(String(error), /^cluster\.yaml:1:19 {2}/);
});

test('limits of clients are spelled as each component spells them, and what is none has a place', (t) => {
	const limits = {
		kubeControllerManager: {kubeAPIQPS: -1, kubeAPIBurst: 30},
		kubeScheduler: {clientConnection: {qps: 0, burst: 1}},
		kubelet: {kubeAPIQPS: 12.5, kubeAPIBurst: 100, eventRecordQPS: -1, eventBurst: 100},
	};
	t.like(readScenario(JSON.stringify(limits), 'cluster.yaml'), limits);
	const without = completeScenario();
	t.false('kubeControllerManager' in without || 'kubeScheduler' in without || 'kubelet' in without);
	const rate = 'expected a number of requests per second, or -1 for no limit';
	const count = 'expected a whole number of at least 1';
	const wrong: ReadonlyArray<readonly [source: string, mistake: string]> = [
		['kubeControllerManager: {kubeAPIQPS: -2}', `1:37  ${rate}`],
		['kubeControllerManager: {kubeAPIQPS: .inf}', `1:37  ${rate}`],
		['kubeControllerManager: {kubeAPIQPS: .nan}', `1:37  ${rate}`],
		['kubeControllerManager: {kubeAPIQPS: 1e-300}', `1:37  ${rate}`],
		["kubelet: {eventRecordQPS: '5'}", `1:27  ${rate}`],
		['kubelet: {kubeAPIBurst: 0}', `1:25  ${count}`],
		['kubeScheduler:\n  clientConnection: {burst: 2.5}', `2:29  ${count}`],
		['kubeControllerManager: {kubeApiQps: 20}', '1:25  unknown field "kubeApiQps"\n  did you mean "kubeAPIQPS"?'],
		[
			'kubeScheduler: {qps: 20}',
			'1:17  unknown field "qps"\n  known here: apiVersion, kind, parallelism, clientConnection, leaderElection, enableProfiling, enableContentionProfiling, delayCacheUntilActive, percentageOfNodesToScore, podInitialBackoffSeconds, podMaxBackoffSeconds, extenders, profiles, instances, resultAnnotations',
		],
	];
	for (const [source, mistake] of wrong) {
		const error = t.throws(() => readScenario(source, 'cluster.yaml'), {instanceOf: Mistakes}, source);
		t.is(String(error), `cluster.yaml:${mistake}`);
	}
});

test('a prefix of keys in etcd is read as kube-apiserver reads it, and is a path', (t) => {
	const prefixOf = (text: string) =>
		readScenario(`kubeAPIServer: {etcdPrefix: ${text}}\n`, 'cluster.yaml').kubeAPIServer?.etcdPrefix;
	t.is(prefixOf('/registry'), '/registry');
	t.is(prefixOf('prod//a/'), '/prod/a');
	t.is(prefixOf('/'), '');
	for (const bad of ['"a b"', '/../x', '"\\e[2J"']) {
		t.throws(() => prefixOf(bad), {instanceOf: Mistakes, message: /is not a prefix of etcd keys/});
	}
});

test('which of equal nodes is taken is drawn unless the scenario says otherwise', (t) => {
	t.is(completeScenario().equalScores, undefined);
	t.is(readScenario('equalScores: first\n', 'cluster.yaml').equalScores, 'first');
	t.throws(() => readScenario('equalScores: last\n', 'cluster.yaml'), {instanceOf: Mistakes});
});

test('what Kubernetes has removed is brought back by name; a predicate or priority that no scheduler had is a mistake', (t) => {
	const {legacy} = readScenario(
		'legacy: {generators: true, schedulerPolicy: {predicates: [{name: PodFitsResources}], priorities: [{name: MostRequestedPriority, weight: 2}]}}\n',
		'cluster.yaml',
	);
	t.deepEqual(legacy, {
		generators: true,
		schedulerPolicy: {
			predicates: [{name: 'PodFitsResources'}],
			priorities: [{name: 'MostRequestedPriority', weight: 2}],
		},
	});
	t.throws(() => readScenario('legacy: {schedulerPolicy: {predicates: [{name: PodFitsResource}]}}\n', 'cluster.yaml'), {
		message: /^cluster\.yaml:1:48  expected one of .*\n  did you mean "PodFitsResources"\?$/,
	});
});

test('the target of a client has a port, or a scheme that says it, or is the host of an Ingress', (t) => {
	const read = (client: string) => readScenario(`traffic: [{name: c, ${client}}]\n`, 'cluster.yaml').traffic.length;
	for (const client of [
		'target: "shop:80"',
		'target: "http://shop/cart"',
		'target: shop.example.com, viaIngress: true',
	]) {
		t.is(read(client), 1, client);
	}

	t.throws(() => read('target: shop'), {
		instanceOf: Mistakes,
		message: /^cluster\.yaml:1:29 {2}the target "shop" has no port\n/,
	});
});

test('devices have names, attributes and amounts as drivers publish them, and nodes that exist', (t) => {
	const drivers = [
		{
			name: 'gpu.example.com',
			devices: [
				{
					name: 'gpu-0',
					attributes: {model: 'A100', index: 0, nvlink: true, firmware: {version: '1.2.0'}},
					capacity: {memory: '80Gi'},
				},
			],
		},
	];
	t.deepEqual(readScenario(JSON.stringify({deviceDrivers: drivers}), 'cluster.yaml').deviceDrivers, drivers);
	t.is(completeScenario().deviceDrivers, undefined);
	const value = 'this is not a valid attribute value\n  write text, a whole number, true, false, or {version: 1.2.3}';
	const wrong: ReadonlyArray<readonly [devices: string, mistake: string]> = [
		['- {name: gpu-0, attributes: {size: 1.5}}', `3:36  ${value}`],
		['- {name: gpu-0, attributes: {size: {versoin: 1}}}', `3:36  ${value}`],
		['- {name: gpu_0}', '3:10  "gpu_0" is not a device name\n  write one such as gpu-0'],
		['- {name: gpu-0, capacity: {memory: lots}}', '3:36  "lots" is not an amount\n  write one such as 80Gi'],
		['- {name: gpu-0, nodes: [node-c]}', '3:25  there is no node "node-c"\n  did you mean "node-a"?'],
		['- {name: gpu-0}\n- {name: gpu-0}', '4:10  there is already a device "gpu-0"\n  give each its own name'],
	];
	for (const [devices, mistake] of wrong) {
		const source = `nodes: [{name: node-a}]\ndeviceDrivers: [{name: gpu.example.com, devices: [\n${devices.replaceAll('- ', '  ').replaceAll('\n', ',\n')}]}]\n`;
		const error = t.throws(() => readScenario(source, 'cluster.yaml'), {instanceOf: Mistakes}, source);
		t.is(String(error), `cluster.yaml:${mistake}`);
	}
});
