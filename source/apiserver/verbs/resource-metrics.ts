import type {Response} from '../../client/request.js';
import {parseLabelSelector} from '../../objects/label-selector.js';
import {matchesRequirements} from '../../objects/labels.js';
import {
	cpuText,
	memoryText,
	metricsGroup,
	type NodeUsage,
	type PodUsage,
	type ResourceMetrics,
	type Usage,
} from '../../objects/resource-metrics.js';
import type {ResourceExchange} from '../request/exchange.js';
import {failure, RequestFailure} from '../request/failure.js';

const amounts = (usage: Usage) => ({cpu: cpuText(usage), memory: memoryText(usage)});

const envelope = (kind: string, {labels, timestamp, windowMs}: PodUsage | NodeUsage, name: string) => ({
	kind,
	apiVersion: `${metricsGroup}/v1beta1`,
	metadata: {name, creationTimestamp: timestamp, labels},
	timestamp,
	window: `${windowMs / 1000}s`,
});

const podMetrics = (pod: PodUsage) => {
	const {metadata, ...rest} = envelope('PodMetrics', pod, pod.name);
	const containers = pod.containers.map(({name, usage}) => ({name, usage: amounts(usage)}));
	return {...rest, metadata: {...metadata, namespace: pod.namespace}, containers};
};

const nodeMetrics = (node: NodeUsage) => ({...envelope('NodeMetrics', node, node.name), usage: amounts(node.usage)});

/**
The answers of metrics-server, which the apiserver requests for its group.

@mirrors sigs.k8s.io/metrics-server/pkg/api
*/
export const resourceMetrics = (metrics: ResourceMetrics, {info, resource, request}: ResourceExchange): Response => {
	const requirements = parseLabelSelector(request.query['labelSelector'] ?? '');
	const all = resource.namespaced
		? metrics
				.pods()
				.filter(
					({namespace, labels}) =>
						(info.namespace === '' || info.namespace === namespace) && matchesRequirements(requirements, labels),
				)
				.map((pod) => podMetrics(pod))
		: metrics
				.nodes()
				.filter(({labels}) => matchesRequirements(requirements, labels))
				.map((node) => nodeMetrics(node));
	const headers = {'content-type': 'application/json'};
	if (info.name === '') {
		const body = {kind: `${resource.kind}List`, apiVersion: `${metricsGroup}/v1beta1`, metadata: {}, items: all};
		return {status: 200, headers, body};
	}

	const found = all.find(({metadata}) => metadata.name === info.name);
	if (!found) {
		const name = info.namespace === '' ? info.name : `${info.namespace}/${info.name}`;
		const kind = resource.kind.toLowerCase();
		throw new RequestFailure(
			failure(404, 'NotFound', `${kind}.${metricsGroup} "${name}" not found`, {name, group: metricsGroup, kind}),
		);
	}

	return {status: 200, headers, body: found};
};
