import {podCgroup} from '../objects/pod-cgroup.js';
import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {completeScenario} from '../scenario/scenario.js';
import {must} from '../testing/must.js';
import {Trial} from '../testing/trial.js';
import type {Node, Pod} from '../objects/kubernetes.generated.js';
import type {Stop} from '../kernel/stop.js';

const key = '/registry/pods/default/web';

/** One Pod that needs as many features of the kubelet as possible. */
const rich = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web}
spec:
  shareProcessNamespace: true
  imagePullSecrets: [{name: registry}]
  initContainers:
  - name: first
    image: busybox:1.36
    command: [sh, -c, sleep 9 & sleep 1]
  containers:
  - name: web
    image: nginx:1.27
    ports: [{containerPort: 80}]
    resources: {requests: {cpu: 100m}}
    readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 2}
    livenessProbe: {tcpSocket: {port: 80}, periodSeconds: 2}
    lifecycle:
      postStart: {exec: {command: [sh, -c, 'echo started']}}
      preStop: {httpGet: {path: /, port: 80}}
    volumeMounts: [{name: settings, mountPath: /etc/settings}]
  volumes: [{name: settings, configMap: {name: settings}}]
`;

const before = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {color: blue}
---
apiVersion: v1
kind: Secret
metadata: {name: registry}
type: kubernetes.io/dockerconfigjson
stringData: {.dockerconfigjson: '{"auths":{"docker.io":{"username":"ann","password":"pw"}}}'}
`;

const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
trial.kubectl('cordon node-b');
trial.apply(before);
const from = trial.step;
trial.apply(rich);
const {ledger} = trial.recording.kernel;
const {uid} = trial.get<Pod>(key).metadata;
const first = (stage: string, matches: (stop: Stop) => boolean = () => true) => trial.first(stage, from, matches);

/** A small separate Pod, on one node. */
const alone = (spec: string, ms = 20_000) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	own.begin('apply -f pod.yaml', {
		'pod.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n${spec}`,
	});
	own.pass(ms);
	return {own, status: own.get<Pod>(key).status};
};

test('L1: the kubelet of the node hears of the Pod by its watch on spec.nodeName, and never lists again', (t) => {
	const watch = trial.at('apiserver.watch').find((stop) => sentenceOf(stop).startsWith('kubelet/node-a watches pods'));
	t.like(watch?.facts?.request, {fieldSelector: 'spec.nodeName=node-a', watch: 'true'});
	const heard = first('informer.deliver', ({process, object}) => process === 'kubelet/node-a' && object === key);
	const synced = first('kubelet.sync');
	t.true(heard.step < synced.step);
	t.regex(sentenceOf(synced), /it is new on node-a/);
	t.false(trial.at('kubelet.sync', from).some(({process}) => process.startsWith('kubelet/node-b')));
	trial.pass(45_000);
	t.deepEqual(trial.at('kubelet.resync'), []);
});

test('L1: a kubelet of the first releases also lists its Pods every 20 s, and says that it does', (t) => {
	const old = new Trial({nodes: [{name: 'node-a'}], legacy: {kubeletResync: true}});
	old.pass(45_000);
	const [first, second] = old.at('kubelet.resync');
	t.is(second?.timeMs, (first?.timeMs ?? 0) + 20_000);
	t.like(second, {periodic: true, facts: {fieldSelector: 'spec.nodeName=node-a', missed: []}});
	t.regex(sentenceOf(must(second, 'second resync')), /^As early kubelets did every 20 s, the kubelet compares/);
});

test('L2: how long the start took is measured, with the pulls and without', (t) => {
	const measured = first('kubelet.metrics');
	const [whole = 0, withoutPulls = 0, pulls = 0] = ['podStartDurationMs', 'podStartSLIDurationMs', 'pulledMs'].map(
		(name) => Number(measured.facts?.[name]),
	);
	t.true(pulls > 0);
	t.true(whole - withoutPulls - pulls < 1000);
	t.like(trial.read('/components/kubelet/node-a/metrics'), {kubelet_pod_start_duration_seconds: {count: 1}});
});

test('L3: the status follows the containers: init first, then the app, phase and each condition', (t) => {
	const statuses = ledger
		.versions(key)
		.flatMap(({step}) => ledger.readAt<Pod>(key, step)?.status ?? [])
		.filter(({containerStatuses}) => containerStatuses !== undefined);
	t.is(statuses[0]?.containerStatuses?.[0]?.state?.waiting?.reason, 'PodInitializing');
	t.truthy(statuses.find(({initContainerStatuses}) => initContainerStatuses?.[0]?.state?.running));
	t.truthy(
		statuses.find(({initContainerStatuses}) => initContainerStatuses?.[0]?.state?.terminated?.reason === 'Completed'),
	);
	const status = trial.get<Pod>(key).status;
	t.is(status.phase, 'Running');
	t.truthy(status.containerStatuses?.[0]?.state?.running);
	t.deepEqual(
		status.conditions?.map(({type, status: value}) => `${type}=${value}`),
		['PodReadyToStartContainers=True', 'Initialized=True', 'Ready=True', 'ContainersReady=True', 'PodScheduled=True'],
	);
});

test('L3: activeDeadlineSeconds ends a Pod as Failed', (t) => {
	const {own, status} = alone('  activeDeadlineSeconds: 6\n  containers: [{name: web, image: "nginx:1.27"}]\n', 30_000);
	t.like(status, {phase: 'Failed', reason: 'DeadlineExceeded'});
	t.is(
		sentenceOf(own.first('kubelet.kill')),
		'The pod worker terminates default/web: Pod was active on the node longer than the specified deadline.',
	);
});

test('L4: the status manager patches pods/status, and the apiserver stores it', (t) => {
	const sent = first('kubelet.status', ({process}) => process === 'kubelet/node-a/status-manager');
	t.regex(sentenceOf(sent), /^The status manager sends the status of default\/web to the apiserver: phase Pending\.$/);
	t.truthy(sent.facts?.patch);
	const stored = trial
		.at('etcd.txn', from)
		.filter(({process, object}) => process === 'kubelet/node-a/status-manager' && object === key);
	t.like(stored.at(-1)?.facts, {after: {status: {phase: 'Running'}}});
	t.true(
		trial
			.at('apiserver.route', from)
			.some(({facts}) => facts?.path === '/api/v1/namespaces/default/pods/web/status' && facts.method === 'PATCH'),
	);
});

test('L5: the kubelet has the last word: its handlers are a stop, and it refuses a Pod whose AppArmor it cannot enforce', (t) => {
	const admitted = first('kubelet.admit');
	const verdicts = JSON.stringify(admitted.facts?.verdicts);
	t.true(verdicts.includes('"admit":true') && !verdicts.includes('"admit":false'));
	const {own, status} = alone(
		'  containers: [{name: web, image: "nginx:1.27", securityContext: {allowPrivilegeEscalation: false, appArmorProfile: {type: RuntimeDefault}}}]\n',
	);
	const refused = own.first('kubelet.admit', 0, ({outcome}) => outcome === 'refused');
	t.is(refused.facts?.message, 'Cannot enforce AppArmor: AppArmor is not enabled on the host');
	t.deepEqual(own.at('kubelet.admit')[0]?.facts?.noNewPrivileges, ['web']);
	t.like(status, {phase: 'Failed', reason: 'AppArmor'});
	t.deepEqual(own.at('cri'), []);
});

test('L6: the control group of the Pod stands below that of its QoS class', (t) => {
	const made = first('kubelet.cgroup');
	const {facts} = made;
	t.regex(sentenceOf(made), /is Burstable, and this class determines/);
	t.like(facts, {qosClass: 'Burstable', cgroup: podCgroup('Burstable', uid), files: {'cpu.weight': '4'}});
	const {own} = alone(
		'  containers: [{name: web, image: "nginx:1.27", resources: {limits: {cpu: 100m, memory: 64Mi}}}]\n',
	);
	t.like(own.at('kubelet.cgroup')[0]?.facts, {qosClass: 'Guaranteed', files: {'memory.max': String(64 * 2 ** 20)}});
});

test('L7: the Pod, its volumes and its plug-ins get directories before anything is mounted', (t) => {
	const made = first('kubelet.directories');
	const directory = `/var/lib/kubelet/pods/${uid}`;
	t.deepEqual(made.facts?.directories, [directory, `${directory}/volumes`, `${directory}/plugins`]);
	t.true(made.step < first('kubelet.volumes').step);
});

test('a Pod that is created after a change of its ConfigMap has the new value, also within a minute of the last read', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const using = (name: string): string =>
		`apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - {name: c, image: 'busybox:1.36', command: [sleep, 1d], env: [{name: MODE, valueFrom: {configMapKeyRef: {name: settings, key: mode}}}]}
`;
	trial.apply('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: one}\n');
	trial.apply(using('a'));
	t.is(trial.kubectl('wait --for=condition=Ready pod/a --timeout=60s').code, 0);
	trial.kubectl(`patch configmap settings -p '{"data":{"mode":"two"}}'`);
	trial.apply(using('d'));
	t.is(trial.kubectl('wait --for=condition=Ready pod/d --timeout=20s').code, 0);
	t.is(trial.kubectl('exec d -- printenv MODE').stdout, 'two\n');
	t.is(trial.kubectl('exec a -- printenv MODE').stdout, 'one\n');
});

test('L8: volumes are mounted before any container; a volume that cannot be keeps the Pod waiting', (t) => {
	const all = first('kubelet.volumes', (stop) => sentenceOf(stop).startsWith('All '));
	t.true(all.step < first('cri.RunPodSandbox').step);
	t.regex(
		sentenceOf(first('kubelet.volumes', (stop) => sentenceOf(stop).includes('settings'))),
		/MountVolume\.SetUp succeeded for volume settings/,
	);
	const {own, status} = alone(
		'  containers: [{name: web, image: "nginx:1.27", volumeMounts: [{name: c, mountPath: /c}]}]\n  volumes: [{name: c, configMap: {name: nowhere}}]\n',
	);
	t.like(
		own.at('kubelet.volumes').find(({outcome}) => outcome === 'failed' || outcome === 'warning'),
		{process: 'kubelet/node-a/pod/default/web'},
	);
	t.is(status.phase, 'Pending');
	t.deepEqual(own.at('cri'), []);
});

test('L8: a claim is provisioned, attached by the controller, then staged and published by CSI on the node, and waited for', (t) => {
	const own = new Trial({nodes: [{name: 'node-a'}]});
	own.apply(`apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "nginx:1.27", volumeMounts: [{name: d, mountPath: /data}]}]
  volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]
`);
	const steps = [
		'csi.CreateVolume',
		'scheduler.bind',
		'csi.ControllerPublishVolume',
		'csi.NodeStageVolume',
		'csi.NodePublishVolume',
		'cri.RunPodSandbox',
	].map((stage) => [stage, own.at(stage)[0]?.step ?? -1] as const);
	t.deepEqual(
		steps,
		steps.toSorted(([, a], [, b]) => a - b),
	);
	t.true(
		steps.every(([, step]) => step > 0),
		JSON.stringify(steps),
	);
	t.is(own.read<Pod>(key)?.status.phase, 'Running');
});

test('L9: the kubelet fetches the pull secret and gives user and password to the registry', (t) => {
	t.true(
		trial
			.at('apiserver.route', from)
			.some(
				({facts, process}) =>
					process.startsWith('kubelet/node-a') && facts?.path === '/api/v1/namespaces/default/secrets/registry',
			),
	);
	const pulled = trial.first('cri.PullImage', from, ({facts}) => JSON.stringify(facts?.request).includes('nginx'));
	t.like(pulled.facts?.request, {auth: {username: 'ann', password: 'pw'}});
});

test('L10: CRI calls are gRPC with protobuf over a socket; RunPodSandbox starts pause, whose namespaces are shared and which reaps zombies', (t) => {
	t.like(first('cri.RunPodSandbox').facts, {
		call: '/runtime.v1.RuntimeService/RunPodSandbox',
		socket: 'unix:///run/containerd/containerd.sock',
		encoding: 'protobuf',
	});
	t.is(first('cri.PullImage').facts?.call, '/runtime.v1.ImageService/PullImage');
	const pause = first('container.pause');
	t.regex(
		sentenceOf(pause),
		/holds the Pod's network, IPC and UTS namespaces open.*pause is its process 1 and reaps zombies/,
	);
	t.like(pause.facts, {image: 'registry.k8s.io/pause:3.10', sharesProcesses: true});
	t.true(must(trial.at('cni.add.bridge', from)[1], 'answer of the plug-in').step < pause.step);
	const reaps = first('container.pause', ({facts}) => facts?.case === 'reap');
	t.is(
		sentenceOf(reaps),
		'pause, process 1 of the shared process namespace, reaps process 3 of first: its parent has ended.',
	);
	const pausing = {pid: 1, ppid: 0, user: '65535', state: 'S', command: '/pause'};
	t.like(reaps.facts, {
		before: [pausing, {pid: 3, ppid: 1, user: 'root', state: 'Z', command: '[sleep]'}],
		after: [pausing],
	});
});

test('L11: CNI gets its configuration and CNI_ARGS and answers with veth pair, address and routes', (t) => {
	const [asked, answered] = trial.at('cni.add.bridge', from);
	t.like(asked?.facts?.input, {
		cniVersion: '1.0.0',
		name: 'cbr0',
		type: 'bridge',
		bridge: 'cni0',
		ipam: {type: 'host-local'},
	});
	t.like(asked?.facts?.environment, {CNI_COMMAND: 'ADD', CNI_IFNAME: 'eth0'});
	t.regex(JSON.stringify(asked?.facts?.environment), /"CNI_ARGS":"[^"]*K8S_POD_NAMESPACE=default;K8S_POD_NAME=web;/);
	const ip = trial.get<Pod>(key).status.podIP;
	const allocated = first('cni.add.host-local');
	t.deepEqual(allocated.facts?.input, asked?.facts?.input);
	t.like(allocated.facts, {output: {address: `${ip}/24`, gateway: '10.244.1.1'}});
	t.regex(sentenceOf(must(answered, 'answer of the plug-in')), /creates the veth pair \S+ – eth0/);
	t.like(answered?.facts?.output, {ips: [{address: `${ip}/24`, gateway: '10.244.1.1'}], routes: [{dst: '0.0.0.0/0'}]});
	t.regex(
		String(first('container.pause').facts?.resolvConf),
		/^search default\.svc\.cluster\.local .*\nnameserver 10\.96\.0\.10\n/,
	);
});

test('L12: each node has a route through the overlay to the Pods of the others', (t) => {
	t.true(
		trial
			.at('cni.routes')
			.some((stop) => stop.process.includes('node-a') && sentenceOf(stop).includes('VXLAN packets')),
	);
	t.true(
		ledger
			.read<{routes: string[]}>('/nodes/node-a/routes')
			?.routes.includes('10.244.2.0/24 via 10.244.2.0 dev flannel.1 onlink'),
	);
});

test('L12: a cluster of hundreds of nodes starts with one stop of flannel for all routes of a node', (t) => {
	const nodes = 260;
	const recording = new Recording(
		completeScenario({nodes: Array.from({length: nodes}, (_, index) => ({name: `node-${index + 1}`}))}),
		createCluster,
	);
	while (recording.extend(20)) {
		// Registration of the nodes.
	}

	const {ledger} = recording.kernel;
	t.is(ledger.keys('/registry/minions/').length, nodes);
	t.is(recording.stops.filter(({stage}) => stage === 'cni.routes').length, 2 * nodes);
	const {routes = []} = ledger.read<{routes: readonly string[]}>('/nodes/node-1/routes') ?? {};
	t.is(new Set(routes).size, nodes);
	t.true(routes.includes('10.245.4.0/24 via 10.245.4.0 dev flannel.1 onlink'));
	const stop = recording.stops.findLast(({stage}) => stage === 'cni.routes');
	t.regex(sentenceOf(must(stop, 'stop of flannel')), /^flannel on node-\d+ sets 259 routes through /);
});

test('L13: images are pulled when they are absent, init containers end first, then create and start with labels', (t) => {
	const order = trial.recording.stops
		.slice(from)
		.filter(
			({stage, facts, process}) =>
				/^cri\.(PullImage|CreateContainer|StartContainer)$/.test(stage) &&
				facts?.answer !== undefined &&
				process === 'kubelet/node-a/pod/default/web',
		)
		.map(({stage}) => stage.slice(4));
	t.deepEqual(order, [
		'PullImage',
		'CreateContainer',
		'StartContainer',
		'PullImage',
		'CreateContainer',
		'StartContainer',
	]);
	t.like(first('kubelet.pull', ({facts}) => facts?.policy !== undefined).facts, {
		policy: 'IfNotPresent',
		present: false,
	});
	const created = trial.last('cri.CreateContainer', from);
	t.like(created.facts?.request, {
		config: {
			labels: {
				'io.kubernetes.container.name': 'web',
				'io.kubernetes.pod.name': 'web',
				'io.kubernetes.pod.namespace': 'default',
				'io.kubernetes.pod.uid': uid,
			},
		},
	});
	const ended = first('container.exit');
	t.true(ended.step < trial.last('cri.StartContainer', from).step);
	const start = trial.step;
	trial.kubectl('run again --image=nginx:1.27');
	t.like(trial.at('kubelet.pull', start)[0]?.facts, {present: true});
	t.deepEqual(trial.at('cri.PullImage', start), []);
});

test('L14: a Guaranteed container gets CPUs of its own, and UpdateContainerResources keeps the others off them', (t) => {
	const own = new Trial({
		nodes: [{name: 'node-a', kubelet: {cpuManagerPolicy: 'static', reservedSystemCPUs: '0'}}],
	});
	own.kubectl('run shared --image=nginx:1.27');
	const before = own.step;
	const resources = '{requests: {cpu: "2", memory: 64Mi}, limits: {cpu: "2", memory: 64Mi}}';
	own.apply(
		`apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: 'nginx:1.27', resources: ${resources}}]}`,
	);
	t.is(
		sentenceOf(own.first('kubelet.cpus', before)),
		'web of default/web gets CPUs 1-2 exclusively; the shared pool shrinks from 0-3 to 0,3.',
	);
	const call = own.first('cri.UpdateContainerResources', before, ({facts}) => facts.case === 'call');
	t.is(sentenceOf(call), 'The kubelet asks containerd to keep shared of default/shared on CPU 0,3.');
	t.like(call.facts, {request: {linux: {cpusetCpus: '0,3'}}});
});

test('L15: an Exec hook runs beside the start, an HTTP hook before the stop; a hanging or failing postStart keeps a container from running', (t) => {
	const hooked = first('kubelet.hook.postStart');
	t.deepEqual(hooked.facts?.handler, {exec: {command: ['sh', '-c', 'echo started']}});
	t.truthy(first('cri.ExecSync'));
	const own = new Trial({nodes: [{name: 'node-a'}]});
	own.apply(
		rich.replace('  imagePullSecrets: [{name: registry}]\n', '').replace(/ {4}volumeMounts.*\n {2}volumes.*\n/, ''),
	);
	const start = own.step;
	own.kubectl('delete pod web');
	t.like(own.at('kubelet.hook.preStop', start)[0]?.facts?.handler, {httpGet: {path: '/', port: 80}});

	const hanging = alone(
		'  containers: [{name: web, image: "nginx:1.27", lifecycle: {postStart: {exec: {command: [sh, -c, sleep 60]}}}}]\n',
	);
	t.is(hanging.own.at('kubelet.hook.postStart').length, 1);
	t.is(hanging.status.containerStatuses?.[0]?.state?.waiting?.reason, 'ContainerCreating');

	const failing = alone(
		'  containers: [{name: web, image: "nginx:1.27", lifecycle: {postStart: {httpGet: {path: /absent, port: 80}}}}]\n',
	);
	t.truthy(failing.own.at('kubelet.hook.postStart').find(({outcome}) => outcome === 'failed' || outcome === 'warning'));
	t.truthy(failing.own.at('event.record').find(({facts}) => facts?.reason === 'FailedPostStartHook'));
	t.not(failing.status.containerStatuses?.[0]?.ready, true);
});

test('L16: probes go on while the Pod runs, decide about Ready, and the kubelet reports the address', (t) => {
	t.true(trial.at('kubelet.probe.readiness', from).length > 5);
	t.true(trial.at('kubelet.probe.liveness', from).length > 5);
	t.true(trial.last('kubelet.probe.readiness', from).periodic);
	const noted = first('kubelet.status', (stop) => sentenceOf(stop).includes('address 10.244.1.'));
	t.like(noted.facts?.after, {podIP: trial.get<Pod>(key).status.podIP});
	const probed = first('kubelet.probe.readiness', ({facts}) => facts?.changed === true);
	const ready = first('kubelet.status', (stop) => sentenceOf(stop).includes('Ready True'));
	t.true(probed.step < ready.step);
});

test('a static Pod runs by its manifest alone; the API shows it by a mirror Pod, which comes back when somebody deletes it', (t) => {
	const own = new Trial({
		nodes: [
			{
				name: 'node-a',
				staticPods: [
					{
						apiVersion: 'v1',
						kind: 'Pod',
						metadata: {name: 'static-web', labels: {app: 'static'}},
						spec: {containers: [{name: 'web', image: 'nginx:1.27', ports: [{containerPort: 80}]}]},
					},
				],
			},
		],
	});
	const mirrorKey = '/registry/pods/default/static-web-node-a';
	const shown = own.get<Pod>(mirrorKey);
	const {annotations = {}, ownerReferences = []} = shown.metadata;
	const hash = annotations['kubernetes.io/config.hash'] ?? '';
	t.regex(hash, /^[\da-f]{32}$/);
	t.is(annotations['kubernetes.io/config.mirror'], hash);
	t.is(annotations['kubernetes.io/config.source'], 'file');
	t.not(shown.metadata.uid, hash);
	t.deepEqual(ownerReferences, [
		{
			apiVersion: 'v1',
			controller: true,
			kind: 'Node',
			name: 'node-a',
			uid: own.get<{metadata: {uid: string}}>('/registry/minions/node-a').metadata.uid,
		},
	]);
	t.deepEqual(shown.spec.tolerations?.[0], {effect: 'NoExecute', operator: 'Exists'});
	t.is(shown.status.phase, 'Running');
	t.regex(own.kubectl('get pods').stdout, /^static-web-node-a +1\/1 +Running +0 /m);
	t.regex(own.kubectl('describe node node-a').stdout, /default +static-web-node-a/);
	const described = own.kubectl('describe pod static-web-node-a').stdout;
	t.regex(described, /Controlled By: +Node\/node-a/);
	t.regex(described, /Normal +Started /);
	t.is(own.kubectl('exec static-web-node-a -- hostname').stdout, 'static-web-node-a\n');
	const from = own.step;
	own.kubectl('delete pod static-web-node-a');
	const anew = own.get<Pod>(mirrorKey);
	t.not(anew.metadata.uid, shown.metadata.uid);
	t.is(anew.metadata.annotations?.['kubernetes.io/config.hash'], hash);
	t.is(anew.metadata.deletionTimestamp, undefined);
	t.is(anew.status.containerStatuses?.[0]?.containerID, shown.status.containerStatuses?.[0]?.containerID);
	t.deepEqual(
		own.at('cri.*', from).filter(({stage}) => /Stop|Remove|Create|Run/.test(stage)),
		[],
	);
});

test('L8: a Pod of a RuntimeClass gets a sandbox only where containerd has its handler', (t) => {
	const manifest = (node: string): string => `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: gvisor}
handler: runsc
---
apiVersion: v1
kind: Pod
metadata: {name: ${node}}
spec: {nodeName: ${node}, runtimeClassName: gvisor, containers: [{name: main, image: "nginx:1.27"}]}
`;
	const trial = new Trial({nodes: [{name: 'node-a', runtimeHandlers: ['runsc']}, {name: 'node-b'}]});
	trial.apply(manifest('node-a'));
	trial.apply(manifest('node-b'));
	t.deepEqual(
		['node-a', 'node-b'].map((name) => trial.read<Pod>(`/registry/pods/default/${name}`)?.status.phase),
		['Running', 'Pending'],
	);
	t.regex(
		trial
			.at('event.record')
			.map(({facts}) => `${String(facts?.['reason'])}: ${String(facts?.['message'])}`)
			.find((event) => event.startsWith('FailedCreatePodSandBox')) ?? '',
		/^FailedCreatePodSandBox: Failed to create pod sandbox: rpc error: code = Unknown desc = unable to get OCI runtime for sandbox "[\da-f]{64}": no runtime for "runsc" is configured$/,
	);
	t.deepEqual(
		trial.read<Node>('/registry/minions/node-a')?.status?.runtimeHandlers?.map(({name}) => name),
		['', 'runc', 'runsc'],
	);
});

test('L14: with the static memory manager a Guaranteed Pod keeps to its NUMA node, and others do not', (t) => {
	const trial = new Trial({
		nodes: [{name: 'node-a'}],
		kubelet: {memoryManagerPolicy: 'Static', reservedMemory: [{numaNode: 0, limits: {memory: '100Mi'}}]},
	});
	const manifest = (name: string, resources: string): string =>
		`---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: main, image: "nginx:1.27"${resources}}]}\n`;
	trial.apply(manifest('own', ', resources: {limits: {cpu: 500m, memory: 64Mi}}') + manifest('any', ''));
	t.deepEqual(
		trial
			.list<{readonly pod: string; readonly mems?: string}>('/nodes/node-a/containers/')
			.map(({pod, mems}) => `${pod} ${mems}`)
			.sort(),
		['any undefined', 'own 0'],
	);
});

test('L7: a stop names the rule by which a container restarts against its policy', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const rule = '{action: Restart, exitCodes: {operator: In, values: [42]}}';
	trial.begin('apply -f web.yaml', {
		'web.yaml': `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  restartPolicy: Never
  containers:
  - {name: main, image: "busybox:1.37", command: [sh, -c, "sleep 1; exit 42"], restartPolicy: Never, restartPolicyRules: [${rule}]}
`,
	});
	trial.pass(10_000);
	t.is(
		sentenceOf(trial.first('kubelet.restart')),
		'main of default/web has ended with exit code 42: one of its restartPolicyRules restarts it, regardless of its restart policy Never.',
	);
});

for (const [kubernetesVersion, onDemand] of [
	['1.35', false],
	['1.36', true],
	['1.37', true],
] as const) {
	test(`a kubelet of v${kubernetesVersion} ${onDemand ? 'lists a Pod at once after a sync' : 'waits for its next relist'}: the default of PLEGOnDemandRelist`, (t) => {
		const trial = new Trial({kubernetesVersion, nodes: [{name: 'node-a'}]});
		trial.kubectl('run web --image=nginx:1.27');
		t.is(
			trial.at('kubelet.pleg').some(({facts}) => facts?.['asked'] === true),
			onDemand,
		);
		t.is(trial.kubectl('get pod web -o jsonpath={.status.phase}').stdout, 'Running');
	});
}

for (const [kubernetesVersion, clones] of [
	['1.32', true],
	['1.33', false],
] as const) {
	test(`a kubelet of v${kubernetesVersion} ${clones ? 'clones a repository into a volume' : 'refuses a gitRepo volume'}: the default of GitRepoVolumeDriver`, (t) => {
		const repository = 'https://git.example.com/site.git';
		const trial = new Trial({kubernetesVersion, nodes: [{name: 'node-a'}]});
		trial.apply(
			`apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: main
    image: nginx:1.27
    volumeMounts: [{name: site, mountPath: /site}]
  volumes: [{name: site, gitRepo: {repository: "${repository}", revision: main}}]
`,
		);
		t.deepEqual(
			trial.facts('container.assume').map(({kind, what}) => [kind, what]),
			clones ? [['repository', `${repository} (main)`]] : [],
		);
		t.is(trial.kubectl('get pod web -o jsonpath={.status.phase}').stdout, clones ? 'Running' : 'Pending');
		if (clones) {
			t.deepEqual(trial.kubectl('exec web -- ls -A /site').stdout, '');
			t.is(trial.kubectl('exec web -- touch /site/x').code, 0);
		}
	});
}
