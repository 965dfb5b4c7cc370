import test from 'ava';
import type {EndpointSlice, Service} from '../../objects/kubernetes.generated.js';
import {dnsNames, resolve, type DNSService, type RecordType, type Zone} from './dns-zone.js';
import {hostsOfSlice} from './slice-hosts.js';

const service = (
	name: string,
	spec: object,
	...endpoints: ReadonlyArray<{ip: string; hostname?: string; ready?: boolean}>
): DNSService => {
	const names = dnsNames({metadata: {namespace: 'default', name}, spec} as unknown as Service);
	const slice = {
		addressType: 'IPv4',
		ports: [{name: 'http', port: 8080, protocol: 'TCP'}],
		endpoints: endpoints.map(({ip, hostname, ready = true}) => ({addresses: [ip], hostname, conditions: {ready}})),
	} as unknown as EndpointSlice;
	return {...names, hosts: names.kind === 'external' ? [] : hostsOfSlice(slice)};
};

const services = [
	service('web', {clusterIP: '10.96.1.1', ports: [{name: 'http', port: 80}]}, {ip: '10.244.1.9'}),
	service(
		'db',
		{clusterIP: 'None', ports: [{name: 'http', port: 8080}]},
		{ip: '10.244.1.5', hostname: 'db-0'},
		{ip: '10.244.1.6'},
	),
	service('empty', {clusterIP: 'None'}, {ip: '10.244.1.7', ready: false}),
	service('far', {type: 'ExternalName', externalName: 'db.example.com'}),
	service('odd', {type: 'ExternalName', externalName: '192.0.2.1'}),
];

const zone: Zone = {
	domain: 'cluster.local',
	service: (namespace, name) => services.find((one) => one.namespace === namespace && one.name === name),
	services: () => services,
	hasNamespace: (name) => name === 'default',
	outside: {'db.example.com': ['203.0.113.7']},
};

const look = (type: RecordType, name: string) => {
	const {rcode, answers} = resolve(zone, type, name);
	return [rcode, ...answers.map(({data}) => data)];
};

const cases: ReadonlyArray<readonly [type: RecordType, name: string, ...answer: string[]]> = [
	['A', 'web.default.svc.cluster.local', 'NOERROR', '10.96.1.1'],
	['AAAA', 'web.default.svc.cluster.local', 'NOERROR'],
	['A', 'nobody.default.svc.cluster.local', 'NXDOMAIN'],
	['A', '_http._tcp.web.default.svc.cluster.local', 'NOERROR', '10.96.1.1'],
	['SRV', '_http._tcp.web.default.svc.cluster.local', 'NOERROR', '0 100 80 web.default.svc.cluster.local.'],
	['A', 'db.default.svc.cluster.local', 'NOERROR', '10.244.1.5', '10.244.1.6'],
	['A', 'db-0.db.default.svc.cluster.local', 'NOERROR', '10.244.1.5'],
	['A', '10-244-1-5.db.default.svc.cluster.local', 'NXDOMAIN'],
	['A', '10-244-1-6.db.default.svc.cluster.local', 'NOERROR', '10.244.1.6'],
	[
		'SRV',
		'_http._tcp.db.default.svc.cluster.local',
		'NOERROR',
		'0 50 8080 10-244-1-6.db.default.svc.cluster.local.',
		'0 50 8080 db-0.db.default.svc.cluster.local.',
	],
	['A', 'empty.default.svc.cluster.local', 'NXDOMAIN'],
	['PTR', '10.96.1.1', 'NOERROR', 'web.default.svc.cluster.local.'],
	['PTR', '10.244.1.9', 'NOERROR', '10-244-1-9.web.default.svc.cluster.local.'],
	['CNAME', 'far.default.svc.cluster.local', 'NOERROR', 'db.example.com.'],
	['A', 'far.default.svc.cluster.local', 'NOERROR', '203.0.113.7', 'db.example.com.'],
	['A', 'odd.default.svc.cluster.local', 'NXDOMAIN'],
	['A', '10-244-3-3.default.pod.cluster.local', 'NOERROR', '10.244.3.3'],
	['A', '10-244-3-3.nowhere.pod.cluster.local', 'NXDOMAIN'],
	['A', 'default.svc.cluster.local', 'NOERROR'],
];

for (const [type, name, ...answer] of cases) {
	test(`N3: ${type} ${name} is ${answer.join(' ')}`, (t) => {
		t.deepEqual(look(type, name), answer);
	});
}

test("the case of the letters is the asker's", (t) => {
	t.is(resolve(zone, 'A', 'WEB.default.svc.cluster.local').answers[0]!.name, 'WEB.default.svc.cluster.local.');
});

test('a Service of both families has an address of each type, one place in SRV records, and a name for each address', (t) => {
	const both = service(
		'both',
		{clusterIP: '10.96.1.2', clusterIPs: ['10.96.1.2', 'fd00:10:96::2'], ports: [{name: 'http', port: 80}]},
		{ip: '10.244.1.9'},
	);
	const own: Zone = {...zone, service: () => both, services: () => [both]};
	const data = (type: RecordType, name: string) => resolve(own, type, name).answers.map((record) => record.data);
	const name = 'both.default.svc.cluster.local';
	t.deepEqual(data('A', name), ['10.96.1.2']);
	t.deepEqual(data('AAAA', name), ['fd00:10:96::2']);
	const {answers, additional} = resolve(own, 'SRV', `_http._tcp.${name}`);
	t.deepEqual(
		answers.map((record) => record.data),
		[`0 50 80 ${name}.`],
	);
	t.deepEqual(
		additional.map((record) => [record.type, record.data]),
		[
			['A', '10.96.1.2'],
			['AAAA', 'fd00:10:96::2'],
		],
	);
	t.deepEqual(data('PTR', 'fd00:10:96::2'), [`${name}.`]);
	t.deepEqual(data('PTR', '2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.9.0.0.0.1.0.0.0.0.d.f.ip6.arpa.'), [`${name}.`]);
	t.deepEqual(data('AAAA', 'fd00-10-244-1--2.default.pod.cluster.local'), ['fd00:10:244:1::2']);
});
