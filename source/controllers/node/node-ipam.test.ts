import test from 'ava';
import type {Node} from '../../objects/kubernetes.generated.js';
import {ControllersWorld} from '../../testing/controllers-world.js';
import type {Sketched} from '../../testing/tiny-server.js';
import {NodeRanges} from './node-ipam.js';

const node = (name: string, podCIDR?: string): Sketched<Node> => ({
	apiVersion: 'v1',
	kind: 'Node',
	metadata: {name, labels: {'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'arm64'}},
	spec: podCIDR === undefined ? {} : {podCIDR, podCIDRs: [podCIDR]},
});

test('the lowest range that no node has is the next, also after one is free again', (t) => {
	const ranges = new NodeRanges();
	ranges.take(['10.244.0.0/24', '10.244.2.0/24']);
	t.deepEqual([ranges.next(), ranges.next()], [['10.244.1.0/24'], ['10.244.3.0/24']]);
	ranges.free(['10.244.2.0/24']);
	t.deepEqual([ranges.next(), ranges.next()], [['10.244.2.0/24'], ['10.244.4.0/24']]);
});

test('the range of a deleted Node is free again', (t) => {
	const tiny = new ControllersWorld('node-ipam');
	tiny.create('nodes', node('one'), node('two'));
	tiny.command(() => tiny.admin.delete('nodes', undefined, 'one'));
	tiny.create('nodes', node('three'));
	t.is(tiny.get('nodes', undefined, 'three')?.spec?.podCIDR, '10.244.0.0/24');
});

test('Nodes made by hand get a range each for their Pods; one that has a range keeps it', (t) => {
	const tiny = new ControllersWorld('node-ipam');
	tiny.create('nodes', node('own', '10.244.1.0/24'), node('one'), node('two'));
	t.deepEqual(
		['own', 'one', 'two'].map((name) => tiny.get('nodes', undefined, name)?.spec?.podCIDR),
		['10.244.1.0/24', '10.244.0.0/24', '10.244.2.0/24'],
	);
	t.is(tiny.told('controller.node-ipam.sync').filter((sentence) => / gets the range /.test(sentence)).length, 2);
});

test('a Node has its system and its architecture under their older labels too', (t) => {
	const tiny = new ControllersWorld('node-lifecycle');
	tiny.create('nodes', node('one'));
	t.like(tiny.get('nodes', undefined, 'one')?.metadata.labels, {
		'beta.kubernetes.io/os': 'linux',
		'beta.kubernetes.io/arch': 'arm64',
	});
});

test('two Nodes get two ranges, also while the cache does not show the first', (t) => {
	const tiny = new ControllersWorld('node-ipam', {latencies: {'client.watch': 100}});
	tiny.create('nodes', node('one'), node('two'));
	t.is(new Set(['one', 'two'].map((name) => tiny.get('nodes', undefined, name)?.spec?.podCIDR)).size, 2);
});
