import test from 'ava';
import type {NetworkPolicy} from '../../objects/kubernetes.generated.js';
import {decide, type Direction, type PolicyEnd} from './decide.js';

const pod = (namespace: string, labels: Readonly<Record<string, string>>, ip = '10.244.1.2'): PolicyEnd => ({
	ip,
	pod: {
		namespace,
		labels,
		namespaceLabels: {'kubernetes.io/metadata.name': namespace, team: namespace},
		ports: {http: 8080},
	},
});

const db = pod('shop', {app: 'db'});
const web = pod('shop', {app: 'web'}, '10.244.2.2');
const stranger = pod('other', {app: 'web'}, '10.244.2.9');
const outside: PolicyEnd = {ip: '203.0.113.50'};

const policy = (spec: object, namespace = 'shop'): NetworkPolicy => ({
	apiVersion: 'networking.k8s.io/v1',
	kind: 'NetworkPolicy',
	metadata: {name: 'p', namespace, creationTimestamp: '', resourceVersion: '', uid: ''},
	spec: {podSelector: {}, ...spec},
});

const fromWeb = {from: [{podSelector: {matchLabels: {app: 'web'}}}]};

interface Case {
	readonly name: string;
	readonly policies: readonly NetworkPolicy[];
	readonly direction?: Direction;
	readonly self?: PolicyEnd;
	readonly other: PolicyEnd;
	readonly port?: number;
	readonly protocol?: 'TCP' | 'UDP';
	/** `undefined`: the Pod is not isolated. */
	readonly allowed: boolean | undefined;
}

const cases: readonly Case[] = [
	{name: 'without a policy a Pod is not isolated', policies: [], other: web, allowed: undefined},
	{name: 'a policy of another namespace says nothing', policies: [policy({}, 'other')], other: web, allowed: undefined},
	{
		name: 'a policy for other Pods says nothing',
		policies: [policy({podSelector: {matchLabels: {app: 'web'}}})],
		other: web,
		allowed: undefined,
	},
	{name: 'a policy without rules denies all ingress', policies: [policy({})], other: web, allowed: false},
	{name: 'and is not about egress', policies: [policy({})], direction: 'egress', other: web, allowed: undefined},
	{
		name: 'with policyTypes it denies egress',
		policies: [policy({policyTypes: ['Egress']})],
		direction: 'egress',
		other: web,
		allowed: false,
	},
	{
		name: 'with policyTypes of egress alone it says nothing of ingress',
		policies: [policy({policyTypes: ['Egress']})],
		other: web,
		allowed: undefined,
	},
	{
		name: 'egress rules without policyTypes isolate egress, too',
		policies: [policy({egress: [{to: [{podSelector: {}}]}]})],
		direction: 'egress',
		other: outside,
		allowed: false,
	},
	{
		name: 'a peer with both selectors means Pods of these namespaces, not of its own',
		policies: [
			policy({
				ingress: [
					{from: [{namespaceSelector: {matchLabels: {team: 'other'}}, podSelector: {matchLabels: {app: 'web'}}}]},
				],
			}),
		],
		other: web,
		allowed: false,
	},
	{name: 'an empty rule lets everybody in', policies: [policy({ingress: [{}]})], other: outside, allowed: true},
	{
		name: 'a podSelector means Pods of the same namespace',
		policies: [policy({ingress: [fromWeb]})],
		other: web,
		allowed: true,
	},
	{name: 'and no others', policies: [policy({ingress: [fromWeb]})], other: stranger, allowed: false},
	{
		name: 'a namespaceSelector means all Pods there',
		policies: [policy({ingress: [{from: [{namespaceSelector: {matchLabels: {team: 'other'}}}]}]})],
		other: stranger,
		allowed: true,
	},
	{
		name: 'both together must hold',
		policies: [
			policy({
				ingress: [
					{from: [{namespaceSelector: {matchLabels: {team: 'other'}}, podSelector: {matchLabels: {app: 'db'}}}]},
				],
			}),
		],
		other: stranger,
		allowed: false,
	},
	{
		name: 'as two peers one of them is enough',
		policies: [
			policy({
				ingress: [
					{from: [{namespaceSelector: {matchLabels: {team: 'other'}}}, {podSelector: {matchLabels: {app: 'db'}}}]},
				],
			}),
		],
		other: stranger,
		allowed: true,
	},
	{
		name: 'selectors mean no address outside',
		policies: [policy({ingress: [{from: [{namespaceSelector: {}}]}]})],
		other: outside,
		allowed: false,
	},
	{
		name: 'an ipBlock means addresses',
		policies: [policy({ingress: [{from: [{ipBlock: {cidr: '203.0.113.0/24'}}]}]})],
		other: outside,
		allowed: true,
	},
	{
		name: 'but not its exceptions',
		policies: [policy({ingress: [{from: [{ipBlock: {cidr: '203.0.113.0/24', except: ['203.0.113.50/32']}}]}]})],
		other: outside,
		allowed: false,
	},
	{name: 'a port must be the one', policies: [policy({ingress: [{ports: [{port: 80}]}]})], other: web, allowed: false},
	{
		name: 'a named port is that of the Pod',
		policies: [policy({ingress: [{ports: [{port: 'http'}]}]})],
		other: web,
		allowed: true,
	},
	{
		name: 'endPort ends a range',
		policies: [policy({ingress: [{ports: [{port: 8000, endPort: 8080}]}]})],
		other: web,
		allowed: true,
	},
	{
		name: 'a protocol must be the one',
		policies: [policy({ingress: [{ports: [{protocol: 'UDP', port: 8080}]}]})],
		other: web,
		allowed: false,
	},
	{
		name: 'policies add up',
		policies: [policy({}), policy({ingress: [fromWeb]})],
		other: web,
		allowed: true,
	},
	{
		name: 'egress to the Pods of a namespace does not let questions to the DNS out',
		policies: [policy({policyTypes: ['Egress'], egress: [{to: [{podSelector: {}}]}]})],
		direction: 'egress',
		self: web,
		other: pod('kube-system', {'k8s-app': 'kube-dns'}),
		port: 53,
		protocol: 'UDP',
		allowed: false,
	},
];

for (const {name, policies, direction = 'ingress', self = db, other, port = 8080, protocol = 'TCP', allowed} of cases) {
	test(`NetworkPolicy: ${name}`, (t) => {
		t.is(decide(policies, direction, self, other, {number: port, protocol})?.allowed, allowed);
	});
}
