import test from 'ava';
import {Kernel} from '../../kernel/kernel.js';
import type {LedgerView} from '../../kernel/ledger-view.js';
import {note} from '../../kernel/routine.js';
import {connectionPolicies} from './connection-policies.js';
import {passage} from './passage.js';

/** A ledger with these values. */
const ledgerOf = (values: Readonly<Record<string, unknown>>): LedgerView => {
	const kernel = new Kernel();
	kernel.spawn('test', 'test', function* () {
		for (const [key, value] of Object.entries(values)) {
			kernel.ledger.write(key, value);
		}

		yield* note('test.write', {});
	});
	kernel.step();
	return kernel.ledger;
};

const routes = {
	routes: [
		'default via 192.168.0.1 dev eth0',
		'10.244.0.0/16 via 192.168.0.1 dev eth0 src 192.168.0.2',
		'10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1',
		'10.244.2.0/24 via 10.244.2.0 dev flannel.1 onlink',
	],
	forwarding: [{node: 'node-b', podCIDR: '10.244.2.0/24', via: '192.168.0.3'}],
};

test('a packet takes the most exact route: the bridge of its node, or the overlay to another', (t) => {
	const ledger = ledgerOf({'/nodes/node-a/routes': routes});
	t.like(passage(ledger, 'node-a', '10.244.1.7'), {case: 'bridge', device: 'cni0', source: '10.244.1.1'});
	t.like(passage(ledger, 'node-a', '10.244.2.7'), {
		case: 'overlay',
		device: 'flannel.1',
		source: '10.244.1.0',
		peer: {node: 'node-b', address: '192.168.0.3'},
	});
	t.like(passage(ledger, 'node-a', '10.244.9.7'), {device: 'eth0'});
	t.is(passage(ledger, 'node-c', '10.244.1.7').case, 'default');
});

test('no packet passes between nodes that do not reach each other', (t) => {
	const cut = (...pair: readonly string[]) => ({'/nodes/node-a/routes': routes, '/network/partitions': [pair]});
	for (const pair of [
		['node-a', 'node-b'],
		['node-b', 'node-a'],
	]) {
		t.is(passage(ledgerOf(cut(...pair)), 'node-a', '10.244.2.7').case, 'none');
	}

	t.is(passage(ledgerOf(cut('node-a', 'node-c')), 'node-a', '10.244.2.7').case, 'overlay');
	t.is(passage(ledgerOf(cut('node-a', 'node-b')), 'node-a', '10.244.1.7').case, 'bridge');
});

const pod = (labels: Readonly<Record<string, string>>) => ({metadata: {labels}, spec: {containers: []}});

const policy = (types: readonly string[], spec: object) => ({
	metadata: {name: types.join('-'), namespace: 'default'},
	spec: {podSelector: {matchLabels: {app: 'client'}}, policyTypes: types, ...spec},
});

const verdicts = (policies: Readonly<Record<string, unknown>>) =>
	connectionPolicies(
		ledgerOf({
			'/registry/pods/default/client': pod({app: 'client'}),
			'/registry/pods/team/server': pod({app: 'server'}),
			'/registry/namespaces/team': {metadata: {labels: {stage: 'live'}}},
			...policies,
		}),
		{
			name: 'client',
			place: 'pod',
			node: 'node-a',
			ip: '10.244.1.2',
			pod: 'default/client',
			resolver: {nameserver: '10.96.0.10', search: [], ndots: 5},
			timeMs: 0,
		},
		'10.244.2.2',
		{node: 'node-b', namespace: 'team', pod: 'server', uid: 'u', listeners: []},
		{number: 80, protocol: 'TCP'},
	).map(({direction, allowed, pod: name}) => `${direction} of ${name}: ${allowed}`);

test('the policies of both ends decide on a connection, by labels of Pods and namespaces', (t) => {
	const key = '/registry/networkpolicies/default/one';
	t.deepEqual(verdicts({}), []);
	t.deepEqual(verdicts({[key]: policy(['Egress'], {egress: []})}), ['egress of default/client: false']);
	const live = {egress: [{to: [{namespaceSelector: {matchLabels: {stage: 'live'}}}]}]};
	t.deepEqual(verdicts({[key]: policy(['Egress'], live)}), ['egress of default/client: true']);
	const other = {
		metadata: {name: 'closed', namespace: 'team'},
		spec: {podSelector: {}, policyTypes: ['Ingress'], ingress: []},
	};
	t.deepEqual(verdicts({'/registry/networkpolicies/team/closed': other}), ['ingress of team/server: false']);
});
