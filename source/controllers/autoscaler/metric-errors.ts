import type {MetricSpec, MetricTarget} from '../../objects/kubernetes.generated.js';
import {goLabelSelector} from '../../objects/labels.js';

/** Why a metric is unknown: condition and event have `cause`, `message` adds the metric. */
export interface MetricFailure {
	readonly reason: string;
	readonly cause: string;
	readonly message: string;
}

// No server offers the three metrics APIs: these are the answers of a cluster without metrics server and adapters.
const noCustomMetrics =
	'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered';
const ofResource = (name: string, {averageValue, averageUtilization}: MetricTarget, why: string): string => {
	if (averageValue === undefined && averageUtilization === undefined) {
		return 'invalid resource metric source: neither an average utilization target nor an average value (usage) target was set';
	}

	const what = averageValue === undefined ? 'utilization' : 'usage';
	return `failed to get ${name} ${what}: ${why}`;
};

const named = (reason: string, prefix: string, cause: string): MetricFailure => ({
	reason,
	cause,
	message: `${prefix}: ${cause}`,
});

/**
Why the value of a metric is unknown.

@param why of a resource metric.

@mirrors HorizontalController.computeReplicasForMetric, ReplicaCalculator
*/
export const metricFailure = (spec: MetricSpec, namespace: string, why = ''): MetricFailure => {
	const {resource, containerResource, pods, object, external} = spec;
	if (resource) {
		const cause = ofResource(resource.name, resource.target, why);
		return named('FailedGetResourceMetric', `failed to get ${resource.name} resource metric value`, cause);
	}

	if (containerResource) {
		const {name, target} = containerResource;
		const cause = ofResource(name, target, why);
		return named('FailedGetContainerResourceMetric', `failed to get ${name} container metric value`, cause);
	}

	if (pods) {
		const cause = `unable to get metric ${pods.metric.name}: ${noCustomMetrics}`;
		return named('FailedGetPodsMetric', 'failed to get pods metric value', cause);
	}

	if (object) {
		const {kind, name} = object.describedObject;
		const metric = object.metric.name;
		// Upstream has the words in this order.
		const cause = `unable to get metric ${metric}: ${kind} on ${namespace} ${name}/${noCustomMetrics}`;
		const wrapped = object.target.type === 'AverageValue' ? `failed to get ${metric} object metric: ${cause}` : cause;
		return {reason: 'FailedGetObjectMetric', cause, message: `failed to get object metric value: ${wrapped}`};
	}

	if (external) {
		const {name, selector} = external.metric;
		const api = `unable to fetch metrics from external metrics API: the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`;
		const cause = `unable to get external metric ${namespace}/${name}/${selector ? goLabelSelector(selector) : 'nil'}: ${api}`;
		const what = external.target.averageValue === undefined ? `external metric ${name}` : `${name} external metric`;
		return {
			reason: 'FailedGetExternalMetric',
			cause,
			message: `failed to get ${name} external metric value: failed to get ${what}: ${cause}`,
		};
	}

	const cause = `unknown metric source type ${JSON.stringify(spec.type)}`;
	return {reason: 'InvalidMetricSourceType', cause, message: cause};
};
