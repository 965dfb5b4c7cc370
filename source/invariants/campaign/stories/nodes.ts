import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, kubectl, waiting, type Story} from './story.js';

const hungryImages = {
	'example.test/hungry:1': {
		usage: [
			{fromMs: 0, memory: '100Mi'},
			{fromMs: 20_000, memory: '1500Mi'},
		],
	},
	'example.test/modest:1': {usage: [{fromMs: 0, memory: '300Mi'}]},
};

/** Worlds of nodes: probes, images, pressure, taints and deleted nodes. */
export const nodeStories: readonly Story[] = [
	{
		name: 'probes of all kinds',
		scenario: {
			images: {
				'example.test/mute:1': {
					program: {name: 'mute'},
					listens: [{port: 80, http: {'*': [{status: 200}, {fromMs: 30_000, status: 500}]}}],
				},
			},
			traffic: [{name: 'client', target: 'late:80', everyMs: 700}],
		},
		commands: (random) => [
			waiting(
				apply(
					pods.probedPod(
						'late',
						'nginx:1.27',
						'startupProbe: {httpGet: {path: /, port: 80}, initialDelaySeconds: 20, periodSeconds: 5, failureThreshold: 10}, livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 4, failureThreshold: 2}, readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 3, successThreshold: 3}',
					),
					pods.probedPod(
						'never',
						'nginx:1.27',
						`startupProbe: {httpGet: {path: /, port: 81}, periodSeconds: 2, failureThreshold: ${2 + random.below(3)}}`,
					),
					pods.probedPod(
						'mute',
						'example.test/mute:1',
						'readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 4, failureThreshold: 3}',
					),
					pods.probedPod(
						'ill',
						'example.test/mute:1',
						'livenessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 4, failureThreshold: 3}',
					),
					pods.service('late'),
					pods.gatedPod('gate', 'example.test/ready'),
				),
				100_000,
			),
			kubectl(
				`patch pod gate --subresource=status -p '{"status":{"conditions":[{"type":"example.test/ready","status":"False"}]}}'`,
			),
			kubectl(
				`patch pod gate --subresource=status -p '{"status":{"conditions":[{"type":"example.test/ready","status":"True"}]}}'`,
			),
			kubectl('delete pod never ill mute --wait=false'),
		],
	},
	{
		name: 'images that come late',
		commands: () => [
			waiting(
				apply(
					pods.probedPod('none', 'example.test/none:1', 'imagePullPolicy: Always'),
					pods.probedPod('fresh', 'nginx:1.27', 'imagePullPolicy: Always'),
					pods.probedPod('again', 'nginx:1.27', 'imagePullPolicy: Always'),
					pods.probedPod('local', 'example.test/local:1', 'imagePullPolicy: Never'),
				),
				150_000,
			),
			kubectl('set image pod/none main=nginx:1.27'),
			kubectl('delete pod fresh again local --wait=false'),
		],
	},
	{
		name: 'Pods whose main containers end beside sidecars',
		commands: (random) => [
			apply(pods.sidecarPod('crew'), pods.crewJob('team', 'sleep 4'), pods.slowPod('slow', 3)),
			waiting(kubectl(`delete pod crew --grace-period=${pick(random, 5, 8, 15)} --wait=false`), 20_000),
			apply(pods.hookedPod('hooked', 6)),
			kubectl('delete pod hooked slow --wait=false'),
			kubectl('delete job team --wait=false'),
		],
	},
	{
		name: 'a node short of memory',
		nodes: [
			{name: 'node-a', capacity: {memory: '3Gi'}},
			{name: 'node-b', capacity: {memory: '3Gi'}},
		],
		scenario: {images: hungryImages},
		commands: (random) => [
			waiting(
				apply(
					pods.priorityClass('high', 1000),
					pods.probedPod('hungry-1', 'example.test/hungry:1', 'resources: {requests: {memory: 50Mi}}', 'node-a'),
					pods.probedPod(
						'hungry-2',
						'example.test/hungry:1',
						'resources: {requests: {memory: 1600Mi}}',
						'node-a',
						'  priorityClassName: high\n',
					),
					pods.probedPod('modest', 'example.test/modest:1', 'resources: {requests: {memory: 400Mi}}', 'node-a'),
				),
				90_000,
			),
			apply(pods.probedPod('comer', 'nginx:1.27', 'imagePullPolicy: IfNotPresent', 'node-a')),
			waiting(kubectl('delete pod hungry-2 --wait=false --ignore-not-found'), 400_000),
			apply(pods.deployment('after', {replicas: 1 + random.below(2)})),
		],
	},
	{
		name: 'taints that send away',
		nodes: [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}],
		commands: (random) => [
			apply(
				pods.deployment('web', {replicas: 4}),
				pods.plainPod('brief', 'brief', {
					spec: '  nodeName: node-a\n  tolerations: [{key: example.test/repair, operator: Exists, effect: NoExecute, tolerationSeconds: 30}]\n',
				}),
				pods.plainPod('lasting', 'lasting', {
					spec: '  nodeName: node-a\n  tolerations: [{key: example.test/repair, operator: Exists}]\n',
				}),
				pods.plainPod('spared', 'spared', {
					spec: '  nodeName: node-b\n  tolerations: [{key: example.test/repair, operator: Exists, effect: NoExecute, tolerationSeconds: 60}]\n',
				}),
				pods.service('web'),
			),
			waiting(kubectl('taint node node-a example.test/repair=:NoExecute'), 45_000),
			waiting(kubectl('taint node node-b example.test/repair=:NoExecute'), 20_000),
			waiting(kubectl('taint node node-b example.test/repair-'), 60_000),
			kubectl('taint node node-a example.test/repair-'),
			waiting(kubectl(`delete node ${pick(random, 'node-b', 'node-c')} --wait=false`), 100_000),
			kubectl('scale deployment web --replicas=3'),
		],
	},
	{
		name: 'a node that falls silent',
		nodes: [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}],
		scenario: {
			faults: ['pause node-a for=420s at=60s'],
			traffic: [{name: 'client', target: 'web:80', everyMs: 1000}],
		},
		commands: () => [
			waiting(
				apply(
					pods.deployment('web', {replicas: 4}),
					pods.statefulSet('store', {replicas: 2, claims: true}),
					pods.service('web'),
				),
				700_000,
			),
			kubectl('scale deployment web --replicas=2'),
		],
	},
];
