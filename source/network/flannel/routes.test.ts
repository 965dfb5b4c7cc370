import test from 'ava';
import {overlayOf} from './routes.js';

test('L12: an overlay has a route and a VXLAN peer for each other node', (t) => {
	const others = new Map([['node-b', [{podCIDR: '10.244.2.0/24', address: '10.0.0.2'}]]]);
	t.deepEqual(overlayOf({podCIDRs: ['10.244.1.0/24']}, others), {
		routes: [
			'10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1',
			'10.244.2.0/24 via 10.244.2.0 dev flannel.1 onlink',
		],
		forwarding: [{node: 'node-b', podCIDR: '10.244.2.0/24', via: '10.0.0.2'}],
	});
});

test('an overlay of both families has a device, a bridge and a peer for each', (t) => {
	const others = new Map([
		[
			'node-b',
			[
				{podCIDR: '10.244.2.0/24', address: '10.0.0.2'},
				{podCIDR: 'fd00:10:244:2::/64', address: 'fd00::2'},
			],
		],
	]);
	const {routes, forwarding} = overlayOf({podCIDRs: ['10.244.1.0/24', 'fd00:10:244:1::/64']}, others);
	t.deepEqual(routes, [
		'10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1',
		'10.244.2.0/24 via 10.244.2.0 dev flannel.1 onlink',
		'fd00:10:244:1::/64 dev cni0 proto kernel metric 256 pref medium',
		'fd00:10:244:2::/64 via fd00:10:244:2:: dev flannel-v6.1 metric 1024 onlink pref medium',
	]);
	t.deepEqual(
		forwarding.map(({via}) => via),
		['10.0.0.2', 'fd00::2'],
	);
});
