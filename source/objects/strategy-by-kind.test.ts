import test from 'ava';
import {prepareForUpdate} from './strategy.js';

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
