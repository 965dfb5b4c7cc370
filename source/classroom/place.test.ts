import test from 'ava';
import {breakpointLine, matchesKey} from './place.js';

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

for (const [words, refusal] of [
	['pod/web path=status.conditions.Ready.status'],
	['pod/web path=spec.containers.web.image'],
	['pod/web path=spec.containers[0].resources.limits.cpu'],
	['pod/* path=metadata.labels.app'],
	['pod/web path=spec.*.name'],
	['path=spec.nodeNam'],
	['widgets.example.com/mine path=spec.size'],
	['pod/web path=spec.nodeNam', 'a Pod has no field spec.nodeNam; did you mean nodeName?'],
	['path=sttus.phase object=po/web', 'a Pod has no field sttus.phase; did you mean status?'],
	['deploy/web path=spec.template.spec.containers[*].img', /^a Deployment has no field/],
] as const) {
	test(`${words} is ${refusal === undefined ? 'a breakpoint' : 'refused'}`, (t) => {
		if (refusal === undefined) {
			t.true(breakpointLine(words, 0).includes('path='));
		} else {
			t.throws(() => breakpointLine(words, 0), {message: refusal});
		}
	});
}
