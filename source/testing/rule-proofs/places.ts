import {schedulingQueueKey} from '../../objects/scheduling.js';
import {node, nodeKey, object, pod, podKey, type Moment, type Proof} from '../rule-world.js';

const zone = 'topology.kubernetes.io/zone';

/** Two nodes, each in its own zone. */
const zones: Moment = {
	writes: Object.fromEntries(
		['a', 'b'].map((name) => [
			nodeKey(`node-${name}`),
			node(`node-${name}`, {metadata: {labels: {[zone]: name}}, status: {allocatable: {cpu: '2', pods: '110'}}}),
		]),
	),
};

/** A scheduler binds the Pod `new` to a node. */
const binding = (to: string, spec: object, labels: object = {}): readonly Moment[] =>
	['', to].map((nodeName) => ({
		by: 'kube-scheduler',
		writes: {[podKey('new')]: pod('new', {metadata: {labels}, spec: {...spec, nodeName}})},
	}));

const term = {topologyKey: zone, labelSelector: {matchLabels: {app: 'web'}}};

const web = (name: string, to = 'node-a'): Moment => ({
	writes: {[podKey(name)]: pod(name, {metadata: {labels: {app: 'web'}}, spec: {nodeName: to}})},
});

/** Rules about the nodes that a scheduler chooses. */
export const placeProofs: readonly Proof[] = [
	{
		rule: 'a scheduler binds no Pod beside one that its anti-affinity, or that of the other, keeps away',
		moments: (isWrong) => [
			zones,
			web('old'),
			...binding(isWrong ? 'node-a' : 'node-b', {
				affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [term]}},
			}),
		],
	},
	{
		rule: 'a scheduler binds a Pod beside those that its affinity asks for',
		moments: (isWrong) => [
			zones,
			web('old'),
			...binding(isWrong ? 'node-b' : 'node-a', {
				affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [term]}},
			}),
		],
	},
	{
		rule: 'without faults, a scheduler binds a Pod only where the skew of its spread stays within maxSkew',
		moments: (isWrong) => [
			zones,
			web('old'),
			...binding(
				isWrong ? 'node-a' : 'node-b',
				{
					topologySpreadConstraints: [
						{
							topologyKey: zone,
							maxSkew: 1,
							whenUnsatisfiable: 'DoNotSchedule',
							labelSelector: {matchLabels: {app: 'web'}},
						},
					],
				},
				{app: 'web'},
			),
		],
	},
	{
		rule: 'a Pod makes room by no more Pods than it needs',
		moments: (isWrong) => [
			zones,
			{
				writes: {
					[podKey('old')]: pod('old', {
						spec: {containers: [{name: 'main', resources: {requests: {cpu: isWrong ? '1' : '1500m'}}}]},
					}),
					[podKey('new')]: pod('new', {
						spec: {
							nodeName: '',
							priority: 10,
							containers: [{name: 'main', resources: {requests: {cpu: '1'}}}],
						},
					}),
				},
			},
			{
				stage: 'scheduler.postfilter',
				by: 'kube-scheduler',
				facts: {case: 'evict', preemptor: 'default/new', victim: 'default/old', node: 'node-a', priority: 10},
			},
		],
	},
	{
		rule: 'at rest, each Pod without a node waits in the queue of the scheduler, and no other Pod',
		alive: ['kube-scheduler'],
		moments(isWrong) {
			const waiting = isWrong ? [] : ['default/new'];
			const queue = {active: waiting, backoff: [], unschedulable: [], gated: [], inFlight: []};
			return [
				{writes: {[podKey('new')]: pod('new', {spec: {nodeName: ''}})}},
				{
					writes: {
						[schedulingQueueKey]: {
							...queue,
							counts: {active: waiting.length, backoff: 0, unschedulable: 0, gated: 0, inFlight: 0},
						},
					},
				},
			];
		},
	},
];

const serviceKey = '/registry/services/specs/default/web';

const service = (spec: object = {}): object =>
	object('Service', 'web', {
		spec: {selector: {app: 'web'}, clusterIP: '10.96.0.10', ports: [{port: 80}], ...spec},
	});

const slice = (ip: string, nodeName = 'node-a'): object =>
	object('EndpointSlice', 'web-x', {
		metadata: {
			labels: {
				'kubernetes.io/service-name': 'web',
				'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
			},
			ownerReferences: [{kind: 'Service', name: 'web', uid: 'uid-of-web', controller: true}],
		},
		addressType: 'IPv4',
		ports: [{port: 80}],
		endpoints: [
			{
				addresses: [ip],
				nodeName,
				conditions: {ready: true, serving: true, terminating: false},
				targetRef: {kind: 'Pod', namespace: 'default', name: 'a', uid: 'uid-of-a'},
			},
		],
	});

const sliceKey = '/registry/endpointslices/default/web-x';

const ready = {[podKey('a')]: pod('a', {metadata: {labels: {app: 'web'}}, status: {podIPs: [{ip: '10.244.0.2'}]}})};

/** The rules of a node from the Service to an address. */
const table = (ip: string): object => ({
	text: `*nat
-A KUBE-SERVICES -m comment --comment "default/web cluster IP" -d 10.96.0.10/32 -p tcp -m tcp --dport 80 -j KUBE-SVC-A
-A KUBE-SVC-A -m comment --comment "default/web" -j KUBE-SEP-A
-A KUBE-SEP-A -p tcp -m tcp -j DNAT --to-destination ${ip}:80
COMMIT
`,
});

/** A client's request to the Service, long after the last change. */
const request = (stage: string, facts: object): readonly Moment[] => [
	{writes: {[serviceKey]: service(), ...ready, '/network/traffic/client': {target: 'web:80'}}},
	{atMs: 6000, stage, by: 'traffic/client', facts: {client: 'client', ...facts}},
];

/** Rules about Services, and the way to their endpoints. */
export const trafficProofs: readonly Proof[] = [
	{
		rule: 'at rest, each endpoint is as its Pod is, and each address is in one slice',
		alive: ['controller-manager/endpointslice'],
		moments: (isWrong) => [
			{writes: {[serviceKey]: service(), ...ready}},
			{writes: {[sliceKey]: slice(isWrong ? '10.244.0.3' : '10.244.0.2')}},
		],
	},
	{
		rule: 'at rest, no EndpointSlice outlives its Service',
		alive: ['controller-manager/garbage-collector'],
		moments: (isWrong) => [
			{writes: {[serviceKey]: service(), [sliceKey]: slice('10.244.0.2')}},
			{writes: isWrong ? {[serviceKey]: undefined} : {}},
		],
	},
	{
		rule: 'at rest, the rules of each kube-proxy lead from cluster IPs to the ready endpoints',
		alive: ['kube-proxy/node-a'],
		moments: (isWrong) => [
			{writes: {[serviceKey]: service(), [sliceKey]: slice('10.244.0.2')}},
			{writes: {'/nodes/node-a/iptables': table(isWrong ? '10.244.0.3' : '10.244.0.2')}},
		],
	},
	{
		rule: 'at rest, a Service with internalTrafficPolicy Local leads to endpoints of the own node only',
		alive: ['kube-proxy/node-a'],
		moments: (isWrong) => [
			{
				writes: {
					[serviceKey]: service({internalTrafficPolicy: 'Local'}),
					[sliceKey]: slice('10.244.0.2', isWrong ? 'node-b' : 'node-a'),
				},
			},
			{writes: {'/nodes/node-a/iptables': table('10.244.0.2')}},
		],
	},
	{
		rule: 'without faults and changes, no request to a Service with ready Pods is lost',
		moments: (isWrong) => request('traffic.lost', {loss: {case: isWrong ? 'refused' : 'policy'}}),
	},
	{
		rule: 'without faults and changes, a request to a Service is answered by one of its ready Pods',
		moments: (isWrong) => request('traffic.answered', {pod: isWrong ? 'default/other' : 'default/a'}),
	},
];
