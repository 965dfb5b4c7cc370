import test from 'ava';
import {asKind, asObject, isKind, isObject} from './kubernetes-object.js';

const deployment = {
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: {name: 'web', namespace: 'default', uid: '1', resourceVersion: '1', creationTimestamp: ''},
};

test('an object is of the kind that it says, in that version', (t) => {
	t.true(isKind(deployment, 'apps/v1 Deployment'));
	t.false(isKind(deployment, 'apps/v1 DaemonSet'));
	t.false(isKind(deployment, 'v1 Pod'));
	t.false(isKind({...deployment, apiVersion: 'apps/v1beta1'}, 'apps/v1 Deployment'));
	t.is(asKind(deployment, 'apps/v1 Deployment').metadata.name, 'web');
	t.throws(() => asKind(deployment, 'v1 Pod'), {message: 'expected v1 Pod, found apps/v1 Deployment'});
	t.throws(() => asKind(undefined, 'v1 Pod'), {message: 'expected v1 Pod, found no object'});
});

test('an object has a version, a kind and metadata', (t) => {
	t.true(isObject(deployment));
	for (const value of [null, [], 'Pod', {}, {...deployment, metadata: []}, {...deployment, kind: 1}]) {
		t.false(isObject(value));
		t.throws(() => asObject(value), {instanceOf: TypeError});
	}
});
