import type {Draft, TypeDefaults} from './type-defaults.js';

const group = 'rbac.authorization.k8s.io';

const binding = (draft: Draft): void => {
	draft.roleRef = {...draft.roleRef, apiGroup: draft.roleRef?.apiGroup || group};
};

/** The default is the maximum, the default request is the default, else the minimum. */
const limitRangeItem = (draft: Draft): void => {
	if (draft.type === 'Container') {
		draft.default = {...draft.max, ...draft.default};
		draft.defaultRequest = {...draft.min, ...draft.default, ...draft.defaultRequest};
	}
};

const horizontalPodAutoscaler = (draft: Draft): void => {
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
};

const present = (rules: Draft | null | undefined): Draft =>
	Object.fromEntries(Object.entries(rules ?? {}).filter(([, value]) => value !== null && value !== undefined));

const deviceRequest = (draft: Draft): void => {
	draft.allocationMode ||= 'ExactCount';
	if (draft.allocationMode === 'ExactCount') {
		draft.count ||= 1;
	}
};

/** Defaults of access, limits, namespaces, nodes and priorities. @mirrors k8s.io/kubernetes/pkg/apis defaults.go of rbac, core, autoscaling, scheduling */
export const policyDefaults: TypeDefaults = {
	'rbac.v1.RoleBinding': binding,
	'rbac.v1.ClusterRoleBinding': binding,
	'rbac.v1.Subject': (draft) => {
		if (!draft.apiGroup && (draft.kind === 'User' || draft.kind === 'Group')) {
			draft.apiGroup = group;
		}
	},
	'core.v1.LimitRangeItem': limitRangeItem,
	'core.v1.Namespace': (draft) => {
		const name: unknown = draft.metadata?.name;
		if (name) {
			draft.metadata = {...draft.metadata, labels: {...draft.metadata.labels, 'kubernetes.io/metadata.name': name}};
		}
	},
	'core.v1.NamespaceStatus': (draft) => {
		draft.phase ||= 'Active';
	},
	'core.v1.NodeSpec': (draft) => {
		// Dynamic kubelet configuration was removed in v1.24.
		delete draft.configSource;
		// The old field for one network is the first of the new one.
		if (draft.podCIDR && !draft.podCIDRs?.[0]) {
			draft.podCIDRs = [draft.podCIDR];
		} else if (draft.podCIDRs?.[0]) {
			draft.podCIDR = draft.podCIDRs[0];
		}
	},
	'core.v1.NodeStatus': (draft) => {
		draft.allocatable ??= draft.capacity;
		// As with the spec's: dynamic kubelet configuration was removed in v1.24.
		delete draft.config;
	},
	'autoscaling.v1.HorizontalPodAutoscalerSpec': (draft) => {
		draft.minReplicas ??= 1;
	},
	'autoscaling.v2.HorizontalPodAutoscalerSpec': horizontalPodAutoscaler,
	'scheduling.v1.PriorityClass': (draft) => {
		draft.preemptionPolicy ??= 'PreemptLowerPriority';
	},
	'resource.v1.ExactDeviceRequest': deviceRequest,
	'resource.v1.DeviceSubRequest': deviceRequest,
	'resource.v1.DeviceToleration': (draft) => {
		draft.operator ||= 'Equal';
	},
	'flowcontrol.v1.FlowSchemaSpec': (draft) => {
		draft.matchingPrecedence ||= 1000;
	},
	'flowcontrol.v1.ExemptPriorityLevelConfiguration': (draft) => {
		draft.nominalConcurrencyShares ??= 0;
		draft.lendablePercent ??= 0;
	},
	'flowcontrol.v1.LimitedPriorityLevelConfiguration': (draft) => {
		draft.nominalConcurrencyShares ??= 30;
		draft.lendablePercent ??= 0;
	},
	'flowcontrol.v1.QueuingConfiguration': (draft) => {
		draft.handSize ||= 8;
		draft.queues ||= 64;
		draft.queueLengthLimit ||= 50;
	},
};
