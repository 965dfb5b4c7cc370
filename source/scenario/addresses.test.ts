import test from 'ava';
import {Mistakes} from './mistake.js';
import {readScenario} from './scenario.js';

const said = (source: string): string => {
	try {
		readScenario(source, 'c.yaml');
		return '';
	} catch (error) {
		return error instanceof Mistakes ? error.message : String(error);
	}
};

test('addresses that a cluster cannot have are refused with their place', (t) => {
	const table: ReadonlyArray<readonly [source: string, message: RegExp]> = [
		['ipFamilies: []', /one address family or both/],
		['ipFamilies: [IPv4, IPv4]', /one address family or both/],
		['serviceClusterIPRange: 10.96.0.0', /"10.96.0.0" is not a range of addresses for Services/],
		['serviceClusterIPRange: fd00::/32', /"fd00::\/32" is not a range/],
		['clusterCIDR: 10.244.0.0/25', /each node gets a \/24 or a \/64/],
		['clusterCIDR: "10.1.0.0/16,10.2.0.0/16"', /has two addresses of the same family/],
		['{ipFamilies: [IPv4], clusterCIDR: "fd00::/48"}', /the cluster has no IPv6 addresses/],
		['nodes: [{name: a, address: here}]', /"here" is not an address/],
	];
	for (const [source, message] of table) {
		t.regex(said(source), message, source);
	}

	t.is(said('{ipFamilies: [IPv6, IPv4], clusterCIDR: "fd01::/48,10.1.0.0/16"}'), '');
	t.is(said("traffic: [{name: a, target: '[fd00::1]:80'}, {name: b, target: 'http://[fd00::1]/x'}]"), '');
});
