import type {HorizontalPodAutoscaler} from '../../objects/kubernetes.generated.js';

interface MetricValue {
	readonly value?: string;
	readonly averageValue?: string;
	readonly averageUtilization?: number;
}

interface Metric {
	readonly name?: string;
	readonly target: MetricValue;
}

interface MetricStatus {
	readonly current?: MetricValue;
}

const unknown = '<unknown>';

/** Go's text for a missing amount. */
const none = '<nil>';

/** Target and current value of a metric of a Pod's or container's resource. */
const resourceText = ({name = '', target}: Metric, status: MetricStatus | undefined): string => {
	if (target.averageValue !== undefined) {
		return `${name}: ${status ? (status.current?.averageValue ?? none) : unknown}/${target.averageValue}`;
	}

	const now = status?.current?.averageUtilization;
	return `${name}: ${now === undefined ? unknown : `${now}%`}/${target.averageUtilization === undefined ? '<auto>' : `${target.averageUtilization}%`}`;
};

const valueText = ({target}: Metric, status: MetricStatus | undefined): string =>
	target.averageValue === undefined
		? `${status ? (status.current?.value ?? none) : unknown}/${target.value ?? none}`
		: `${status?.current?.averageValue ?? unknown}/${target.averageValue} (avg)`;

const fields: Readonly<Record<string, readonly [string, typeof valueText]>> = {
	External: ['external', valueText],
	Object: ['object', valueText],
	Pods: [
		'pods',
		({target}, status) => `${status ? (status.current?.averageValue ?? none) : unknown}/${target.averageValue ?? none}`,
	],
	Resource: ['resource', resourceText],
	ContainerResource: ['containerResource', resourceText],
};

/**
The metrics of an autoscaler as `current/target`: the first two, then how many more.

@mirrors k8s.io/kubernetes/pkg/printers/internalversion formatHPAMetrics
*/
export const targets = ({spec, status}: HorizontalPodAutoscaler): string => {
	const texts = (spec?.metrics ?? []).map((metric, index) => {
		const [field, text] = (Object.hasOwn(fields, metric.type) ? fields[metric.type] : undefined) ?? [];
		const wanted = field && (metric as unknown as Readonly<Record<string, Metric | undefined>>)[field];
		const now = status?.currentMetrics?.[index] as unknown as
			Readonly<Record<string, MetricStatus | undefined>> | undefined;
		return wanted && text ? text(wanted, now?.[field]) : '<unknown type>';
	});
	return texts.length === 0
		? '<none>'
		: texts.slice(0, 2).join(', ') + (texts.length > 2 ? ` + ${texts.length - 2} more...` : '');
};
