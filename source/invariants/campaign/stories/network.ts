import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, kubectl, waiting, type Story} from './story.js';

const traffic = [
	{name: 'inside', target: 'web:80', everyMs: 300},
	{name: 'named', target: 'named:80', everyMs: 900},
	{name: 'local', target: 'local:80', everyMs: 900},
];

/** Worlds of Services, names, routes and policies. */
export const networkStories: readonly Story[] = [
	{
		name: 'Services of all kinds',
		scenario: {traffic},
		commands: (random) => [
			apply(
				pods.deployment('web', {replicas: 3, container: ', ports: [{name: http, containerPort: 80}]'}),
				pods.service('web', pick(random, '', 'type: NodePort, ', 'sessionAffinity: ClientIP, ')),
				pods.serviceFor('named', 'web', 'targetPort: http'),
				pods.serviceFor('local', 'web', 'targetPort: 80', 'internalTrafficPolicy: Local, '),
				pods.serviceFor('early', 'web', 'targetPort: 80', 'clusterIP: None, publishNotReadyAddresses: true, '),
				pods.ingress('web'),
			),
			kubectl('delete pods -l app=web --wait=false'),
			waiting(kubectl('scale deployment web --replicas=1'), 10_000),
			waiting(kubectl('scale deployment web --replicas=4'), 10_000),
			kubectl(`patch service named -p '{"spec":{"ports":[{"port":80,"targetPort":8080}]}}'`),
			kubectl(`patch service named -p '{"spec":{"ports":[{"port":80,"targetPort":"http"}]}}'`),
			kubectl('delete service local early --wait=false'),
			kubectl(`patch service web -p '{"spec":{"type":"${pick(random, 'NodePort', 'ClusterIP')}"}}'`),
			kubectl('delete ingress web --wait=false'),
		],
	},
	{
		name: 'policies on both sides',
		commands: (random) => [
			apply(
				pods.namespace('team'),
				pods.deployment('web', {replicas: 2, container: ', ports: [{name: http, containerPort: 80}]'}),
				pods.service('web'),
				pods.networkPolicy(
					'web',
					pick(
						random,
						'[]',
						'[{from: [{podSelector: {matchLabels: {role: friend}}}]}]',
						'[{from: [{podSelector: {matchLabels: {role: friend}}}], ports: [{port: 79, endPort: 81}]}]',
						'[{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: team}}}], ports: [{port: http}]}]',
						'[{from: [{podSelector: {matchLabels: {role: friend}}}], ports: [{port: 8080}]}]',
					),
				),
			),
			waiting(
				apply(
					pods.caller('friend', 'friend', 'http://web.default'),
					pods.caller('stranger', 'stranger', 'http://web.default'),
					pods.caller('visitor', 'friend', 'http://web.default', 'team'),
				),
				30_000,
			),
			apply(
				pods.egressPolicy(
					'leaving',
					'role: stranger',
					'[{to: [{podSelector: {matchLabels: {app: other}}}]}, {ports: [{port: 53, protocol: UDP}]}]',
				),
			),
			kubectl('delete pod friend stranger --wait=false'),
			waiting(
				apply(
					pods.caller('friend', 'friend', 'http://web.default'),
					pods.caller('stranger', 'stranger', 'http://web.default'),
				),
				30_000,
			),
			kubectl('delete networkpolicy web leaving --wait=false'),
			waiting(apply(pods.caller('late', 'late', 'http://web.default')), 30_000),
		],
	},
	{
		name: 'quotas at their limit',
		commands: (random) => [
			apply(
				pods.quota(
					'limits',
					`pods: "4", services: "3", requests.cpu: "${pick(random, '1', '2')}", persistentvolumeclaims: "1", count/jobs.batch: "2"`,
				),
				pods.limitRange('defaults'),
			),
			apply(pods.deployment('web', {replicas: 4}), pods.service('web'), pods.claim('one', 'ReadWriteOnce')),
			kubectl('scale deployment web --replicas=6'),
			kubectl('delete pods -l app=web --wait=false'),
			kubectl('scale deployment web --replicas=2'),
			apply(pods.job('short', 'completions: 2, parallelism: 2', 'sleep 2'), pods.service('other')),
			kubectl('delete service web --wait=false'),
			kubectl('delete job short --wait=false'),
			kubectl(`patch quota limits -p '{"spec":{"hard":{"pods":"8"}}}'`),
			kubectl('scale deployment web --replicas=5'),
		],
		mayWait: ['web'],
	},
	{
		name: 'caches that list again',
		scenario: {
			kubeControllerManager: {instances: 2},
			faults: [
				'expire watches kube-controller-manager at=30s',
				'expire watches kube-scheduler at=30s',
				'fail requests kube-controller-manager with=503 for=8s at=30s',
				'fail requests kube-scheduler with=503 for=40s at=30s',
				'pause controller-manager for=30s at=100s',
			],
		},
		commands: () => [
			waiting(
				apply(pods.deployment('web', {replicas: 2}), pods.plainPod('alone', 'alone'), pods.service('web')),
				35_000,
			),
			kubectl('delete pod alone --wait=false --grace-period=0 --force'),
			waiting(kubectl('delete service web --wait=false'), 80_000),
			kubectl('scale deployment web --replicas=3'),
			waiting(kubectl('set image deployment/web main=nginx:1.28'), 60_000),
		],
	},
];
