import test from 'ava';
import type {Node, PersistentVolumeClaim, Pod} from '../objects/kubernetes.generated.js';
import {Trial} from '../testing/trial.js';

const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;

const pod = (name: string, volume: string, more = ''): string => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
${more}  terminationGracePeriodSeconds: 1
  containers: [{name: web, image: "nginx:1.27", volumeMounts: [{name: d, mountPath: /data}]}]
  volumes: [{name: d, ${volume}}]
`;

const claimed = 'persistentVolumeClaim: {claimName: data}';

const events = (trial: Trial): readonly string[] =>
	trial.at('event.record').map(({facts}) => `${String(facts?.['reason'])}: ${String(facts?.['message'])}`);

test('L8: a volume is detached only when its node has unmounted it and says so', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(claim + pod('web', claimed));
	trial.kubectl('delete pod web');
	const order = ['csi.NodeUnpublishVolume', 'csi.NodeUnstageVolume', 'csi.ControllerUnpublishVolume'].map(
		(stage) => trial.at(stage)[0]?.step ?? -1,
	);
	t.true(
		order.every((step, index) => step > (order[index - 1] ?? 0)),
		String(order),
	);
	t.deepEqual(trial.recording.kernel.ledger.keys('/registry/volumeattachments/'), []);
	const {status} = trial.read<Node>('/registry/minions/node-a') ?? {};
	t.deepEqual([status?.volumesInUse ?? [], status?.volumesAttached ?? []], [[], []]);
	t.false(events(trial).some((event) => event.startsWith('FailedMount')));
});

test('L8: a volume of one node is refused to a second one, until the first Pod is gone', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	trial.apply(claim + pod('one', claimed, '  nodeSelector: {kubernetes.io/hostname: node-a}\n'));
	trial.apply(pod('two', claimed, '  nodeSelector: {kubernetes.io/hostname: node-b}\n'));
	const refused = events(trial).filter((event) => event.includes('Multi-Attach'));
	t.is(refused.length, 1);
	t.regex(
		refused[0] ?? '',
		/^FailedAttachVolume: Multi-Attach error for volume "pvc-[\da-f-]+" Volume is already used by pod\(s\) one$/,
	);
	trial.kubectl('delete pod one');
	t.is(trial.read<Pod>('/registry/pods/default/two')?.status.phase, 'Running');
});

test('L8: of two Pods that want a volume of one node at the same time, the second is told as soon as the first has it', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}, {name: 'node-b'}]});
	trial.apply(
		claim +
			pod('one', claimed, '  nodeSelector: {kubernetes.io/hostname: node-a}\n') +
			pod('two', claimed, '  nodeSelector: {kubernetes.io/hostname: node-b}\n'),
	);
	t.deepEqual(
		events(trial).flatMap((event) => /Volume is already used by pod\(s\) \w+$/.exec(event)?.[0] ?? []),
		['Volume is already used by pod(s) one'],
	);
});

test('L8: without its CSI driver a volume is never attached, and the controller says so after two minutes', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(pod('web', 'awsElasticBlockStore: {volumeID: vol-1}'));
	t.true(
		events(trial).includes(
			'FailedAttachVolume: AttachVolume.Attach failed for volume "ebs.csi.aws.com-vol-1" : timed out waiting for external-attacher of ebs.csi.aws.com CSI driver to attach volume vol-1',
		),
	);
	t.is(trial.read<Pod>('/registry/pods/default/web')?.status.phase, 'Pending');
});

test('L8: a claim that asks for more gets it: first its volume, then the file system on the node', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(claim + pod('web', claimed));
	trial.kubectl(`patch pvc data -p '{"spec":{"resources":{"requests":{"storage":"3Gi"}}}}'`);
	const {status} = trial.read<PersistentVolumeClaim>('/registry/persistentvolumeclaims/default/data') ?? {};
	t.deepEqual(status?.capacity, {storage: '3Gi'});
	t.deepEqual([status?.conditions ?? [], status?.allocatedResourceStatuses ?? {}], [[], {}]);
	t.deepEqual(
		events(trial)
			.map((event) => event.split(':', 1)[0])
			.filter((reason) => /Expand|Resiz/.test(reason ?? '')),
		[
			'ExternalExpanding',
			'Resizing',
			'FileSystemResizeRequired',
			'FileSystemResizeSuccessful',
			'FileSystemResizeSuccessful',
		],
	);
});

test('L8: a claim that asks for more while no resizer runs gets it when that is back', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(claim + pod('web', claimed));
	trial.crash('csi-resizer/hostpath.csi.k8s.io');
	trial.kubectl(`patch pvc data -p '{"spec":{"resources":{"requests":{"storage":"3Gi"}}}}'`);
	trial.restart('csi-resizer/hostpath.csi.k8s.io');
	trial.rest();
	const {status} = trial.read<PersistentVolumeClaim>('/registry/persistentvolumeclaims/default/data') ?? {};
	t.deepEqual([status?.capacity, status?.conditions ?? []], [{storage: '3Gi'}, []]);
});

test('L8: a volume shows the files of an image, or a part of them, which is pulled first and cannot be written', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const script = 'ls /v; touch /v/x; ls /whole/docker-entrypoint.sh; sleep 1000';
	trial.apply(`apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: main
    image: busybox:1.37
    command: [sh, -c, "${script}"]
    volumeMounts: [{name: d, mountPath: /v, subPath: usr/share/nginx}, {name: d, mountPath: /whole}]
  volumes: [{name: d, image: {reference: "nginx:1.27"}}]
`);
	t.is(trial.kubectl('logs web').stdout, 'html\ntouch: /v/x: Read-only file system\n/whole/docker-entrypoint.sh\n');
	t.deepEqual(
		events(trial).filter((event) => event.startsWith('Pulling')),
		['Pulling: Pulling image "nginx:1.27"', 'Pulling: Pulling image "busybox:1.37"'],
	);
});

test('L8: a container waits for the image of its volume', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	trial.apply(pod('web', 'image: {reference: "nginx:1.99999"}').replace('"nginx:1.27"', '"busybox:1.37"'));
	t.regex(
		trial.read<Pod>('/registry/pods/default/web')?.status.containerStatuses?.[0]?.state?.waiting?.reason ?? '',
		/^(ErrImagePull|ImagePullBackOff)$/,
	);
	t.false(trial.at('cri.CreateContainer').length > 0);
});

for (const [title, volume, expected] of [
	[
		'an NFS server that nobody reaches',
		'nfs: {server: 10.9.9.9, path: /x}',
		/^FailedMount: MountVolume\.SetUp failed for volume "d" : mount failed: exit status 32\nMounting command: mount\nMounting arguments: -t nfs 10\.9\.9\.9:\/x \/var\/lib\/kubelet\/pods\/[\da-f-]+\/volumes\/kubernetes\.io~nfs\/d\nOutput: mount\.nfs: Connection timed out\n$/,
	],
	[
		'a plug-in that was removed',
		'glusterfs: {endpoints: e, path: x}',
		/^FailedMount: Unable to attach or mount volumes: unmounted volumes=\[d\], unattached volumes=\[\], failed to process volumes=\[d\]: failed to get Plugin from volumeSpec for volume "d" err=no volume plugin matched$/,
	],
	[
		'a driver of its own that is not there',
		'csi: {driver: secrets.example.test}',
		/^FailedMount: MountVolume\.NewMounter initialization failed for volume "d" : volume mode "Ephemeral" not supported by driver secrets\.example\.test \(no CSIDriver object\)$/,
	],
	[
		'a directory that the node lacks',
		'hostPath: {path: /nowhere, type: Directory}',
		/^FailedMount: MountVolume\.SetUp failed for volume "d" : hostPath type check failed: \/nowhere is not a directory$/,
	],
] as const) {
	test(`L8: a Pod waits for a volume that cannot be mounted: ${title}`, (t) => {
		const trial = new Trial({nodes: [{name: 'node-a'}]});
		trial.apply(pod('web', volume));
		t.true(
			events(trial).some((event) => expected.test(event)),
			events(trial).join('\n'),
		);
		t.is(trial.read<Pod>('/registry/pods/default/web')?.status.phase, 'Pending');
	});
}
