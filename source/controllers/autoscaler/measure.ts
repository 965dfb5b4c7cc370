import {urlPath} from '../../client/client.js';
import type {Routine} from '../../kernel/routine.js';
import {parseTimestamp} from '../../kernel/clock.js';
import type {MetricSpec, MetricStatus, MetricTarget, Pod} from '../../objects/kubernetes.generated.js';
import {parseLabelSelector} from '../../objects/label-selector.js';
import {matchesRequirements} from '../../objects/labels.js';
import {bytes, cpuMillis, quantityOf} from '../../objects/quantity.js';
import {nestedMapSlice, nestedString} from '../../objects/unstructured.js';
import type {Tools} from '../controller.js';
import {metricFailure, type MetricFailure} from './metric-errors.js';
import {proposeReplicas, Uncomputable, type Measured, type Proposal, type Target} from './replica-calculator.js';

/** The proposal of a metric, under its name in events and conditions. */
export interface Proposed {
	readonly proposal: Proposal;
	readonly name: string;
	readonly status: MetricStatus;
}

/** The outcome for a metric. */
export type MetricOutcome = Proposed | {readonly failure: MetricFailure};

/** The target of the scaling. */
interface Scaled {
	readonly namespace: string;
	readonly selector: string;
	readonly current: number;
}

const amountOf = (resource: string, text: string | undefined): number =>
	resource === 'cpu' ? cpuMillis(text) : bytes(text);

const targetOf = (resource: string, {averageUtilization, averageValue}: MetricTarget): Target | undefined => {
	if (averageValue !== undefined) {
		return {case: 'average', value: amountOf(resource, String(averageValue))};
	}

	if (averageUtilization === undefined) {
		return undefined;
	}

	return {case: 'utilization', percent: averageUtilization};
};

/** The usage of each Pod in an answer, of all its containers or of one. */
const measuredIn = (body: unknown, resource: string, container: string | undefined): ReadonlyMap<string, Measured> =>
	new Map(
		nestedMapSlice(body, 'items').flatMap((item) => {
			const containers = nestedMapSlice(item, 'containers').filter(
				(one) => container === undefined || one['name'] === container,
			);
			const name = nestedString(item, 'metadata', 'name');
			const value = containers.reduce((sum, one) => sum + amountOf(resource, nestedString(one, 'usage', resource)), 0);
			const timeMs = parseTimestamp(nestedString(item, 'timestamp') ?? '');
			const windowMs = Number.parseFloat(nestedString(item, 'window') ?? '0') * 1000;
			return name === undefined || containers.length === 0 ? [] : [[name, {value, timeMs, windowMs}] as const];
		}),
	);

const valueStatus = (resource: string, {utilization, average}: Proposal) => ({
	...(utilization === undefined ? {} : {averageUtilization: utilization}),
	averageValue: resource === 'cpu' ? quantityOf(average) : quantityOf(average * 1000, 'BinarySI'),
});

const words = (resource: string, container: string | undefined, target: Target): string => {
	const percent = target.case === 'utilization' ? ' utilization (percentage of request)' : '';
	return container === undefined ? `${resource} resource${percent}` : `${resource} container resource${percent}`;
};

/**
Evaluates one metric: queries metrics-server, and computes the desired replicas.

@mirrors HorizontalController.computeReplicasForMetric
*/
export function* measureMetric(tools: Tools, spec: MetricSpec, scaled: Scaled): Routine<MetricOutcome> {
	const {namespace, selector, current} = scaled;
	const source = spec.resource ?? spec.containerResource;
	const target = source && targetOf(source.name, source.target);
	if (!source || !target) {
		return {failure: metricFailure(spec, namespace)};
	}

	const {name: resource} = source;
	const container = spec.containerResource?.container;
	const path = urlPath('pods.v1beta1.metrics.k8s.io', namespace);
	const {status, body} = yield* tools.client.exchange('GET', path, {query: {labelSelector: selector}});
	const failed = (why: string): MetricOutcome => ({
		failure: metricFailure(spec, namespace, `unable to get metrics for resource ${resource}: ${why}`),
	});
	if (status >= 400) {
		const why =
			typeof body === 'string' ? 'the server could not find the requested resource' : nestedString(body, 'message');
		return failed(`unable to fetch metrics from resource metrics API: ${why} (get pods.metrics.k8s.io)`);
	}

	const measured = measuredIn(body, resource, container);
	if (measured.size === 0) {
		return failed('no metrics returned from resource metrics API');
	}

	const requirements = parseLabelSelector(selector);
	const pods: readonly Pod[] = tools
		.informer('pods')
		.list(namespace)
		.filter(({metadata}) => matchesRequirements(requirements, metadata.labels ?? {}));
	try {
		const asked = {resource, target, ...(container === undefined ? {} : {container})};
		const proposal = proposeReplicas(current, pods, measured, asked, tools.kernel.wallClockMs);
		const value = {name: resource, current: valueStatus(resource, proposal)};
		return {
			proposal,
			name: words(resource, container, target),
			status:
				container === undefined
					? {type: 'Resource', resource: value}
					: {type: 'ContainerResource', containerResource: {...value, container}},
		};
	} catch (error) {
		if (error instanceof Uncomputable) {
			return {failure: metricFailure(spec, namespace, error.message)};
		}

		throw error;
	}
}
