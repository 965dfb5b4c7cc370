import {clockAt, node, nodeKey, object, pod, podKey, type Proof} from '../rule-world.js';

const driver = 'hostpath.csi.k8s.io';
const storageKey = `/storage/${driver}/handle-1`;
const volumeKey = '/registry/persistentvolumes/v';
const claimKey = (name: string): string => `/registry/persistentvolumeclaims/default/${name}`;

const claim = (name: string, status?: object): object =>
	object('PersistentVolumeClaim', name, {spec: {volumeName: 'v'}, status});

/** A volume for a claim. */
const volume = (name: string): object =>
	object('PersistentVolume', 'v', {
		spec: {claimRef: {namespace: 'default', name, uid: `uid-of-${name}`}, csi: {driver, volumeHandle: 'handle-1'}},
		status: {phase: 'Bound'},
	});

const user = (name: string): object =>
	pod(name, {spec: {volumes: [{name: 'data', persistentVolumeClaim: {claimName: 'c'}}]}});

const stored = (...nodes: readonly string[]): object => ({name: 'handle-1', nodes});

/** Rules about claims, volumes, and drivers' volumes on nodes. */
export const volumeProofs: readonly Proof[] = [
	{
		rule: 'at rest, a claim and its volume name each other, and a released volume goes as its policy says',
		alive: ['controller-manager/persistentvolume-binder'],
		moments: (isWrong) => [
			{writes: {[claimKey('other')]: claim('other')}},
			{writes: {[volumeKey]: volume(isWrong ? 'other' : 'c')}},
			{writes: {[claimKey('c')]: claim('c', {phase: 'Bound'})}},
		],
	},
	{
		rule: 'a volume is given to one claim',
		moments: (isWrong) => [
			{writes: {[claimKey('c')]: claim('c')}},
			{
				writes: {
					[claimKey('other')]: object('PersistentVolumeClaim', 'other', {spec: {volumeName: isWrong ? 'v' : 'w'}}),
				},
			},
		],
	},
	{
		rule: 'at rest, a volume is attached where a Pod uses it',
		alive: ['controller-manager/persistentvolume-attach-detach', `csi-attacher/${driver}`],
		moments: (isWrong) => [
			{writes: {[volumeKey]: volume('c')}},
			{writes: isWrong ? {} : {[podKey('a')]: user('a')}},
			{
				writes: {
					'/registry/volumeattachments/x': object('VolumeAttachment', 'x', {
						spec: {attacher: driver, nodeName: 'node-a', source: {persistentVolumeName: 'v'}},
					}),
				},
			},
		],
	},
	{
		rule: 'a volume is mounted on a node that its driver has attached it to',
		moments: (isWrong) => [
			{writes: {[storageKey]: stored(isWrong ? 'node-b' : 'node-a')}},
			{writes: {'/nodes/node-a/volumes/uid-of-a/data': {plugin: 'kubernetes.io/csi', path: '/x', storage: storageKey}}},
		],
	},
	{
		rule: 'at rest, a node has a volume staged or published only for its Pods',
		moments: (isWrong) => [
			{
				stage: 'csi.NodeStageVolume',
				facts: {node: 'node-a', request: {volumeId: 'handle-1', stagingTargetPath: '/stage'}},
			},
			{
				writes: isWrong
					? {}
					: {'/nodes/node-a/volumes/uid-of-a/data': {plugin: 'kubernetes.io/csi', path: '/x', storage: storageKey}},
			},
		],
	},
	{
		rule: 'a volume that a silent node has mounted is detached six minutes after its last Pod is gone, and not before',
		moments: (isWrong) => [
			{
				writes: {
					[volumeKey]: volume('c'),
					[nodeKey('node-a')]: node('node-a', {
						status: {
							conditions: [{type: 'Ready', status: 'Unknown'}],
							volumesInUse: [`kubernetes.io/csi/${driver}^handle-1`],
						},
					}),
					[storageKey]: stored('node-a'),
					[podKey('a')]: user('a'),
				},
			},
			{atMs: 1000, writes: {[podKey('a')]: undefined}},
			{atMs: isWrong ? 360_000 : 361_000, writes: {[storageKey]: stored()}},
		],
	},
];

const container = (more: object): object => ({
	name: 'main',
	attempt: 0,
	namespace: 'default',
	pod: 'a',
	uid: 'uid-of-a',
	sandbox: 's1',
	image: 'web:1',
	imageID: 'sha256:1',
	...more,
});

const containerKey = '/nodes/node-a/containers/c1';

const sandbox = (more: object = {}): object => ({
	id: 's1',
	uid: 'uid-of-a',
	ip: '10.244.0.2',
	hostNetwork: false,
	state: 'SANDBOX_READY',
	...more,
});

/** Rules about Pods on their nodes. */
export const nodeProofs: readonly Proof[] = [
	{
		rule: 'a container starts in a sandbox that is ready',
		moments: (isWrong) => [
			{writes: {[podKey('a')]: pod('a')}},
			{writes: {'/nodes/node-a/sandboxes/s1': sandbox({state: isWrong ? 'SANDBOX_NOTREADY' : 'SANDBOX_READY'})}},
			{writes: {[containerKey]: container({state: 'CREATED'})}},
			{writes: {[containerKey]: container({state: 'RUNNING'})}},
		],
	},
	{
		rule: 'a container starts from an image that its node has',
		moments: (isWrong) => [
			{writes: {[podKey('a')]: pod('a'), '/nodes/node-a/images': [{names: [isWrong ? 'web:2' : 'web:1']}]}},
			{writes: {[containerKey]: container({state: 'CREATED'})}},
			{writes: {[containerKey]: container({state: 'RUNNING'})}},
		],
	},
	{
		rule: 'a probe runs for a Pod that there is',
		moments: (isWrong) => [
			{writes: {[podKey('a')]: pod('a')}},
			{writes: isWrong ? {[podKey('a')]: undefined} : {}},
			{
				stage: 'kubelet.probe.liveness',
				by: 'kubelet/node-a/probe',
				about: podKey('a'),
				facts: {container: 'main', result: 'success'},
			},
		],
	},
	{
		rule: 'at rest, the phase of a Pod follows from its containers and its restartPolicy',
		alive: ['kubelet/node-a'],
		moments: (isWrong) => [
			{writes: {[containerKey]: container({state: 'EXITED', exitCode: 1})}},
			{
				writes: {
					[podKey('a')]: pod('a', {
						spec: {restartPolicy: 'Never'},
						status: {phase: isWrong ? 'Succeeded' : 'Failed'},
					}),
				},
			},
		],
	},
	{
		rule: 'at rest, the address in the status of a Pod is that of its sandbox',
		alive: ['kubelet/node-a'],
		moments: (isWrong) => [
			{writes: {'/nodes/node-a/sandboxes/s1': sandbox()}},
			{writes: {[podKey('a')]: pod('a', {status: {podIP: isWrong ? '10.244.0.3' : '10.244.0.2'}})}},
		],
	},
	{
		rule: 'without faults, a kubelet renews its Lease before it ends',
		moments: (isWrong) =>
			[0, isWrong ? 41_000 : 40_000].map((atMs) => ({
				atMs,
				by: 'kubelet/node-a',
				writes: {
					'/registry/leases/kube-node-lease/node-a': object('Lease', 'node-a', {spec: {renewTime: clockAt(atMs)}}),
				},
			})),
	},
	{
		rule: 'a Node becomes Unknown when it has been silent for 50 seconds',
		moments: (isWrong) =>
			[
				{writes: {[nodeKey('node-a')]: node('node-a')}},
				{
					atMs: 10_000,
					writes: {'/registry/leases/kube-node-lease/node-a': object('Lease', 'node-a', {spec: {}})},
				},
				{
					atMs: isWrong ? 59_000 : 60_000,
					by: 'controller-manager/node-lifecycle',
					writes: {[nodeKey('node-a')]: node('node-a', {ready: 'Unknown'})},
				},
			].map((moment, index) =>
				index === 1
					? {
							...moment,
							writes: {
								...moment.writes,
								'/components/controller-manager/informers/leases.coordination.k8s.io/kube-node-lease/node-a': object(
									'Lease',
									'node-a',
									{spec: {}},
								),
							},
						}
					: moment,
			),
	},
	{
		rule: 'at rest, a Node is ready while its kubelet runs',
		alive: ['kubelet/node-a'],
		moments: (isWrong) => [
			{writes: {[nodeKey('node-a')]: node('node-a')}},
			{
				atMs: 1000,
				writes: {
					'/registry/leases/kube-node-lease/node-a': object('Lease', 'node-a', {spec: {renewTime: clockAt(1000)}}),
				},
			},
			{atMs: isWrong ? 42_000 : 41_000},
		],
	},
	{
		rule: 'at rest, no Pod of a Node that is silent is ready, and those that do not tolerate it for longer are being deleted',
		alive: ['controller-manager/node-lifecycle'],
		moments: (isWrong) => [
			{writes: {[nodeKey('node-a')]: node('node-a', {ready: 'Unknown'})}},
			{writes: {[podKey('a')]: pod('a', {isReady: isWrong})}},
		],
	},
	{
		rule: 'no two Nodes have the same range of Pod addresses',
		moments: (isWrong) => [
			{writes: {[nodeKey('node-a')]: node('node-a', {spec: {podCIDR: '10.244.0.0/24'}})}},
			{writes: {[nodeKey('node-b')]: node('node-b', {spec: {podCIDR: isWrong ? '10.244.0.0/24' : '10.244.1.0/24'}})}},
		],
	},
	{
		rule: 'an instance takes a Lease over when it has not been renewed for its duration',
		moments(isWrong) {
			const lease = (holderIdentity: string): object =>
				object('Lease', 'kube-scheduler', {spec: {holderIdentity, leaseDurationSeconds: 15}});
			const key = '/registry/leases/kube-system/kube-scheduler';
			return [
				{by: 'kube-scheduler', writes: {[key]: lease('one')}},
				{atMs: isWrong ? 10_000 : 15_000, by: 'kube-scheduler-2', writes: {[key]: lease('two')}},
			];
		},
	},
];
