import test from 'ava';
import {Random} from '../../kernel/random.js';
import type {EndpointSlice} from '../../objects/kubernetes.generated.js';
import {HostCounts, hostsOfSlice, mergeHosts, sameHosts} from './slice-hosts.js';

const sliceOf = (name: string, ...ips: readonly string[]): EndpointSlice => ({
	apiVersion: 'discovery.k8s.io/v1',
	kind: 'EndpointSlice',
	metadata: {name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: ''},
	addressType: 'IPv4',
	ports: [{name, port: 80, protocol: 'TCP'}],
	endpoints: ips.map((ip) => ({addresses: [ip]})),
});

test('the hosts of a slice are its ready addresses, with its ports; FQDNs are none', (t) => {
	const slice: EndpointSlice = {
		...sliceOf('web'),
		endpoints: [
			{addresses: ['10.0.0.1'], hostname: 'web-0', conditions: {ready: true}},
			{addresses: ['10.0.0.2'], conditions: {ready: false}},
			{addresses: ['10.0.0.3']},
		],
	};
	const ports = [{name: 'web', protocol: 'tcp', port: 80}];
	t.deepEqual(hostsOfSlice(slice), [
		{ip: '10.0.0.1', host: 'web-0', ports},
		{ip: '10.0.0.3', host: '10-0-0-3', ports},
	]);
	t.deepEqual(hostsOfSlice({...slice, addressType: 'FQDN'}), []);
	const {endpoints, ports: slicePorts} = slice;
	t.is(hostsOfSlice({...sliceOf('web'), endpoints, ports: slicePorts})[0], hostsOfSlice(slice)[0]);
});

test('an address in several slices is one host with all their ports', (t) => {
	const lists = [sliceOf('a', '10.0.0.1', '10.0.0.2'), sliceOf('b', '10.0.0.1')].map((slice) => hostsOfSlice(slice));
	t.deepEqual(
		mergeHosts(lists).map(({ip, ports}) => [ip, ports.map(({name}) => name).join()]),
		[
			['10.0.0.1', 'a,b'],
			['10.0.0.2', 'a'],
		],
	);
});

test('whether the hosts of a Service have changed is seen from what is new, as from all of them', (t) => {
	for (let seed = 1; seed <= 20; seed++) {
		const random = new Random(seed, 'hosts');
		const counts = new HostCounts();
		let slices: readonly EndpointSlice[] = [];
		let before = counts.update(slices);
		for (let round = 0; round < 60; round++) {
			const changed = random.below(4);
			const ips = Array.from({length: random.below(4)}, () => `10.0.0.${random.below(9)}`);
			const next = sliceOf('web', ...ips);
			slices =
				changed === 0
					? slices.slice(1)
					: changed === 1
						? [...slices, next]
						: slices.map((slice, index) => (index === changed - 2 ? next : slice));
			const after = counts.update(slices);
			const all = slices.flatMap(({endpoints = []}) => endpoints.flatMap(({addresses}) => addresses));
			t.is(after.isPlain, new Set(all).size === all.length, `seed ${seed}, round ${round}`);
			const texts = [before, after].map(({lists}) => JSON.stringify(mergeHosts(lists)));
			t.is(sameHosts(before, after), texts[0] === texts[1], `seed ${seed}, round ${round}`);
			before = after;
		}
	}
});
