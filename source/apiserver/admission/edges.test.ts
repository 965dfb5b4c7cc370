import test from 'ava';
import {asObject} from '../../objects/kubernetes-object.js';
import {resourceNamed} from '../../objects/resources.js';
import {
	AdmissionWorld,
	admin,
	bootstrapObjects,
	namespaceWith,
	podOf,
	type Sketch,
} from '../../testing/admission-world.js';
import {eventRateLimit} from './event-rate-limit.js';
import {match} from './matching.js';
import type {AdmissionAttributes, AdmissionPlugin} from './plugin.js';

const kubelet = {username: 'system:node:a', groups: ['system:nodes', 'system:authenticated']};

test('A7: NodeRestriction: a kubelet leaves the taints of its node as they are', (t) => {
	const node = (taints: readonly object[], note: string): Sketch => ({
		apiVersion: 'v1',
		kind: 'Node',
		metadata: {name: 'a', annotations: {note}},
		spec: {taints},
	});
	const drained = {key: 'drained', effect: 'NoExecute'};
	const update = (taints: readonly object[]) =>
		new AdmissionWorld().admit(node(taints, 'new'), {user: kubelet, old: node([drained], 'old')}).failure;
	t.is(update([drained]), undefined);
	for (const taints of [[], [{...drained, effect: 'NoSchedule'}], [drained, {key: 'more', effect: 'NoExecute'}]]) {
		t.is(update(taints)?.status.message, 'nodes "a" is forbidden: node "a" is not allowed to modify taints');
	}
});

test('A7: NodeRestriction: a kubelet gets no token for a Pod of another node, nor for an earlier Pod of the name', (t) => {
	const pod = (nodeName: string): Sketch => {
		const own = podOf('web', {
			nodeName,
			volumes: [{name: 't', projected: {sources: [{serviceAccountToken: {path: 'token', audience: 'vault'}}]}}],
		});
		return {...own, metadata: {...own.metadata, uid: 'pod-1'}};
	};
	const ask = (nodeName: string, uid: string) =>
		new AdmissionWorld(...bootstrapObjects(), ...namespaceWith('default'), pod(nodeName)).admit(
			{
				apiVersion: 'authentication.k8s.io/v1',
				kind: 'TokenRequest',
				metadata: {name: 'default', namespace: 'default'},
				spec: {audiences: ['vault'], boundObjectRef: {apiVersion: 'v1', kind: 'Pod', name: 'web', uid}},
			},
			{user: kubelet, resource: resourceNamed('serviceaccounts'), subresource: 'token'},
		).failure?.status.message;
	t.is(ask('a', 'pod-1'), undefined);
	t.is(
		ask('b', 'pod-1'),
		'serviceaccounts "default" is forbidden: node requested token bound to a pod scheduled on a different node',
	);
	t.regex(ask('a', 'pod-0') ?? '', /the UID in the bound object reference \(pod-0\) does not match/);
});

test('A7: PersistentVolumeClaimResize: only a bound claim grows', (t) => {
	const world = new AdmissionWorld(...namespaceWith('default'), {
		apiVersion: 'storage.k8s.io/v1',
		kind: 'StorageClass',
		metadata: {name: 'grows'},
		allowVolumeExpansion: true,
	});
	const claim = (storage: string, phase: string): Sketch => ({
		apiVersion: 'v1',
		kind: 'PersistentVolumeClaim',
		metadata: {name: 'data', namespace: 'default'},
		spec: {storageClassName: 'grows', resources: {requests: {storage}}},
		status: {phase},
	});
	const grow = (phase: string) => world.admit(claim('2Gi', phase), {old: claim('1Gi', phase)}).failure?.status.message;
	t.is(grow('Bound'), undefined);
	t.is(
		grow('Pending'),
		'persistentvolumeclaims "data" is forbidden: Only bound persistent volume claims can be expanded',
	);
});

test('A7: EventRateLimit: a bucket fills again as time passes, and holds no more than its burst', (t) => {
	const world = new AdmissionWorld();
	const plugin: AdmissionPlugin = eventRateLimit({limits: [{type: 'Namespace', qps: 1, burst: 2}]});
	const attributes: AdmissionAttributes = {
		operation: 'CREATE',
		resource: resourceNamed('events'),
		subresource: '',
		namespace: 'default',
		name: 'e',
		user: admin,
		dryRun: false,
	};
	const admitted = (count: number): readonly boolean[] =>
		Array.from({length: count}, () => {
			try {
				plugin.validate?.(attributes, world.context);
				return true;
			} catch {
				return false;
			}
		});
	t.deepEqual(admitted(3), [true, true, false]);
	world.kernel.step(1000);
	t.deepEqual(admitted(2), [true, false]);
	world.kernel.step(60_000);
	t.deepEqual(admitted(3), [true, true, false]);
});

test('a selector of a policy or webhook looks at the labels before and after a change', (t) => {
	const configMap = (team: string): Sketch => ({
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: {name: 'a', namespace: 'default', labels: {team}},
	});
	const criteria = {objectSelector: {matchLabels: {team: 'x'}}, rules: []};
	const {reader} = new AdmissionWorld(...namespaceWith('default'));
	const isMatched = (before: string, after: string): boolean =>
		match(
			criteria,
			{
				operation: 'UPDATE',
				resource: resourceNamed('configmaps'),
				subresource: '',
				namespace: 'default',
				name: 'a',
				user: admin,
				object: asObject(configMap(after)),
				oldObject: asObject(configMap(before)),
				dryRun: false,
			},
			reader,
		) !== undefined;
	t.deepEqual(
		[
			['x', 'x'],
			['x', 'y'],
			['y', 'x'],
			['y', 'y'],
		].map(([before = '', after = '']) => isMatched(before, after)),
		[true, true, true, false],
	);
});
