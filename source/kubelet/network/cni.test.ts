import test from 'ava';
import {nextAddress} from './host-local.js';
import {overlayOf} from './routes.js';

test('host-local goes round the range, past what is taken, and never gives network, gateway or broadcast', (t) => {
	const range = '10.244.1.0/29';
	t.is(nextAddress(range, new Set(), undefined), '10.244.1.2');
	t.is(nextAddress(range, new Set(['10.244.1.3']), '10.244.1.2'), '10.244.1.4');
	t.is(nextAddress(range, new Set(), '10.244.1.6'), '10.244.1.2');
	t.is(
		nextAddress(range, new Set(['10.244.1.2', '10.244.1.3', '10.244.1.4', '10.244.1.5', '10.244.1.6']), undefined),
		undefined,
	);
});

test('L12: an overlay has a route and a VXLAN peer for each other node', (t) => {
	const others = new Map([['node-b', {podCIDR: '10.244.2.0/24', address: '10.0.0.2'}]]);
	t.deepEqual(overlayOf({podCIDR: '10.244.1.0/24'}, others), {
		routes: [
			'10.244.1.0/24 dev cni0 proto kernel scope link src 10.244.1.1',
			'10.244.2.0/24 via 10.244.2.0 dev flannel.1 onlink',
		],
		forwarding: [{node: 'node-b', podCIDR: '10.244.2.0/24', via: '10.0.0.2'}],
	});
});
