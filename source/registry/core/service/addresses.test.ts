import test from 'ava';
import {formatErrors, type FieldError} from '../../../objects/field-error.js';
import type {Family} from '../../../objects/ip.js';
import type {Service} from '../../../objects/kubernetes.generated.js';
import {withAllocatedValues, withFamilies, withSyncedClusterIPs} from './addresses.js';

const service = (spec: object): Service =>
	({apiVersion: 'v1', kind: 'Service', metadata: {name: 'web'}, spec: {type: 'ClusterIP', ...spec}}) as Service;

const families = (spec: object, old?: object, configured: readonly Family[] = ['IPv4']): unknown => {
	const errors: FieldError[] = [];
	const {spec: after} = withFamilies(errors, service(spec), old && service(old), configured);
	return errors.length > 0 ? formatErrors(errors) : [after!.ipFamilyPolicy, after!.ipFamilies];
};

test('a Service gets the families that the cluster has, or learns which ones the cluster lacks', (t) => {
	const table: ReadonlyArray<readonly [object, unknown]> = [
		[{}, ['SingleStack', ['IPv4']]],
		[{ipFamilyPolicy: 'PreferDualStack'}, ['PreferDualStack', ['IPv4']]],
		[{clusterIP: 'None', clusterIPs: ['None']}, ['RequireDualStack', ['IPv4', 'IPv6']]],
		[{clusterIP: 'None', clusterIPs: ['None'], selector: {app: 'web'}}, ['SingleStack', ['IPv4']]],
		[
			{ipFamilyPolicy: 'RequireDualStack'},
			'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
		],
		[{ipFamilies: ['IPv6']}, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
		[
			{clusterIP: '2001:db8::1', clusterIPs: ['2001:db8::1']},
			'spec.clusterIPs[0]: Invalid value: ["2001:db8::1"]: IPv6 is not configured on this cluster',
		],
		[
			{ipFamilies: ['IPv4', 'IPv6']},
			`spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified`,
		],
	];
	for (const [spec, expected] of table) {
		t.deepEqual(families(spec), expected, JSON.stringify(spec));
	}
});

test('a cluster of both families gives a Service what its policy asks for, its own first family first', (t) => {
	const table: ReadonlyArray<readonly [object, unknown]> = [
		[{}, ['SingleStack', ['IPv6']]],
		[{ipFamilyPolicy: 'PreferDualStack'}, ['PreferDualStack', ['IPv6', 'IPv4']]],
		[{ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv4']}, ['RequireDualStack', ['IPv4', 'IPv6']]],
		[{clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7']}, ['SingleStack', ['IPv4']]],
		[
			{ipFamilyPolicy: 'PreferDualStack', clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7', 'fd00:10:96::7']},
			['PreferDualStack', ['IPv4', 'IPv6']],
		],
		[{clusterIP: 'None', clusterIPs: ['None']}, ['RequireDualStack', ['IPv6', 'IPv4']]],
		[{clusterIP: 'None', clusterIPs: ['None'], selector: {app: 'web'}}, ['SingleStack', ['IPv6']]],
	];
	for (const [spec, expected] of table) {
		t.deepEqual(families(spec, undefined, ['IPv6', 'IPv4']), expected, JSON.stringify(spec));
	}

	t.is(
		families({clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7']}, undefined, ['IPv6']),
		'spec.clusterIPs[0]: Invalid value: ["10.96.0.7"]: IPv4 is not configured on this cluster',
	);
});

test('an update to SingleStack releases the second family; one that keeps PreferDualStack changes nothing', (t) => {
	const both = {clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7', 'fd00:10:96::7'], ipFamilies: ['IPv4', 'IPv6']};
	const old = {...both, ipFamilyPolicy: 'PreferDualStack'};
	t.deepEqual(families({...both, ipFamilyPolicy: 'SingleStack'}, old, ['IPv4', 'IPv6']), ['SingleStack', ['IPv4']]);
	const single = {clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7'], ipFamilies: ['IPv4']};
	const preferring = {...single, ipFamilyPolicy: 'PreferDualStack'};
	t.deepEqual(families(preferring, preferring, ['IPv4', 'IPv6']), ['PreferDualStack', ['IPv4']]);
	t.deepEqual(families(preferring, {...single, ipFamilyPolicy: 'SingleStack'}, ['IPv4', 'IPv6']), [
		'PreferDualStack',
		['IPv4', 'IPv6'],
	]);
});

test('an update that says no policy keeps the old one', (t) => {
	t.deepEqual(families({}, {ipFamilyPolicy: 'PreferDualStack'}), ['PreferDualStack', ['IPv4']]);
	t.is(
		families(
			{ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv4']},
			{ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv4', 'IPv6']},
		),
		`spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be 'SingleStack' to release the secondary IP family`,
	);
});

test('what an update leaves out, a Service keeps: its address and the node ports of ports of the same name', (t) => {
	const old = service({
		type: 'NodePort',
		clusterIP: '10.96.0.9',
		clusterIPs: ['10.96.0.9'],
		ports: [
			{name: 'a', port: 80, nodePort: 30_001},
			{name: 'b', port: 81, nodePort: 30_002},
		],
	});
	const after = withAllocatedValues(
		service({
			type: 'NodePort',
			ports: [
				{name: 'b', port: 90},
				{name: 'a', port: 91},
				{name: 'c', port: 92},
			],
		}),
		old,
	).spec!;
	t.deepEqual([after.clusterIP, after.clusterIPs], ['10.96.0.9', ['10.96.0.9']]);
	t.deepEqual(
		after.ports!.map(({nodePort}) => nodePort),
		[30_002, 30_001, undefined],
	);
});

test('an old client that knows one address only changes the list of addresses with it', (t) => {
	const old = service({clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9']});
	t.deepEqual(withSyncedClusterIPs(service({clusterIP: 'None'}), undefined).spec!.clusterIPs, ['None']);
	t.deepEqual(
		withSyncedClusterIPs(service({clusterIP: '10.96.0.8', clusterIPs: ['10.96.0.9']}), old).spec!.clusterIPs,
		['10.96.0.8'],
	);
	t.is(withSyncedClusterIPs(service({clusterIPs: ['10.96.0.9']}), old).spec!.clusterIPs, undefined);
});
