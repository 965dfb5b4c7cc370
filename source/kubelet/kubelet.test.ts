import {podCgroup} from '../objects/pod-cgroup.js';
import test from 'ava';
import {sentenceOf} from '../stages/sentence.js';
import type {Node} from '../objects/kubernetes.generated.js';
import {container, KubeletWorld} from '../testing/kubelet-world.js';

test('L1: a bound Pod reaches its kubelet by the watch', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(1000, ({stage}) => stage === 'kubelet.sync');
	t.regex(sentenceOf(world.stops.at(-1)!), /syncs default\/web: it is new on node-a/);
});

test('L1: a Pod bound to another node is not seen', (t) => {
	const world = new KubeletWorld();
	world.createPod({nodeName: 'node-z', containers: [container()]});
	world.advance(5000);
	t.deepEqual(world.calls, []);
});

test('E4: until a kubelet acts the Pod is only a record, phase Pending', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(1000, ({stage}) => stage === 'kubelet.sync');
	t.is(world.pod()?.status.phase, 'Pending');
	t.is(world.pod()?.status.containerStatuses, undefined);
	t.deepEqual(world.kernel.ledger.keys('/nodes/node-a/sandboxes/'), []);
});

test('L4: the status manager brings each status to the apiserver, up to Running and Ready', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(5000);
	const status = world.pod()!.status;
	t.is(status.phase, 'Running');
	t.is(status.podIP, '10.244.1.2');
	t.deepEqual(
		status.conditions?.map(({type, status: value, observedGeneration}) => [type, value, observedGeneration]),
		[
			['PodReadyToStartContainers', 'True', 1],
			['Initialized', 'True', 1],
			['Ready', 'True', 1],
			['ContainersReady', 'True', 1],
			['PodScheduled', 'True', 1],
		],
	);
	t.true(world.at('kubelet.status').some((stop) => sentenceOf(stop).includes('to the apiserver: phase Running')));
});

test('L2: start-up latencies are measured when the Pod is first seen running, pulls apart', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({image: 'fresh.test/x/web:1'})]});
	world.advance(8000);
	const [stop] = world.at('kubelet.metrics');
	t.is(stop?.facts?.['pulledMs'], 400);
	t.like(world.kernel.ledger.read('/components/kubelet/node-a/metrics'), {
		kubelet_pod_start_sli_duration_seconds: {count: 1},
	});
});

test('L2: the service level of start-up counts no init containers, and no stateful Pods', (t) => {
	const world = new KubeletWorld();
	const sleep = (seconds: number) => container({image: 'busybox:1.37', command: ['sh', '-c', `sleep ${seconds}`]});
	world.createPod({initContainers: [{...sleep(3), name: 'prepare'}], containers: [container()]});
	world.advance(15_000);
	const {podStartTotalDurationMs, podStartSLIDurationMs, pulledMs, initMs} = world.at('kubelet.metrics')[0]!.facts!;
	t.is(initMs, 3000);
	t.is(podStartSLIDurationMs, Number(podStartTotalDurationMs) - Number(pulledMs) - 3000);

	const stateful = new KubeletWorld();
	stateful.createPod({containers: [container()], volumes: [{name: 'disk', hostPath: {path: '/data'}}]});
	stateful.advance(8000);
	t.is(stateful.at('kubelet.metrics')[0]!.facts!['podStartSLIDurationMs'], undefined);
	t.like(stateful.kernel.ledger.read('/components/kubelet/node-a/metrics'), {
		kubelet_pod_start_sli_duration_seconds: {count: 0},
		kubelet_pod_start_total_duration_seconds: {count: 1},
	});
});

test('L6: a Pod gets a control group below that of its QoS class', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(3000);
	const [stop] = world.at('kubelet.cgroup');
	t.is(stop?.facts?.['cgroup'], podCgroup('BestEffort', world.pod()!.metadata.uid));
	t.like(stop?.facts?.['files'], {'cpu.weight': '1', 'memory.max': 'max'});
});

test('L7: a Pod gets directories for itself, its volumes and its plug-ins', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(3000);
	const directory = `/var/lib/kubelet/pods/${world.pod()!.metadata.uid}`;
	t.deepEqual(world.at('kubelet.directories')[0]?.facts?.['directories'], [
		directory,
		`${directory}/volumes`,
		`${directory}/plugins`,
	]);
});

test('L10: RunPodSandbox starts pause, which holds the namespaces that containers share', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		shareProcessNamespace: true,
		containers: [container({image: 'busybox:1.37', command: ['sh', '-c', 'sleep 9 & sleep 1']})],
	});
	world.advance(5000);
	const request = world.at('cri.RunPodSandbox')[0]?.facts?.['request'] as {config: {metadata: {name: string}}};
	t.is(request.config.metadata.name, 'web');
	const texts = world.at('container.pause').map((stop) => sentenceOf(stop));
	t.regex(texts[0]!, /holds the Pod's network, IPC and UTS namespaces open.*reaps zombies/);
	t.true(texts.some((text) => text.includes('reaps process')));
});

test('L11: CNI ADD gets configuration and CNI_ARGS and answers with address, veth pair and routes', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(3000);
	const [asked, answered] = world.at('cni.add.bridge');
	t.regex(
		(asked!.facts!['environment'] as Record<string, string>)['CNI_ARGS']!,
		/K8S_POD_NAMESPACE=default;K8S_POD_NAME=web;/,
	);
	t.like(answered?.facts?.['output'], {ips: [{address: '10.244.1.2/24', gateway: '10.244.1.1', interface: 2}]});
	t.is(world.at('cni.add.host-local').length, 1);
	const [key] = world.kernel.ledger.keys('/nodes/node-a/sandboxes/');
	t.like(world.kernel.ledger.read(key!.replace('sandboxes', 'netns')), {
		routes: ['default via 10.244.1.1 dev eth0', '10.244.1.0/24 dev eth0 proto kernel scope link src 10.244.1.2'],
	});
	t.regex(
		world.at('container.pause')[0]?.facts?.['resolvConf'] as string,
		/^search default\.svc\.cluster\.local .*\nnameserver 10\.96\.0\.10\noptions ndots:5\n$/,
	);
});

test('L12: each node routes the Pods of the others through the overlay', (t) => {
	const world = new KubeletWorld([{}, {}]);
	world.advance(2000);
	t.deepEqual(world.kernel.ledger.read<{routes: string[]}>('/nodes/node-a/routes')?.routes, [
		'10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1',
		'10.244.2.0/24 via 10.244.2.0 dev flannel.1 onlink',
	]);
	t.true(world.at('cni.routes').some((stop) => sentenceOf(stop).includes('VXLAN packets to 10.0.0.2')));
});

test('L13: a present image is not pulled, an absent one is; init containers end before the next starts', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		initContainers: [container({name: 'first', image: 'busybox:1.37', command: ['sh', '-c', 'sleep 1']})],
		containers: [container({image: 'fresh.test/x/web:1'})],
	});
	world.advance(10_000);
	t.deepEqual(world.calls, [
		'RunPodSandbox',
		'CreateContainer',
		'StartContainer',
		'PullImage',
		'CreateContainer',
		'StartContainer',
	]);
	t.true(sentenceOf(world.at('kubelet.pull')[0]!).includes('is already on node-a'));
	const created = world.at('cri.CreateContainer').filter(({facts}) => facts?.['answer']);
	t.like(created[1]?.facts?.['request'], {
		config: {labels: {'io.kubernetes.container.name': 'main', 'io.kubernetes.pod.name': 'web'}},
	});
	t.is(world.pod()?.status.phase, 'Running');
});

test('L13: an image that does not exist is ErrImagePull, then ImagePullBackOff', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({image: 'nginx:no-such-tag-missing'})]});
	world.advance(20_000);
	t.true(world.events.includes('Warning Failed Error: ErrImagePull'));
	t.true(world.events.includes('Normal BackOff Back-off pulling image "nginx:no-such-tag-missing"'));
	t.is(world.at('cri.PullImage').filter(({outcome}) => outcome === 'failed').length > 0, true);
});

test('L9: pull secrets give user and password to the registry', (t) => {
	const world = new KubeletWorld();
	const auths = JSON.stringify({auths: {'fresh.test': {username: 'ann', password: 'secret'}}});
	world.put('secrets', {
		metadata: {name: 'key', namespace: 'default'},
		data: {'.dockerconfigjson': Buffer.from(auths).toString('base64')},
	});
	world.createPod({imagePullSecrets: [{name: 'key'}], containers: [container({image: 'fresh.test/x/private:1'})]});
	world.advance(8000);
	t.like(world.at('cri.PullImage')[0]?.facts?.['request'], {auth: {username: 'ann', password: 'secret'}});
	t.is(world.pod()?.status.phase, 'Running');
});

test('L9: without its pull secret a Pod is refused, and the missing secret is only an event', (t) => {
	const world = new KubeletWorld();
	world.createPod({imagePullSecrets: [{name: 'key'}], containers: [container({image: 'fresh.test/x/private:1'})]});
	world.advance(8000);
	t.true(
		world.events.some((text) =>
			text.startsWith('Warning FailedToRetrieveImagePullSecret Unable to retrieve some image pull secrets (key)'),
		),
	);
	t.regex(world.pod()!.status.containerStatuses![0]!.state!.waiting!.message!, /pull access denied/);
});

test('L5: a Pod too large for the node is Failed without conditions', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container({resources: {requests: {cpu: '8'}}})]});
	world.advance(3000);
	t.like(world.pod()?.status, {
		phase: 'Failed',
		reason: 'OutOfcpu',
		message: "Pod was rejected: Node didn't have enough resource: cpu, requested: 8000, used: 0, capacity: 4000",
	});
	t.is(world.pod()?.status.conditions, undefined);
	t.is(world.at('kubelet.admit')[0]?.outcome, 'refused');
});

test('L5: a Pod that wants AppArmor is refused on a node without it', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [
			container({securityContext: {appArmorProfile: {type: 'RuntimeDefault'}, allowPrivilegeEscalation: false}}),
		],
	});
	world.advance(5000);
	t.like(world.pod()?.status, {
		phase: 'Failed',
		reason: 'AppArmor',
		message: 'Pod was rejected: Cannot enforce AppArmor: AppArmor is not enabled on the host',
	});
	t.deepEqual(world.at('kubelet.admit')[0]?.facts?.['noNewPrivileges'], ['main']);
	t.deepEqual(world.calls, []);
});

test('L8: a volume that cannot be mounted keeps the Pod waiting, without any CRI call', (t) => {
	const world = new KubeletWorld();
	world.createPod({
		containers: [container({volumeMounts: [{name: 'c', mountPath: '/c'}]})],
		volumes: [{name: 'c', configMap: {name: 'nowhere'}}],
	});
	world.advance(3000);
	t.true(
		world.events.includes(
			'Warning FailedMount MountVolume.SetUp failed for volume "c" : configmap "nowhere" not found',
		),
	);
	t.deepEqual(world.calls, []);
	world.put('configmaps', {metadata: {name: 'nowhere', namespace: 'default'}, data: {a: '1'}});
	world.advance(10_000);
	t.is(world.pod()?.status.phase, 'Running');
	t.true(
		world.at('kubelet.volumes').some((stop) => sentenceOf(stop).startsWith('All volumes of default/web are mounted: ')),
	);
});

test('L8: a CSI volume is reported as in use, waits for its attachment, then NodeStage and NodePublish', (t) => {
	const world = new KubeletWorld();
	world.put('persistentvolumes', {
		metadata: {name: 'pv-1'},
		spec: {
			accessModes: ['ReadWriteOnce'],
			capacity: {storage: '1Gi'},
			claimRef: {namespace: 'default', name: 'data'},
			csi: {driver: 'csi.example.test', volumeHandle: 'vol-1'},
		},
	});
	world.put('persistentvolumeclaims', {
		metadata: {name: 'data', namespace: 'default'},
		spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}, volumeName: 'pv-1'},
		status: {phase: 'Bound'},
	});
	world.advance(100);
	world.createPod({
		containers: [container({volumeMounts: [{name: 'd', mountPath: '/d'}]})],
		volumes: [{name: 'd', persistentVolumeClaim: {claimName: 'data'}}],
	});
	world.advance(11_000);
	const inUse = () => world.get('nodes', undefined, 'node-a')?.status.volumesInUse ?? [];
	t.deepEqual(inUse(), ['kubernetes.io/csi/csi.example.test^vol-1']);
	t.deepEqual(world.at('csi.NodeStageVolume'), []);
	t.deepEqual(
		world.events.filter((event) => event.includes('FailedMount')),
		[],
	);
	world.put('nodes', {
		metadata: {name: 'node-a'},
		status: {volumesAttached: [{name: 'kubernetes.io/csi/csi.example.test^vol-1', devicePath: ''}]},
	});
	world.advance(8000);
	t.is(world.at('csi.NodeStageVolume').length, 1);
	t.is(world.at('csi.NodePublishVolume').length, 1);
	t.is(world.pod()?.status.phase, 'Running');
	world.deletePod();
	world.advance(5000);
	t.is(world.at('csi.NodeUnpublishVolume').length, 1);
	t.is(world.at('csi.NodeUnstageVolume').length, 1);
	t.deepEqual(inUse().length, 1);
	world.advance(10_000);
	t.deepEqual(inUse(), []);
});

test('the Node is registered not ready, then ready, and its Lease is renewed every ten seconds', (t) => {
	const world = new KubeletWorld();
	t.like(world.kernel.ledger.read<Node>('/registry/minions/node-a')?.status.allocatable, {
		cpu: '4',
		memory: '8092Mi',
		'ephemeral-storage': '90Gi',
	});
	t.is(world.kernel.ledger.read<Node>('/registry/minions/node-a')?.status.conditions?.at(-1)?.reason, 'KubeletReady');
	world.advance(25_000);
	t.is(world.at('kubelet.lease').length, 3);
	t.true(
		world
			.at('kubelet.lease')
			.slice(1)
			.every(({periodic}) => periodic),
	);
	t.true(world.kernel.resting);
});

test('a kubelet that starts anew finds its Pods running and changes nothing', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()]});
	world.advance(5000);
	const before = world.pod();
	const calls = world.calls.length;
	world.kernel.processes.restart('kubelet/node-a');
	world.advance(10_000);
	t.is(world.calls.length, calls);
	t.deepEqual(world.pod()?.status, before?.status);
});

test('a deleted node gets no new Lease, although its kubelet runs on', (t) => {
	const world = new KubeletWorld();
	world.advance(15_000);
	t.is(world.list('leases.coordination.k8s.io').length, 1);
	world.command(function* () {
		yield* world.admin.delete('nodes', undefined, 'node-a');
		yield* world.admin.delete('leases.coordination.k8s.io', 'kube-node-lease', 'node-a');
	});
	world.advance(60_000);
	t.deepEqual(world.list('leases.coordination.k8s.io'), []);
	t.is(world.at('kubelet.lease').at(-1)?.facts?.['message'], 'nodes "node-a" not found');
	t.deepEqual(world.list('nodes'), []);
});

test('what others change in the status of a Pod, the kubelet corrects within ten seconds; conditions of others stay', (t) => {
	const world = new KubeletWorld();
	world.createPod({containers: [container()], readinessGates: [{conditionType: 'example.test/gate'}]});
	world.advance(5000);
	const set = (type: string, status: string) => {
		world.act(() =>
			world.admin.patch(
				'pods',
				'default',
				'web',
				{status: {conditions: [{type, status, lastTransitionTime: '2026-01-01T00:00:00Z'}]}},
				{subresource: 'status'},
			),
		);
	};

	const condition = (name: string) => world.pod()?.status.conditions?.find(({type}) => type === name)?.status;
	set('example.test/gate', 'True');
	world.advance(5000);
	t.is(condition('Ready'), 'True');
	set('ContainersReady', 'False');
	set('Ready', 'False');
	world.advance(1000);
	t.is(condition('Ready'), 'False');
	world.advance(11_000);
	t.deepEqual([condition('Ready'), condition('ContainersReady')], ['True', 'True']);
	t.is(condition('example.test/gate'), 'True');
});
