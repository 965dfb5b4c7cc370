import type {Lifecycle} from './published.js';

/**
Gates of fields that `types.go` does not name: the server drops each where its gate is off.

@mirrors k8s.io/kubernetes/pkg/api/pod dropDisabledFields, pkg/registry/batch/job dropDisabledFields
*/
export const untaggedGates: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	'io.k8s.api.core.v1.Volume': {image: ['ImageVolume']},
	'io.k8s.api.core.v1.VolumeProjection': {podCertificate: ['PodCertificateRequest']},
	'io.k8s.api.core.v1.PodSpec': {hostUsers: ['UserNamespacesSupport']},
	'io.k8s.api.core.v1.Lifecycle': {stopSignal: ['ContainerStopSignals']},
	'io.k8s.api.batch.v1.JobSpec': {managedBy: ['JobManagedBy']},
};

/**
Values that a server refuses unless a gate is on: generated enumerations always have them.

@mirrors k8s.io/kubernetes/pkg/apis: core/validation, apps/validation, autoscaling/validation
*/
export const gatedValues: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
	'io.k8s.api.core.v1.Toleration': {
		operator: {Gt: 'TaintTolerationComparisonOperators', Lt: 'TaintTolerationComparisonOperators'},
	},
	'io.k8s.api.core.v1.ServiceSpec': {
		trafficDistribution: {
			PreferSameZone: 'PreferSameTrafficDistribution',
			PreferSameNode: 'PreferSameTrafficDistribution',
		},
	},
	'io.k8s.api.apps.v1.StatefulSetUpdateStrategy': {type: {Recreate: 'StatefulSetRecreateStrategy'}},
	'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec': {minReplicas: {'0': 'HPAScaleToZero'}},
	'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec': {minReplicas: {'0': 'HPAScaleToZero'}},
};

/** Lifecycles that the generated files do not have, and the server's warnings name. */
export const untaggedLifecycles: Readonly<Record<string, Lifecycle>> = {
	'v1 ComponentStatus': {introduced: 0, deprecated: 19},
	'v1 Endpoints': {introduced: 0, deprecated: 33, replacement: 'discovery.k8s.io/v1 EndpointSlice'},
};
