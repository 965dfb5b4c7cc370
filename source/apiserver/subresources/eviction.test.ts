import test from 'ava';
import {TinyServer} from '../tiny-server.js';

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
