import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, fault, kubectl, waiting, type Story} from './story.js';

/** Worlds with faults of their own: watches that break, leaders that lose their Lease, owners that leave slowly. */
export const breakStories: readonly Story[] = [
	{
		name: 'watches that break',
		commands: (random) => [
			apply(
				pods.deployment('web', {replicas: 3}),
				pods.service('web'),
				pods.replicaSet('own', 2),
				pods.plainPod('lone', 'lone'),
				pods.heldConfigMap('kept', 'default'),
			),
			kubectl('delete pod lone --wait=false'),
			kubectl(`scale deployment web --replicas=${pick(random, 1, 5)}`),
			waiting(kubectl('label pods -l app=own touched=yes'), 5000),
			waiting(kubectl('delete pods -l app=own --wait=false'), 5000),
			kubectl('delete service web --wait=false'),
		],
		faults: [
			// A deletion in the meantime is in no watch: only the new list shows it.
			fault(1, 0, 'partition kube-controller-manager kube-apiserver for=50000ms', {downMs: 40_000}),
			fault(1, 0, 'partition kube-scheduler kube-apiserver for=20000ms', {downMs: 5000}),
			fault(1, 0, 'expire watches *', {downMs: 20_000}),
			fault(2, 60, 'expire watches *'),
			fault(2, 30, 'close watches *'),
			fault(3, 20, 'expire watches kube-controller-manager', {downStops: 60}),
			fault(3, 40, 'close watches kube-controller-manager'),
			fault(4, 40, 'duplicate watches * for=5000ms', {downMs: 5000}),
			fault(5, 5, 'restart controller-manager'),
			fault(5, 150, 'close watches kube-controller-manager'),
			fault(5, 5, 'crash coredns', {downMs: 5000, end: 'restart coredns'}),
		],
	},
	{
		name: 'leaders that lose their Lease',
		scenario: {kubeControllerManager: {instances: 2}, kubeScheduler: {instances: 2}},
		commands: (random) => [
			apply(pods.deployment('web', {replicas: 2}), pods.service('web')),
			waiting(kubectl('scale deployment web --replicas=3'), 40_000),
			waiting(kubectl('scale deployment web --replicas=5'), 30_000),
			waiting(kubectl(`scale deployment web --replicas=${pick(random, 1, 2)}`), 30_000),
			waiting(kubectl('scale deployment web --replicas=6'), 30_000),
		],
		faults: [
			fault(1, 0, 'partition kube-controller-manager kube-apiserver for=40000ms', {downMs: 45_000}),
			fault(3, 0, 'partition kube-scheduler kube-apiserver for=40000ms', {downMs: 45_000}),
		],
	},
	{
		name: 'owners that leave slowly',
		commands: () => [
			apply(pods.plainPod('own-held', 'own', {finalizers: 'example.test/hold'}), pods.replicaSet('own', 3)),
			kubectl('delete replicaset own --cascade=foreground --wait=false'),
			apply(pods.plainPod('own-stray', 'own')),
			kubectl(`patch pod own-held --type=merge -p '{"metadata":{"finalizers":null}}'`),
			kubectl('delete pod own-stray --wait=false'),
		],
		// The controller sees the Pod before it sees that its owner leaves.
		faults: [
			fault(1, 0, 'reorder watches kube-controller-manager of=replicasets behind=pods for=20000ms', {downMs: 500}),
		],
	},
	{
		name: 'a node that is lost with its volume',
		commands: () => [
			apply(pods.claim('shared', 'ReadWriteOnce'), pods.claimant('one', 'shared', 'node-a')),
			kubectl('label pod one touched=yes'),
			waiting(kubectl('delete pod one --grace-period=0 --force'), 420_000),
			kubectl('label node node-a touched=yes'),
		],
		faults: [fault(1, 0, 'pause node-a', {downMs: 70_000}), fault(3, 0, 'heal')],
	},
	{
		name: 'Pods that a kubelet alone decides about',
		commands: () => [
			apply(
				pods.statefulSet('old', {replicas: 3, more: ['updateStrategy: {rollingUpdate: {partition: 3}}']}),
				pods.plainPod('late', 'late', {spec: '  activeDeadlineSeconds: 15\n'}),
				pods.plainPod('port', 'port', {
					spec: '  nodeName: node-a\n',
					container: ', ports: [{containerPort: 80, hostPort: 8080}]',
				}),
				pods.plainPod('large', 'large', {spec: '  nodeName: node-b\n', container: ', resources: {requests: {cpu: 3}}'}),
			),
			apply(
				pods.plainPod('port-too', 'port', {
					spec: '  nodeName: node-a\n',
					container: ', ports: [{containerPort: 80, hostPort: 8080}]',
				}),
				pods.plainPod('large-too', 'large', {
					spec: '  nodeName: node-b\n',
					container: ', resources: {requests: {cpu: 3}}',
				}),
			),
			waiting(kubectl('set image statefulset/old main=nginx:1.28'), 5000),
			waiting(kubectl('delete pod old-1 --wait=false'), 120_000),
			kubectl('delete serviceaccount default --wait=false'),
			kubectl('rollout undo statefulset/old'),
			kubectl('delete pods -l app=port --wait=false'),
		],
		faults: [],
	},
];
