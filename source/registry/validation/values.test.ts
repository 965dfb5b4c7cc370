import test from 'ava';
import {formatError} from '../../objects/field-error.js';
import {setDefaults, validateCreate} from '../../testing/intake.js';
import type {Errors} from './checks.js';
import {checkIP, checkNetwork} from './ip.js';

const said = (check: (errors: Errors, field: string, text: string) => boolean, text: string): string => {
	const errors: Errors = [];
	const isGood = check(errors, 'at', text);
	return isGood ? 'good' : errors.map((error) => formatError(error).replace(/^.*": /, '')).join('; ');
};

for (const [address, expected] of [
	['10.9.8.7', 'good'],
	['2001:db8::ffff', 'good'],
	['010.9.8.7', 'must not have leading 0s'],
	['::ffff:10.9.8.7', 'must not be an IPv4-mapped IPv6 address'],
	['10.9.8', 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
] as const) {
	test(`the address ${address}: ${expected}`, (t) => {
		t.is(said(checkIP, address), expected);
	});
}

for (const [network, expected] of [
	['10.9.8.0/24', 'good'],
	['2001:db8::/64', 'good'],
	['010.9.8.0/24', 'must not have leading 0s in IP or prefix length'],
	['10.9.8.0/024', 'must not have leading 0s in IP or prefix length'],
	['10.9.8.1/24', 'must not have bits set beyond the prefix length'],
	['::ffff:10.9.8.0/120', 'must not have an IPv4-mapped IPv6 address'],
	['10.9.8.0', 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'],
] as const) {
	test(`the network ${network}: ${expected}`, (t) => {
		t.is(said(checkNetwork, network), expected);
	});
}

const refusals = (object: object): string[] => validateCreate(setDefaults(object)).map((error) => formatError(error));

test('an owner has a version, a kind, a name and a uid, is no Event, and only one of several is the controller', (t) => {
	const ownedBy = (...ownerReferences: readonly object[]) =>
		refusals({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a', namespace: 'default', ownerReferences}});
	const pod = {apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u'};
	t.deepEqual(ownedBy(pod), []);
	t.regex(ownedBy({...pod, kind: 'Event'}).join(''), /\/v1, Kind=Event is disallowed from being an owner$/);
	t.deepEqual(ownedBy({...pod, apiVersion: 'events.k8s.io/v1', kind: 'Event'}), []);
	t.regex(ownedBy({...pod, apiVersion: 'a/b/c'}).join(''), /version must not be empty$/);
	t.regex(ownedBy({...pod, uid: ''}).join(''), /\.uid: .*must not be empty$/);
	const both = ownedBy({...pod, controller: true}, {...pod, name: 'b', controller: true});
	t.regex(both.join(''), /Only one reference can have Controller set to true.*Pod\/a and Pod\/b$/);
	t.deepEqual(ownedBy({...pod, controller: true}, {...pod, name: 'b', controller: false}), []);
});

test('a container names each claim of its Pod once, whole or by its requests', (t) => {
	const using = (...claims: readonly object[]) =>
		refusals({
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name: 'a', namespace: 'default'},
			spec: {
				resourceClaims: [{name: 'gpu', resourceClaimName: 'gpu'}],
				containers: [{name: 'a', image: 'a', resources: {claims}}],
			},
		});
	t.deepEqual(using({name: 'gpu'}), []);
	t.deepEqual(using({name: 'gpu', request: 'a'}, {name: 'gpu', request: 'b'}), []);
	const at = 'spec.containers[0].resources.claims[1]: Duplicate value: ';
	t.deepEqual(using({name: 'gpu'}, {name: 'gpu'}), [`${at}"gpu"`]);
	t.deepEqual(using({name: 'gpu', request: 'a'}, {name: 'gpu', request: 'a'}), [`${at}"gpu/a"`]);
	t.deepEqual(using({name: 'gpu', request: 'a'}, {name: 'gpu'}), [`${at}"gpu"`]);
	t.deepEqual(using({name: 'gpu'}, {name: 'gpu', request: 'a'}), [`${at}"gpu"`]);
});
