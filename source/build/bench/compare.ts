import {dumpedWorld} from '../../commands/compare/world.js';
import {isObject} from '../../objects/kubernetes-object.js';
import {replayPods} from '../../scheduler/replay/replay.js';
import {cpuMs, digits, figure, type Print} from './measure.js';

const nodes = 1000;
const pods = 20_000;
/** The number of workloads: a tenth of them spreads over zones, a tenth prefers nodes without its own Pods. */
const workloads = 200;

const time = (second: number): string => new Date(1_767_225_600_000 + second * 1000).toISOString().replace('.000', '');

const node = (index: number): unknown => {
	const name = `node-${index}`;
	const [cpu, memory] = index % 4 === 0 ? ['16', '64Gi'] : ['4', '16Gi'];
	const amounts = {cpu, memory, 'ephemeral-storage': '100Gi', pods: '110'};
	const labels = {'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': `zone-${index % 3}`};
	return {
		apiVersion: 'v1',
		kind: 'Node',
		metadata: {name, uid: name, resourceVersion: '1', creationTimestamp: time(0), labels},
		spec: {},
		status: {capacity: amounts, allocatable: amounts, conditions: [{type: 'Ready', status: 'True'}]},
	};
};

const apart = (labelSelector: object): object => ({
	affinity: {
		podAntiAffinity: {
			preferredDuringSchedulingIgnoredDuringExecution: [
				{weight: 100, podAffinityTerm: {topologyKey: 'kubernetes.io/hostname', labelSelector}},
			],
		},
	},
});

const spread = (labelSelector: object): object => ({
	topologySpreadConstraints: [
		{maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', labelSelector},
	],
});

const constraintsOf = (workload: number, labelSelector: object): object => {
	if (workload % 10 === 0) {
		return spread(labelSelector);
	}

	return workload % 10 === 1 ? apart(labelSelector) : {};
};

const pod = (index: number): unknown => {
	const workload = Math.floor((index * workloads) / pods);
	const app = `app-${workload}`;
	const name = `${app}-${index}`;
	const controller = {apiVersion: 'apps/v1', kind: 'ReplicaSet', name: app, uid: app, controller: true};
	const requests = {cpu: `${[100, 250, 300][workload % 3]}m`, memory: `${[128, 256, 512][workload % 3]}Mi`};
	return {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			name,
			namespace: `team-${workload % 20}`,
			uid: name,
			resourceVersion: '1',
			creationTimestamp: time(100 + index),
			labels: {app},
			ownerReferences: [controller],
		},
		spec: {
			nodeName: `node-${(index * 7) % nodes}`,
			containers: [{name: 'main', image: `example.com/${app}:1`, resources: {requests}}],
			...constraintsOf(workload, {matchLabels: {app}}),
		},
		status: {phase: 'Running'},
	};
};

/** The Pods of a dump are scheduled again by one configuration, as `compare` does. */
export const measureCompare = (print: Print, unitMs: number): void => {
	const objects = [
		...Array.from({length: nodes}, (_, index) => node(index)),
		...Array.from({length: pods}, (_, index) => pod(index)),
	];
	const world = dumpedWorld(
		objects.filter((object) => isObject(object)),
		new Set(['default-scheduler']),
	);
	const {ms, result} = cpuMs(() => replayPods(world, {seed: 1}));
	print(
		figure(
			`compare: ${pods} Pods of a dump on ${nodes} nodes, by one configuration`,
			ms,
			'ms',
			25_000,
			`${digits(ms / unitMs)} × JSON, ${digits(ms / pods)} ms a Pod, ${result.waiting.size} wait`,
		),
	);
};
