import test from 'ava';
import {exportedRun, hostilePod, textOf} from '../testing/exported-run.js';
import {must} from '../testing/must.js';
import {exportOTLP} from './otlp.js';
import {requestSpanName} from './upstream-spans.js';

interface Attribute {
	readonly key: string;
	readonly value: {readonly stringValue?: string; readonly boolValue?: boolean};
}

/** A span as OTLP's JSON has it. */
interface Span {
	readonly traceId: string;
	readonly spanId: string;
	readonly parentSpanId?: string;
	readonly name: string;
	readonly kind: number;
	readonly startTimeUnixNano: string;
	readonly endTimeUnixNano: string;
	readonly attributes: readonly Attribute[];
	readonly events: ReadonlyArray<{readonly name: string}>;
	readonly status: {readonly code?: number};
}

interface Request {
	readonly resourceSpans: ReadonlyArray<{
		readonly resource: {readonly attributes: readonly Attribute[]};
		readonly scopeSpans: ReadonlyArray<{readonly spans: readonly Span[]}>;
	}>;
}

const valueOf = (attributes: readonly Attribute[], name: string): string | undefined =>
	attributes.find(({key}) => key === name)?.value.stringValue;

const request: Request = JSON.parse(textOf(exportOTLP(exportedRun(hostilePod))));
const spans = request.resourceSpans.flatMap(({resource, scopeSpans}) =>
	scopeSpans.flatMap((scope) =>
		scope.spans.map((span) => ({...span, service: valueOf(resource.attributes, 'service.name')})),
	),
);
const byId = new Map(spans.map((span) => [span.spanId, span]));

/** A span and those around it, the innermost first. */
const way = (from: (typeof spans)[number]): string[] => {
	const names: string[] = [];
	for (let at: (typeof spans)[number] | undefined = from; at; at = byId.get(at.parentSpanId ?? '')) {
		names.push(`${at.service} ${at.name}`);
	}

	return names;
};

test('a created Pod is, from etcd out, what the apiserver’s own tracing names', (t) => {
	const stored = must(
		spans.find(({name}) => name === 'Create etcd3'),
		'Create etcd3',
	);
	t.is(valueOf(stored.attributes, 'key'), '/registry/pods/default/web');
	t.deepEqual(way(stored), [
		'apiserver Create etcd3',
		'apiserver Create',
		'apiserver POST /api/v1/namespaces/{:namespace}/pods',
		'kubectl POST /api/v1/namespaces/default/pods',
		'kubectl kubectl apply -f web.yaml',
	]);
});

test('what one component causes in another is its child: the story is one trace', (t) => {
	const scheduling = must(
		spans.find(({name}) => name === 'Scheduling'),
		'Scheduling',
	);
	t.deepEqual(way(scheduling).slice(0, 3), [
		'kube-scheduler Scheduling',
		'apiserver etcdserverpb.KV/Txn',
		'apiserver Create etcd3',
	]);
	const sync = must(
		spans.find(({name}) => name === 'syncPod'),
		'syncPod',
	);
	t.is(valueOf(sync.attributes, 'k8s.pod'), 'default/web');
	t.true(way(sync).includes('kube-scheduler bind default/web to node-a'));
	t.is(new Set(spans.map(({traceId}) => traceId)).size, 1);
});

test('calls of the CRI have the names of gRPC, and requests of the kubelet those of HTTP', (t) => {
	const names = new Set(spans.filter(({service}) => service === 'kubelet').map(({name}) => name));
	for (const name of ['runtime.v1.RuntimeService/RunPodSandbox', 'runtime.v1.ImageService/PullImage', 'HTTP PATCH']) {
		t.true(names.has(name), name);
	}
});

test('spans that v1.36 does not make say so', (t) => {
	const simulated = (name: string): boolean =>
		must(
			spans.find((span) => span.name === name),
			name,
		).attributes.some(({key, value}) => key === 'k8s-walkthrough.simulated-only' && value.boolValue === true);
	t.true(simulated('CNI ADD'));
	t.true(simulated('bind default/web to node-a'));
	t.false(simulated('syncPod'));
});

test('identifiers have their lengths, times their order, and every parent is there', (t) => {
	for (const {traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano} of spans) {
		t.regex(traceId, /^[\da-f]{32}$/);
		t.regex(spanId, /^[\da-f]{16}$/);
		t.true(BigInt(startTimeUnixNano) < BigInt(endTimeUnixNano));
		t.true(parentSpanId === undefined || byId.has(parentSpanId));
	}

	t.is(byId.size, spans.length);
});

test('a refused request has an error status where it was refused', (t) => {
	const [found] = spans.filter(({name}) => name === 'Get');
	t.is(found?.status.code, 2);
});

for (const [line, name] of [
	['GET /api', 'GET'],
	['GET /openapi/v3/api/v1', 'GET'],
	['GET /api/v1/nodes/node-a', 'GET /api/v1/nodes/{:name}'],
	['POST /api/v1/namespaces', 'POST /api/v1/namespaces'],
	['GET /api/v1/namespaces/default', 'GET /api/v1/namespaces/{:name}'],
	['PUT /api/v1/namespaces/old/finalize', 'PUT /api/v1/namespaces/{:name}/finalize'],
	['GET /apis/apps/v1/deployments', 'GET /apis/apps/v1/deployments'],
	[
		'PUT /apis/apps/v1/namespaces/default/deployments/shop/scale',
		'PUT /apis/apps/v1/namespaces/{:namespace}/deployments/{:name}/scale',
	],
	['GET /apis/apps/v1', 'GET'],
] as const) {
	test(`the span of ${line} is called ${name}`, (t) => {
		t.is(requestSpanName(line), name);
	});
}
