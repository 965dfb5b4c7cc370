import {admissionPlugins} from '../../objects/admission-plugins.js';
import {clockAt, controlledBy, object, pod, podKey, type Moment, type Proof} from '../rule-world.js';

const deploymentKey = '/registry/deployments/default/web';
const setKey = '/registry/statefulsets/default/db';
const jobKey = '/registry/jobs/default/work';

const ofSet = controlledBy('StatefulSet', 'db');
const ofJob = controlledBy('Job', 'work');
const leaving = {deletionTimestamp: clockAt(30_000), deletionGracePeriodSeconds: 30};

const set = (spec: object, status?: object): object => object('StatefulSet', 'db', {spec, status});

const job = (spec: object, status?: object): object => object('Job', 'work', {spec, status});

const admission = admissionPlugins.filter(({on}) => on).map(({name}) => name);

/** Rules about objects of the API and their controllers. */
export const workloadProofs: readonly Proof[] = [
	{
		rule: 'a finalizer of Kubernetes is removed by its controller',
		moments: (isWrong) => [
			{writes: {[deploymentKey]: object('Deployment', 'web', {metadata: {finalizers: ['foregroundDeletion']}})}},
			{
				by: `controller-manager/${isWrong ? 'deployment' : 'garbage-collector'}`,
				writes: {[deploymentKey]: object('Deployment', 'web', {metadata: {finalizers: []}})},
			},
		],
	},
	{
		rule: 'a write of the status leaves spec and generation as they are',
		moments: (isWrong) => [
			{writes: {[deploymentKey]: object('Deployment', 'web', {spec: {replicas: 1}})}},
			{
				request: isWrong ? 'update deployments/status web' : 'update deployments web',
				writes: {[deploymentKey]: object('Deployment', 'web', {spec: {replicas: 2}})},
			},
		],
	},
	{
		rule: 'a new Pod has the defaults of its namespace: limits, priority, service account and tolerations',
		moments: (isWrong) => [
			{stage: 'apiserver.start', facts: {admission}},
			{
				writes: {
					[podKey('a')]: pod('a', {
						spec: {
							tolerations: [{operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300}],
							...(isWrong ? {} : {serviceAccountName: 'default'}),
						},
					}),
				},
			},
		],
	},
	{
		rule: 'at rest, no object has only owners that are gone',
		alive: ['controller-manager/garbage-collector'],
		moments: (isWrong) => [
			{writes: isWrong ? {} : {'/registry/replicasets/default/web-1': object('ReplicaSet', 'web-1')}},
			{writes: {[podKey('a')]: pod('a', {metadata: controlledBy('ReplicaSet', 'web-1')})}},
		],
	},
	{
		rule: 'a Deployment that is paused gets no new ReplicaSet',
		moments: (isWrong) => [
			{writes: {[deploymentKey]: object('Deployment', 'web', {spec: {paused: isWrong}})}},
			{
				by: 'controller-manager/deployment',
				writes: {
					'/registry/replicasets/default/web-1': object('ReplicaSet', 'web-1', {
						metadata: controlledBy('Deployment', 'web'),
						spec: {replicas: 1},
					}),
				},
			},
		],
	},
	{
		rule: 'a ReplicaSet makes Pods only up to the replicas that it has, or has in the cache of its controller',
		moments: (isWrong) => [
			{
				writes: {
					'/registry/replicasets/default/web-1': object('ReplicaSet', 'web-1', {spec: {replicas: isWrong ? 1 : 2}}),
				},
			},
			...['a', 'b'].map((name) => ({
				by: 'controller-manager/replicaset',
				writes: {[podKey(name)]: pod(name, {metadata: controlledBy('ReplicaSet', 'web-1')})},
			})),
		],
	},
	{
		rule: 'at rest, the status of a StatefulSet counts its Pods',
		alive: ['controller-manager/statefulset'],
		moments: (isWrong) => [
			{writes: {[podKey('db-0')]: pod('db-0', {metadata: ofSet})}},
			{writes: {[setKey]: set({replicas: 1}, {replicas: isWrong ? 2 : 1, readyReplicas: 1})}},
		],
	},
	{
		rule: 'an update of a StatefulSet leaves the Pods below its partition',
		moments: (isWrong) => [
			{writes: {[setKey]: set({replicas: 2, updateStrategy: {rollingUpdate: {partition: isWrong ? 2 : 1}}})}},
			{writes: {[podKey('db-1')]: pod('db-1', {metadata: ofSet})}},
			{
				by: 'controller-manager/statefulset',
				writes: {[podKey('db-1')]: pod('db-1', {metadata: {...ofSet, ...leaving}})},
			},
		],
	},
	{
		rule: 'a StatefulSet moves its current revision when all its Pods have the new one',
		moments: (isWrong) => [
			{
				writes: {
					[podKey('db-0')]: pod('db-0', {
						metadata: {...ofSet, labels: {'controller-revision-hash': isWrong ? 'db-1' : 'db-2'}},
					}),
				},
			},
			{writes: {[setKey]: set({replicas: 1}, {currentRevision: 'db-1'})}},
			{writes: {[setKey]: set({replicas: 1}, {currentRevision: 'db-2'})}},
		],
	},
	{
		rule: 'a DaemonSet has one Pod on a node',
		moments: (isWrong) => [
			{writes: {'/registry/daemonsets/default/log': object('DaemonSet', 'log', {spec: {}})}},
			...['a', 'b'].map((name, index) => ({
				by: 'controller-manager/daemonset',
				writes: {
					[podKey(name)]: pod(name, {
						metadata: controlledBy('DaemonSet', 'log'),
						spec: {nodeName: isWrong ? 'node-a' : `node-${index}`},
					}),
				},
			})),
		],
	},
	{
		rule: 'the numbers of succeeded and failed Pods of a Job only rise',
		moments: (isWrong) => [
			{writes: {[jobKey]: job({}, {succeeded: 1, failed: 2})}},
			{writes: {[jobKey]: job({}, {succeeded: 2, failed: isWrong ? 1 : 2})}},
		],
	},
	{
		rule: 'a Job is Complete when it has all its completions',
		moments: (isWrong) => [
			{
				writes: {
					[jobKey]: job(
						{completions: 2},
						{succeeded: isWrong ? 1 : 2, conditions: [{type: 'Complete', status: 'True'}]},
					),
				},
			},
		],
	},
	{
		rule: 'at rest, the status of a Job counts its Pods, and no Pod that has ended waits to be counted',
		alive: ['controller-manager/job'],
		moments: (isWrong) => [
			{writes: {[podKey('a')]: pod('a', {metadata: ofJob})}},
			{writes: {[jobKey]: job({}, {active: isWrong ? 2 : 1})}},
		],
	},
	{
		rule: 'without faults, a Job ends its Pods when its activeDeadlineSeconds are over',
		moments: (isWrong) => [
			{writes: {[jobKey]: job({activeDeadlineSeconds: 10}, {startTime: clockAt(0)})}},
			{
				atMs: isWrong ? 16_000 : 9000,
				writes: {'/registry/leases/kube-node-lease/node-a': object('Lease', 'node-a', {spec: {}})},
			},
		],
	},
	{
		rule: 'without faults, a Job pauses after failures, and longer after more of them',
		moments(isWrong) {
			const make = (name: string, atMs: number): Moment => ({
				atMs,
				by: 'controller-manager/job',
				writes: {[podKey(name)]: pod(name, {metadata: ofJob, status: {phase: 'Pending'}})},
			});
			const fail = (name: string, atMs: number): Moment => ({
				atMs,
				writes: {[podKey(name)]: pod(name, {metadata: ofJob, status: {phase: 'Failed'}})},
			});
			return [
				{writes: {[jobKey]: job({})}},
				make('a', 0),
				fail('a', 1000),
				make('b', 11_000),
				fail('b', 12_000),
				make('c', isWrong ? 21_000 : 32_000),
			];
		},
	},
	{
		rule: 'an autoscaler keeps its workload between minReplicas and maxReplicas',
		moments: (isWrong) => [
			{
				writes: {
					'/registry/horizontalpodautoscalers/default/web': object('HorizontalPodAutoscaler', 'web', {
						spec: {minReplicas: 2, maxReplicas: 5, scaleTargetRef: {kind: 'Deployment', name: 'web'}},
					}),
				},
			},
			{writes: {[deploymentKey]: object('Deployment', 'web', {spec: {replicas: 3}})}},
			{
				by: 'controller-manager/horizontal-pod-autoscaler',
				writes: {[deploymentKey]: object('Deployment', 'web', {spec: {replicas: isWrong ? 6 : 5}})},
			},
		],
	},
];
