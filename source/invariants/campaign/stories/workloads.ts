import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, fences, kubectl, waiting, type Story} from './story.js';

/** Usage of processors that rises, falls and rises again. */
const wavyImage = {
	'example.test/wavy:1': {
		usage: [
			{fromMs: 0, cpu: '150m'},
			{fromMs: 120_000, cpu: '10m'},
			{fromMs: 240_000, cpu: '150m'},
			{fromMs: 300_000, cpu: '10m'},
		],
	},
};

const templates = (patch: string): string => `-p '{"spec":{"template":{"spec":${patch}}}}'`;

/** Worlds of workloads in which controllers adopt, hold back, count and give up Pods. */
export const workloadStories: readonly Story[] = [
	{
		name: 'rollouts that pause and keep their history',
		scenario: {traffic: [{name: 'client', target: 'web:80', everyMs: 500}]},
		commands: (random) => [
			apply(
				pods.deployment('web', {
					replicas: 3,
					strategy: fences(random),
					more: ['revisionHistoryLimit: 1', 'minReadySeconds: 8'],
				}),
				pods.deployment('slow', {
					replicas: 2,
					strategy: '{type: Recreate}',
					image: 'busybox:1.36',
					container: ', command: [sh, -c, "sleep 100000"]',
					probe: false,
				}),
				pods.service('web'),
			),
			waiting(kubectl('set image deployment/web main=nginx:1.28'), 20_000),
			kubectl('set image deployment/slow main=busybox:1.37'),
			kubectl('rollout pause deployment/web'),
			kubectl('set image deployment/web main=nginx:1.26'),
			kubectl(`scale deployment web --replicas=${pick(random, 2, 5)}`),
			waiting(kubectl('rollout resume deployment/web'), 20_000),
			kubectl(`patch deployment web ${templates('{"containers":[{"name":"main","image":"example.test/none:1"}]}')}`),
			kubectl('scale deployment web --replicas=4'),
			waiting(kubectl('rollout undo deployment/web'), 20_000),
		],
		mayWait: ['web'],
	},
	{
		name: 'labels that change',
		commands: (random) => [
			apply(pods.plainPod('web-stray', 'web'), pods.deployment('web', {replicas: 2}), pods.service('web')),
			apply(pods.replicaSet('own', 2), pods.plainPod('own-stray', 'own')),
			kubectl('label pods -l app=own --overwrite app=other'),
			kubectl(`label pods -l app=other --overwrite app=${pick(random, 'own', 'third')}`),
			kubectl('delete replicaset own --cascade=orphan --wait=false'),
			apply(pods.replicaSet('own', 2)),
			kubectl('delete deployment web --cascade=orphan --wait=false'),
			apply(pods.deployment('web', {replicas: 3}), pods.plainPod('held', 'held', {finalizers: 'example.test/hold'})),
			kubectl('delete pods -l app=held --wait=false'),
			kubectl(`patch pod held --type=merge -p '{"metadata":{"finalizers":null}}'`),
			kubectl('delete replicaset own --cascade=foreground --wait=false'),
		],
	},
	{
		name: 'StatefulSets with partitions and claims',
		commands: (random) => [
			apply(
				pods.statefulSet('store', {
					replicas: 3,
					claims: true,
					more: [
						'persistentVolumeClaimRetentionPolicy: {whenScaled: Delete, whenDeleted: Retain}',
						'updateStrategy: {rollingUpdate: {partition: 2}}',
					],
				}),
				pods.statefulSet('wide', {replicas: 3, more: ['podManagementPolicy: Parallel']}),
				pods.service('store', 'clusterIP: None, '),
			),
			kubectl('set image statefulset/store main=nginx:1.28'),
			kubectl('delete pod store-0 --wait=false'),
			kubectl(`patch statefulset store -p '{"spec":{"updateStrategy":{"rollingUpdate":{"partition":0}}}}'`),
			kubectl(`scale statefulset store --replicas=${pick(random, 1, 2)}`),
			kubectl('scale statefulset wide --replicas=1'),
			kubectl('scale statefulset store --replicas=3'),
			kubectl('delete pod store-1 --grace-period=0 --force'),
		],
	},
	{
		name: 'daemons that roll',
		nodes: [
			{name: 'node-a'},
			{name: 'node-b', labels: {disk: 'ssd'}},
			{name: 'node-c', labels: {disk: 'ssd'}},
			{name: 'node-d'},
		],
		commands: (random) => [
			apply(pods.daemonSet('agent'), pods.daemonSet('fast', '      nodeSelector: {disk: ssd}\n')),
			kubectl(`set image daemonset/agent main=nginx:1.28`),
			kubectl('label node node-a disk=ssd'),
			kubectl('label node node-c disk-'),
			kubectl(`taint node node-d example.test/closed=:${pick(random, 'NoSchedule', 'NoExecute')}`),
			kubectl('cordon node-b'),
			kubectl('delete pods -l app=fast --wait=false'),
			kubectl(`patch daemonset agent -p '{"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"50%"}}}}'`),
			kubectl(`set image daemonset/agent main=nginx:1.26`),
			kubectl('taint node node-d example.test/closed-'),
		],
	},
	{
		name: 'Jobs that fail in part',
		commands: () => [
			waiting(
				apply(
					pods.job(
						'rows',
						'completions: 4, parallelism: 2, completionMode: Indexed, backoffLimitPerIndex: 1, maxFailedIndexes: 3',
						'test $JOB_COMPLETION_INDEX = 2 && exit 1; sleep 2',
					),
					pods.job(
						'ignored',
						'backoffLimit: 0, podFailurePolicy: {rules: [{action: Ignore, onExitCodes: {operator: In, values: [7]}}]}',
						'sleep 1; exit 7',
					),
					pods.job('brief', 'ttlSecondsAfterFinished: 15', 'sleep 1'),
					pods.job('tries', 'backoffLimit: 3', 'sleep 1; exit 1'),
					pods.job(
						'early',
						'completions: 3, parallelism: 3, completionMode: Indexed, successPolicy: {rules: [{succeededIndexes: "0"}]}',
						'sleep $((1 + JOB_COMPLETION_INDEX * 30))',
					),
					pods.job('held', 'suspend: true, completions: 2, parallelism: 2', 'sleep 3'),
					pods.job('late', 'activeDeadlineSeconds: 12, completions: 3, parallelism: 2', 'sleep 10'),
				),
				200_000,
			),
			kubectl(`patch job held -p '{"spec":{"suspend":false}}'`),
			kubectl('delete job ignored --wait=false'),
		],
	},
	{
		name: 'CronJobs of many kinds',
		commands: (random) => [
			waiting(
				apply(
					pods.cronJob('swap', 'Replace', 'sleep 100'),
					pods.cronJob('quick', 'Allow', pick(random, 'exit 0', 'sleep 5'), 'failedJobsHistoryLimit: 1'),
					pods.cronJob('later', 'Forbid', 'sleep 1', 'suspend: true'),
				),
				200_000,
			),
			waiting(kubectl(`patch cronjob later -p '{"spec":{"suspend":false}}'`), 70_000),
			kubectl('delete cronjob swap quick later --cascade=background --wait=false'),
		],
	},
	{
		name: 'an autoscaler in waves',
		scenario: {metrics: {}, images: wavyImage},
		commands: (random) => [
			waiting(
				apply(
					pods.deployment('auto', {
						image: 'example.test/wavy:1',
						container: ', resources: {requests: {cpu: 100m}}',
						probe: false,
					}),
					pods.autoscaler(
						'auto',
						1,
						4,
						pick(
							random,
							'',
							'scaleDown: {stabilizationWindowSeconds: 150, policies: [{type: Pods, value: 1, periodSeconds: 60}]}',
						),
					),
				),
				900_000,
			),
			waiting(kubectl(`patch hpa auto -p '{"spec":{"minReplicas":3}}'`), 60_000),
		],
	},
	{
		name: 'budgets that say no',
		nodes: [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}],
		commands: (random) => [
			apply(
				pods.deployment('guarded', {replicas: 5}),
				pods.budget(
					'guarded',
					pick(random, 'minAvailable: 70%', 'maxUnavailable: 1', 'maxUnavailable: 30%', 'minAvailable: 4'),
				),
				pods.statefulSet('pair', {replicas: 2}),
				pods.budget('pair', 'minAvailable: 2'),
				pods.failingPod('ended', 'exit 0', 'Never', 'guarded'),
			),
			kubectl(
				'drain node-a --ignore-daemonsets --delete-emptydir-data --force --timeout=60s --pod-selector=app=guarded',
			),
			kubectl(
				'drain node-b --ignore-daemonsets --delete-emptydir-data --force --timeout=60s --pod-selector=app=guarded',
			),
			kubectl('uncordon node-a node-b'),
			kubectl('scale deployment guarded --replicas=3'),
			kubectl('set image deployment/guarded main=nginx:1.28'),
		],
		mayWait: [],
	},
];
