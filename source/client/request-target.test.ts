import test from 'ava';
import {isCaller} from './callers.js';
import {requestTarget} from './request-target.js';

const targets = [
	['GET', '/version', {}, undefined],
	['GET', '/api/v1', {}, undefined],
	['GET', '/api/v1/pods', {}, 'list pods '],
	['GET', '/api/v1/pods', {watch: 'true'}, 'watch pods '],
	['GET', '/api/v1/pods', {watch: 'false'}, 'list pods '],
	['GET', '/api/v1/namespaces/shop/pods/web', {}, 'get pods web'],
	['POST', '/api/v1/namespaces/shop/configmaps', {}, 'create configmaps '],
	['PUT', '/apis/apps/v1/namespaces/shop/deployments/web/status', {}, 'update deployments/status web'],
	['PATCH', '/apis/example.com/v1/widgets/one', {}, 'patch widgets one'],
	['DELETE', '/api/v1/namespaces/shop', {}, 'delete namespaces shop'],
	['PUT', '/api/v1/namespaces/shop/finalize', {}, 'update namespaces/finalize shop'],
	['DELETE', '/api/v1/namespaces/shop/pods', {}, 'deletecollection pods '],
	['POST', '/api/v1/namespaces/shop/pods/web/eviction', {}, 'create pods/eviction web'],
] as const;

for (const [method, path, query, expected] of targets) {
	test(`${method} ${path} ${JSON.stringify(query)}`, (t) => {
		const target = requestTarget({method, path, query});
		t.is(target && `${target.verb} ${target.resource} ${target.name}`, expected);
	});
}

const token = (claims: object): string =>
	`Bearer e30.${Buffer.from(JSON.stringify(claims), 'utf8').toString('base64url')}.c2ln`;

const callers = [
	['operator', {headers: {'user-agent': 'operator/v0.0.0 (linux/amd64)'}}, true],
	['operator', {headers: {'user-agent': 'operator2/v0.0.0'}}, false],
	['chaos-1', {headers: {'user-agent': 'operator/v1'}, certificate: {commonName: 'chaos-1', organizations: []}}, true],
	['*', {headers: {}}, true],
	['system:serviceaccount:shop:op', {headers: {authorization: token({sub: 'system:serviceaccount:shop:op'})}}, true],
	[
		'system:serviceaccount:shop:op',
		{headers: {authorization: token({sub: 'system:serviceaccount:shop:other'})}},
		false,
	],
	['system:serviceaccount:shop:op', {headers: {authorization: 'Bearer nonsense'}}, false],
	['system:serviceaccount:shop:op', {headers: {authorization: 'Bearer a.!!.b'}}, false],
] as const;

for (const [index, [pattern, request, expected]] of callers.entries()) {
	test(`a fault of ${pattern} concerns a caller: ${index}`, (t) => {
		t.is(isCaller(pattern, request), expected);
	});
}
