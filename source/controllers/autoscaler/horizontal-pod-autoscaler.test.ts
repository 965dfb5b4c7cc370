import test from 'ava';
import {metricFailure} from './metric-errors.js';
import {planScale} from './horizontal-pod-autoscaler.js';

const plans: ReadonlyArray<readonly [minReplicas: number | undefined, current: number, plan: string]> = [
	[1, 0, 'nothing'],
	[0, 0, 'measure'],
	[undefined, 0, 'nothing'],
	[2, 1, 'scale 2: Current number of replicas below Spec.MinReplicas'],
	[2, 2, 'measure'],
	[2, 4, 'measure'],
	[2, 5, 'scale 4: Current number of replicas above Spec.MaxReplicas'],
];

test('limits come before metrics', (t) => {
	for (const [minReplicas, current, expected] of plans) {
		const plan = planScale({minReplicas, maxReplicas: 4} as never, current);
		t.is(plan.do === 'scale' ? `scale ${plan.to}: ${plan.because}` : plan.do, expected);
	}
});

const custom =
	'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered';
const unavailable =
	'unable to get metrics for resource memory: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';
const usage = `failed to get memory usage: ${unavailable}`;
const external =
	'unable to get external metric shop/queue/nil: unable to fetch metrics from external metrics API: the server could not find the requested resource (get queue.external.metrics.k8s.io)';
const service = {kind: 'Service', name: 'web'};

const failures: ReadonlyArray<readonly [spec: object, reason: string, cause: string, message: string]> = [
	[
		{resource: {name: 'memory', target: {averageValue: '1Gi'}}},
		'FailedGetResourceMetric',
		usage,
		`failed to get memory resource metric value: ${usage}`,
	],
	[
		{containerResource: {name: 'memory', container: 'main', target: {averageValue: '1Gi'}}},
		'FailedGetContainerResourceMetric',
		usage,
		`failed to get memory container metric value: ${usage}`,
	],
	[
		{pods: {metric: {name: 'hits'}, target: {averageValue: '1'}}},
		'FailedGetPodsMetric',
		`unable to get metric hits: ${custom}`,
		`failed to get pods metric value: unable to get metric hits: ${custom}`,
	],
	[
		{object: {describedObject: service, metric: {name: 'hits'}, target: {type: 'Value', value: '1'}}},
		'FailedGetObjectMetric',
		`unable to get metric hits: Service on shop web/${custom}`,
		`failed to get object metric value: unable to get metric hits: Service on shop web/${custom}`,
	],
	[
		{external: {metric: {name: 'queue'}, target: {averageValue: '3'}}},
		'FailedGetExternalMetric',
		external,
		`failed to get queue external metric value: failed to get queue external metric: ${external}`,
	],
];

test('every kind of metric fails in its own words', (t) => {
	for (const [spec, reason, cause, message] of failures) {
		t.deepEqual(metricFailure(spec as never, 'shop', unavailable), {reason, cause, message});
	}
});
