import test from 'ava';
import {TinyServer} from '../../testing/tiny-server.js';

const path = '/api/v1/namespaces/default/configmaps';
const configMap = (uid?: string) => ({
	apiVersion: 'v1',
	kind: 'ConfigMap',
	metadata: {name: 'web', ...(uid === undefined ? {} : {uid})},
	data: {a: String(uid)},
});

test('an update, or a deletion, that names another uid is refused', (t) => {
	const server = new TinyServer();
	t.is(server.send('POST', path, {body: configMap()}).status, 201);
	const uid = server.get('configmaps', 'default', 'web')?.metadata.uid ?? '';
	t.is(server.send('PUT', `${path}/web`, {body: configMap('another')}).status, 409);
	t.is(server.get('configmaps', 'default', 'web')?.data?.['a'], 'undefined');
	t.is(server.send('PUT', `${path}/web`, {body: configMap(uid)}).status, 200);
	const remove = (preconditions: object) =>
		server.send('DELETE', `${path}/web`, {body: {kind: 'DeleteOptions', apiVersion: 'v1', preconditions}}).status;
	t.is(remove({uid: 'another'}), 409);
	t.is(remove({resourceVersion: '1'}), 409);
	t.is(remove({uid}), 200);
});

test('a deletion counts as a change of the generation, once', (t) => {
	const server = new TinyServer();
	const deployments = '/apis/apps/v1/namespaces/default/deployments';
	const body = {
		apiVersion: 'apps/v1',
		kind: 'Deployment',
		metadata: {name: 'web', finalizers: ['example.com/hold']},
		spec: {
			selector: {matchLabels: {app: 'web'}},
			template: {metadata: {labels: {app: 'web'}}, spec: {containers: [{name: 'main', image: 'nginx'}]}},
		},
	};
	t.is(server.send('POST', deployments, {body}).status, 201);
	const generation = () => server.get('deployments.apps', 'default', 'web')?.metadata.generation;
	t.is(generation(), 1);
	server.send('DELETE', `${deployments}/web`);
	t.is(generation(), 2);
	server.send('DELETE', `${deployments}/web`);
	t.is(generation(), 2);
});
