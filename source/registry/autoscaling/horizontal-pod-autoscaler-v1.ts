import {defaultsOf} from '../defaults/type-defaults.js';
import {present} from '../../objects/copy.js';
import type {
	AutoscalingV1HorizontalPodAutoscaler,
	HorizontalPodAutoscaler,
} from '../../objects/kubernetes.generated.js';
import {describeVersion, type Conversion} from '../kind.js';

/** Simplified: fields that the older version lacks are lost; upstream keeps them in annotations. */
const conversion: Conversion<AutoscalingV1HorizontalPodAutoscaler, HorizontalPodAutoscaler> = {
	toStorage({spec, ...rest}) {
		const {targetCPUUtilizationPercentage: percentage, ...common} = spec;
		const metrics =
			percentage === undefined
				? undefined
				: [
						{
							type: 'Resource',
							resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: percentage}},
						},
					];
		return {...rest, spec: present({...common, metrics})};
	},
	fromStorage({spec, status, ...others}) {
		const {metrics, behavior: _behavior, ...common} = spec;
		const cpu = metrics?.find(({resource}) => resource?.name === 'cpu')?.resource?.target?.averageUtilization;
		const {currentMetrics, conditions: _conditions, currentReplicas = 0, desiredReplicas = 0, ...rest} = status ?? {};
		const now = currentMetrics?.find(({resource}) => resource?.name === 'cpu')?.resource?.current?.averageUtilization;
		return {
			...others,
			spec: present({...common, targetCPUUtilizationPercentage: cpu}),
			status: present({currentReplicas, desiredReplicas, ...rest, currentCPUUtilizationPercentage: now}),
		};
	},
};

/** The older version, whose only metric is CPU. */
export const horizontalPodAutoscalerV1 = describeVersion(
	'autoscaling/v1 HorizontalPodAutoscaler',
	'autoscaling/v2 HorizontalPodAutoscaler',
	conversion,
	{
		defaults: [
			defaultsOf('autoscaling.v1.HorizontalPodAutoscalerSpec', (draft) => {
				draft.minReplicas ??= 1;
			}),
		],
	},
);
