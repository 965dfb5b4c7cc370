import {defaultsOf, type Given} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {
	HPAScalingRules,
	HorizontalPodAutoscaler,
	HorizontalPodAutoscalerSpec,
	MetricSpec,
	MetricTarget,
} from '../../objects/kubernetes.generated.js';
import {pathSegmentErrors} from '../../objects/names.js';
import {compareQuantities} from '../../objects/quantity.js';
import {
	checkDNSLabel,
	checkNonNegative,
	checkNonNegativeQuantity,
	checkPositive,
	checkSupported,
	refuseEach,
	requireValue,
	type Errors,
} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkContainerResourceName} from '../validation/resources.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {targets} from './metric-targets.js';

interface Reference {
	readonly apiVersion?: string;
	readonly kind: string;
	readonly name: string;
}

const checkReference = (errors: Errors, path: string, reference: Reference): void => {
	for (const name of ['kind', 'name'] as const) {
		if (requireValue(errors, `${path}.${name}`, reference[name])) {
			refuseEach(errors, `${path}.${name}`, reference[name], pathSegmentErrors(reference[name]));
		}
	}
};

/** Checks the target's API group; the core group has only ReplicationControllers, whose version is also required. */
const checkTarget = (errors: Errors, path: string, reference: Reference, emptyGroup: boolean): void => {
	checkReference(errors, path, reference);
	const {apiVersion = '', kind} = reference;
	const parts = apiVersion.split('/');
	if (parts.length > 2) {
		errors.push(invalid(`${path}.apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`));
	} else if (!emptyGroup && kind !== 'ReplicationController' && (parts.length < 2 || parts[0] === '')) {
		errors.push(invalid(`${path}.apiVersion`, apiVersion, 'apiVersion must specify API group'));
	}
};

const sources = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

const fieldOf = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1);

const checkMetric = (errors: Errors, path: string, metric: MetricSpec): void => {
	if (!metric.type) {
		errors.push(required(`${path}.type`, 'must specify a metric source type'));
	}

	// Upstream refuses an unknown type twice.
	const known = sources.includes(metric.type);
	if (!known) {
		errors.push(notSupported(`${path}.type`, metric.type, sources));
	}

	const present = (['object', 'external', 'pods', 'resource', 'containerResource'] as const).filter(
		(name) => metric[name],
	);
	const [first] = present;
	if (first) {
		checkOne(errors, path, metric, first);
	}

	if (known) {
		const expected = fieldOf(metric.type);
		if (!Reflect.get(metric, expected)) {
			errors.push(required(`${path}.${expected}`, 'must populate information for the given metric source'));
		}
	} else {
		errors.push(notSupported(`${path}.type`, metric.type, sources));
	}

	if (present.length !== 1) {
		for (const name of present.filter((other) => other !== fieldOf(metric.type))) {
			errors.push(forbidden(`${path}.${name}`, 'must populate the given metric source only'));
		}
	}
};

const checkMetricTarget = (errors: Errors, path: string, target: MetricTarget): void => {
	if (!target.type) {
		errors.push(required(`${path}.type`, 'must specify a metric target type'));
	}

	if (!['Utilization', 'Value', 'AverageValue'].includes(target.type)) {
		errors.push(invalid(`${path}.type`, target.type, 'must be either Utilization, Value, or AverageValue'));
	}

	for (const name of ['value', 'averageValue'] as const) {
		if (target[name] !== undefined && compareQuantities(target[name], 0) <= 0) {
			errors.push(invalid(`${path}.${name}`, target[name], 'must be positive'));
		}
	}

	if (target.averageUtilization !== undefined && target.averageUtilization < 1) {
		errors.push(invalid(`${path}.averageUtilization`, target.averageUtilization, 'must be greater than 0'));
	}
};

const checkIdentifier = (errors: Errors, path: string, {name}: {readonly name: string}): void => {
	if (requireValue(errors, `${path}.name`, name, 'must specify a metric name')) {
		refuseEach(errors, `${path}.name`, name, pathSegmentErrors(name));
	}
};

const checkUtilization = (errors: Errors, path: string, {averageUtilization, averageValue}: MetricTarget): void => {
	if (averageUtilization === undefined && averageValue === undefined) {
		errors.push(required(`${path}.averageUtilization`, 'must set either a target raw value or a target utilization'));
	} else if (averageUtilization !== undefined && averageValue !== undefined) {
		errors.push(forbidden(`${path}.averageValue`, 'may not set both a target raw value and a target utilization'));
	}
};

type SourceName = 'object' | 'external' | 'pods' | 'resource' | 'containerResource';

type CheckSource = {
	readonly [Name in SourceName]: (errors: Errors, path: string, source: NonNullable<MetricSpec[Name]>) => void;
};

const checkSource: CheckSource = {
	object: (errors, path, {describedObject, metric, target}) => {
		checkTarget(errors, `${path}.describedObject`, describedObject, true);
		checkIdentifier(errors, `${path}.metric`, metric);
		checkMetricTarget(errors, `${path}.target`, target);
		if (target.value === undefined && target.averageValue === undefined) {
			errors.push(required(`${path}.target.averageValue`, 'must set either a target value or averageValue'));
		}
	},
	external: (errors, path, {metric, target}) => {
		checkIdentifier(errors, `${path}.metric`, metric);
		checkMetricTarget(errors, `${path}.target`, target);
		if (target.value === undefined && target.averageValue === undefined) {
			errors.push(
				required(`${path}.target.averageValue`, 'must set either a target value for metric or a per-pod target'),
			);
		} else if (target.value !== undefined && target.averageValue !== undefined) {
			errors.push(forbidden(`${path}.target.value`, 'may not set both a target value for metric and a per-pod target'));
		}
	},
	pods: (errors, path, {metric, target}) => {
		checkIdentifier(errors, `${path}.metric`, metric);
		checkMetricTarget(errors, `${path}.target`, target);
		if (target.averageValue === undefined) {
			errors.push(required(`${path}.target.averageValue`, 'must specify a positive target averageValue'));
		}
	},
	resource: (errors, path, {name, target}) => {
		requireValue(errors, `${path}.name`, name, 'must specify a resource name');
		checkMetricTarget(errors, `${path}.target`, target);
		checkUtilization(errors, `${path}.target`, target);
	},
	containerResource: (errors, path, {name, container, target}) => {
		if (requireValue(errors, `${path}.name`, name, 'must specify a resource name')) {
			checkContainerResourceName(errors, `${path}.name`, name);
		}

		if (requireValue(errors, `${path}.container`, container, 'must specify a container')) {
			checkDNSLabel(errors, `${path}.container`, container);
		}

		checkMetricTarget(errors, `${path}.target`, target);
		checkUtilization(errors, `${path}.target`, target);
	},
};

const checkOne = <N extends SourceName>(errors: Errors, path: string, metric: MetricSpec, name: N): void => {
	const source = metric[name];
	if (source) {
		checkSource[name](errors, `${path}.${name}`, source);
	}
};

const checkScaling = (errors: Errors, path: string, rules: HPAScalingRules | undefined): void => {
	if (!rules) {
		return;
	}

	const window = rules.stabilizationWindowSeconds ?? 0;
	if (window < 0) {
		errors.push(invalid(`${path}.stabilizationWindowSeconds`, window, 'must be greater than or equal to zero'));
	} else if (window > 3600) {
		errors.push(invalid(`${path}.stabilizationWindowSeconds`, window, 'must be less than or equal to 3600'));
	}

	if (rules.selectPolicy !== undefined) {
		checkSupported(errors, `${path}.selectPolicy`, rules.selectPolicy, ['Disabled', 'Max', 'Min']);
	}

	requireValue(errors, `${path}.policies`, rules.policies, 'must specify at least one Policy');
	for (const [index, {type, value, periodSeconds}] of (rules.policies ?? []).entries()) {
		const at = `${path}.policies[${index}]`;
		checkSupported(errors, `${at}.type`, type, ['Percent', 'Pods']);
		checkPositive(errors, `${at}.value`, value);
		checkPositive(errors, `${at}.periodSeconds`, periodSeconds);
		if (periodSeconds > 1800) {
			errors.push(invalid(`${at}.periodSeconds`, periodSeconds, 'must be less than or equal to 1800'));
		}
	}

	if (rules.tolerance !== undefined) {
		checkNonNegativeQuantity(errors, `${path}.tolerance`, rules.tolerance);
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/autoscaling/validation validateHorizontalPodAutoscalerSpec */
const checkSpec = (errors: Errors, spec: HorizontalPodAutoscalerSpec): void => {
	const {minReplicas, maxReplicas} = spec;
	// Simplified: scaling to zero is behind the feature gate HPAScaleToZero, which is off.
	if (minReplicas !== undefined && minReplicas < 1) {
		errors.push(invalid('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'));
	}

	if (!maxReplicas) {
		errors.push(required('spec.maxReplicas', 'must be set and greater than 0'));
	} else if (maxReplicas < 0) {
		errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1'));
	}

	if (minReplicas !== undefined && maxReplicas < minReplicas) {
		errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'));
	}

	checkTarget(errors, 'spec.scaleTargetRef', spec.scaleTargetRef, false);
	for (const [index, metric] of (spec.metrics ?? []).entries()) {
		checkMetric(errors, `spec.metrics[${index}]`, metric);
	}

	if (minReplicas === 0 && !spec.metrics?.some(({type}) => type === 'Object' || type === 'External')) {
		errors.push(
			forbidden(
				'spec.metrics',
				'must specify at least one Object or External metric to support scaling to zero replicas',
			),
		);
	}

	checkScaling(errors, 'spec.behavior.scaleUp', spec.behavior?.scaleUp);
	checkScaling(errors, 'spec.behavior.scaleDown', spec.behavior?.scaleDown);
};

export const checkAutoscaler = (
	errors: Errors,
	autoscaler: HorizontalPodAutoscaler,
	old?: HorizontalPodAutoscaler,
	subresource = '',
): void => {
	if (old) {
		checkMetadataUpdate(errors, autoscaler.metadata, old.metadata);
	} else {
		checkMetadata(errors, autoscaler.metadata, true, nameRules.subdomain);
	}

	if (subresource === 'status') {
		checkNonNegative(errors, 'status.currentReplicas', autoscaler.status?.currentReplicas);
		checkNonNegative(errors, 'status.desiredReplicas', autoscaler.status?.desiredReplicas);
	} else {
		checkSpec(errors, autoscaler.spec);
	}
};

const present = (rules: Given<HPAScalingRules> | undefined): Given<HPAScalingRules> =>
	Object.fromEntries(Object.entries(rules ?? {}).filter(([, value]) => value !== null && value !== undefined));

const autoscalerDefaults = defaultsOf('autoscaling.v2.HorizontalPodAutoscalerSpec', (draft) => {
	draft.minReplicas ??= 1;
	if ((draft.metrics?.length ?? 0) === 0) {
		draft.metrics = [
			{type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 80}}},
		];
	}

	if (draft.behavior) {
		draft.behavior = {
			scaleUp: {
				stabilizationWindowSeconds: 0,
				selectPolicy: 'Max',
				policies: [
					{type: 'Pods', value: 4, periodSeconds: 15},
					{type: 'Percent', value: 100, periodSeconds: 15},
				],
				...present(draft.behavior.scaleUp),
			},
			scaleDown: {
				selectPolicy: 'Max',
				policies: [{type: 'Percent', value: 100, periodSeconds: 15}],
				...present(draft.behavior.scaleDown),
			},
		};
	}
});

/** @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/ */
export const horizontalPodAutoscaler = describeKind('autoscaling/v2 HorizontalPodAutoscaler', {
	validate: {create: checkAutoscaler, update: checkAutoscaler},
	table: {
		columns: [
			nameColumn,
			{
				name: 'Reference',
				cell: ({spec}) => `${spec?.scaleTargetRef.kind ?? ''}/${spec?.scaleTargetRef.name ?? ''}`,
			},
			{name: 'Targets', cell: targets},
			{name: 'MinPods', cell: ({spec}) => String(spec?.minReplicas ?? '<unset>')},
			{name: 'MaxPods', cell: ({spec}) => spec?.maxReplicas ?? 0},
			{name: 'Replicas', cell: ({status}) => status?.currentReplicas ?? 0},
			ageColumn,
		],
	},
	defaults: [autoscalerDefaults],
});
