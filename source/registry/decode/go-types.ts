// The names that Go's types have in decoding errors. The schema table knows structs, lists and maps; it does not know
// which strings have a type of their own, nor which structs are embedded in others.

const named: Readonly<Record<string, string>> = {
	// metav1
	'LabelSelectorRequirement.operator': 'LabelSelectorOperator',
	'FieldSelectorRequirement.operator': 'FieldSelectorOperator',
	'ManagedFieldsEntry.operation': 'ManagedFieldsOperationType',
	'Condition.status': 'ConditionStatus',
	'OwnerReference.uid': 'UID',
	'ObjectMeta.uid': 'UID',
	'ObjectReference.uid': 'UID',
	'BoundObjectReference.uid': 'UID',
	'Preconditions.uid': 'UID',
	'StatusDetails.uid': 'UID',
	'ConfigMapNodeConfigSource.uid': 'UID',
	'DeleteOptions.propagationPolicy': 'DeletionPropagation',
	'Status.reason': 'StatusReason',
	'StatusCause.reason': 'CauseType',
	// core
	'Container.imagePullPolicy': 'PullPolicy',
	'Container.terminationMessagePolicy': 'TerminationMessagePolicy',
	'Container.restartPolicy': 'ContainerRestartPolicy',
	'EphemeralContainer.imagePullPolicy': 'PullPolicy',
	'EphemeralContainer.terminationMessagePolicy': 'TerminationMessagePolicy',
	'EphemeralContainer.restartPolicy': 'ContainerRestartPolicy',
	'ContainerPort.protocol': 'Protocol',
	'ContainerResizePolicy.resourceName': 'ResourceName',
	'ContainerResizePolicy.restartPolicy': 'ResourceResizeRestartPolicy',
	'ContainerRestartRule.action': 'ContainerRestartRuleAction',
	'ContainerRestartRuleOnExitCodes.operator': 'ContainerRestartRuleOnExitCodesOperator',
	'VolumeMount.mountPropagation': 'MountPropagationMode',
	'VolumeMount.recursiveReadOnly': 'RecursiveReadOnlyMode',
	'HTTPGetAction.scheme': 'URIScheme',
	'Lifecycle.stopSignal': 'Signal',
	'PodSpec.restartPolicy': 'RestartPolicy',
	'PodSpec.dnsPolicy': 'DNSPolicy',
	'PodSpec.preemptionPolicy': 'PreemptionPolicy',
	'PodOS.name': 'OSName',
	'PodSecurityContext.fsGroupChangePolicy': 'PodFSGroupChangePolicy',
	'PodSecurityContext.supplementalGroupsPolicy': 'SupplementalGroupsPolicy',
	'PodSecurityContext.seLinuxChangePolicy': 'PodSELinuxChangePolicy',
	'SecurityContext.procMount': 'ProcMountType',
	'SeccompProfile.type': 'SeccompProfileType',
	'AppArmorProfile.type': 'AppArmorProfileType',
	'Capabilities.add': 'Capability',
	'Capabilities.drop': 'Capability',
	'Toleration.operator': 'TolerationOperator',
	'Toleration.effect': 'TaintEffect',
	'Taint.effect': 'TaintEffect',
	'NodeSelectorRequirement.operator': 'NodeSelectorOperator',
	'TopologySpreadConstraint.whenUnsatisfiable': 'UnsatisfiableConstraintAction',
	'TopologySpreadConstraint.nodeAffinityPolicy': 'NodeInclusionPolicy',
	'TopologySpreadConstraint.nodeTaintsPolicy': 'NodeInclusionPolicy',
	'PodReadinessGate.conditionType': 'PodConditionType',
	'HostPathVolumeSource.type': 'HostPathType',
	'EmptyDirVolumeSource.medium': 'StorageMedium',
	'ContainerStatus.stopSignal': 'Signal',
	'VolumeMountStatus.recursiveReadOnly': 'RecursiveReadOnlyMode',
	'ResourceStatus.name': 'ResourceName',
	'ResourceHealth.resourceID': 'ResourceID',
	'ResourceHealth.health': 'ResourceHealthStatus',
	'PodStatus.phase': 'PodPhase',
	'PodStatus.qosClass': 'PodQOSClass',
	'PodStatus.resize': 'PodResizeStatus',
	'PodCondition.type': 'PodConditionType',
	'PodCondition.status': 'ConditionStatus',
	'ServiceSpec.type': 'ServiceType',
	'ServiceSpec.sessionAffinity': 'ServiceAffinity',
	'ServiceSpec.externalTrafficPolicy': 'ServiceExternalTrafficPolicy',
	'ServiceSpec.internalTrafficPolicy': 'ServiceInternalTrafficPolicy',
	'ServiceSpec.ipFamilies': 'IPFamily',
	'ServiceSpec.ipFamilyPolicy': 'IPFamilyPolicy',
	'ServicePort.protocol': 'Protocol',
	'LoadBalancerIngress.ipMode': 'LoadBalancerIPMode',
	'PortStatus.protocol': 'Protocol',
	'Secret.type': 'SecretType',
	'NamespaceSpec.finalizers': 'FinalizerName',
	'NamespaceStatus.phase': 'NamespacePhase',
	'NamespaceCondition.type': 'NamespaceConditionType',
	'NamespaceCondition.status': 'ConditionStatus',
	'NodeCondition.type': 'NodeConditionType',
	'NodeCondition.status': 'ConditionStatus',
	'NodeAddress.type': 'NodeAddressType',
	'NodeStatus.phase': 'NodePhase',
	'NodeStatus.volumesInUse': 'UniqueVolumeName',
	'AttachedVolume.name': 'UniqueVolumeName',
	'LimitRangeItem.type': 'LimitType',
	'ResourceQuotaSpec.scopes': 'ResourceQuotaScope',
	'ScopedResourceSelectorRequirement.scopeName': 'ResourceQuotaScope',
	'ScopedResourceSelectorRequirement.operator': 'ScopeSelectorOperator',
	'PersistentVolumeSpec.accessModes': 'PersistentVolumeAccessMode',
	'PersistentVolumeSpec.persistentVolumeReclaimPolicy': 'PersistentVolumeReclaimPolicy',
	'PersistentVolumeSpec.volumeMode': 'PersistentVolumeMode',
	'PersistentVolumeStatus.phase': 'PersistentVolumePhase',
	'PersistentVolumeClaimSpec.accessModes': 'PersistentVolumeAccessMode',
	'PersistentVolumeClaimSpec.volumeMode': 'PersistentVolumeMode',
	'PersistentVolumeClaimStatus.accessModes': 'PersistentVolumeAccessMode',
	'PersistentVolumeClaimStatus.phase': 'PersistentVolumeClaimPhase',
	'PersistentVolumeClaimCondition.type': 'PersistentVolumeClaimConditionType',
	'PersistentVolumeClaimCondition.status': 'ConditionStatus',
	'PersistentVolumeClaimStatus.allocatedResourceStatuses': 'ClaimResourceStatus',
	'ModifyVolumeStatus.status': 'PersistentVolumeClaimModifyVolumeStatus',
	'AzureDiskVolumeSource.cachingMode': 'AzureDataDiskCachingMode',
	'AzureDiskVolumeSource.kind': 'AzureDataDiskKind',
	'ImageVolumeSource.pullPolicy': 'PullPolicy',
	'EndpointPort.protocol': 'Protocol',
	'ReplicationControllerCondition.type': 'ReplicationControllerConditionType',
	'ReplicationControllerCondition.status': 'ConditionStatus',
	// apps, batch, autoscaling, policy
	'DeploymentStrategy.type': 'DeploymentStrategyType',
	'DeploymentCondition.type': 'DeploymentConditionType',
	'DeploymentCondition.status': 'ConditionStatus',
	'ReplicaSetCondition.type': 'ReplicaSetConditionType',
	'ReplicaSetCondition.status': 'ConditionStatus',
	'StatefulSetCondition.type': 'StatefulSetConditionType',
	'StatefulSetCondition.status': 'ConditionStatus',
	'DaemonSetCondition.type': 'DaemonSetConditionType',
	'DaemonSetCondition.status': 'ConditionStatus',
	'JobCondition.type': 'JobConditionType',
	'JobCondition.status': 'ConditionStatus',
	'HorizontalPodAutoscalerCondition.type': 'HorizontalPodAutoscalerConditionType',
	'HorizontalPodAutoscalerCondition.status': 'ConditionStatus',
	'DaemonSetUpdateStrategy.type': 'DaemonSetUpdateStrategyType',
	'StatefulSetUpdateStrategy.type': 'StatefulSetUpdateStrategyType',
	'StatefulSetSpec.podManagementPolicy': 'PodManagementPolicyType',
	'StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted': 'PersistentVolumeClaimRetentionPolicyType',
	'StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled': 'PersistentVolumeClaimRetentionPolicyType',
	'JobSpec.completionMode': 'CompletionMode',
	'JobSpec.podReplacementPolicy': 'PodReplacementPolicy',
	'CronJobSpec.concurrencyPolicy': 'ConcurrencyPolicy',
	'PodFailurePolicyRule.action': 'PodFailurePolicyAction',
	'PodFailurePolicyOnExitCodesRequirement.operator': 'PodFailurePolicyOnExitCodesOperator',
	'PodFailurePolicyOnPodConditionsPattern.type': 'PodConditionType',
	'PodFailurePolicyOnPodConditionsPattern.status': 'ConditionStatus',
	'MetricSpec.type': 'MetricSourceType',
	'MetricTarget.type': 'MetricTargetType',
	'ResourceMetricSource.name': 'ResourceName',
	'ContainerResourceMetricSource.name': 'ResourceName',
	'HPAScalingRules.selectPolicy': 'ScalingPolicySelect',
	'HPAScalingPolicy.type': 'HPAScalingPolicyType',
	'PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy': 'UnhealthyPodEvictionPolicyType',
	// networking, discovery, storage, scheduling, admission registration
	'HTTPIngressPath.pathType': 'PathType',
	'NetworkPolicySpec.policyTypes': 'PolicyType',
	'NetworkPolicyPort.protocol': 'Protocol',
	'IngressPortStatus.protocol': 'Protocol',
	'EndpointSlice.addressType': 'AddressType',
	'StorageClass.reclaimPolicy': 'PersistentVolumeReclaimPolicy',
	'StorageClass.volumeBindingMode': 'VolumeBindingMode',
	'CSIDriverSpec.fsGroupPolicy': 'FSGroupPolicy',
	'CSIDriverSpec.volumeLifecycleModes': 'VolumeLifecycleMode',
	'PriorityClass.preemptionPolicy': 'PreemptionPolicy',
	'LeaseSpec.strategy': 'CoordinatedLeaseStrategy',
	'NamedRuleWithOperations.operations': 'OperationType',
	'RuleWithOperations.operations': 'OperationType',
	'NamedRuleWithOperations.scope': 'ScopeType',
	'RuleWithOperations.scope': 'ScopeType',
	'MatchResources.matchPolicy': 'MatchPolicyType',
	'ValidatingAdmissionPolicySpec.failurePolicy': 'FailurePolicyType',
	'MutatingAdmissionPolicySpec.failurePolicy': 'FailurePolicyType',
	'MutatingAdmissionPolicySpec.reinvocationPolicy': 'ReinvocationPolicyType',
	'ValidatingWebhook.failurePolicy': 'FailurePolicyType',
	'ValidatingWebhook.matchPolicy': 'MatchPolicyType',
	'ValidatingWebhook.sideEffects': 'SideEffectClass',
	'MutatingWebhook.failurePolicy': 'FailurePolicyType',
	'MutatingWebhook.matchPolicy': 'MatchPolicyType',
	'MutatingWebhook.sideEffects': 'SideEffectClass',
	'MutatingWebhook.reinvocationPolicy': 'ReinvocationPolicyType',
	'Validation.reason': 'StatusReason',
	'ParamRef.parameterNotFoundAction': 'ParameterNotFoundActionType',
	'ValidatingAdmissionPolicyBindingSpec.validationActions': 'ValidationAction',
	'Mutation.patchType': 'PatchType',
	'CustomResourceDefinitionSpec.scope': 'ResourceScope',
	'CustomResourceConversion.strategy': 'ConversionStrategyType',
	'CustomResourceDefinitionCondition.type': 'CustomResourceDefinitionConditionType',
	'CustomResourceDefinitionCondition.status': 'ConditionStatus',
	'APIServiceCondition.type': 'APIServiceConditionType',
	'APIServiceCondition.status': 'ConditionStatus',
	'PriorityLevelConfigurationSpec.type': 'PriorityLevelEnablement',
	'PriorityLevelConfigurationCondition.type': 'PriorityLevelConfigurationConditionType',
	'PriorityLevelConfigurationCondition.status': 'ConditionStatus',
	'LimitResponse.type': 'LimitResponseType',
	'FlowDistinguisherMethod.type': 'FlowDistinguisherMethodType',
	'FlowSchemaCondition.type': 'FlowSchemaConditionType',
	'FlowSchemaCondition.status': 'ConditionStatus',
	'CertificateSigningRequestSpec.usages': 'KeyUsage',
	'CertificateSigningRequestCondition.type': 'RequestConditionType',
	'CertificateSigningRequestCondition.status': 'ConditionStatus',
};

// Named types in packages other than their group's `v1`.
const packages: Readonly<Record<string, string>> = {UID: 'types'};

/** Go's name of the type of a string field, `string` when it has none of its own. */
export const goStringType = (struct: string, field: string, version: string): string => {
	const name = named[`${struct}.${field}`];
	if (name === undefined) {
		return 'string';
	}

	// What other groups borrow from core and meta is in a package called v1 there too.
	const borrowed = name === 'ResourceName' || name === 'ConditionStatus' || name === 'LabelSelectorOperator';
	return `${packages[name] ?? (borrowed ? 'v1' : version)}.${name}`;
};

const volumeOwn = new Set(['name']);
const claimOwn = new Set([
	'accessModes',
	'capacity',
	'claimRef',
	'mountOptions',
	'nodeAffinity',
	'persistentVolumeReclaimPolicy',
	'storageClassName',
	'volumeAttributesClassName',
	'volumeMode',
]);
const handlers = new Set(['exec', 'grpc', 'httpGet', 'tcpSocket']);
const rule = new Set(['apiGroups', 'apiVersions', 'resources', 'scope']);
const referenced = new Set([
	'ConfigMapEnvSource',
	'ConfigMapKeySelector',
	'ConfigMapProjection',
	'ConfigMapVolumeSource',
	'SecretEnvSource',
	'SecretKeySelector',
	'SecretProjection',
]);

/** Names of the embedded structs through which a field is reached; Go tells them in the field's path. */
export const embeddedPath = (struct: string, field: string): readonly string[] => {
	switch (struct) {
		case 'Volume': {
			return volumeOwn.has(field) ? [] : ['VolumeSource'];
		}

		case 'PersistentVolumeSpec': {
			return claimOwn.has(field) ? [] : ['PersistentVolumeSource'];
		}

		case 'IngressRule': {
			return field === 'http' ? ['IngressRuleValue'] : [];
		}

		case 'Probe': {
			return handlers.has(field) ? ['ProbeHandler'] : [];
		}

		case 'EphemeralContainer': {
			return field === 'targetContainerName' ? [] : ['EphemeralContainerCommon'];
		}

		case 'RuleWithOperations': {
			return rule.has(field) ? ['Rule'] : [];
		}

		case 'NamedRuleWithOperations': {
			return field === 'resourceNames' ? [] : rule.has(field) ? ['RuleWithOperations', 'Rule'] : ['RuleWithOperations'];
		}

		case 'DeviceClaimConfiguration':
		case 'DeviceClassConfiguration': {
			return field === 'opaque' ? ['DeviceConfiguration'] : [];
		}

		default: {
			return referenced.has(struct) && field === 'name' ? ['LocalObjectReference'] : [];
		}
	}
};

const namedMaps = new Set([
	'allocatable',
	'allocatedResources',
	'capacity',
	'default',
	'defaultRequest',
	'hard',
	'limits',
	'max',
	'maxLimitRequestRatio',
	'min',
	'overhead',
	'requests',
	'used',
]);

/** Go's name of a map's type. */
export const goMapType = (field: string, item: string): string => {
	if (item === 'resource.Quantity' && namedMaps.has(field)) {
		return 'v1.ResourceList';
	}

	return field === 'allocatedResourceStatuses' ? `map[v1.ResourceName]${item}` : `map[string]${item}`;
};
