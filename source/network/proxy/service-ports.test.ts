import test from 'ava';
import type {EndpointSlice, Service} from '../../objects/kubernetes.generated.js';
import {servicePorts} from './service-ports.js';

const stored = {namespace: 'default', uid: 'u', resourceVersion: '1', creationTimestamp: ''};

const service = (spec: Partial<Service['spec']> = {}): Service => ({
	apiVersion: 'v1',
	kind: 'Service',
	metadata: {name: 'shop', ...stored},
	spec: {clusterIP: '10.96.0.9', ports: [{port: 80, targetPort: 8080, protocol: 'TCP'}], ...spec},
	status: {},
});

type Endpoint = NonNullable<EndpointSlice['endpoints']>[number];

const endpoint = (ip: number, node: string, more: Partial<Endpoint> = {}): Endpoint => ({
	addresses: [`10.244.0.${ip}`],
	nodeName: node,
	conditions: {ready: true},
	...more,
});

const slice = (...endpoints: readonly Endpoint[]): EndpointSlice => ({
	apiVersion: 'discovery.k8s.io/v1',
	kind: 'EndpointSlice',
	metadata: {name: 'shop-1', ...stored},
	addressType: 'IPv4',
	ports: [{name: '', port: 8080, protocol: 'TCP'}],
	endpoints,
});

const seenFrom = (node: string, of: Service, ...endpoints: readonly Endpoint[]) =>
	servicePorts(of, [slice(...endpoints)], {node, zone: `zone-${node.at(-1)}`})[0];

test('a client with affinity stays three hours, unless the Service says how long', (t) => {
	t.is(seenFrom('node-a', service())?.affinitySeconds, 0);
	t.is(seenFrom('node-a', service({sessionAffinity: 'ClientIP'}))?.affinitySeconds, 10_800);
	const sessionAffinityConfig = {clientIP: {timeoutSeconds: 60}};
	t.is(seenFrom('node-a', service({sessionAffinity: 'ClientIP', sessionAffinityConfig}))?.affinitySeconds, 60);
});

test('a Service with the internal policy Local uses the endpoints of the node of its client', (t) => {
	const endpoints = [endpoint(1, 'node-a'), endpoint(2, 'node-b')];
	const local = service({internalTrafficPolicy: 'Local'});
	t.like(seenFrom('node-a', local, ...endpoints), {internalLocal: true, cluster: [], local: ['10.244.0.1:8080']});
	t.like(seenFrom('node-c', local, ...endpoints), {cluster: [], local: [], hasEndpoints: true});
	t.like(seenFrom('node-a', service(), ...endpoints), {
		internalLocal: false,
		cluster: ['10.244.0.1:8080', '10.244.0.2:8080'],
		local: [],
	});
});

test('hints count when each ready endpoint has one, and one is for the zone of the node', (t) => {
	const hinted = (ip: number, node: string, ...zones: readonly string[]) =>
		endpoint(ip, node, {hints: {forZones: zones.map((name) => ({name}))}});
	const both = [hinted(1, 'node-a', 'zone-a'), hinted(2, 'node-b', 'zone-b')];
	t.deepEqual(seenFrom('node-a', service(), ...both)?.cluster, ['10.244.0.1:8080']);
	t.deepEqual(seenFrom('node-c', service(), ...both)?.cluster, ['10.244.0.1:8080', '10.244.0.2:8080']);
	t.deepEqual(seenFrom('node-a', service(), hinted(1, 'node-a', 'zone-a'), endpoint(2, 'node-b'))?.cluster, [
		'10.244.0.1:8080',
		'10.244.0.2:8080',
	]);
});

test('endpoints that terminate serve when no other is ready', (t) => {
	const leaving = endpoint(2, 'node-b', {conditions: {ready: false, serving: true, terminating: true}});
	t.deepEqual(seenFrom('node-a', service(), endpoint(1, 'node-a'), leaving)?.cluster, ['10.244.0.1:8080']);
	t.deepEqual(seenFrom('node-a', service(), leaving)?.cluster, ['10.244.0.2:8080']);
	const early = endpoint(3, 'node-b', {conditions: {ready: false, serving: false, terminating: false}});
	t.like(seenFrom('node-a', service(), early), {cluster: [], hasEndpoints: false});
});
