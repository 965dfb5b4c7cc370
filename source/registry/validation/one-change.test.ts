import test from 'ava';
import {changed, errorsOf, type Change} from '../../testing/one-change.js';

const check = (title: string, valid: object, changes: readonly Change[]): void => {
	test(`${title}: one change of a valid object is refused by its field`, (t) => {
		t.deepEqual(errorsOf(valid), []);
		for (const [path, value, ...expected] of changes) {
			const found = errorsOf(changed(valid, path.split('.'), value));
			const said = `${path} = ${JSON.stringify(value)?.slice(0, 80)}: ${found.join('; ')}`;
			t.is(found.length, expected.length, said);
			t.true(
				expected.every((start, index) => found[index]?.startsWith(start)),
				said,
			);
		}
	});
};

const many = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({length: count}, (_, index) => make(index));

check(
	'FlowSchema',
	{
		apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
		kind: 'FlowSchema',
		metadata: {name: 'a'},
		spec: {
			matchingPrecedence: 2,
			priorityLevelConfiguration: {name: 'level'},
			distinguisherMethod: {type: 'ByUser'},
			rules: [
				{
					subjects: [{kind: 'ServiceAccount', serviceAccount: {namespace: 'default', name: '*'}}],
					resourceRules: [{verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['default']}],
					nonResourceRules: [{verbs: ['*'], nonResourceURLs: ['/healthz', '/x/*']}],
				},
			],
		},
	},
	[
		['spec.matchingPrecedence', 10_000],
		[
			'spec.matchingPrecedence',
			10_001,
			'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000',
		],
		['spec.matchingPrecedence', -1, 'spec.matchingPrecedence: Invalid value: -1: must be a positive value'],
		['spec.distinguisherMethod.type', 'ByNamespace'],
		['spec.distinguisherMethod.type', 'ByHost', 'spec.distinguisherMethod.type: Unsupported value: {"Type":"ByHost"}'],
		[
			'spec.priorityLevelConfiguration.name',
			'',
			'spec.priorityLevelConfiguration.name: Required value: must reference',
		],
		['spec.priorityLevelConfiguration.name', 'A', 'spec.priorityLevelConfiguration.name: Invalid value: "A"'],
		['spec.rules.0.subjects', [], 'spec.rules[0].subjects: Required value: subjects must contain at least one value'],
		['spec.rules.0.subjects.0', {kind: 'Host'}, 'spec.rules[0].subjects[0].kind: Unsupported value: "Host"'],
		[
			'spec.rules.0.subjects.0.serviceAccount.name',
			'A',
			'spec.rules[0].subjects[0].serviceAccount.name: Invalid value',
		],
		[
			'spec.rules.0.subjects.0.serviceAccount.name',
			'',
			'spec.rules[0].subjects[0].serviceAccount.name: Required value',
		],
		[
			'spec.rules.0.subjects.0.serviceAccount.namespace',
			'',
			'spec.rules[0].subjects[0].serviceAccount.namespace: Required value: must specify namespace',
		],
		[
			'spec.rules.0.subjects.0.serviceAccount.namespace',
			'a.b',
			'spec.rules[0].subjects[0].serviceAccount.namespace: Invalid value: "a.b"',
		],
		[
			'spec.rules.0.subjects.0.user',
			{name: 'jane'},
			"spec.rules[0].subjects[0].user: Forbidden: user is forbidden when subject kind is not 'User'",
		],
		['spec.rules.0.subjects.0', {kind: 'Group', group: {name: 'g'}}],
		['spec.rules.0.subjects.0', {kind: 'Group', group: {name: ''}}, 'spec.rules[0].subjects[0].group.name: Required'],
		['spec.rules.0.resourceRules.0.verbs', [], 'spec.rules[0].resourceRules[0].verbs: Required value: verbs must'],
		['spec.rules.0.resourceRules.0.verbs', ['*']],
		['spec.rules.0.resourceRules.0.verbs', ['get', '*'], 'spec.rules[0].resourceRules[0].verbs: Invalid value'],
		['spec.rules.0.resourceRules.0.verbs', ['look'], 'spec.rules[0].resourceRules[0].verbs: Unsupported value'],
		['spec.rules.0.resourceRules.0.apiGroups', [], 'spec.rules[0].resourceRules[0].apiGroups: Required value'],
		['spec.rules.0.resourceRules.0.apiGroups', ['*', 'a'], 'spec.rules[0].resourceRules[0].apiGroups: Invalid value'],
		['spec.rules.0.resourceRules.0.resources', [], 'spec.rules[0].resourceRules[0].resources: Required value'],
		['spec.rules.0.resourceRules.0.resources', ['*', 'a'], 'spec.rules[0].resourceRules[0].resources: Invalid value'],
		['spec.rules.0.resourceRules.0.namespaces', ['*']],
		['spec.rules.0.resourceRules.0.namespaces', ['A'], 'spec.rules[0].resourceRules[0].namespaces[0]: Invalid value'],
		['spec.rules.0.resourceRules.0', {verbs: ['get'], apiGroups: [''], resources: ['nodes'], clusterScope: true}],
		['spec.rules.0.nonResourceRules.0.nonResourceURLs', ['/']],
		['spec.rules.0.nonResourceRules.0.nonResourceURLs', ['*']],
		...(
			[
				['', 'must not be empty'],
				['x', 'must start with slash'],
				['/a b', 'must not contain white-space'],
				['/a//b', 'must not contain double slash'],
				['/a*', 'wildcard can only do suffix matching'],
				['/*/*', 'wildcard can only do suffix matching'],
			] as const
		).map(([url, detail]): Change => [
			'spec.rules.0.nonResourceRules.0.nonResourceURLs',
			[url],
			`spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: ${JSON.stringify(url)}: ${detail}`,
		]),
	],
);

const queuing = {queues: 64, handSize: 8, queueLengthLimit: 50};

check(
	'PriorityLevelConfiguration',
	{
		apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
		kind: 'PriorityLevelConfiguration',
		metadata: {name: 'a'},
		spec: {
			type: 'Limited',
			limited: {
				nominalConcurrencyShares: 0,
				lendablePercent: 100,
				borrowingLimitPercent: 0,
				limitResponse: {type: 'Queue', queuing},
			},
		},
	},
	[
		['metadata.name', 'exempt', 'spec.type: Invalid value: "Limited": type must be \'Exempt\' if and only if'],
		['spec', {type: 'Exempt'}, 'spec.type: Invalid value: "Exempt": type must be \'Exempt\' if and only if'],
		['spec.limited.nominalConcurrencyShares', -1, 'spec.limited.nominalConcurrencyShares: Invalid value: -1'],
		['spec.limited.lendablePercent', -1, 'spec.limited.lendablePercent: Invalid value: -1: must be between 0 and 100'],
		[
			'spec.limited.lendablePercent',
			101,
			'spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100',
		],
		['spec.limited.borrowingLimitPercent', 500],
		['spec.limited.borrowingLimitPercent', -1, 'spec.limited.borrowingLimitPercent: Invalid value: -1'],
		['spec.limited', undefined, 'spec.limited: Required value: must not be empty when type is Limited'],
		['spec.exempt', {}, 'spec.exempt: Forbidden: must be nil if the type is Limited'],
		['spec.limited.limitResponse', {type: 'Reject'}],
		['spec.limited.limitResponse.type', 'Reject', 'spec.limited.limitResponse.queuing: Forbidden: must be nil'],
		['spec.limited.limitResponse.type', 'Wait', 'spec.limited.limitResponse.type: Unsupported value: "Wait"'],
		['spec.limited.limitResponse.queuing', undefined, 'spec.limited.limitResponse.queuing: Required value'],
		[
			'spec.limited.limitResponse.queuing.queues',
			-1,
			'spec.limited.limitResponse.queuing.queues: Invalid value: -1: must be positive',
			'spec.limited.limitResponse.queuing.handSize',
		],
		['spec.limited.limitResponse.queuing', {...queuing, queues: 10_000_000, handSize: 2}],
		[
			'spec.limited.limitResponse.queuing',
			{...queuing, queues: 10_000_001, handSize: 2},
			'spec.limited.limitResponse.queuing.queues: Invalid value: 10000001: must not be greater than 10000000',
		],
		['spec.limited.limitResponse.queuing.queueLengthLimit', -1, 'spec.limited.limitResponse.queuing.queueLengthLimit'],
		[
			'spec.limited.limitResponse.queuing.handSize',
			-1,
			'spec.limited.limitResponse.queuing.handSize: Invalid value: -1',
		],
		['spec.limited.limitResponse.queuing.handSize', 10],
		[
			'spec.limited.limitResponse.queuing.handSize',
			11,
			'spec.limited.limitResponse.queuing.handSize: Invalid value: 11: required entropy bits of deckSize 64',
		],
	],
);

const template = {
	metadata: {labels: {app: 'a'}},
	spec: {restartPolicy: 'Never', containers: [{name: 'main', image: 'a'}]},
};

check(
	'Job with indexes',
	{
		apiVersion: 'batch/v1',
		kind: 'Job',
		metadata: {name: 'a', namespace: 'default'},
		spec: {
			completionMode: 'Indexed',
			completions: 5,
			backoffLimitPerIndex: 1,
			maxFailedIndexes: 5,
			managedBy: 'example.com/x',
			manualSelector: true,
			selector: {matchLabels: {app: 'a'}},
			successPolicy: {rules: [{succeededIndexes: '0,2-4', succeededCount: 4}]},
			template,
		},
	},
	[
		...['parallelism', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished', 'backoffLimitPerIndex'].map(
			(name): Change => [`spec.${name}`, -1, `spec.${name}: Invalid value: -1: must be greater than or equal to 0`],
		),
		['spec.activeDeadlineSeconds', 0],
		['spec.managedBy', 'plain', 'spec.managedBy: Invalid value: "plain": must be a domain-prefixed path'],
		['spec.managedBy', `example.com/${'x'.repeat(51)}`],
		['spec.managedBy', `example.com/${'x'.repeat(52)}`, 'spec.managedBy: Too long: may not be more than 63 bytes'],
		['spec.backoffLimitPerIndex', undefined, 'spec.backoffLimitPerIndex: Required value: when maxFailedIndexes'],
		['spec.maxFailedIndexes', 6, 'spec.maxFailedIndexes: Invalid value: 6: must be less than or equal to completions'],
		['spec.parallelism', 100_000],
		['spec.parallelism', 100_001, 'spec.parallelism: Invalid value: 100001: must be less than or equal to 100000'],
		['spec.completions', 100_000],
		['spec.completions', 100_001],
		['spec.podReplacementPolicy', 'Failed'],
		['spec.podReplacementPolicy', 'Never', 'spec.podReplacementPolicy: Unsupported value: "Never"'],
		['spec.template.spec.restartPolicy', 'Always', 'spec.template.spec.restartPolicy: Required value: valid values'],
		['spec.successPolicy.rules', [], 'spec.successPolicy.rules: Required value: at least one rules must be'],
		['spec.successPolicy.rules', many(20, () => ({succeededCount: 1}))],
		['spec.successPolicy.rules', many(21, () => ({succeededCount: 1})), 'spec.successPolicy.rules: Too many: 21'],
		['spec.successPolicy.rules.0', {}, 'spec.successPolicy.rules[0]: Required value: at least one of succeededCount'],
		['spec.successPolicy.rules.0.succeededCount', 5, 'spec.successPolicy.rules[0].succeededCount: Invalid value: 5'],
		[
			'spec.successPolicy.rules.0',
			{succeededCount: 6},
			'spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than or equal to 5',
		],
		...(
			[
				['0-2-4', 'error parsing succeededIndexes: the fragment "0-2-4" violates'],
				['a', 'error parsing succeededIndexes: cannot convert string to integer for index: "a"'],
				['5', 'error parsing succeededIndexes: too large index: "5"'],
				['3-3', 'error parsing succeededIndexes: non-increasing order, previous: 3, current: 3'],
				['2,2', 'error parsing succeededIndexes: non-increasing order, previous: 2, current: 2'],
				['3,1', 'error parsing succeededIndexes: non-increasing order, previous: 3, current: 1'],
			] as const
		).map(([indexes, detail]): Change => [
			'spec.successPolicy.rules.0',
			{succeededIndexes: indexes},
			`spec.successPolicy.rules[0].succeededIndexes: Invalid value: "${indexes}": ${detail}`,
		]),
	],
);

check(
	'ResourceQuota',
	{
		apiVersion: 'v1',
		kind: 'ResourceQuota',
		metadata: {name: 'a', namespace: 'default'},
		spec: {
			hard: {pods: '2', 'requests.cpu': '1'},
			scopes: ['NotBestEffort'],
			scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'In', values: ['high']}]},
		},
	},
	[
		['spec', {hard: {'example.com/gpu': '1', 'requests.hugepages-2Mi': '1', pods: '1'}}],
		[
			'spec.hard',
			{card: '1'},
			'spec.hard[card]: Invalid value: "card"',
			'spec.hard[card]: Invalid value: "card": must be a standard resource for quota',
		],
		['spec.hard', {pods: '-1'}, 'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0'],
		['spec.scopes', ['Some'], 'spec.scopes: Invalid value: ["Some"]: unsupported scope'],
		[
			'spec.scopes',
			['BestEffort'],
			'spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource',
		],
		[
			'spec.scopes',
			['Terminating', 'NotTerminating'],
			'spec.scopes: Invalid value: ["Terminating","NotTerminating"]: conflicting',
		],
		[
			'spec.scopes',
			['VolumeAttributesClass'],
			...many(2, () => 'spec.scopes: Invalid value: ["VolumeAttributesClass"]: unsupported scope applied'),
		],
		['spec', {hard: {'requests.storage': '1Gi', persistentvolumeclaims: '1'}, scopes: ['VolumeAttributesClass']}],
		[
			'spec',
			{hard: {services: '1'}, scopes: ['Terminating']},
			'spec.scopes: Invalid value: ["Terminating"]: unsupported scope applied',
		],
		[
			'spec.scopeSelector.matchExpressions.0.scopeName',
			'Some',
			'spec.scopeSelector.matchExpressions.scopeName: Invalid value: "Some": unsupported scope',
		],
		[
			'spec.scopeSelector.matchExpressions.0.scopeName',
			'Terminating',
			'spec.scopeSelector.matchExpressions.operator: Invalid value: "In": must be \'Exists\'',
		],
		['spec.scopeSelector.matchExpressions.0.values', [], 'spec.scopeSelector.matchExpressions.values: Required value'],
		[
			'spec.scopeSelector.matchExpressions.0.operator',
			'Exists',
			'spec.scopeSelector.matchExpressions.values: Invalid value',
		],
		['spec.scopeSelector.matchExpressions.0', {scopeName: 'Terminating', operator: 'Exists'}],
		['spec.scopeSelector.matchExpressions.0', {scopeName: 'PriorityClass', operator: 'DoesNotExist'}],
		[
			'spec.scopeSelector.matchExpressions.0.operator',
			'Is',
			'spec.scopeSelector.matchExpressions.operator: Invalid value: "Is": not a valid selector operator',
		],
		[
			'spec.scopeSelector.matchExpressions',
			['Terminating', 'NotTerminating'].map((scopeName) => ({scopeName, operator: 'Exists'})),
			'spec.scopeSelector.matchExpressions: Invalid value: ["NotBestEffort"]: conflicting scopes',
		],
	],
);

check(
	'PriorityClass',
	{apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'a'}, value: 1_000_000_000},
	[
		['value', 1_000_000_001, 'value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
		['value', -5],
		['preemptionPolicy', 'Never'],
		['preemptionPolicy', 'Some', 'preemptionPolicy: Unsupported value: "Some"'],
		[
			'metadata.name',
			'system-own',
			"metadata.name: Forbidden: priority class names with 'system-' prefix are reserved",
		],
		['metadata.name', 'system-node-critical', "metadata.name: Forbidden: priority class names with 'system-' prefix"],
	],
);

check(
	'NetworkPolicy',
	{
		apiVersion: 'networking.k8s.io/v1',
		kind: 'NetworkPolicy',
		metadata: {name: 'a', namespace: 'default'},
		spec: {
			podSelector: {},
			policyTypes: ['Ingress'],
			ingress: [
				{
					ports: [{protocol: 'UDP', port: 8000, endPort: 8000}],
					from: [{ipBlock: {cidr: '10.0.0.0/8', except: ['10.1.0.0/16']}}],
				},
			],
		},
	},
	[
		['spec.ingress.0.ports.0.protocol', 'ICMP', 'spec.ingress[0].ports[0].protocol: Unsupported value: "ICMP"'],
		['spec.ingress.0.ports.0.endPort', 7999, 'spec.ingress[0].ports[0].endPort: Invalid value: 8000: must be greater'],
		['spec.ingress.0.ports.0.endPort', 65_536, 'spec.ingress[0].ports[0].endPort: Invalid value: 65536'],
		[
			'spec.ingress.0.ports.0',
			{port: 0},
			'spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535',
		],
		['spec.ingress.0.ports.0', {port: 65_535}],
		[
			'spec.ingress.0.ports.0',
			{endPort: 1},
			'spec.ingress[0].ports[0].endPort: Invalid value: 1: may not be specified when `port` is not',
		],
		[
			'spec.ingress.0.ports.0',
			{port: 'http', endPort: 1},
			'spec.ingress[0].ports[0].endPort: Invalid value: 1: may not be specified when `port` is non-numeric',
		],
		['spec.ingress.0.ports.0', {port: 'hTTP'}, 'spec.ingress[0].ports[0].port: Invalid value: "hTTP"'],
		['spec.ingress.0.from.0', {}, 'spec.ingress[0].from[0]: Required value: must specify a peer'],
		[
			'spec.ingress.0.from.0.podSelector',
			{},
			'spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer',
		],
		['spec.ingress.0.from.0.ipBlock.cidr', '', 'spec.ingress[0].from[0].ipBlock.cidr: Required value'],
		[
			'spec.ingress.0.from.0.ipBlock.except',
			['10.0.0.0/8'],
			'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset',
		],
		[
			'spec.ingress.0.from.0.ipBlock.except',
			['11.0.0.0/16'],
			'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset',
		],
		['spec.ingress.0.from.0.ipBlock.except', ['x'], 'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "x"'],
		['spec.policyTypes', ['Ingress', 'Egress']],
		['spec.policyTypes', ['Both'], 'spec.policyTypes[0]: Unsupported value: "Both"'],
		[
			'spec.policyTypes',
			many(3, () => 'Ingress'),
			'spec.policyTypes: Invalid value: ["Ingress","Ingress","Ingress"]: may not specify more than two',
		],
		['spec.egress', [{to: [{}]}], 'spec.egress[0].to[0]: Required value: must specify a peer'],
	],
);

check(
	'EndpointSlice',
	{
		apiVersion: 'discovery.k8s.io/v1',
		kind: 'EndpointSlice',
		metadata: {name: 'a', namespace: 'default'},
		addressType: 'IPv4',
		ports: [{name: 'http', port: 80, protocol: 'TCP', appProtocol: 'example.com/http'}],
		endpoints: [
			{addresses: ['10.0.0.1'], hostname: 'a', nodeName: 'node-a', zone: 'z', hints: {forZones: [{name: 'z'}]}},
		],
	},
	[
		['addressType', '', 'addressType: Required value'],
		['endpoints.0.addresses', [], 'endpoints[0].addresses: Required value: must contain at least 1 address'],
		[
			'endpoints.0.addresses',
			['::1'],
			'endpoints[0].addresses[0]: Invalid value: "::1": must be an IPv4 address',
			'endpoints[0].addresses[0]: Invalid value: "::1": may not be in the loopback range',
		],
		['endpoints.0.addresses', ['x'], 'endpoints[0].addresses[0]: Invalid value: "x"'],
		['endpoints.0.hostname', 'A', 'endpoints[0].hostname: Invalid value: "A"'],
		['endpoints.0.nodeName', 'A', 'endpoints[0].nodeName: Invalid value: "A"'],
		['endpoints.0.hints.forZones', many(8, (index) => ({name: `z${index}`}))],
		[
			'endpoints.0.hints.forZones',
			many(9, (index) => ({name: `z${index}`})),
			'endpoints[0].hints.forZones: Too many: 9',
		],
		[
			'endpoints.0.hints.forZones',
			[{name: 'z'}, {name: 'z'}],
			'endpoints[0].hints.forZones[1].name: Duplicate value: "z"',
		],
		['endpoints.0.hints', {forNodes: [{name: 'A'}]}, 'endpoints[0].hints.forNodes[0].name: Invalid value: "A"'],
		['ports.0.name', 'HTTP', 'ports[0].name: Invalid value: "HTTP"'],
		['ports.0.port', 0, 'ports[0].port: Invalid value: 0: must be between 1 and 65535'],
		['ports.0.protocol', 'ICMP', 'ports[0].protocol: Unsupported value: "ICMP"'],
		['ports.0.appProtocol', 'a b', 'ports[0].appProtocol: Invalid value: "a b"'],
		['ports', [{port: 80}, {port: 81}], 'ports[1].name: Duplicate value: ""'],
	],
);

check(
	'EndpointSlice of names',
	{
		apiVersion: 'discovery.k8s.io/v1',
		kind: 'EndpointSlice',
		metadata: {name: 'a', namespace: 'default'},
		addressType: 'FQDN',
		endpoints: [{addresses: ['a.example.com.']}],
	},
	[
		[
			'endpoints.0.addresses',
			['plain'],
			'endpoints[0].addresses[0]: Invalid value: "plain": should be a domain with at least two',
		],
		['endpoints.0.addresses', ['A.b'], 'endpoints[0].addresses[0]: Invalid value: "A.b"'],
		['endpoints.0.addresses', [''], 'endpoints[0].addresses[0]: Required value'],
	],
);

check(
	'CSINode',
	{
		apiVersion: 'storage.k8s.io/v1',
		kind: 'CSINode',
		metadata: {name: 'a'},
		spec: {drivers: [{name: 'a.b', nodeID: 'x'.repeat(256), allocatable: {count: 0}, topologyKeys: ['zone']}]},
	},
	[
		['spec.drivers.0.nodeID', '', 'spec.drivers[0].nodeID: Required value'],
		['spec.drivers.0.nodeID', 'x'.repeat(257), 'spec.drivers[0].nodeID: Invalid value: "xxx'],
		['spec.drivers.0.name', '', 'spec.drivers[0].name: Required value'],
		['spec.drivers.0.allocatable.count', -1, 'spec.drivers[0].allocatable.count: Invalid value: -1'],
		['spec.drivers.0.topologyKeys', ['a', 'a'], 'spec.drivers[0]: Duplicate value: "a"'],
		['spec.drivers.0.topologyKeys', ['a b'], 'spec.drivers[0]: Invalid value: "a b"'],
		['spec.drivers', many(2, () => ({name: 'a.b', nodeID: 'x'})), 'spec.drivers[1].name: Duplicate value: "a.b"'],
	],
);

check(
	'IngressClass',
	{
		apiVersion: 'networking.k8s.io/v1',
		kind: 'IngressClass',
		metadata: {name: 'a'},
		spec: {
			controller: 'example.com/a',
			parameters: {apiGroup: 'example.com', kind: 'Settings', name: 'x', scope: 'Namespace', namespace: 'default'},
		},
	},
	[
		['spec.controller', `example.com/${'x'.repeat(238)}`],
		['spec.controller', `example.com/${'x'.repeat(239)}`, 'spec.controller: Too long: may not be more than 250 bytes'],
		['spec.controller', 'plain', 'spec.controller: Invalid value: "plain": must be a domain-prefixed path'],
		[
			'spec.parameters.namespace',
			undefined,
			"spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
		],
		['spec.parameters.namespace', 'a.b', 'spec.parameters.namespace: Invalid value: "a.b"'],
		[
			'spec.parameters.scope',
			'Cluster',
			"spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
		],
		['spec.parameters.scope', 'World', 'spec.parameters.scope: Unsupported value: "World"'],
		['spec.parameters.kind', '', 'spec.parameters.kind: Required value'],
		['spec.parameters.name', '', 'spec.parameters.name: Required value'],
	],
);

check(
	'APIService',
	{
		apiVersion: 'apiregistration.k8s.io/v1',
		kind: 'APIService',
		metadata: {name: 'v1.a.b'},
		spec: {
			group: 'a.b',
			version: 'v1',
			groupPriorityMinimum: 20_000,
			versionPriority: 1000,
			service: {namespace: 'x', name: 'y', port: 443},
			insecureSkipTLSVerify: true,
		},
	},
	[
		[
			'spec.groupPriorityMinimum',
			20_001,
			'spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than',
		],
		['spec.versionPriority', 1001, 'spec.versionPriority: Invalid value: 1001: must be positive and less than 1000'],
		['spec.service.namespace', '', 'spec.service.namespace: Required value'],
		['spec.service.name', '', 'spec.service.name: Required value'],
		['spec.service.port', 65_536, 'spec.service.port: Invalid value: 65536: port is not valid'],
		[
			'spec.caBundle',
			'YQ==',
			'spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
		],
		['spec.service', undefined, 'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have'],
		['spec.group', '', 'metadata.name: Invalid value: "v1.a.b": must be'],
	],
);
