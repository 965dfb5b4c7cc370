import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, fences, kubectl, tainted, waiting, type Story} from './story.js';

/** Usage of processors that rises and falls. */
const busyImage = {
	'example.test/busy:1': {
		usage: [
			{fromMs: 0, cpu: '150m'},
			{fromMs: 120_000, cpu: '10m'},
		],
	},
};

/** Worlds of rollouts, Jobs, places, volumes and Services. */
export const firstStories: readonly Story[] = [
	{
		name: 'a rollout',
		scenario: {traffic: [{name: 'client', target: 'web:80', everyMs: 250}]},
		commands: (random) => [
			apply(pods.deployment('web', {replicas: 3, strategy: fences(random)}), pods.service('web')),
			kubectl('set image deployment/web main=nginx:1.28'),
			kubectl(`scale deployment web --replicas=${2 + random.below(4)}`),
			kubectl(pick(random, 'rollout undo deployment/web', 'set image deployment/web main=nginx:1.26')),
		],
	},
	{
		name: 'a StatefulSet in order',
		commands: (random) => [
			apply(pods.statefulSet('store', {replicas: 3}), pods.service('store', 'clusterIP: None, ')),
			kubectl('set image statefulset/store main=nginx:1.28'),
			kubectl(`scale statefulset store --replicas=${random.below(2)}`),
			kubectl('scale statefulset store --replicas=3'),
			kubectl('delete statefulset store --cascade=foreground --wait=false'),
		],
	},
	{
		name: 'Jobs side by side',
		commands: (random) => [
			apply(
				pods.job('sum', `completions: 5, parallelism: ${2 + random.below(2)}`, 'sleep 3'),
				pods.job('rows', 'completions: 3, parallelism: 2, completionMode: Indexed', 'sleep 2'),
				pods.job(
					'tries',
					'completions: 1, backoffLimit: 2, podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [42]}}]}',
					'sleep 1; exit 42',
				),
				pods.job('late', 'activeDeadlineSeconds: 20', 'sleep 1000'),
			),
			kubectl(`patch job sum -p '{"spec":{"parallelism":1}}'`),
			kubectl('delete job rows tries --cascade=background --wait=false'),
		],
	},
	{
		name: 'a CronJob that fires',
		commands: (random) => [
			waiting(apply(pods.cronJob('tick', pick(random, 'Forbid', 'Replace', 'Allow'), 'sleep 90')), 260_000),
			kubectl('delete cronjob tick --cascade=foreground --wait=false'),
		],
	},
	{
		name: 'an autoscaler',
		scenario: {metrics: {}, images: busyImage},
		commands: () => [
			waiting(
				apply(
					pods.deployment('auto', {
						image: 'example.test/busy:1',
						container: ', resources: {requests: {cpu: 100m}}',
						probe: false,
					}),
					pods.autoscaler('auto', 1, 3),
				),
				200_000,
			),
			waiting(kubectl(`patch hpa auto -p '{"spec":{"minReplicas":2,"maxReplicas":2}}'`), 60_000),
		],
	},
	{
		name: 'Pods that end slowly',
		commands: (random) => [
			apply(pods.slowPod('slow', 4 + random.below(4)), pods.sidecarPod('crew')),
			kubectl('delete pod slow --wait=false'),
			kubectl('delete pod crew --wait=false'),
			apply(pods.slowPod('slow', 20)),
			kubectl('delete pod slow --wait=false'),
			kubectl(`delete pod slow --grace-period=${2 + random.below(9)} --wait=false --ignore-not-found`),
		],
	},
	{
		name: 'places that are taken or closed',
		nodes: [{name: 'node-a'}, {name: 'node-b'}, tainted('node-c', 'example.test/closed')],
		commands: (random) => [
			apply(
				pods.deployment('ports', {
					replicas: 2,
					container: ', ports: [{containerPort: 80, hostPort: 8080}]',
					strategy: '{type: Recreate}',
				}),
				pods.deployment('apart', {replicas: 2, spec: pods.apart('apart')}),
				pods.deployment('open', {
					replicas: 4,
					spec: '      tolerations: [{key: example.test/closed, operator: Exists}]\n',
				}),
			),
			kubectl('cordon node-b'),
			kubectl(`scale deployment apart --replicas=${random.below(2)}`),
			kubectl('scale deployment open --replicas=6'),
			kubectl('uncordon node-b'),
			kubectl('scale deployment apart --replicas=2'),
		],
	},
	{
		name: 'room for what is more important',
		commands: (random) => [
			apply(
				pods.priorityClass('low', 100),
				pods.priorityClass('high', 1000),
				pods.deployment('low', {
					replicas: 4,
					spec: '      priorityClassName: low\n',
					container: ', resources: {requests: {cpu: 1500m}}',
				}),
			),
			apply(
				pods.deployment('peer', {
					replicas: 2,
					spec: '      priorityClassName: low\n',
					container: ', resources: {requests: {cpu: 1500m}}',
				}),
			),
			apply(
				pods.deployment('high', {
					replicas: 1 + random.below(2),
					spec: '      priorityClassName: high\n',
					container: ', resources: {requests: {cpu: 1500m}}',
				}),
			),
			kubectl('delete deployment low peer --wait=false'),
		],
	},
	{
		name: 'a drain that a budget slows',
		commands: (random) => [
			apply(
				pods.deployment('guarded', {replicas: 3}),
				pods.budget('guarded', pick(random, 'minAvailable: 2', 'maxUnavailable: 1', 'minAvailable: 60%')),
				pods.daemonSet('agent'),
			),
			kubectl('drain node-a --ignore-daemonsets --delete-emptydir-data --timeout=120s'),
			kubectl('uncordon node-a'),
			kubectl('delete pods -l app=agent --wait=false'),
			kubectl('rollout restart daemonset/agent'),
		],
	},
	{
		name: 'volumes that move',
		commands: (random) => [
			apply(pods.statefulSet('vault', {replicas: 2, claims: true}), pods.service('vault', 'clusterIP: None, ')),
			kubectl(`cordon ${pick(random, 'node-a', 'node-b')}`),
			kubectl('delete pods -l app=vault --wait=false'),
			kubectl('delete pvc data-vault-0 --wait=false'),
			kubectl('uncordon node-a node-b'),
			kubectl('scale statefulset vault --replicas=0'),
			kubectl('scale statefulset vault --replicas=2'),
		],
	},
	{
		name: 'owners, dependents and namespaces',
		commands: (random) => [
			apply(
				pods.namespace('team'),
				pods.deployment('team', {replicas: 2, namespace: 'team'}),
				pods.heldConfigMap('held', 'team'),
				pods.deployment('web', {replicas: 2}),
				pods.deployment('kept', {finalizers: 'example.test/hold'}),
			),
			kubectl('delete deployment kept --cascade=foreground --wait=false'),
			kubectl(`delete deployment web --cascade=${pick(random, 'foreground', 'orphan', 'background')} --wait=false`),
			apply(pods.deployment('web', {replicas: 2})),
			kubectl('delete namespace team --wait=false'),
			kubectl(`patch configmap held -n team --type=merge -p '{"metadata":{"finalizers":null}}'`),
			kubectl('delete deployment web --cascade=foreground --wait=false'),
			kubectl(`patch deployment kept --type=merge -p '{"metadata":{"finalizers":null}}'`),
		],
	},
	{
		name: 'Services and their clients',
		scenario: {
			traffic: [
				{name: 'inside', target: 'web:80', everyMs: 200},
				{name: 'through', target: 'web.example.test', viaIngress: true, everyMs: 500},
			],
		},
		commands: (random) => [
			apply(
				pods.deployment('web', {replicas: 3}),
				pods.service(
					'web',
					pick(random, '', 'type: NodePort, ', 'sessionAffinity: ClientIP, ', 'internalTrafficPolicy: Local, '),
				),
				pods.ingress('web'),
				pods.service('nothing'),
			),
			kubectl(`scale deployment web --replicas=${random.below(3)}`),
			kubectl('scale deployment web --replicas=4'),
			apply(
				pods.networkPolicy(
					'web',
					pick(random, '[]', '[{}]', '[{from: [{podSelector: {matchLabels: {role: friend}}}]}]'),
				),
			),
			apply(pods.caller('friend', 'friend', 'http://web'), pods.caller('stranger', 'stranger', 'http://web')),
			kubectl('delete service nothing'),
		],
	},
	{
		name: 'rules in nftables',
		scenario: {kubeProxy: {mode: 'nftables'}, traffic: [{name: 'inside', target: 'web:80', everyMs: 250}]},
		commands: (random) => [
			apply(pods.deployment('web', {replicas: 3}), pods.service('web', pick(random, '', 'type: NodePort, '))),
			kubectl(`scale deployment web --replicas=${random.below(3)}`),
			kubectl('rollout restart deployment/web'),
		],
	},
	{
		name: 'resize in place',
		commands: (random) => [
			apply(pods.sizedPod('sized')),
			kubectl(
				`patch pod sized --subresource resize -p '{"spec":{"containers":[{"name":"main","resources":{"requests":{"cpu":"${pick(random, '200m', '700m')}"},"limits":{"cpu":"1"}}}]}}'`,
			),
			kubectl('label pod sized touched=yes'),
			kubectl('delete pod sized --wait=false'),
		],
	},
	{
		name: 'containers that fail',
		commands: (random) => [
			waiting(
				apply(
					pods.failingPod('crash', `exit ${1 + random.below(3)}`, 'Always'),
					pods.failingPod('once', 'exit 1', 'Never'),
					pods.failingPod('calm', 'sleep 2', 'OnFailure'),
					pods.unhealthyPod('sick'),
					pods.unevenPod('uneven', pick(random, 'Never', 'OnFailure')),
				),
				150_000,
			),
			kubectl('delete pod crash sick once --wait=false'),
		],
	},
	{
		name: 'quotas and limits',
		commands: () => [
			apply(pods.quota('limits', 'pods: "3", services: "3", requests.cpu: "1"'), pods.limitRange('defaults')),
			apply(pods.deployment('web', {replicas: 5}), pods.service('web')),
			kubectl('scale deployment web --replicas=1'),
			apply(pods.service('other')),
		],
	},
	{
		name: 'two controller managers and two schedulers',
		scenario: {kubeControllerManager: {instances: 2}, kubeScheduler: {instances: 2}},
		commands: (random) => [
			apply(pods.deployment('web', {replicas: 3, strategy: fences(random)}), pods.service('web')),
			waiting(kubectl('set image deployment/web main=nginx:1.28'), 30_000),
			kubectl('scale deployment web --replicas=1'),
		],
	},
];
