import {formatLabelSelector} from '../../objects/labels.js';
import type {
	HorizontalPodAutoscaler,
	HPAScalingRules,
	MetricSpec,
	MetricStatus,
	MetricTarget,
	MetricValueStatus,
	PodDisruptionBudget,
} from '../../objects/kubernetes.generated.js';
import type {Describer} from './describer.js';
import {longTime, writeEvents, writeHead, writeTable} from './text.js';
import type {DescriptionWriter} from './writer.js';

const unknown = '<unknown>';
/** Go's text for a missing amount. */
const none = '<nil>';

const amount = (value: string | undefined): string => value ?? none;

/** A resource of Pods or of one of their containers. */
const writeResource = (
	writer: DescriptionWriter,
	target: MetricTarget,
	now: {readonly current?: MetricValueStatus} | undefined,
): void => {
	if (target.averageValue !== undefined) {
		writer.write(0, `:\t${now ? amount(now.current?.averageValue) : unknown} / ${target.averageValue}\n`);
		return;
	}

	const used = now?.current?.averageUtilization;
	const wanted = target.averageUtilization === undefined ? '<auto>' : `${target.averageUtilization}%`;
	writer.write(
		1,
		`(as a percentage of request):\t${used === undefined ? unknown : `${used}% (${amount(now?.current?.averageValue)})`} / ${wanted}\n`,
	);
};

const writeMetric = (writer: DescriptionWriter, spec: MetricSpec, current: MetricStatus | undefined): void => {
	const {type, external, pods, object, resource, containerResource} = spec;
	if (type === 'External' && external) {
		const {metric, target} = external;
		const now = current?.external;
		const average = target.averageValue !== undefined;
		const total = now ? amount(now.current?.value) : unknown;
		const value = average ? (now?.current?.averageValue ?? unknown) : total;
		writer.write(
			1,
			`${JSON.stringify(metric.name)} (target ${average ? 'average ' : ''}value):\t${value} / ${average ? target.averageValue : amount(target.value)}\n`,
		);
	} else if (type === 'Pods' && pods) {
		const now = current?.pods;
		writer.write(
			1,
			`${JSON.stringify(pods.metric.name)} on pods:\t${now ? amount(now.current?.averageValue) : unknown} / ${amount(pods.target.averageValue)}\n`,
		);
	} else if (type === 'Object' && object) {
		const {metric, describedObject, target} = object;
		const field = target.type === 'AverageValue' ? 'averageValue' : 'value';
		const now = current?.object;
		writer.write(
			1,
			`"${metric.name}" on ${describedObject.kind}/${describedObject.name} (target ${field === 'value' ? '' : 'average '}value):\t${now ? amount(now.current?.[field]) : unknown} / ${amount(target[field])}\n`,
		);
	} else if (type === 'Resource' && resource) {
		writer.write(1, `resource ${resource.name} on pods`);
		writeResource(writer, resource.target, current?.resource);
	} else if (type === 'ContainerResource' && containerResource) {
		const {name, container, target} = containerResource;
		writer.write(1, `resource ${name} of container "${container}" on pods`);
		writeResource(writer, target, current?.containerResource);
	} else {
		writer.write(1, `<unknown metric type ${JSON.stringify(type)}>\n`);
	}
};

const writeBehavior = (writer: DescriptionWriter, title: string, rules: HPAScalingRules | undefined): void => {
	if (!rules) {
		return;
	}

	writer.write(1, `${title}:\n`);
	if (rules.stabilizationWindowSeconds !== undefined) {
		writer.write(2, `Stabilization Window: ${rules.stabilizationWindowSeconds} seconds\n`);
	}

	if (rules.policies && rules.policies.length > 0) {
		writer.write(2, `Select Policy: ${rules.selectPolicy ?? 'Max'}\n`);
		writer.write(2, 'Policies:\n');
		for (const {type, value, periodSeconds} of rules.policies) {
			writer.write(3, `- Type: ${type}\tValue: ${value}\tPeriod: ${periodSeconds} seconds\n`);
		}
	}
};

/** A HorizontalPodAutoscaler, requested in the version that has all its fields. @mirrors kubectl/pkg/describe describeHorizontalPodAutoscalerV2 */
export const describeAutoscaler: Describer<HorizontalPodAutoscaler> = function* (writer, object, around) {
	const whole =
		object.apiVersion === 'autoscaling/v2'
			? object
			: yield* around.get('horizontalpodautoscalers.autoscaling', object.metadata.namespace, object.metadata.name);
	const {metadata, spec, status} = whole;
	const {scaleTargetRef: target} = spec;
	const happened = yield* around.events();
	writeHead(writer, whole);
	writer.write(0, `CreationTimestamp:\t${longTime(metadata.creationTimestamp)}\n`);
	writer.write(0, `Reference:\t${target.kind}/${target.name}\n`);
	writer.write(0, 'Metrics:\t( current / target )\n');
	for (const [index, metric] of (spec.metrics ?? []).entries()) {
		writeMetric(writer, metric, status?.currentMetrics?.[index]);
	}

	writer.write(0, `Min replicas:\t${spec.minReplicas ?? '<unset>'}\nMax replicas:\t${spec.maxReplicas}\n`);
	if (spec.behavior) {
		writer.write(0, 'Behavior:\n');
		writeBehavior(writer, 'Scale Up', spec.behavior.scaleUp);
		writeBehavior(writer, 'Scale Down', spec.behavior.scaleDown);
	}

	writer.write(
		0,
		`${target.kind} pods:\t${status?.currentReplicas ?? 0} current / ${status?.desiredReplicas ?? 0} desired\n`,
	);
	if (status?.conditions && status.conditions.length > 0) {
		writer.write(0, 'Conditions:\n');
		writeTable(
			writer,
			1,
			['Type', 'Status', 'Reason', 'Message'],
			status.conditions.map(({type, status: value, reason = '', message = ''}) => [type, value, reason, message]),
		);
	}

	writeEvents(writer, happened, around.nowMs);
};

/** A PodDisruptionBudget. @mirrors kubectl/pkg/describe describePodDisruptionBudgetV1 */
export const describeBudget: Describer<PodDisruptionBudget> = function* (writer, {metadata, spec, status}, around) {
	const happened = yield* around.events();
	writer.write(0, `Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`);
	if (spec.minAvailable !== undefined) {
		writer.write(0, `Min available:\t${spec.minAvailable}\n`);
	} else if (spec.maxUnavailable !== undefined) {
		writer.write(0, `Max unavailable:\t${spec.maxUnavailable}\n`);
	}

	writer.write(0, `Selector:\t${spec.selector ? formatLabelSelector(spec.selector) : '<unset>'}\nStatus:\n`);
	writer.write(2, `Allowed disruptions:\t${status?.disruptionsAllowed ?? 0}\n`);
	writer.write(2, `Current:\t${status?.currentHealthy ?? 0}\n`);
	writer.write(2, `Desired:\t${status?.desiredHealthy ?? 0}\n`);
	writer.write(2, `Total:\t${status?.expectedPods ?? 0}\n`);
	writeEvents(writer, happened, around.nowMs);
};
