import {pick} from '../manifests.js';
import * as pods from '../story-manifests.js';
import {apply, kubectl, waiting, type Story} from './story.js';

const cpu = (amount: string): string => `, resources: {requests: {cpu: ${amount}}}`;

const zones = [
	{name: 'node-a', labels: {'topology.kubernetes.io/zone': 'east'}},
	{name: 'node-b', labels: {'topology.kubernetes.io/zone': 'east'}},
	{name: 'node-c', labels: {'topology.kubernetes.io/zone': 'west'}},
];

/** Worlds of places: full nodes, zones, gates and priorities. */
export const schedulerStories: readonly Story[] = [
	{
		name: 'nodes that are full',
		commands: (random) => [
			apply(
				pods.priorityClass('low', 10),
				pods.priorityClass('high', 1000),
				pods.priorityClass('meek', 2000, 'preemptionPolicy: Never'),
				pods.deployment('base', {replicas: 3, container: cpu('2'), spec: '      priorityClassName: high\n'}),
				pods.deployment('rest', {
					replicas: 3,
					container: cpu(pick(random, '1', '1500m')),
					spec: '      priorityClassName: low\n',
				}),
			),
			apply(pods.plainPod('patient', 'patient', {spec: '  priorityClassName: meek\n', container: cpu('3')})),
			apply(
				pods.plainPod('first', 'queue', {spec: '  priorityClassName: low\n', container: cpu('3')}),
				pods.plainPod('second', 'queue', {spec: '  priorityClassName: high\n', container: cpu('3')}),
			),
			kubectl('scale deployment base --replicas=2'),
			kubectl('delete pod patient --wait=false --ignore-not-found'),
			kubectl('scale deployment rest --replicas=1'),
			kubectl('delete pods -l app=queue --wait=false'),
			kubectl('scale deployment base --replicas=3'),
		],
		mayWait: ['rest', 'base'],
	},
	{
		name: 'zones and neighbours',
		nodes: zones,
		commands: (random) => [
			apply(
				pods.deployment('even', {replicas: 4, spec: pods.spread('even', 'topology.kubernetes.io/zone')}),
				pods.deployment('near', {replicas: 2, spec: pods.beside('even')}),
				pods.deployment('zoned', {
					replicas: 2,
					strategy: '{type: Recreate}',
					spec: pods.apart('zoned', 'topology.kubernetes.io/zone'),
				}),
			),
			kubectl(`scale deployment even --replicas=${pick(random, 3, 6)}`),
			kubectl(`cordon ${pick(random, 'node-a', 'node-b')}`),
			kubectl('scale deployment even --replicas=2'),
			kubectl('scale deployment even --replicas=5'),
			kubectl('uncordon node-a node-b'),
			apply(pods.deployment('picky', {replicas: 1, spec: pods.away('near')})),
		],
		mayWait: ['even', 'picky', 'near', 'zoned'],
	},
	{
		name: 'gates that open',
		commands: () => [
			apply(
				pods.plainPod('gated', 'gated', {spec: '  schedulingGates: [{name: example.test/wait}]\n'}),
				pods.plainPod('picky', 'picky', {spec: '  nodeSelector: {disk: ssd}\n'}),
				pods.plainPod('missing', 'missing', {
					spec: '  priorityClassName: system-node-critical\n  tolerations: [{operator: Exists}]\n',
				}),
				pods.plainPod('elsewhere', 'elsewhere', {spec: '  schedulerName: another\n'}),
			),
			waiting(kubectl('label node node-b disk=ssd'), 10_000),
			waiting(kubectl(`patch pod gated --type=json -p '[{"op":"remove","path":"/spec/schedulingGates"}]'`), 10_000),
			kubectl('delete pods gated picky missing --wait=false'),
		],
	},
	{
		name: 'victims that a budget protects',
		commands: () => [
			apply(
				pods.priorityClass('low', 10),
				pods.priorityClass('high', 1000),
				pods.deployment('kept', {replicas: 2, container: cpu('1'), spec: '      priorityClassName: low\n'}),
				pods.deployment('free', {replicas: 4, container: cpu('1'), spec: '      priorityClassName: low\n'}),
				pods.budget('kept', 'minAvailable: 2'),
			),
			apply(pods.plainPod('big', 'big', {spec: '  priorityClassName: high\n', container: cpu('2')})),
			apply(pods.plainPod('bigger', 'big', {spec: '  priorityClassName: high\n', container: cpu('1500m')})),
			kubectl('delete pods -l app=big --wait=false'),
		],
		mayWait: ['kept', 'free'],
	},
];
