import test from 'ava';
import type {Binding, Pod} from '../../objects/kubernetes.generated.js';
import {RequestFailure} from '../request/failure.js';
import {assigned, bindingErrors} from './binding.js';

const now = '2026-01-01T00:00:00Z';

const pod = (metadata: Partial<Pod['metadata']> = {}, spec: Partial<Pod['spec']> = {}): Pod => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {
		name: 'web',
		namespace: 'default',
		uid: 'uid-1',
		resourceVersion: '7',
		creationTimestamp: '',
		annotations: {kept: 'yes'},
		...metadata,
	},
	spec: {containers: [], ...spec},
	status: {phase: 'Pending', nominatedNodeName: 'node-b'},
});

const binding = (metadata: object = {}): Binding => ({
	apiVersion: 'v1',
	kind: 'Binding',
	metadata: {name: 'web', namespace: 'default', uid: '', resourceVersion: '', creationTimestamp: '', ...metadata},
	target: {kind: 'Node', name: 'node-a'},
});

const refusals: ReadonlyArray<readonly [title: string, of: Pod, by: Binding, message: RegExp]> = [
	['another uid', pod(), binding({uid: 'uid-2'}), /UID in precondition: uid-2, UID in object meta: uid-1$/],
	[
		'another version',
		pod(),
		binding({resourceVersion: '6'}),
		/ResourceVersion in precondition: 6, ResourceVersion in object meta: 7$/,
	],
	['a Pod that is being deleted', pod({deletionTimestamp: now}), binding(), /pod web is being deleted, cannot be/],
	['a Pod with a node', pod({}, {nodeName: 'node-b'}), binding(), /pod web is already assigned to node "node-b"$/],
	[
		'a Pod with gates',
		pod({}, {schedulingGates: [{name: 'wait'}]}),
		binding(),
		/has non-empty \.spec\.schedulingGates/,
	],
];

for (const [title, of, by, message] of refusals) {
	test(`a Binding is refused with 409: ${title}`, (t) => {
		const error = t.throws(() => assigned(of, by, {now, key: '/registry/pods/default/web'}), {
			instanceOf: RequestFailure,
		});
		t.is(error.status.code, 409);
		t.regex(error.status.message ?? '', message);
	});
}

test('a bound Pod has its node, the annotations of the Binding, and no nomination', (t) => {
	const by = binding({uid: 'uid-1', resourceVersion: '7', annotations: {more: 'of it'}});
	const bound = assigned(pod(), by, {now, key: ''});
	t.is(bound.spec.nodeName, 'node-a');
	t.deepEqual(bound.metadata.annotations, {kept: 'yes', more: 'of it'});
	t.is(bound.status.nominatedNodeName, undefined);
	t.like(bound.status.conditions?.[0], {type: 'PodScheduled', status: 'True', lastTransitionTime: now});
});

test('a Binding names a Node', (t) => {
	t.deepEqual(bindingErrors({target: {name: 'node-a'}}), []);
	t.is(bindingErrors({target: {kind: 'Pod', name: 'node-a'}}).length, 1);
	t.is(bindingErrors({target: {kind: 'Node'}}).length, 1);
});
