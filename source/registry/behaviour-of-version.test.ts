import test from 'ava';
import {asObject} from '../objects/kubernetes-object.js';
import {nestedField, nestedNumber, nestedString} from '../objects/unstructured.js';
import {must} from '../testing/must.js';
import {TinyServer} from '../testing/tiny-server.js';
import {errorsIn} from './behaviour-of-version.js';

const servers = new Map([36, 37].map((minor) => [minor, new TinyServer({minor})] as const));

const send = (minor: number, method: 'POST' | 'PUT', path: string, object: object) =>
	must(servers.get(minor), 'server').send(method, path, {
		text: JSON.stringify(object),
		headers: {'content-type': 'application/json'},
	});

const apps = '/apis/apps/v1/namespaces/default';
const autoscalers = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';

const workload = (kind: string, spec: object, pod: object = {}) => ({
	apiVersion: 'apps/v1',
	kind,
	metadata: {name: 'web'},
	spec: {
		selector: {matchLabels: {app: 'web'}},
		template: {
			metadata: {labels: {app: 'web'}},
			spec: {containers: [{name: 'a', image: 'nginx'}], ...pod},
		},
		...spec,
	},
});

const autoscaler = (spec: object) => ({
	apiVersion: 'autoscaling/v2',
	kind: 'HorizontalPodAutoscaler',
	metadata: {name: 'web'},
	spec: {
		maxReplicas: 3,
		scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'},
		metrics: [{type: 'External', external: {metric: {name: 'q'}, target: {type: 'Value', value: '3'}}}],
		...spec,
	},
});

test('maxUnavailable of a StatefulSet is kept where its gate is on by default', (t) => {
	const rollingUpdate = {partition: 0, maxUnavailable: 2};
	const set = workload('StatefulSet', {serviceName: 'web', updateStrategy: {type: 'RollingUpdate', rollingUpdate}});
	const kept = [36, 37].map((minor) =>
		nestedNumber(
			send(minor, 'POST', `${apps}/statefulsets`, set).body,
			'spec',
			'updateStrategy',
			'rollingUpdate',
			'maxUnavailable',
		),
	);
	t.deepEqual(kept, [undefined, 2]);
	const update = (minor: number) => send(minor, 'PUT', `${apps}/statefulsets/web`, set).body;
	t.is(nestedField(update(36), 'spec', 'updateStrategy', 'rollingUpdate', 'maxUnavailable'), undefined);
	t.is(nestedField(update(37), 'spec', 'updateStrategy', 'rollingUpdate', 'maxUnavailable'), 2);
});

test('an autoscaler may scale to zero, and has a generation, from 1.37 on', (t) => {
	const refused = send(36, 'POST', autoscalers, autoscaler({minReplicas: 0}));
	t.is(refused.status, 422);
	t.regex(nestedString(refused.body, 'message') ?? '', /spec\.minReplicas: .*must be greater than or equal to 1/);
	const created = send(37, 'POST', autoscalers, autoscaler({minReplicas: 0}));
	t.is(created.status, 201, JSON.stringify(created.body));
	t.is(nestedNumber(created.body, 'metadata', 'generation'), 1);
	const changed = send(37, 'PUT', `${autoscalers}/web`, autoscaler({minReplicas: 1}));
	t.is(nestedNumber(changed.body, 'metadata', 'generation'), 2);
	const before = send(36, 'POST', autoscalers, autoscaler({minReplicas: 1}));
	t.is(nestedNumber(before.body, 'metadata', 'generation'), undefined);
	const negative = asObject(autoscaler({minReplicas: -1}));
	const error = {
		type: 'FieldValueInvalid',
		field: 'spec.minReplicas',
		badValue: -1,
		detail: 'must be greater than or equal to 1',
	} as const;
	t.deepEqual(
		errorsIn(37, [error], negative).map(({detail}) => detail),
		['must be greater than or equal to 0'],
	);
});

test('an image volume without a reference is refused in a template from 1.37 on', (t) => {
	const deployment = workload('Deployment', {}, {volumes: [{name: 'v', image: {pullPolicy: 'Always'}}]});
	t.is(send(36, 'POST', `${apps}/deployments`, deployment).status, 201);
	const refused = send(37, 'POST', `${apps}/deployments`, deployment);
	t.is(
		nestedString(refused.body, 'message'),
		'Deployment.apps "web" is invalid: spec.template.spec.volumes[0].image.reference: Required value',
	);
	const old = asObject(deployment);
	t.deepEqual(errorsIn(37, [], old, old), [], 'an object that has it already may keep it');
});

test('empty resources of a Pod decide its QoS class before 1.37 only', (t) => {
	const pod = {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {name: 'web'},
		spec: {resources: {}, containers: [{name: 'a', image: 'nginx', resources: {requests: {cpu: '1'}}}]},
	};
	const qos = [36, 37].map((minor) =>
		nestedString(send(minor, 'POST', '/api/v1/namespaces/default/pods', pod).body, 'status', 'qosClass'),
	);
	t.deepEqual(qos, ['BestEffort', 'Burstable']);
});

test('an update of a Pod keeps CAP_SYS_ADMIN beside allowPrivilegeEscalation: false from 1.37 on', (t) => {
	const pod = (add: readonly string[]) =>
		asObject({
			apiVersion: 'v1',
			kind: 'Pod',
			metadata: {name: 'web'},
			spec: {
				containers: [{name: 'a', securityContext: {allowPrivilegeEscalation: false, capabilities: {add}}}],
			},
		});
	const error = {
		type: 'FieldValueInvalid',
		field: 'spec.containers[0].securityContext',
		badValue: {},
		detail: 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
	} as const;
	const admin = pod(['CAP_SYS_ADMIN']);
	t.deepEqual(errorsIn(36, [error], admin, admin), [error]);
	t.deepEqual(errorsIn(37, [error], admin, admin), []);
	t.deepEqual(errorsIn(37, [error], admin, pod([])), [error]);
	t.deepEqual(errorsIn(37, [error], admin), [error]);
});
