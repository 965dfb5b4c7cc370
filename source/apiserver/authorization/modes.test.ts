import test from 'ava';
import {TinyServer} from '../../testing/tiny-server.js';
import type {AuthorizationOptions} from './modes.js';

const statusOf = (authorization: AuthorizationOptions, user: string, path: string): readonly [number, string] => {
	const world = new TinyServer({authorization});
	const client = world.client('test', user, ['developers']);
	const {result, stops} = world.run(() => client.exchange('GET', path));
	const asked = stops.find(({stage}) => stage === 'apiserver.authorize');
	return [result.status, String(asked?.facts?.['authorizer'])];
};

const pods = '/api/v1/namespaces/default/pods';

test('A5: with ABAC a line of the policy file allows', (t) => {
	const authorization: AuthorizationOptions = {
		modes: ['Node', 'ABAC'],
		policies: [
			{user: 'jane', namespace: 'default', resource: 'pods', readonly: true},
			{group: 'developers', nonResourcePath: '/version'},
			{user: 'root', namespace: '*', resource: '*', apiGroup: '*'},
		],
	};
	const table: ReadonlyArray<readonly [user: string, path: string, status: number, authorizer: string]> = [
		['jane', pods, 200, 'ABAC'],
		['jane', '/api/v1/namespaces/kube-system/pods', 403, ''],
		['jane', '/api/v1/namespaces/default/secrets', 403, ''],
		['john', pods, 403, ''],
		['john', '/version', 200, 'ABAC'],
		['john', '/metrics', 403, ''],
		['root', '/apis/apps/v1/deployments', 200, 'ABAC'],
	];
	for (const [user, path, status, authorizer] of table) {
		t.deepEqual(statusOf(authorization, user, path), [status, authorizer], `${user} ${path}`);
	}
});

test('A5: with Webhook a server outside the cluster is asked; its no ends the chain, its silence does not', (t) => {
	const webhook = {
		rules: [
			{user: 'jane', resources: ['pods'], verbs: ['list'], answer: 'allow'},
			{user: 'john', answer: 'deny', reason: 'john is on holiday'},
		],
	} as const;
	const policies = [{group: 'developers', namespace: '*', resource: '*', apiGroup: '*'}];
	t.deepEqual(statusOf({modes: ['Webhook'], webhook}, 'jane', pods), [200, 'Webhook']);
	t.deepEqual(statusOf({modes: ['Webhook', 'ABAC'], webhook, policies}, 'john', pods), [403, 'Webhook']);
	t.deepEqual(statusOf({modes: ['Webhook', 'ABAC'], webhook, policies}, 'jack', pods), [200, 'ABAC']);
	t.deepEqual(
		statusOf({modes: ['Webhook', 'ABAC'], webhook: {...webhook, unreachable: true}, policies}, 'john', pods),
		[200, 'ABAC'],
	);
});

test('AlwaysAllow lets everybody in, AlwaysDeny only system:masters', (t) => {
	t.deepEqual(statusOf({modes: ['AlwaysAllow']}, 'jane', pods), [200, 'AlwaysAllow']);
	t.deepEqual(statusOf({modes: ['AlwaysDeny']}, 'jane', pods), [403, '']);
	t.is(new TinyServer({authorization: {modes: ['AlwaysDeny']}}).send('GET', pods).status, 200);
});
