import test from 'ava';
import {TinyServer} from '../../testing/tiny-server.js';

test('An eviction goes through admission as an eviction, not as a deletion', (t) => {
	const server = new TinyServer();
	const node = {apiVersion: 'v1', kind: 'Node', metadata: {name: 'a'}};
	t.is(server.send('POST', '/api/v1/nodes', {body: node}).status, 201);
	const pods = '/api/v1/namespaces/default/pods';
	const spec = {nodeName: 'a', containers: [{name: 'main', image: 'nginx'}]};
	t.is(server.send('POST', pods, {body: {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec}}).status, 201);
	const kubelet = server.client('kubelet', 'system:node:a', ['system:nodes']);
	const body = {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name: 'web'}};
	const {result, stops} = server.run(() => kubelet.exchange('POST', `${pods}/web/eviction`, {body}));
	t.is(result.status, 201);
	t.is(stops.filter(({stage}) => stage === 'apiserver.admit.mutate.NodeRestriction').length, 1);
});

test('An eviction may come in the version of policy/v1beta1', (t) => {
	const server = new TinyServer();
	const pods = '/api/v1/namespaces/default/pods';
	const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'a', image: 'b'}]}};
	t.is(server.send('POST', pods, {body: pod}).status, 201);
	const body = {apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: {name: 'web'}};
	t.is(server.send('POST', `${pods}/web/eviction`, {body}).status, 201);
	t.is(server.send('POST', `${pods}/web/eviction`, {body: {...body, apiVersion: 'policy/v2'}}).status, 400);
});

test('The options of an eviction are those of a deletion', (t) => {
	const server = new TinyServer();
	const pods = '/api/v1/namespaces/default/pods';
	const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'a', image: 'b'}]}};
	t.is(server.send('POST', pods, {body: pod}).status, 201);
	const evicted = (deleteOptions: object) =>
		server.send('POST', `${pods}/web/eviction`, {
			body: {apiVersion: 'policy/v1', kind: 'Eviction', metadata: {name: 'web'}, deleteOptions},
		});
	for (const [options, told] of [
		[
			{propagationPolicy: 'X'},
			'propagationPolicy: Unsupported value: "X": supported values: "Foreground", "Background", "Orphan", "nil"',
		],
		[{dryRun: ['X']}, 'dryRun: Unsupported value: ["X"]: supported values: "All"'],
	] as const) {
		const {status, body} = evicted(options);
		t.is(status, 422);
		t.is((body as {message: string}).message, `DeleteOptions.meta.k8s.io "" is invalid: ${told}`);
	}

	t.is(evicted({gracePeriodSeconds: -1}).status, 201);
});
