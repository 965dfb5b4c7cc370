import test from 'ava';
import {matchesKey} from './place.js';

for (const [glob, key, meant] of [
	['/registry/pods/*/web', '/registry/pods/default/web', true],
	['/registry/pods/*/web', '/registry/pods/default/web-1', false],
	['/registry/pods/*/*', '/registry/pods/default/web-1', true],
	['/registry/pods/*/*', '/registry/pods/default', false],
	['/registry/endpointslices/*/web-*', '/registry/endpointslices/default/web-x7k2p', true],
	['/registry/endpointslices/*/web-*', '/registry/endpointslices/default/kubernetes', false],
	['/registry/endpointslices/*/web-*', '/registry/endpointslices/default/web', false],
	['/nodes/*-a/routes', '/nodes/node-a/routes', true],
	['/nodes/*-a/routes', '/nodes/node-b/routes', false],
] as const) {
	test(`${glob} ${meant ? 'means' : 'does not mean'} ${key}`, (t) => {
		t.is(matchesKey(glob, key), meant);
	});
}
