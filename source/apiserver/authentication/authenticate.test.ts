import test from 'ava';
import type {Request} from '../../client/request.js';
import {bootstrapObjects, namespaceWith, AdmissionWorld} from '../../testing/admission-world.js';
import {authenticate, withoutCredentials} from './authenticate.js';
import {tokenReview} from './identity-review.js';
import {claimsFor, issueToken, secretToken} from './token.js';

const request = (more: Partial<Request> = {}): Request => ({
	method: 'GET',
	path: '/api/v1/namespaces/default/pods',
	query: {},
	headers: {},
	...more,
});

const tokens = [{token: 'admin', user: 'admin', groups: ['system:masters']}];
const world = (): AdmissionWorld => new AdmissionWorld(...bootstrapObjects(), ...namespaceWith('default'));
const bearer = (token: string, more: Readonly<Record<string, string>> = {}) =>
	request({headers: {authorization: `Bearer ${token}`, ...more}});

const who = (asked: Request, nowMs?: number) => {
	const place = world();
	return place.run(() => authenticate(asked, {tokens, reader: place.reader, ...(nowMs === undefined ? {} : {nowMs})}));
};

test('A3: the subject of a client certificate is the user and the groups', (t) => {
	const certificate = {commonName: 'system:node:node-a', organizations: ['system:nodes']};
	const {stops, value} = who(request({certificate}));
	t.deepEqual(value, {username: 'system:node:node-a', groups: ['system:nodes', 'system:authenticated']});
	t.deepEqual(
		stops.map(({stage, facts}) => [stage, facts?.['authenticator']]),
		[['apiserver.authenticate', 'x509']],
	);
});

test('A3: a bearer token is looked up; the Authorization header goes no further', (t) => {
	t.deepEqual(who(bearer('admin')).value, {username: 'admin', groups: ['system:masters', 'system:authenticated']});
	t.deepEqual(withoutCredentials(bearer('admin', {'impersonate-user': 'x', accept: 'y'})).headers, {accept: 'y'});
});

test('A3: bad credentials are 401 after each authenticator was asked; none at all is anonymous', (t) => {
	const {failure, stops} = who(bearer('not-a-token'));
	t.deepEqual(
		[failure?.status.code, failure?.status.message, failure?.status.reason],
		[401, 'Unauthorized', 'Unauthorized'],
	);
	t.deepEqual(
		stops.map(({facts, outcome}) => facts?.['authenticator'] ?? outcome),
		['token file', 'service account token', 'refused'],
	);
	t.deepEqual(who(request()).value, {username: 'system:anonymous', groups: ['system:unauthenticated']});
	t.is(who(request({headers: {authorization: 'Basic YWRtaW46YWRtaW4='}})).value?.username, 'system:anonymous');
});

test('A3: a service account token stands for its account while the account exists', (t) => {
	const claims = claimsFor({
		namespace: 'default',
		name: 'default',
		uid: 'account-1',
		expirationSeconds: 3600,
		nowSeconds: 1000,
		tokenUid: 'token-1',
	});
	const token = issueToken(claims);
	t.deepEqual(who(bearer(token), 1_001_000).value, {
		username: 'system:serviceaccount:default:default',
		uid: 'account-1',
		groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
		extra: {'authentication.kubernetes.io/credential-id': ['JTI=token-1']},
	});
	t.is(who(bearer(token), 5_000_000).failure?.status.code, 401);
	t.is(who(bearer(`${token}x`)).failure?.status.code, 401);
	t.is(
		who(
			bearer(
				issueToken({
					...claims,
					sub: 'x',
					'kubernetes.io': {...claims['kubernetes.io'], serviceaccount: {name: 'default', uid: 'older'}},
				}),
			),
		).failure?.status.code,
		401,
	);
});

test('A token bound to a Pod is refused once the Pod is gone', (t) => {
	const place = world();
	const token = issueToken(
		claimsFor({
			namespace: 'default',
			name: 'default',
			uid: 'account-1',
			expirationSeconds: 3600,
			nowSeconds: 1000,
			tokenUid: 'token-1',
			pod: {name: 'web', uid: 'pod-1'},
		}),
	);
	const review = () =>
		place.run(() => tokenReview({spec: {token}} as never, {tokens, reader: place.reader})).value!.status;
	t.is(review().error, '[invalid bearer token, service account token has been invalidated]');
	place.put({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web', namespace: 'default', uid: 'pod-1'}});
	t.is(review().user?.username, 'system:serviceaccount:default:default');
	t.deepEqual(review().user?.extra?.['authentication.kubernetes.io/pod-name'], ['web']);
});

test('The token in a Secret does not end, but with its Secret', (t) => {
	const place = world();
	const token = secretToken({namespace: 'default', secret: 'bot', account: 'default', uid: 'account-1'});
	const ask = () =>
		place.run(() => authenticate(bearer(token), {tokens, reader: place.reader, nowMs: 4_000_000_000_000}));
	t.is(ask().failure?.status.code, 401);
	place.put({apiVersion: 'v1', kind: 'Secret', metadata: {name: 'bot', namespace: 'default', uid: 'secret-1'}});
	t.deepEqual(ask().value, {
		username: 'system:serviceaccount:default:default',
		uid: 'account-1',
		groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
		extra: {},
	});
});

test('A static token speaks for the audience of the apiserver only', (t) => {
	const place = world();
	const review = (audiences: readonly string[]) =>
		place.run(() => tokenReview({spec: {token: 'admin', audiences}} as never, {tokens, reader: place.reader})).value!
			.status;
	t.deepEqual(review(['vault']), {error: 'invalid bearer token', user: {}} as never);
	t.deepEqual(review(['vault', 'https://kubernetes.default.svc.cluster.local']).audiences, [
		'https://kubernetes.default.svc.cluster.local',
	]);
});

test('Impersonation takes permission and gives the identity asked for', (t) => {
	const headers = {
		'impersonate-user': 'jane',
		'impersonate-group': 'developers, on-call',
		'impersonate-uid': 'jane-1',
		'impersonate-extra-scopes': 'view, deploy',
	};
	t.deepEqual(who(bearer('admin', headers)).value, {
		username: 'jane',
		uid: 'jane-1',
		groups: ['developers', 'on-call', 'system:authenticated'],
		extra: {scopes: ['view', 'deploy']},
	});
	const {failure, stops} = who(request({headers: {'impersonate-user': 'jane'}}));
	t.is(
		failure?.status.message,
		'pods is forbidden: User "system:anonymous" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "default"',
	);
	t.is(stops.at(-1)?.outcome, 'refused');
	t.is(
		who(bearer('admin', {'impersonate-group': 'developers'})).failure?.status.message,
		'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"developers"}, Extra:map[string][]string(nil)} without impersonating a user name',
	);
});

test('The refusal of an impersonation is that of the first mode that is for such users', (t) => {
	const table: ReadonlyArray<readonly [string, string, string]> = [
		[
			'system:serviceaccount:default:web',
			'/api/v1/namespaces/default/pods',
			'pods is forbidden: User "system:anonymous" cannot impersonate-on:serviceaccount:list resource "pods" in API group "" in the namespace "default"',
		],
		[
			'system:node:a',
			'/api/v1/nodes/a',
			'nodes "a" is forbidden: User "system:anonymous" cannot impersonate-on:arbitrary-node:get resource "nodes" in API group "" at the cluster scope',
		],
		['jane', '/version', 'forbidden: User "system:anonymous" cannot impersonate-on:user-info:get path "/version"'],
	];
	for (const [user, path, message] of table) {
		t.is(who(request({path, headers: {'impersonate-user': user}})).failure?.status.message, message);
	}

	t.is(
		who(request({headers: {'impersonate-user': 'system:node:a', 'impersonate-group': 'system:nodes'}})).failure?.status
			.message,
		'users "system:node:a" is forbidden: User "system:anonymous" cannot impersonate resource "users" in API group "" at the cluster scope',
	);
});

test('A constrained mode allows to act as somebody for one thing; what worked last is tried first', (t) => {
	const place = world();
	const rules = [
		{apiGroups: [''], resources: ['pods'], verbs: ['impersonate-on:user-info:list']},
		{
			apiGroups: ['authentication.k8s.io'],
			resources: ['users'],
			resourceNames: ['jane'],
			verbs: ['impersonate:user-info'],
		},
		{apiGroups: ['authentication.k8s.io'], resources: ['groups'], verbs: ['impersonate:user-info']},
	];
	place.put({apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: {name: 'helper'}, rules});
	place.put({
		apiVersion: 'rbac.authorization.k8s.io/v1',
		kind: 'ClusterRoleBinding',
		metadata: {name: 'helper'},
		roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'helper'},
		subjects: [{kind: 'User', name: 'bob'}],
	});
	const certificate = {commonName: 'bob', organizations: []};
	const as = (headers: Readonly<Record<string, string>>, more: Partial<Request> = {}) =>
		place.run(() => authenticate(request({certificate, headers, ...more}), {tokens, reader: place.reader}));
	t.is(as({'impersonate-user': 'jane'}).value?.username, 'jane');
	t.is(
		as({'impersonate-user': 'jane'}, {method: 'POST'}).failure?.status.message,
		'pods is forbidden: User "bob" cannot impersonate-on:user-info:create resource "pods" in API group "" in the namespace "default"',
	);
	t.is(
		as({'impersonate-user': 'eve'}).failure?.status.message,
		'users.authentication.k8s.io "eve" is forbidden: User "bob" cannot impersonate:user-info resource "users" in API group "authentication.k8s.io" at the cluster scope',
	);
	t.is(
		as({'impersonate-user': 'jane', 'impersonate-group': 'system:masters'}).failure?.status.message,
		'groups.authentication.k8s.io "system:masters" is forbidden: User "bob" cannot impersonate:user-info resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed',
	);
	t.is(
		as({'impersonate-user': 'jane', 'impersonate-extra-scopes': 'view'}).failure?.status.message,
		'userextras.authentication.k8s.io is forbidden: User "bob" cannot impersonate:user-info resource "userextras" in API group "authentication.k8s.io" at the cluster scope: impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "scopes": must be a domain-prefixed path (such as "acme.io/foo")',
	);
});
