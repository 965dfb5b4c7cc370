import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import * as own from './feature-manifests.js';
import {apply, kubectl, waiting, type Story} from './story.js';

const driver = 'devices.example.test';

const zone = (
	name: string,
	where: string,
	cpu: string,
): {name: string; labels: Record<string, string>; capacity: Record<string, string>} => ({
	name,
	labels: {'topology.kubernetes.io/zone': where},
	capacity: {cpu, memory: '8Gi'},
});

/** Usage that rises in memory first, and then in processors. */
const hungryImage = {
	'example.test/hungry:1': {
		usage: [
			{fromMs: 0, cpu: '20m', memory: '500Mi'},
			{fromMs: 180_000, cpu: '200m', memory: '50Mi'},
			{fromMs: 360_000, cpu: '10m', memory: '50Mi'},
		],
	},
};

/** Worlds of features that few workloads use: preferences, shares, missing objects, and values from other objects. */
export const featureStories: readonly Story[] = [
	{
		name: 'paths of an Ingress, and clients in a mesh',
		scenario: {
			traffic: [
				{name: 'root', target: 'shop.example.test/', viaIngress: true, everyMs: 900},
				{name: 'cart', target: 'shop.example.test/cart/items', viaIngress: true, everyMs: 900},
				{name: 'near', target: 'shop.example.test/cartoons', viaIngress: true, everyMs: 900},
				{name: 'exact', target: 'shop.example.test/exact', viaIngress: true, everyMs: 900},
				{name: 'below', target: 'shop.example.test/exact/more', viaIngress: true, everyMs: 900},
			],
		},
		commands: (random) => [
			apply(
				pods.deployment('web', {replicas: 2}),
				pods.deployment('cart'),
				pods.deployment('exact'),
				pods.service('web'),
				pods.service('cart'),
				pods.service('exact'),
				own.pathsOf('shop', [
					['/', 'Prefix', 'web'],
					['/cart', 'Prefix', 'cart'],
					['/exact', 'Exact', 'exact'],
				]),
			),
			waiting(
				apply(
					own.asker('meshed', ['http://web', 'http://cart', 'http://web', 'http://web'], {
						labels: ', sidecar.istio.io/inject: "true"',
					}),
				),
				5000,
			),
			waiting(kubectl(`scale deployment web --replicas=${pick(random, 1, 4)}`), 5000),
			waiting(kubectl('delete pods -l app=cart --wait=false'), 5000),
			kubectl('get ingress,services,endpointslices -o wide'),
		],
	},
	{
		name: 'devices that Pods share or wait for',
		scenario: {
			deviceDrivers: [
				{
					name: driver,
					nodes: ['node-a', 'node-b'],
					devices: [
						{name: 'device-0', nodes: ['node-a']},
						{name: 'device-1', nodes: ['node-a']},
						{name: 'device-2', nodes: ['node-b']},
					],
				},
			],
		},
		commands: (random) => [
			apply(own.deviceClass(driver), own.deviceClaim('shared', driver, 1), own.deviceClaim('pair', driver, 2)),
			apply(own.devicePod('one', 'shared', 4), own.devicePod('two', 'shared', 25)),
			waiting(apply(own.deviceClaim('late', driver, 1), own.devicePod('three', 'late', 8)), 10_000),
			waiting(apply(own.devicePod('four', 'pair', pick(random, 5, 9))), 20_000),
			waiting(kubectl('delete pod two three --wait=false'), 20_000),
			kubectl('get resourceclaims,pods -o wide'),
		],
		mayWait: [],
	},
	{
		name: 'daemons that surge, and sets that begin elsewhere',
		nodes: [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}],
		commands: (random) => [
			apply(
				own.rollingDaemons('agent', `{maxSurge: ${pick(random, '1', '50%')}, maxUnavailable: 0}`),
				pods.statefulSet('late', {replicas: 2, more: ['ordinals: {start: 3}', 'minReadySeconds: 6']}),
				pods.service('late', 'clusterIP: None, '),
			),
			waiting(kubectl('set image daemonset/agent main=nginx:1.28'), 15_000),
			waiting(kubectl('set image statefulset/late main=nginx:1.28'), 15_000),
			kubectl('scale statefulset late --replicas=3'),
			kubectl(`patch statefulset late -p '{"spec":{"ordinals":{"start":4}}}'`),
			waiting(kubectl('rollout undo daemonset/agent'), 15_000),
		],
	},
	{
		name: 'an autoscaler with two goals and policies',
		scenario: {metrics: {}, images: hungryImage},
		commands: (random) => [
			waiting(
				apply(
					pods.deployment('auto', {
						image: 'example.test/hungry:1',
						container: ', resources: {requests: {cpu: 100m, memory: 64Mi}}',
						probe: false,
					}),
					own.twoGoals(
						'auto',
						`scaleUp: {policies: [{type: Pods, value: ${pick(random, 1, 2)}, periodSeconds: 60}, {type: Percent, value: 50, periodSeconds: 30}]}, scaleDown: {stabilizationWindowSeconds: 60, selectPolicy: Min, policies: [{type: Pods, value: 3, periodSeconds: 30}, {type: Percent, value: 40, periodSeconds: 30}]}`,
					),
				),
				700_000,
			),
			kubectl('get hpa auto -o wide'),
		],
		mayWait: ['auto'],
	},
	{
		name: 'namespaces that refuse, and quotas of some Pods',
		commands: (random) => [
			apply(
				own.guardedNamespace('team', pick(random, 'baseline', 'restricted')),
				own.scopedQuota('loose', 'pods: "2"', 'BestEffort'),
				own.scopedQuota('brief', 'pods: "1"', 'Terminating'),
			),
			apply(
				pods.deployment('plain', {replicas: 1, namespace: 'team'}),
				pods.deployment('host', {replicas: 1, namespace: 'team', spec: '      hostNetwork: true\n'}),
				pods.deployment('loose', {replicas: 3}),
				pods.deployment('firm', {replicas: 3, container: ', resources: {requests: {cpu: 50m}}'}),
			),
			apply(pods.job('hasty', 'activeDeadlineSeconds: 40, completions: 2, parallelism: 2', 'sleep 2')),
			kubectl('scale deployment loose --replicas=2'),
			waiting(kubectl('get quota -o wide'), 20_000),
		],
		mayWait: ['plain', 'host', 'loose', 'firm'],
	},
	{
		name: 'places that are preferred',
		scenario: {equalScores: 'first'},
		nodes: [
			zone('node-a', 'east', '4'),
			zone('node-b', 'east', '8'),
			zone('node-c', 'west', '2'),
			{...zone('node-d', 'west', '8'), taints: [{key: 'example.test/old', effect: 'PreferNoSchedule'}]},
		],
		commands: (random) => [
			apply(
				pods.deployment('big', {
					replicas: pick(random, 2, 3),
					container: ', resources: {requests: {cpu: "1", memory: 256Mi}}',
				}),
			),
			apply(
				pods.deployment('fat', {replicas: 2, container: ', resources: {requests: {cpu: 100m, memory: 2Gi}}'}),
				pods.deployment('soft', {
					replicas: 4,
					spec: '      topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: soft}}}]\n',
				}),
			),
			apply(
				pods.deployment('shy', {
					replicas: 2,
					spec: '      affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: big}}}}]}}\n',
				}),
				pods.deployment('fond', {
					replicas: 2,
					spec: '      affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, podAffinityTerm: {topologyKey: topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: fat}}}}]}}\n',
				}),
				pods.deployment('west', {
					replicas: 2,
					spec: '      affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 50, preference: {matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [west]}]}}]}}\n',
				}),
			),
			kubectl('get pods -o wide'),
		],
	},
	{
		name: 'victims of several importances',
		nodes: [
			{name: 'node-a', capacity: {cpu: '1'}},
			{name: 'node-b', capacity: {cpu: '1'}},
			{name: 'node-c', capacity: {cpu: '1'}},
		],
		commands: (random) => [
			apply(pods.priorityClass('low', 10), pods.priorityClass('middle', 20), pods.priorityClass('high', 100)),
			...[
				['a1', 'node-a', 'middle', '600m'],
				['b1', 'node-b', 'low', '300m'],
				['c1', 'node-c', 'middle', '300m'],
				['b2', 'node-b', 'low', '300m'],
				['c2', 'node-c', 'middle', '300m'],
			].map(([name = '', node = '', priority = '', cpu = '']) =>
				waiting(
					apply(
						pods.plainPod(name, name, {
							spec: `  priorityClassName: ${priority}\n  nodeSelector: {kubernetes.io/hostname: ${node}}\n`,
							container: `, resources: {requests: {cpu: ${cpu}}}`,
						}),
					),
					2000,
				),
			),
			waiting(
				apply(
					pods.plainPod('urgent', 'urgent', {
						spec: '  priorityClassName: high\n',
						container: `, resources: {requests: {cpu: ${pick(random, '900m', '850m')}}}`,
					}),
				),
				10_000,
			),
			waiting(
				apply(
					pods.plainPod('later', 'later', {
						spec: '  priorityClassName: high\n',
						container: ', resources: {requests: {cpu: 500m}}',
					}),
				),
				10_000,
			),
			kubectl('get pods -o wide'),
		],
		mayWait: [],
	},
	{
		name: 'policies of ranges and ports',
		commands: (random) => [
			apply(
				pods.deployment('web', {replicas: 2, container: ', ports: [{name: http, containerPort: 80}]'}),
				pods.service('web'),
				own.plainPolicy(
					'ranges',
					'app: web',
					`ingress: [{from: [{ipBlock: {cidr: 10.244.0.0/16, except: [${pick(random, '10.244.1.0/24', '10.244.2.0/24')}]}}], ports: [{port: 70, endPort: 90}]}]`,
				),
				own.plainPolicy('leaving', 'role: shut', 'egress: [{ports: [{port: 53, protocol: UDP}]}]'),
			),
			waiting(
				apply(
					own.asker('here', ['http://web', 'http://web', 'http://web'], {
						spec: '  nodeSelector: {kubernetes.io/hostname: node-a}\n',
					}),
					own.asker('there', ['http://web', 'http://web', 'http://web'], {
						spec: '  nodeSelector: {kubernetes.io/hostname: node-b}\n',
					}),
					own.asker('shut', ['http://web', 'http://web']),
				),
				20_000,
			),
			kubectl('logs here --tail=5'),
			kubectl('get pods -o wide'),
		],
	},
	{
		name: 'Jobs whose indexes fail, and CronJobs that come late',
		commands: (random) => [
			apply(
				own.lateCronJob('missed', 'startingDeadlineSeconds: 15', 'exit 0'),
				own.lateCronJob('broken', 'successfulJobsHistoryLimit: 3\n  failedJobsHistoryLimit: 1', 'exit 1'),
				own.lateCronJob('kept', 'successfulJobsHistoryLimit: 2', 'exit 0'),
			),
			kubectl(`patch cronjob missed -p '{"spec":{"suspend":true}}'`),
			waiting(
				apply(
					own.indexedJob(
						'picky',
						'completions: 5\n  parallelism: 5\n  backoffLimitPerIndex: 1\n  maxFailedIndexes: 2\n  podFailurePolicy: {rules: [{action: FailIndex, onExitCodes: {operator: In, values: [9]}}]}',
						'case $JOB_COMPLETION_INDEX in 1) exit 9;; 2) exit 1;; esac; sleep 3',
					),
					own.indexedJob(
						'patient',
						'completions: 2\n  parallelism: 2\n  podReplacementPolicy: Failed',
						"trap 'sleep 2; exit 1' TERM; for i in 1 2 3 4 5 6 7 8 9; do sleep 1; done",
					),
				),
				3000,
			),
			waiting(kubectl(`delete pods -l job-name=patient --wait=false`), 175_000),
			waiting(kubectl(`patch cronjob missed -p '{"spec":{"suspend":false}}'`), pick(random, 50_000, 130_000)),
			kubectl('get jobs,cronjobs'),
			kubectl('delete cronjob missed broken kept --wait=false'),
		],
	},
	{
		name: 'variables, files and names that come from other objects',
		commands: (random) => [
			apply(pods.deployment('web'), pods.service('web'), pods.service('values', 'clusterIP: None, ')),
			waiting(apply(own.variablePod('values')), 30_000),
			kubectl('logs values -c main'),
			kubectl(
				`patch configmap values -p '{"data":{"file.txt":"${pick(random, 'second', 'third')}\\n","MODE":"other"}}'`,
			),
			waiting(kubectl('annotate pod values colour=red --overwrite'), 100_000),
			kubectl('exec values -c main -- cat /etc/values/file.txt'),
			kubectl('describe pod values'),
			kubectl('get pods --chunk-size=1'),
			kubectl('get events --chunk-size=3'),
		],
	},
	{
		name: 'several nodes that fall silent together',
		nodes: [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}, {name: 'node-d'}],
		scenario: {
			faults: [
				'crash kubelet/node-b at=60s',
				'crash kubelet/node-c at=60s',
				'restart kubelet/node-b at=520s',
				'restart kubelet/node-c at=520s',
			],
		},
		commands: () => [
			apply(
				pods.deployment('web', {replicas: 3}),
				pods.service('web'),
				pods.deployment('quick', {
					replicas: 3,
					spec: '      tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 30}, {operator: Exists, effect: NoExecute, tolerationSeconds: 200}]\n',
				}),
			),
			waiting(kubectl('get nodes'), 600_000),
			kubectl('get pods -o wide'),
		],
	},
];
