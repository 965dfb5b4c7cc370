import test from 'ava';
import {askedResource, auditedRequest, contentOf} from './request.js';

test('a response holds items, an object, or nothing to speak of', (t) => {
	t.deepEqual(contentOf({kind: 'PodList', metadata: {resourceVersion: '7'}, items: [{}, {}]}), {
		items: 2,
		resourceVersion: '7',
	});
	t.deepEqual(contentOf({kind: 'Pod', metadata: {name: 'web'}}), {object: 'Pod web'});
	t.deepEqual(contentOf({kind: 'APIVersions', metadata: null}), {});
	t.deepEqual(contentOf('ok'), {});
});

test('a question and a line of the audit log name the resource', (t) => {
	const question = {
		verb: 'update',
		group: 'apps',
		resource: 'deployments',
		subresource: 'status',
		namespace: 'default',
		name: 'web',
		path: '',
		isResourceRequest: true,
	};
	t.is(
		askedResource(question, (name) => `“${name}”`),
		'deployments.apps/status “web”',
	);
	t.is(askedResource({...question, group: '', resource: 'pods', subresource: '', name: ''}, String), 'pods');
	const line = {verb: 'create', user: 'bob', requestURI: '/api/v1/namespaces/default/pods/web/eviction'};
	t.is(
		auditedRequest({...line, objectRef: {resource: 'pods', name: 'web', subresource: 'eviction'}}),
		'create pods/eviction web',
	);
	t.is(auditedRequest(line), 'create /api/v1/namespaces/default/pods/web/eviction');
});
