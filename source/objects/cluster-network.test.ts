import test from 'ava';
import {addressAt, addressCount, addressIndex, hasAddress, subrangeAt} from './address-range.js';
import {
	controlPlaneAddress,
	defaultNetwork,
	networkOf,
	nodeAddresses,
	nodeRanges,
	wellKnownAddress,
	type NetworkWords,
} from './cluster-network.js';
import {joinHostPort, splitHostPort} from './host-port.js';

test('the addresses of a range are counted from its first one, in both families', (t) => {
	const table: ReadonlyArray<readonly [range: string, index: number, ip: string]> = [
		['10.244.1.0/24', 0, '10.244.1.0'],
		['10.244.1.0/24', 255, '10.244.1.255'],
		['fd00:10:244:1::/64', 0, 'fd00:10:244:1::'],
		['fd00:10:244:1::/64', 2, 'fd00:10:244:1::2'],
		['fd00:10:96::/112', 65_535, 'fd00:10:96::ffff'],
	];
	for (const [range, index, ip] of table) {
		t.is(addressAt(range, index), ip);
		t.is(addressIndex(range, ip), index);
		t.true(hasAddress(range, ip));
	}

	t.is(addressCount('fd00:10:96::/112'), 65_536);
	t.false(hasAddress('fd00:10:96::/112', 'fd00:10:97::1'));
	t.false(hasAddress('fd00::/8', '10.0.0.1'));
	t.is(subrangeAt('fd00:10:244::/56', 64, 3), 'fd00:10:244:3::/64');
	t.is(subrangeAt('10.244.0.0/16', 24, 257), '10.245.1.0/24');
});

test('an address of IPv6 stands in brackets before a port', (t) => {
	for (const [text, ip, port] of [
		['10.0.0.1:80', '10.0.0.1', 80],
		['[fd00::1]:8080', 'fd00::1', 8080],
	] as const) {
		t.is(joinHostPort(ip, port), text);
		t.deepEqual(splitHostPort(text), {ip, port});
	}
});

test('what a scenario leaves out of its addresses is as kind has it', (t) => {
	const table: ReadonlyArray<readonly [words: NetworkWords, families: string, pods: string, services: string]> = [
		[{}, 'IPv4', '10.244.0.0/16', '10.96.0.0/16'],
		[{ipFamilies: ['IPv6']}, 'IPv6', 'fd00:10:244::/56', 'fd00:10:96::/112'],
		[{ipFamilies: ['IPv6', 'IPv4']}, 'IPv6,IPv4', 'fd00:10:244::/56,10.244.0.0/16', 'fd00:10:96::/112,10.96.0.0/16'],
		[{serviceClusterIPRange: '10.43.0.0/16'}, 'IPv4', '10.244.0.0/16', '10.43.0.0/16'],
		[{clusterCIDR: '10.1.0.0/16, fd01::/48'}, 'IPv4,IPv6', '10.1.0.0/16,fd01::/48', '10.96.0.0/16,fd00:10:96::/112'],
	];
	for (const [words, ...expected] of table) {
		const {families, clusterCIDR, serviceCIDR} = networkOf(words);
		t.deepEqual(
			[families, clusterCIDR, serviceCIDR].map((list) => list.join(',')),
			expected,
		);
	}

	t.is(networkOf({ipFamilies: ['IPv4']}), defaultNetwork);
});

test('nodes have a /24 and a /64, and an address of each family; DNS and control plane one of the first', (t) => {
	const network = networkOf({ipFamilies: ['IPv6', 'IPv4']});
	t.deepEqual(nodeRanges(network, 1), ['fd00:10:244:1::/64', '10.244.1.0/24']);
	t.deepEqual(nodeAddresses(network, 0), ['fd00:192:168::b', '192.168.0.11']);
	t.is(wellKnownAddress(network, 10), 'fd00:10:96::a');
	t.is(controlPlaneAddress(network), 'fd00:10::1');
	t.is(controlPlaneAddress(defaultNetwork), '10.0.0.1');
});
