import {controlledBy, object, pod, podKey, type Proof} from '../rule-world.js';

const node = '/nodes/node-a';
const meshKey = '/network/mesh/default/client';
const setPod = (uid: string, owned: object = {}): object =>
	pod('db-0', {metadata: {uid, ...controlledBy('StatefulSet', 'db'), ...owned}});

/** A container of `db-0` that runs on a node. */
const running = (uid: string): object => ({name: 'main', namespace: 'default', pod: 'db-0', uid, state: 'RUNNING'});

/** Rules about statuses, the mesh, what is left on nodes, and what controllers wait for. */
export const remainsProofs: readonly Proof[] = [
	{
		rule: 'a component writes only its own part of a status',
		moments: (isWrong) => [
			{writes: {[podKey('a')]: pod('a')}},
			{
				by: isWrong ? 'kube-scheduler' : 'kubelet/node-a',
				writes: {[podKey('a')]: pod('a', {status: {podIP: '10.244.0.2'}})},
			},
		],
	},
	{
		rule: 'at rest, each sidecar of the mesh has the ready endpoints of each Service, and belongs to a Pod that there is',
		alive: ['mesh'],
		moments: (isWrong) => [
			{
				writes: {
					[podKey('client')]: pod('client'),
					'/registry/services/specs/default/web': object('Service', 'web', {
						spec: {clusterIP: '10.96.0.9', ports: [{port: 80}]},
					}),
					'/registry/endpointslices/default/web-1': object('EndpointSlice', 'web-1', {
						metadata: {labels: {'kubernetes.io/service-name': 'web'}},
						addressType: 'IPv4',
						ports: [{name: '', port: 8080}],
						endpoints: [
							{addresses: ['10.244.0.2'], conditions: {ready: true}},
							{addresses: ['10.244.0.3'], conditions: {ready: false}},
						],
					}),
					[meshKey]: {
						pod: 'default/client',
						version: 1,
						endpoints: {
							'web.default.svc.cluster.local:80': isWrong
								? ['10.244.0.2:8080', '10.244.0.3:8080']
								: ['10.244.0.2:8080'],
						},
					},
				},
			},
		],
	},
	{
		rule: 'at rest, the sandboxes, processes, mounts, directories, cgroups and addresses of a node belong to Pods that there are',
		alive: ['kubelet/node-a'],
		moments: (isWrong) => [
			{writes: {[podKey('a')]: pod('a')}},
			{
				writes: {
					[`${node}/cgroups/kubepods/pod${isWrong ? 'uid-of-b' : 'uid-of-a'}`]: {},
					[`${node}/sandboxes/x`]: {id: 'x', uid: 'uid-of-a', ip: '10.244.0.2', state: 'SANDBOX_READY'},
					[`${node}/netns/host-local/10.244.0.2`]: {},
				},
			},
		],
	},
	{
		rule: 'of a Pod of a StatefulSet, one runs in the whole cluster, unless its deletion was forced',
		moments: (isWrong) => [
			{writes: {[podKey('db-0')]: setPod('first'), [`${node}/containers/x`]: running('first')}},
			{by: isWrong ? 'kubelet/node-a' : 'kubectl', writes: {[podKey('db-0')]: undefined}},
			{writes: {[podKey('db-0')]: setPod('second')}},
			{writes: {'/nodes/node-b/containers/y': running('second')}},
		],
	},
	{
		rule: 'at rest, a controller of ReplicaSets or DaemonSets waits for none of the Pods that it has made or deleted',
		alive: ['controller-manager/replicaset'],
		moments: (isWrong) => [
			{writes: {'/registry/replicasets/default/web': object('ReplicaSet', 'web', {spec: {replicas: 1}})}},
			{
				by: 'controller-manager/replicaset',
				stage: 'controller.replicaset.sync',
				about: '/registry/replicasets/default/web',
				facts: {case: 'compare', outstanding: {creations: isWrong ? 1 : 0, deletions: 0}},
			},
		],
	},
];
