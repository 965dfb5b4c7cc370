import test from 'ava';
import {sentenceOf} from '../../stages/sentence.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {Client} from '../../client/client.js';
import {Kernel} from '../../kernel/kernel.js';
import {note} from '../../kernel/routine.js';
import {ClusterNodes} from '../../node/node.js';
import {readStaticPod} from './static-pods.js';
import {container, KubeletWorld} from '../../testing/kubelet-world.js';
import {testImages} from '../../testing/test-images.js';

const manifest = (spec: object = {}, metadata: object = {}) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'web', ...metadata},
	spec: {containers: [container()], ...spec},
});
const path = '/etc/kubernetes/manifests/web.yaml';
const seen = '2026-01-01T00:00:00.120000Z';
const read = (value: unknown, node = 'node-a') => readStaticPod(value, path, node, seen);
const podOf = (value: unknown, node?: string): Pod => (read(value, node) as {pod: Pod}).pod;

test('a manifest becomes a Pod of its node: named after it, bound to it, tolerating it, known by its hash', (t) => {
	const {metadata, spec, status} = podOf(manifest());
	t.regex(metadata.uid, /^[\da-f]{32}$/);
	t.like(metadata, {
		name: 'web-node-a',
		namespace: 'default',
		annotations: {
			'kubernetes.io/config.hash': metadata.uid,
			'kubernetes.io/config.seen': '2026-01-01T00:00:00.12Z',
			'kubernetes.io/config.source': 'file',
		},
	});
	t.is(spec.nodeName, 'node-a');
	t.deepEqual(spec.tolerations, [{operator: 'Exists', effect: 'NoExecute'}]);
	t.is(spec.restartPolicy, 'Always');
	t.is(status.phase, 'Pending');
	t.is(podOf(manifest()).metadata.uid, metadata.uid);
	t.not(podOf(manifest(), 'node-b').metadata.uid, metadata.uid);
	t.not(podOf(manifest({hostNetwork: true})).metadata.uid, metadata.uid);
	t.is(podOf(manifest({}, {namespace: 'kube-system'})).metadata.namespace, 'kube-system');
});

const refusals: ReadonlyArray<readonly [unknown, RegExp]> = [
	['text', /couldn't parse as pod/],
	[{...manifest(), kind: 'Service'}, /couldn't parse as pod/],
	[manifest({containers: 'none'}), /couldn't parse as pod\(json: cannot unmarshal string into Go struct field/],
	[manifest({}, {name: ''}), /^invalid pod: name is needed for the pod$/],
	[manifest({containers: []}), /^invalid pod: spec\.containers: Required value$/],
	[manifest({serviceAccountName: 'builder'}), /^static pods may not reference serviceaccounts$/],
	[manifest({imagePullSecrets: [{name: 'registry'}]}), /^static pods may not reference secrets$/],
	[
		manifest({containers: [container({envFrom: [{configMapRef: {name: 'settings'}}]})]}),
		/^static pods may not reference configmaps$/,
	],
	[
		manifest({volumes: [{name: 'data', persistentVolumeClaim: {claimName: 'data'}}]}),
		/^static pods may not reference persistentvolumeclaims$/,
	],
	[
		manifest({volumes: [{name: 'data', csi: {driver: 'disk.example.test'}}]}),
		/^static pods may not reference csidrivers \(via CSI volumes\)$/,
	],
];
for (const [index, [value, expected]] of refusals.entries()) {
	test(`a manifest that is not a static Pod is refused (${index})`, (t) => {
		const result = read(value);
		t.regex('problem' in result ? result.problem : 'a Pod', expected);
	});
}

test('a bad manifest is reported, and the others run', (t) => {
	const world = new KubeletWorld([{staticPods: [{kind: 'Pod'}, manifest()]}]);
	world.advance(5000);
	t.regex(sentenceOf(world.at('kubelet.static')[0]!), /Could not process manifest file .*manifest-1\.yaml/);
	t.is(world.at('kubelet.static')[0]!.outcome, 'refused');
	t.is(world.pod('web-node-a')?.metadata.name, 'web-node-a');
});

test('a static Pod runs before the Node is registered; then a mirror Pod shows it, with its status', (t) => {
	const world = new KubeletWorld([{staticPods: [manifest()]}]);
	world.advance(12_000);
	const mirror = world.pod('web-node-a')!;
	const hash = mirror.metadata.annotations!['kubernetes.io/config.hash']!;
	t.is(mirror.metadata.annotations?.['kubernetes.io/config.mirror'], hash);
	t.not(mirror.metadata.uid, hash);
	t.like(mirror.metadata.ownerReferences?.[0], {kind: 'Node', name: 'node-a', controller: true});
	t.is(mirror.status.phase, 'Running');
	t.is(world.at('kubelet.sync').filter((stop) => sentenceOf(stop).includes('it is new on')).length, 1);
	const [sandbox] = world.runtimes.get('node-a')!.listPodSandbox(hash);
	t.is(sandbox?.state, 'SANDBOX_READY');
	t.like(
		world.stops.find(({stage, facts}) => stage === 'cri.RunPodSandbox' && facts?.['request'])?.facts?.['request'],
		{
			config: {
				annotations: {
					'kubernetes.io/config.hash': hash,
					'kubernetes.io/config.seen': '2026-01-01T00:00:00Z',
					'kubernetes.io/config.source': 'file',
				},
			},
		},
	);
	t.deepEqual(world.runtimes.get('node-a')!.listPodSandbox(mirror.metadata.uid), []);
	const events = world.kernel.ledger
		.keys('/registry/events/')
		.map((key) => world.kernel.ledger.read<{involvedObject: {kind: string; uid: string}}>(key)!.involvedObject)
		.filter(({kind}) => kind === 'Pod');
	t.true(events.length > 0);
	t.true(events.every(({uid}) => uid === hash));
});

test('a static Pod runs though the apiserver cannot be reached at all, and restarts its containers', (t) => {
	const kernel = new Kernel({seed: 1});
	const client = new Client(
		kernel,
		function* () {
			yield* note('test.respond', {});
			return {
				status: 503,
				headers: {},
				body: {kind: 'Status', code: 503, reason: 'ServiceUnavailable', message: 'the apiserver is not there'},
			};
		},
		'kubelet/node-a',
	);
	const {runtime} = new ClusterNodes().start(client, {
		flannel: client,
		node: {
			name: 'node-a',
			labels: {},
			taints: [],
			capacity: {cpu: '4', memory: '8Gi', pods: '110'},
			images: ['nginx:1.27', 'crash:1'],
			podCIDRs: ['10.244.1.0/24'],
			addresses: ['10.0.0.1'],
			staticPods: [manifest(), manifest({containers: [container({image: 'crash:1'})]}, {name: 'crashing'})],
		},
		images: testImages(),
		clusterDNS: '10.96.0.10',
		clusterDomain: 'cluster.local',
	});
	while (kernel.step(30_000)) {
		// The next thirty seconds.
	}

	const containers = runtime.podUIDs().flatMap((uid) => runtime.listContainers(uid));
	t.is(containers.filter(({state}) => state === 'RUNNING').length, 1);
	t.true(containers.some(({attempt}) => attempt > 0));
});

test('a mirror Pod that somebody deletes is deleted for good and made anew; the containers run on', (t) => {
	const world = new KubeletWorld([{staticPods: [manifest()]}]);
	world.advance(12_000);
	const before = world.pod('web-node-a')!;
	const calls = world.calls.length;
	world.deletePod('web-node-a');
	world.advance(500);
	const anew = world.pod('web-node-a')!;
	t.not(anew.metadata.uid, before.metadata.uid);
	t.is(anew.metadata.deletionTimestamp, undefined);
	world.advance(12_000);
	t.deepEqual(world.pod('web-node-a')?.status, before.status);
	t.is(world.calls.length, calls);
	world.deletePod('web-node-a', 0);
	world.advance(12_000);
	t.deepEqual(world.pod('web-node-a')?.status, before.status);
	t.is(world.calls.length, calls);
});

test('a mirror Pod of another manifest is replaced, and one of no manifest deleted; neither is run', (t) => {
	const world = new KubeletWorld([{staticPods: [manifest()]}]);
	world.advance(12_000);
	// The annotation of a mirror Pod cannot be changed: while the kubelet is down, another one takes its place.
	world.kernel.processes.crash('kubelet/node-a');
	world.deletePod('web-node-a', 0);
	world.advance(100);
	const ofAnother = {'kubernetes.io/config.mirror': 'other', 'kubernetes.io/config.hash': 'other'};
	world.createPod({containers: [container()]}, {annotations: ofAnother}, 'web-node-a');
	world.createPod({containers: [container()]}, {annotations: {'kubernetes.io/config.mirror': 'x'}}, 'orphan');
	world.advance(100);
	t.is(world.pod('web-node-a')?.metadata.annotations?.['kubernetes.io/config.mirror'], 'other');
	t.truthy(world.pod('orphan'));
	const calls = world.calls.length;
	world.kernel.processes.restart('kubelet/node-a');
	world.advance(1000);
	t.regex(world.pod('web-node-a')!.metadata.annotations!['kubernetes.io/config.mirror']!, /^[\da-f]{32}$/);
	t.is(world.pod('orphan'), undefined);
	t.is(world.calls.length, calls);
	t.true(world.at('kubelet.mirror').some((stop) => sentenceOf(stop).includes('no manifest on the node describes it')));
});

test('a kubelet that starts anew finds its static Pods running and keeps their mirror Pods', (t) => {
	const world = new KubeletWorld([{staticPods: [manifest()]}]);
	world.advance(12_000);
	const before = world.pod('web-node-a')!;
	const calls = world.calls.length;
	world.kernel.processes.restart('kubelet/node-a');
	world.advance(25_000);
	t.is(world.calls.length, calls);
	t.is(world.pod('web-node-a')?.metadata.uid, before.metadata.uid);
	t.like(world.pod('web-node-a')?.status, {phase: 'Running'});
});
