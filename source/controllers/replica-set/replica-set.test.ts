import test from 'ava';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {readyStatus, webDeployment, webPod, webReplicaSet, ControllersWorld} from '../../testing/controllers-world.js';
import {deletionOrder} from './deletion-order.js';
import {slowStartBatches} from './plan-replicas.js';

test('C4: Pods are created in batches of 1, 2, 4 …', (t) => {
	t.deepEqual(slowStartBatches(10), [1, 2, 4, 3]);
	t.deepEqual(slowStartBatches(0), []);
	const tiny = new ControllersWorld('replicaset');
	tiny.create('replicasets.apps', webReplicaSet(5));
	t.deepEqual(
		tiny.told('controller.replicaset.batch').map((text) => /^.*?\./.exec(text)?.[0]),
		[
			'ReplicaSet web creates the next Pod; 0 of 5 created so far.',
			'ReplicaSet web creates the next 2 Pods; 1 of 5 created so far.',
			'ReplicaSet web creates the next 2 Pods; 3 of 5 created so far.',
		],
	);
	t.is(tiny.told('controller.replicaset.sync')[0], 'ReplicaSet default/web wants 5 Pods and has 0: 5 missing.');
	t.is(tiny.list('pods').length, 5);
	t.is(tiny.events().filter((event) => /^SuccessfulCreate: Created pod: web-\w{5}$/.test(event)).length, 5);
	t.like(tiny.list('replicasets.apps')[0]!.status, {
		replicas: 5,
		fullyLabeledReplicas: 5,
		terminatingReplicas: 0,
		observedGeneration: 1,
	});
});

test('C4: the first refusal ends the batches, and the status says why', (t) => {
	const tiny = new ControllersWorld('replicaset');
	const message = 'pods "web" is forbidden: exceeded quota: few, requested: pods=1, used: pods=2, limited: pods=2';
	tiny.interceptions.push({
		matches: ({method, path}) => method === 'POST' && path.endsWith('/pods') && tiny.list('pods').length >= 2,
		refusal: {code: 403, reason: 'Forbidden', message},
	});
	tiny.create('replicasets.apps', webReplicaSet(5));
	tiny.advance(200);
	const [set] = tiny.list('replicasets.apps');
	t.like(set!.status.conditions![0], {type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message});
	t.is(set!.status.replicas, 2);
	t.true(tiny.events().includes(`FailedCreate: Error creating: ${message}`));
	t.true(tiny.stops.some(({stage, outcome}) => stage === 'controller.replicaset.create' && outcome === 'refused'));
});

test('C6: orphans whose labels match are adopted, and a Pod that matches no more is released', (t) => {
	const tiny = new ControllersWorld('replicaset');
	tiny.create('pods', webPod('mine'), webPod('other', {metadata: {labels: {app: 'db'}}}));
	tiny.create('replicasets.apps', webReplicaSet(2));
	t.deepEqual(tiny.told('controller.replicaset.adopt'), [
		'ReplicaSet web adopts Pod mine: its labels match, and it has no owner.',
	]);
	t.is(tiny.get('pods', 'default', 'mine')!.metadata.ownerReferences![0]!.kind, 'ReplicaSet');
	t.is(tiny.get('pods', 'default', 'other')!.metadata.ownerReferences, undefined);
	tiny.command(() =>
		tiny.admin.patch('pods', 'default', 'mine', {metadata: {labels: {app: 'debug'}}}, {type: 'merge'}),
	);
	t.is(tiny.told('controller.replicaset.release').length, 1);
	t.falsy(tiny.get('pods', 'default', 'mine')!.metadata.ownerReferences?.length);
	t.is(tiny.list('pods').filter(({metadata}) => metadata.labels!['app'] === 'web').length, 2);
});

test('C6: of two owners that match, the first one wins and the other makes Pods of its own', (t) => {
	const tiny = new ControllersWorld('replicaset');
	tiny.create('pods', webPod('prize'));
	tiny.create('replicasets.apps', webReplicaSet(1, 'first'), webReplicaSet(1, 'second'));
	const owners = tiny
		.list('pods')
		.map(({metadata}) => `${metadata.name.split('-')[0]}: ${metadata.ownerReferences!.map(({name}) => name).join()}`);
	t.deepEqual(owners, ['prize: first', 'second: second']);
});

test('C8: a Pod that is deleted or fails is replaced', (t) => {
	const tiny = new ControllersWorld('replicaset');
	tiny.create('replicasets.apps', webReplicaSet(2));
	const [first, second] = tiny.list('pods').map(({metadata}) => metadata.name) as [string, string];
	tiny.command(() => tiny.admin.delete('pods', 'default', first));
	t.is(tiny.list('pods').length, 2);
	tiny.command(() => tiny.admin.patch('pods', 'default', second, {status: {phase: 'Failed'}}, {subresource: 'status'}));
	t.is(tiny.list('pods').filter(({status}) => status?.phase === 'Pending').length, 2);
	t.is(
		tiny.told('controller.replicaset.sync').filter((text) => text.endsWith('wants 2 Pods and has 1: 1 missing.'))
			.length,
		2,
	);
});

for (const name of [
	'controller-manager',
	'controller-manager/replicaset',
	'controller-manager/deployment',
	'controller-manager/informers',
]) {
	test(`C7: a restart of ${name} disturbs nothing, at whatever moment`, (t) => {
		for (let after = 1; after < 60; after += 7) {
			const tiny = new ControllersWorld('deployment', 'replicaset');
			tiny.kernel.spawn('user/c7', 'user', () =>
				tiny.admin.create('deployments.apps', 'default', webDeployment(3) as never),
			);
			for (let count = 0; count < after && !tiny.kernel.resting; count++) {
				tiny.kernel.step();
			}

			tiny.kernel.processes.restart(name);
			tiny.rest();
			tiny.advance(30_000);
			t.is(tiny.list('replicasets.apps').length, 1, `after ${after} stops`);
			t.is(tiny.list('pods').length, 3, `after ${after} stops`);
		}
	});
}

test('C1: every controller is a process of its own', (t) => {
	const {kernel} = new ControllersWorld('deployment', 'replicaset', 'endpointslice');
	t.deepEqual(
		[...kernel.processes.keys()].filter((name) => name.startsWith('controller-manager')),
		[
			'controller-manager',
			'controller-manager/informers',
			'controller-manager/deployment',
			'controller-manager/replicaset',
			'controller-manager/endpointslice',
		],
	);
});

test('who is missed least goes first', (t) => {
	const nowMs = Date.parse('2026-01-01T00:00:00Z');
	const pod = (name: string, spec: object, status: object, metadata: object = {}) =>
		webPod(name, {
			spec,
			status,
			metadata: {uid: name, creationTimestamp: '2025-12-01T00:00:00Z', ...metadata},
		}) as unknown as Pod;
	const cost = (value: number) => ({annotations: {'controller.kubernetes.io/pod-deletion-cost': String(value)}});
	const pods = [
		pod(
			'g-old-ready',
			{nodeName: 'a'},
			{...readyStatus(), conditions: [{type: 'Ready', status: 'True', lastTransitionTime: '2025-06-01T00:00:00Z'}]},
		),
		pod('f-new-ready', {nodeName: 'a'}, readyStatus()),
		pod('e-crowded', {nodeName: 'b'}, readyStatus()),
		pod('h-dear', {nodeName: 'a'}, readyStatus(), cost(10)),
		pod('d-cheap', {nodeName: 'a'}, readyStatus(), cost(-1)),
		pod('c-not-ready', {nodeName: 'a'}, {phase: 'Running'}),
		pod('b-pending', {nodeName: 'a'}, {phase: 'Pending'}),
		pod('a-unassigned', {}, {phase: 'Pending'}),
	];
	const order = pods
		.sort(deletionOrder(({spec}) => (spec?.nodeName === 'b' ? 3 : 1), nowMs))
		.map(({metadata}) => metadata.name);
	t.deepEqual(order, [
		'a-unassigned',
		'b-pending',
		'c-not-ready',
		'd-cheap',
		'e-crowded',
		'f-new-ready',
		'g-old-ready',
		'h-dear',
	]);
});

test('a Pod of an owner with the same name and another uid is none of this ReplicaSet', (t) => {
	const tiny = new ControllersWorld('replicaset');
	tiny.create('replicasets.apps', webReplicaSet(1));
	const before = tiny.at('controller.replicaset.sync').length;
	const ownerReferences = [{apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'earlier', controller: true}];
	tiny.create('pods', webPod('stranger', {metadata: {ownerReferences}}));
	t.is(tiny.at('controller.replicaset.sync').length, before);
});

test('a Pod that another client takes from a ReplicaSet is replaced', (t) => {
	const tiny = new ControllersWorld('replicaset');
	tiny.create('replicasets.apps', webReplicaSet(2));
	const [taken] = tiny.list('pods');
	tiny.command(() =>
		tiny.admin.patch(
			'pods',
			'default',
			taken?.metadata.name ?? '',
			{metadata: {labels: {app: 'other'}, ownerReferences: null}},
			{type: 'merge'},
		),
	);
	t.is(tiny.list('pods').filter(({metadata}) => metadata.labels?.['app'] === 'web').length, 2);
});
