import test from 'ava';
import {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {HostLocal, NetworkFailure, nextAddress} from './host-local.js';
import {networkList, pluginInput} from './network-list.js';

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

test('host-local goes on after the last address of an IPv6 range', (t) => {
	t.is(nextAddress('fd00:10:244:1::/64', new Set(['fd00:10:244:1::3']), 'fd00:10:244:1::2'), 'fd00:10:244:1::4');
});

test('L11: a plug-in reads its own entry of the list, with name and version of the list', (t) => {
	t.deepEqual(pluginInput(networkList(['10.244.1.0/24']), 'bridge'), {
		cniVersion: '1.0.0',
		name: 'cbr0',
		type: 'bridge',
		bridge: 'cni0',
		mtu: 1450,
		isGateway: true,
		ipMasq: true,
		hairpinMode: true,
		ipam: {type: 'host-local', ranges: [[{subnet: '10.244.1.0/24'}]], routes: [{dst: '0.0.0.0/0'}]},
	});
});

test('L11: only a plug-in with the capability is told of port mappings; the second plug-in reads the result of the first', (t) => {
	const list = networkList(['10.244.1.0/24']);
	const portMappings = [{containerPort: 80, hostPort: 8080}];
	t.false('runtimeConfig' in pluginInput(list, 'bridge', {portMappings}));
	t.deepEqual(pluginInput(list, 'portmap', {portMappings}, {ips: []}), {
		cniVersion: '1.0.0',
		name: 'cbr0',
		type: 'portmap',
		capabilities: {portMappings: true},
		runtimeConfig: {portMappings},
		prevResult: {ips: []},
	});
});

test('a plug-in that is not on the list has no input', (t) => {
	t.throws(() => pluginInput(networkList(['10.244.1.0/24']), 'vlan'), {message: 'cbr0 has no plug-in vlan'});
});

test('host-local gives an address again when its sandbox has given it back, and to no other before', (t) => {
	const kernel = new Kernel();
	const local = new HostLocal(kernel, 'node-a', ['10.244.1.0/29']);
	const told: string[] = [];
	const reserve = function* (id: string): Routine {
		try {
			told.push(`${id}: ${(yield* local.reserve(id, 'pod', {})).map(({address}) => address).join()}`);
		} catch (error) {
			told.push(`${id}: ${error instanceof NetworkFailure ? 'none' : String(error)}`);
		}
	};
	kernel.spawn('test', 'test', function* () {
		for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
			yield* reserve(id);
		}

		local.release('10.244.1.3', 'another');
		yield* reserve('g');
		local.release('10.244.1.3', 'b');
		yield* reserve('h');
	});
	while (kernel.step()) {
		// This lasts until all have sent their request.
	}

	t.deepEqual(told, [
		'a: 10.244.1.2/29',
		'b: 10.244.1.3/29',
		'c: 10.244.1.4/29',
		'd: 10.244.1.5/29',
		'e: 10.244.1.6/29',
		'f: none',
		'g: none',
		'h: 10.244.1.3/29',
	]);
});

test('a sandbox that gets no address of its second range gives back that of its first', (t) => {
	const kernel = new Kernel();
	const local = new HostLocal(kernel, 'node-a', ['10.244.1.0/28', 'fd00:10:244:1::/125']);
	const told: string[] = [];
	kernel.spawn('test', 'test', function* () {
		for (let number = 0; number < 8; number++) {
			try {
				yield* local.reserve(`sandbox-${number}`, 'pod', {});
			} catch (error) {
				told.push(error instanceof NetworkFailure ? `sandbox-${number}` : String(error));
			}
		}
	});
	while (kernel.step()) {
		// This lasts until all have sent their request.
	}

	const held = kernel.ledger.keys('/nodes/node-a/netns/host-local/').map((key) => kernel.ledger.read<string>(key));
	t.deepEqual(told, ['sandbox-5', 'sandbox-6', 'sandbox-7']);
	t.false(told.some((id) => held.includes(id)));
});
