import test from 'ava';
import type {Node, Pod, Volume} from '../objects/kubernetes.generated.js';
import {NodeInfo} from './node-info.js';
import {podInfo} from './pod-info.js';
import {volumeRestrictions} from './plugins/volume-restrictions.js';

const meta = (name: string) => ({
	name,
	namespace: 'default',
	uid: name,
	resourceVersion: '1',
	creationTimestamp: '2026-01-01T00:00:00Z',
});

const podOf = (name: string, volume: Omit<Volume, 'name'>): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: meta(name),
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}], volumes: [{name: 'data', ...volume}]},
	status: {},
});

const node: Node = {apiVersion: 'v1', kind: 'Node', metadata: meta('node-a'), spec: {}, status: {}};

const gce = (readOnly: boolean) => ({gcePersistentDisk: {pdName: 'disk', readOnly}});
const rbd = (readOnly: boolean, image = 'i') => ({rbd: {monitors: ['m'], image, readOnly}});

const table: ReadonlyArray<readonly [there: Omit<Volume, 'name'>, comes: Omit<Volume, 'name'>, fits: boolean]> = [
	[gce(true), gce(true), true],
	[gce(true), gce(false), false],
	[gce(false), gce(true), false],
	[gce(false), {gcePersistentDisk: {pdName: 'another'}}, true],
	[rbd(true), rbd(true), true],
	[rbd(true), rbd(false), false],
	[rbd(false), rbd(false, 'another'), true],
	[
		{awsElasticBlockStore: {volumeID: 'v', readOnly: true}},
		{awsElasticBlockStore: {volumeID: 'v', readOnly: true}},
		false,
	],
];

for (const [index, [there, comes, fits]] of table.entries()) {
	test(`a disk of a node is shared by Pods that all only read it, where its kind allows that (${index})`, (t) => {
		const info = new NodeInfo(node);
		info.add(podInfo(podOf('there', there)));
		const disks = podOf('comes', comes).spec.volumes ?? [];
		const state = {exclusive: [], disks, inUse: false};
		t.is(volumeRestrictions.filter?.(podInfo(podOf('comes', comes)), info, state) === undefined, fits);
	});
}
