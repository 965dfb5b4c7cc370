import {threeNodes, type BrokenManifest, pod, deployment, main, files, indent} from './templates.js';

const large = main('resources: {requests: {cpu: "3"}}');

/** A Deployment without replicas, of a priority above all others. */
const urgent = files(
	'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n',
	deployment(`priorityClassName: high\n${large}`, 0),
);

/** No node fits the Pod, or one fits after it preempts another Pod. */
export const placement: readonly BrokenManifest[] = [
	{
		title: 'requests: more CPU than any node has',
		manifest: deployment(main('resources:\n  requests:\n    cpu: "64"')),
		says: ['cpu'],
	},
	{title: 'requests: as much as a node has', manifest: deployment(main('resources:\n  requests:\n    cpu: "1"'))},
	{
		title: 'requests: memory in the wrong unit',
		manifest: deployment(main('resources:\n  requests:\n    memory: 512Gi')),
		says: ['memory'],
	},
	{
		title: 'requests: too much of two resources',
		manifest: pod(main('resources:\n  requests:\n    cpu: "64"\n    memory: 640Gi')),
		says: ['cpu'],
	},
	{
		title: 'requests: a number of which no machine has so much',
		manifest: pod(main(`resources:\n  requests:\n    cpu: "${'9'.repeat(400)}"\n    memory: 1e30`)),
		says: ['cpu'],
	},
	{
		title: 'requests: only a limit is written',
		manifest: pod(main('resources:\n  limits:\n    cpu: "64"')),
		says: ['limits.cpu'],
	},
	{
		title: 'requests: a GPU that no node has',
		manifest: pod(main('resources:\n  limits:\n    nvidia.com/gpu: 1')),
		says: ['nvidia.com/gpu'],
	},
	{
		title: 'selector: a label that no node has',
		manifest: deployment(`nodeSelector:\n  disktype: ssd\n${main()}`),
		says: ['nodeSelector.disktype'],
	},
	{
		title: 'selector: a typo of a label that a node has',
		manifest: deployment(`nodeSelector:\n  disktype: sdd\n${main()}`),
		nodes: [{name: 'node-a', labels: {disktype: 'ssd'}}, {name: 'node-b'}],
		says: ['nodeSelector.disktype', 'ssd'],
	},
	{
		title: 'selector: the label is there',
		manifest: deployment(`nodeSelector:\n  disktype: ssd\n${main()}`),
		nodes: [{name: 'node-a', labels: {disktype: 'ssd'}}, {name: 'node-b'}],
	},
	{
		title: 'taint: not tolerated',
		manifest: deployment(main()),
		nodes: [{name: 'node-a', taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}]}],
		says: ['tolerations'],
	},
	{
		title: 'taint: tolerated with a wrong value',
		manifest: deployment(`tolerations:\n- key: dedicated\n  value: web\n  effect: NoSchedule\n${main()}`),
		nodes: [{name: 'node-a', taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}]}],
		says: ['tolerations'],
	},
	{
		title: 'taint: tolerated',
		manifest: deployment(`tolerations:\n- key: dedicated\n  operator: Exists\n${main()}`),
		nodes: [{name: 'node-a', taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}]}],
	},
	{
		title: 'taint: the tainted node is too small as well, so tolerating does not help',
		manifest: deployment(main('resources:\n  requests:\n    cpu: "4"')),
		nodes: [
			{name: 'node-a', capacity: {cpu: '2', memory: '4Gi'}},
			{name: 'node-b', capacity: {cpu: '2', memory: '4Gi'}},
			{
				name: 'node-c',
				capacity: {cpu: '2', memory: '4Gi'},
				taints: [{key: 'dedicated', value: 'db', effect: 'NoSchedule'}],
			},
		],
		says: ['cpu'],
		never: ['dedicated=db', 'tolerations'],
	},
	{
		title: 'cordon: the only node',
		manifest: pod(main(), 'late'),
		before: pod(main(), 'early'),
		commands: ['delete pod late', 'cordon node-a', 'apply -f FILE'],
		says: ['uncordon node-a'],
	},
	{
		title: 'ports: one replica more than nodes with a hostPort',
		manifest: deployment(main('ports:\n- containerPort: 80\n  hostPort: 80'), 2),
		says: ['hostPort'],
	},
	{
		title: 'affinity: apart from itself, with too many replicas',
		manifest: deployment(
			`affinity:\n  podAntiAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector:\n        matchLabels: {app: web}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
			2,
		),
		says: ['podAntiAffinity'],
	},
	{
		title: 'affinity: apart from itself, with enough nodes',
		manifest: deployment(
			`affinity:\n  podAntiAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector:\n        matchLabels: {app: web}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
			2,
		),
		nodes: threeNodes.slice(0, 2),
	},
	{
		title: 'affinity: beside a Pod that does not exist',
		manifest: pod(
			`affinity:\n  podAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector:\n        matchLabels: {app: cache}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
		),
		says: ['podAffinity'],
	},
	{
		title: 'affinity: a node label with a typo',
		manifest: pod(
			`affinity:\n  nodeAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      nodeSelectorTerms:\n      - matchExpressions:\n        - key: disktype\n          operator: In\n          values: [sdd]\n${main()}`,
		),
		nodes: [{name: 'node-a', labels: {disktype: 'ssd'}}],
		says: ['nodeAffinity'],
	},
	{
		title: 'spread: over a topology key that no node has',
		manifest: deployment(
			`topologySpreadConstraints:\n- maxSkew: 1\n  topologyKey: zone\n  whenUnsatisfiable: DoNotSchedule\n  labelSelector:\n    matchLabels: {app: web}\n${main()}`,
			2,
		),
		nodes: threeNodes.slice(0, 2),
		says: ['topologySpreadConstraints'],
	},
	{
		title: 'scheduler: one that nobody runs',
		manifest: pod(`schedulerName: my-scheduler\n${main()}`),
		says: ['schedulerName'],
	},
	{
		title: 'scheduler: a gate',
		manifest: pod(`schedulingGates:\n- name: example.com/wait\n${main()}`),
		says: ['schedulingGates'],
	},
	{title: 'scheduler: a node that does not exist', manifest: pod(`nodeName: node-z\n${main()}`), says: ['nodeName']},
	{
		title: 'spread: more domains than there are nodes',
		nodes: [{name: 'node-a'}, {name: 'node-b'}],
		manifest: deployment(
			`topologySpreadConstraints: [{maxSkew: 1, minDomains: 3, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]\n${main()}`,
			3,
		),
		says: [
			'minDomains',
			'The nodes have 2 values of kubernetes.io/hostname, but minDomains requires 3',
			'works',
			'minDomains: 2',
		],
	},
	{
		title: 'priority: a Pod without a controller that a later one preempts',
		manifest: files(urgent, pod(large, 'low')),
		commands: ['scale deployment/web --replicas=1'],
		says: [
			'✗ pod/default/low  preempted by default/web-',
			'scheduler.postfilter',
			'DefaultPreemption evicts default/low',
			'says     preempted by default/web-',
			'(priority 1000 against 0)',
			'No controller recreates it',
			'works    Add another node',
		],
	},
	{
		title: 'priority: a StatefulSet whose Pod a later Pod preempts',
		manifest: files(
			urgent,
			`apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: low}\nspec:\n  selector: {matchLabels: {app: low}}\n  template:\n    metadata:\n      labels: {app: low}\n    spec:\n${indent(large, 6)}\n`,
		),
		commands: ['scale deployment/web --replicas=1'],
		says: [
			'Insufficient cpu',
			'default/low-0 was preempted by default/web-',
			'(priority 1000 against 0).',
			'Add a node with 3 cpu to spare',
		],
	},
	{
		title: 'placement: beside Pods that no manifest has',
		manifest: deployment(
			`affinity:\n  podAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector: {matchLabels: {tier: cache}}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
		),
		says: [
			"didn't match pod affinity rules",
			'requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector',
			'works',
			'preferredDuringSchedulingIgnoredDuringExecution',
		],
	},
	{
		title: 'placement: beside Pods on a label that no node has',
		manifest: files(
			pod(main(), 'cache', 'labels: {app: cache}'),
			deployment(
				`affinity:\n  podAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector: {matchLabels: {app: cache}}\n      topologyKey: hostname\n${main()}`,
			),
		),
		says: [
			"didn't match pod affinity rules",
			'requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey',
			'works',
			'+ topologyKey: kubernetes.io/hostname',
		],
	},
	{
		title: 'placement: beside Pods of another namespace',
		manifest: files(
			'apiVersion: v1\nkind: Namespace\nmetadata: {name: data}\n',
			pod(main(), 'cache', 'namespace: data\n  labels: {app: cache}'),
			deployment(
				`affinity:\n  podAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n    - labelSelector: {matchLabels: {app: cache}}\n      topologyKey: kubernetes.io/hostname\n${main()}`,
			),
		),
		says: ["didn't match pod affinity rules", 'is in the namespace data', 'works', 'namespaces: [data]'],
	},
];
