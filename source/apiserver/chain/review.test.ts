import test from 'ava';
import type {Status, TokenReview} from '../../objects/kubernetes.generated.js';
import {TinyServer} from '../../testing/tiny-server.js';

const headers = {'content-type': 'application/yaml'};

test('A review of the whole cluster forgets the namespace that it names', (t) => {
	const {status, body} = new TinyServer().send('POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
		text: '{apiVersion: authentication.k8s.io/v1, kind: TokenReview, metadata: {namespace: x}, spec: {token: a}}',
		headers,
	});
	t.is(status, 201);
	t.falsy((body as TokenReview).metadata?.namespace);
});

test('A review of a namespace belongs to the one that it is sent to', (t) => {
	const asked = (namespace: string) =>
		new TinyServer().send('POST', '/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews', {
			text: `{apiVersion: authorization.k8s.io/v1, kind: LocalSubjectAccessReview, metadata: {namespace: "${namespace}"}, spec: {user: jane, resourceAttributes: {namespace: default, verb: get, resource: pods}}}`,
			headers,
		});
	t.is(asked('default').status, 201);
	t.is(asked('').status, 201);
	t.is(asked('other').status, 400);
	t.is(
		(asked('other').body as Status).message,
		'the namespace of the provided object does not match the namespace sent on the request',
	);
});
