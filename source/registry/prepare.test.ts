import test from 'ava';
import {prepareForUpdate} from '../testing/intake.js';

const service = (spec: object, status: object = {loadBalancer: {}}) => ({
	apiVersion: 'v1',
	kind: 'Service',
	metadata: {name: 'web', namespace: 'default'},
	spec: {clusterIP: '10.96.0.9', ports: [{port: 80, protocol: 'TCP', targetPort: 80}], ...spec},
	status,
});

const balanced = {loadBalancer: {ingress: [{ip: '198.18.0.1', ipMode: 'VIP'}]}};

const cases: ReadonlyArray<readonly [name: string, before: object, now: object, status: object]> = [
	[
		'a load balancer keeps its addresses',
		service({type: 'LoadBalancer'}, balanced),
		service({type: 'LoadBalancer', sessionAffinity: 'ClientIP'}),
		balanced,
	],
	[
		'a Service that is no load balancer any more loses its addresses',
		service({type: 'LoadBalancer'}, balanced),
		service({type: 'ClusterIP'}),
		{loadBalancer: {}},
	],
	[
		'addresses that an older cluster left on a Service of another type go with its next change',
		service({type: 'NodePort'}, {...balanced, conditions: []}),
		service({type: 'NodePort', sessionAffinity: 'ClientIP'}),
		{loadBalancer: {}, conditions: []},
	],
];

for (const [name, before, now, status] of cases) {
	test(name, (t) => {
		t.deepEqual((prepareForUpdate(now, before) as {status?: object}).status, status);
	});
}

const pod = (metadata: object, spec: object) => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name: 'p', uid: 'u', generation: 1, ...metadata},
	spec: {containers: [{name: 'a', image: 'x', resources: {}}], ...spec},
	status: {phase: 'Running'},
});

test('an endpoint for one part of a Pod leaves the rest of it, and its metadata, as it was', (t) => {
	const old = pod({labels: {a: 'b'}}, {nodeName: 'n'});
	const fields = [{manager: 'm'}];
	const debugged = prepareForUpdate(
		pod({labels: {c: 'd'}, managedFields: fields}, {nodeName: 'other', ephemeralContainers: [{name: 'd'}]}),
		old,
		'ephemeralcontainers',
	);
	t.deepEqual(debugged as unknown, {
		...old,
		metadata: {name: 'p', uid: 'u', generation: 2, labels: {a: 'b'}, managedFields: fields},
		spec: {...old.spec, ephemeralContainers: [{name: 'd'}]},
	});
	const resources = {requests: {cpu: '1'}};
	const resized = prepareForUpdate(
		pod({annotations: {c: 'd'}}, {nodeName: 'other', containers: [{name: 'a', image: 'y', resources}]}),
		old,
		'resize',
	);
	t.deepEqual(resized as unknown, {
		...old,
		metadata: {name: 'p', uid: 'u', generation: 2, labels: {a: 'b'}},
		spec: {nodeName: 'n', containers: [{name: 'a', image: 'x', resources}]},
	});
	// Validation reports forbidden changes.
	const renamed = prepareForUpdate(pod({}, {containers: [{name: 'z'}]}), old, 'resize');
	t.deepEqual(renamed.spec.containers as unknown, [{name: 'z'}]);
	const more = prepareForUpdate(pod({}, {containers: [{name: 'a'}, {name: 'b'}]}), old, 'resize');
	t.is(more.spec.containers.length, 2);
});

test('which metadata an update of the status changes depends on the kind', (t) => {
	const all = {uid: 'u', labels: {a: 'new'}, annotations: {a: 'new'}, finalizers: ['new'], resourceVersion: '2'};
	const was = {uid: 'u', labels: {a: 'old'}, annotations: {a: 'old'}, resourceVersion: '1'};
	const table: ReadonlyArray<readonly [string, string, object]> = [
		['v1', 'Service', all],
		['apps/v1', 'Deployment', {...all, labels: was.labels}],
		['storage.k8s.io/v1', 'VolumeAttachment', {...was, resourceVersion: '2'}],
		['apiregistration.k8s.io/v1', 'APIService', {...was, resourceVersion: '2'}],
		['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', was],
	];
	for (const [apiVersion, kind, expected] of table) {
		const object = (metadata: object, status: object) => ({apiVersion, kind, metadata, spec: {}, status});
		t.deepEqual(prepareForUpdate(object(all, {x: 1}), object(was, {}), 'status'), object(expected, {x: 1}), kind);
	}
});

test('a write of the status changes nothing else, and no update takes the creation time of its client', (t) => {
	const old = service({type: 'ClusterIP'});
	const stored = {...old, metadata: {...old.metadata, creationTimestamp: '2026-01-01T00:00:00Z', labels: {a: 'b'}}};
	const sent = {
		...service({type: 'NodePort'}, balanced),
		metadata: {...old.metadata, creationTimestamp: '2030-01-01T00:00:00Z', labels: {a: 'b'}},
	};
	t.deepEqual(prepareForUpdate(sent, stored, 'status').spec, old.spec);
	t.deepEqual(prepareForUpdate(sent, stored, 'status').status, balanced);
	for (const subresource of ['', 'status']) {
		t.is(prepareForUpdate(sent, stored, subresource).metadata.creationTimestamp, '2026-01-01T00:00:00Z');
	}
});
