// What neither the schemas nor the protobuf messages of the API tell of its Go types. Everything here was compared with the sources of
// k8s.io/api and k8s.io/apimachinery v0.36.3. A struct is named by its bare name, or by group and version where several share that name.

const words = (text) => text.trim().split(/\s+/);

/** Words that Go writes in capitals where they begin a key; as with `dnsPolicy`, `DNSPolicy`. */
export const initialisms = new Set(
	words(
		'api aws ca cel cidr csi dns fc fs gce gid gmsa grpc http id ip iqn iscsi nfs os pd pid rbd ssl tcp tls ttl tty uid uri url',
	),
);

/** Go names that are not the key with its first word capitalized, by key or by struct and key: capitals in plurals and names, and fields that were renamed on one side only. */
export const differentNames = {
	cephfs: 'CephFS',
	cidrs: 'CIDRs',
	ips: 'IPs',
	jsonPatch: 'JSONPatch',
	jsonPath: 'JSONPath',
	pdID: 'PdID',
	qosClass: 'QOSClass',
	seLinuxChangePolicy: 'SELinuxChangePolicy',
	seLinuxMount: 'SELinuxMount',
	seLinuxOptions: 'SELinuxOptions',
	storageos: 'StorageOS',
	wwids: 'WWIDs',
	chapAuthDiscovery: 'DiscoveryCHAPAuth',
	chapAuthSession: 'SessionCHAPAuth',
	'APIResourceList.resources': 'APIResources',
	'AzureDiskVolumeSource.diskURI': 'DataDiskURI',
	'ContainerStatus.lastState': 'LastTerminationState',
	'DeviceAttribute.bool': 'BoolValue',
	'DeviceAttribute.bools': 'BoolValues',
	'DeviceAttribute.int': 'IntValue',
	'DeviceAttribute.ints': 'IntValues',
	'DeviceAttribute.string': 'StringValue',
	'DeviceAttribute.strings': 'StringValues',
	'DeviceAttribute.version': 'VersionValue',
	'DeviceAttribute.versions': 'VersionValues',
	'GlusterfsPersistentVolumeSource.endpoints': 'EndpointsName',
	'GlusterfsVolumeSource.endpoints': 'EndpointsName',
	'NodeSpec.externalID': 'DoNotUseExternalID',
	'PodSpec.serviceAccount': 'DeprecatedServiceAccount',
	'RBDPersistentVolumeSource.image': 'RBDImage',
	'RBDPersistentVolumeSource.monitors': 'CephMonitors',
	'RBDPersistentVolumeSource.pool': 'RBDPool',
	'RBDPersistentVolumeSource.user': 'RadosUser',
	'RBDVolumeSource.image': 'RBDImage',
	'RBDVolumeSource.monitors': 'CephMonitors',
	'RBDVolumeSource.pool': 'RBDPool',
	'RBDVolumeSource.user': 'RadosUser',
	'StatusCause.reason': 'Type',
	'core.v1.Event.reportingComponent': 'ReportingController',
};

/**
Fields that are declared elsewhere than their protobuf number says, since a field that was added later got the next number: each stands
right behind the one before it in the list; `^` is the beginning of the struct. Embedded structs go by their own names.
*/
export const moved = {
	'admissionregistration.v1.MutatingWebhook': ['failurePolicy matchPolicy', 'namespaceSelector objectSelector'],
	'admissionregistration.v1.ValidatingWebhook': ['failurePolicy matchPolicy', 'namespaceSelector objectSelector'],
	'admissionregistration.v1.WebhookClientConfig': ['^ url'],
	'apiextensions.v1.CustomResourceDefinitionVersion': ['storage deprecated deprecationWarning'],
	'apiextensions.v1.WebhookClientConfig': ['^ url'],
	'apps.v1.DeploymentCondition': ['lastTransitionTime reason message'],
	'apps.v1.DeploymentStatus': ['updatedReplicas readyReplicas', 'unavailableReplicas terminatingReplicas'],
	'apps.v1.ReplicaSetSpec': ['replicas minReadySeconds'],
	'apps.v1.ReplicaSetStatus': ['terminatingReplicas observedGeneration conditions'],
	'authentication.v1.TokenRequestSpec': ['expirationSeconds boundObjectRef'],
	'authentication.v1.TokenReviewStatus': ['audiences error'],
	'authorization.v1.SubjectAccessReviewStatus': ['allowed denied'],
	'autoscaling.v2.HPAScalingRules': ['^ stabilizationWindowSeconds'],
	'autoscaling.v2.MetricSpec': ['containerResource external'],
	'autoscaling.v2.MetricStatus': ['containerResource external'],
	'batch.v1.CronJobSpec': ['schedule timeZone'],
	'batch.v1.JobSpec': [
		'activeDeadlineSeconds podFailurePolicy successPolicy backoffLimit backoffLimitPerIndex maxFailedIndexes',
	],
	'batch.v1.JobStatus': ['failed terminating', 'completedIndexes failedIndexes'],
	'certificates.v1.CertificateSigningRequestCondition': ['type status'],
	'certificates.v1.CertificateSigningRequestSpec': ['request signerName expirationSeconds usages'],
	'core.v1.ClusterTrustBundleProjection': ['optional path'],
	'core.v1.ConfigMap': ['metadata immutable'],
	'core.v1.Container': [
		'ports envFrom',
		'resources resizePolicy restartPolicy restartPolicyRules',
		'volumeMounts volumeDevices',
		'readinessProbe startupProbe',
		'terminationMessagePath terminationMessagePolicy',
	],
	'core.v1.EndpointAddress': ['nodeName targetRef'],
	'core.v1.ISCSIPersistentVolumeSource': ['chapAuthSession secretRef'],
	'core.v1.ISCSIVolumeSource': ['chapAuthSession secretRef'],
	'core.v1.NodeSpec': ['podCIDR podCIDRs', 'configSource externalID'],
	'core.v1.PersistentVolumeClaimSpec': ['accessModes selector'],
	'core.v1.PodCondition': ['type observedGeneration'],
	'core.v1.PodSecurityContext': [
		'seLinuxOptions windowsOptions',
		'runAsUser runAsGroup',
		'supplementalGroups supplementalGroupsPolicy',
	],
	'core.v1.PodSpec': [
		'volumes initContainers',
		'containers ephemeralContainers',
		'serviceAccount automountServiceAccountToken',
		'hostIPC shareProcessNamespace',
	],
	'core.v1.PodStatus': [
		'^ observedGeneration',
		'reason nominatedNodeName',
		'hostIP hostIPs',
		'podIP podIPs',
		'startTime initContainerStatuses',
	],
	'core.v1.ReplicationControllerSpec': ['replicas minReadySeconds'],
	'core.v1.ReplicationControllerStatus': ['availableReplicas observedGeneration'],
	'core.v1.Secret': ['metadata immutable', 'stringData type'],
	'core.v1.SecurityContext': ['seLinuxOptions windowsOptions', 'runAsUser runAsGroup'],
	'core.v1.ServicePort': ['protocol appProtocol'],
	'core.v1.ServiceSpec': ['clusterIP clusterIPs', 'ipFamilies ipFamilyPolicy'],
	'core.v1.VolumeMount': ['readOnly recursiveReadOnly'],
	'core.v1.VolumeSource': ['photonPersistentDisk projected'],
	'discovery.v1.EndpointSlice': ['metadata addressType'],
	'meta.v1.APIResource': ['name singularName', 'namespaced group version'],
	'meta.v1.OwnerReference': ['^ apiVersion'],
	'meta.v1.StatusDetails': ['kind uid'],
	'networking.v1.HTTPIngressPath': ['pathType backend'],
	'networking.v1.IngressBackend': ['service resource'],
	'networking.v1.IngressSpec': ['^ ingressClassName'],
	'resource.v1.AllocatedDeviceStatus': ['device shareID'],
};

/** Structs whose fields are declared a second time, word for word, in another one. */
export const declaredTwice = {EphemeralContainerCommon: 'Container'};

// Optional fields with a plain value are pointers where nothing and zero mean different things. Nothing but the sources tells which.

/** Keys whose optional fields are pointers in (nearly) every struct. */
export const pointerKeys = new Set(
	words(`
	$ref acquireTime activeDeadlineSeconds additionalItems additionalProperties adminAccess allNodes allocateLoadBalancerNodePorts
	allocationMultiplier allocationTimestamp allowMultipleAllocations allowPrivilegeEscalation allowVolumeExpansion appProtocol attachRequired
	automountServiceAccountToken averageUtilization averageValue backoffLimit backoffLimitPerIndex bindsToNode blockOwnerDeletion bool
	borrowingLimitPercent cachingMode capacity capacityKey collisionCount completionMode completionTime completions
	currentCPUUtilizationPercentage currentVolumeAttributesClassName default defaultMode deletionGracePeriodSeconds deletionTimestamp
	deprecationWarning distinctAttribute enableServiceLinks endPort endpointsNamespace errorCode example expirationSeconds
	extendedResourceName failedIndexes failedJobsHistoryLimit failurePolicy fieldsV1 fsGroup fsGroupChangePolicy fsGroupPolicy
	gmsaCredentialSpec gmsaCredentialSpecName gracePeriodSeconds holderIdentity hostProcess hostUsers hostnameOverride
	ignoreStoreReadErrorWithClusterBreakingPotential immutable ingressClassName initiatorName int internalTrafficPolicy ipFamilyPolicy
	ipMode items labelSelectorPath lastPhaseTransitionTime lastScaleTime lastScheduleTime lastSuccessfulTime leaseDurationSeconds
	leaseTransitions lendablePercent loadBalancerClass localhostProfile lun managedBy manualSelector matchAttribute matchPolicy max
	maxExpirationSeconds maxFailedIndexes maxItems maxLength maxProperties maxSurge maxUnavailable maximum maximumVolumeSize minAvailable
	minDomains minItems minLength minProperties minReplicas minimum mode mountPropagation multipleOf nodeAffinityPolicy
	nodeAllocatableUpdatePeriodSeconds nodeName nodeTaintsPolicy nominalConcurrencyShares optional optionalOldSelf orphanDependents
	parallelism parameterNotFoundAction perDeviceNodeSelection persistentVolumeName podGroupName podInfoOnMount podReplacementPolicy port
	preemptionPolicy preferredHolder preventPodSchedulingIfMissing privileged procMount progressDeadlineSeconds propagationPolicy
	readOnlyRootFilesystem ready reclaimPolicy recursiveReadOnly recursiveReadOnlyMounts remainingItemCount renewTime replicas
	requiresRepublish resourceClaimName resourceClaimTemplateName restartPolicy revisionHistoryLimit runAsGroup runAsNonRoot runAsUser
	runAsUserName runtimeClassName scope seLinuxChangePolicy seLinuxMount secretNamespace selectPolicy serviceAccountTokenInSecrets serving
	setHostnameAsFQDN shareID shareProcessNamespace signerName sizeLimit stabilizationWindowSeconds startTime started
	startingDeadlineSeconds step stopSignal storageCapacity strategy string succeededCount succeededIndexes successfulJobsHistoryLimit
	supplementalGroupsPolicy suspend targetCPUUtilizationPercentage terminating terminatingReplicas terminationGracePeriodSeconds timeAdded
	timeZone timeoutSeconds tolerance tolerationSeconds trafficDistribution ttlSecondsAfterFinished unhealthyPodEvictionPolicy url
	userNamespaces volumeAttributesClassName volumeBindingMode volumeMode x-kubernetes-list-type x-kubernetes-map-type
	x-kubernetes-preserve-unknown-fields zone
	`),
);

/** Optional fields with such a key that are not pointers. */
export const notPointers = new Set(
	words(
		'DeploymentStatus.replicas ExternalDocumentation.url PodSpec.nodeName PodSpec.restartPolicy Probe.timeoutSeconds',
	),
);

/** Pointers whose keys are plain values in most structs. */
export const pointers = new Set(
	words(`
	AllocatedDeviceStatus.data AzureDiskVolumeSource.fsType AzureDiskVolumeSource.kind AzureDiskVolumeSource.readOnly
	CSIVolumeSource.fsType CSIVolumeSource.readOnly CapacityRequestPolicyRange.min ClusterTrustBundleProjection.name
	CustomResourceSubresources.status DeviceAttribute.version Endpoint.hostname FileKeySelector.optional GRPCAction.service
	HTTPIngressPath.pathType HostPathVolumeSource.type IngressClassParametersReference.apiGroup IngressClassParametersReference.namespace
	IngressPortStatus.error LocalVolumeSource.fsType ManagedFieldsEntry.time MetricTarget.value MetricValueStatus.value
	MutatingWebhook.reinvocationPolicy MutatingWebhook.sideEffects NetworkPolicyPort.protocol OwnerReference.controller
	PersistentVolumeClaimSpec.storageClassName PodDNSConfigOption.value PodFailurePolicyOnExitCodesRequirement.containerName
	PodSpec.priority PortStatus.error Preconditions.resourceVersion Preconditions.uid ResourceHealth.message
	RollingUpdateStatefulSetStrategy.partition TypedLocalObjectReference.apiGroup TypedObjectReference.apiGroup
	TypedObjectReference.namespace ValidatingWebhook.sideEffects Validation.reason ValidationRule.reason VolumeNodeResources.count
	admissionregistration.v1.ServiceReference.path apiextensions.v1.ServiceReference.path
	autoscaling.v1.HorizontalPodAutoscalerStatus.observedGeneration autoscaling.v2.HorizontalPodAutoscalerStatus.observedGeneration
	discovery.v1.EndpointPort.name discovery.v1.EndpointPort.protocol
	`),
);

// A field without `omitempty` is required in the schema, or has its zero as default; with these exceptions.

/** Required all the same, or with a zero as default: `omitempty` was forgotten to be taken away, or validation asks for more than the type. */
export const omitted = new Set(
	words(`
	CapacityRequestPolicyRange.min ContainerRestartRule.action ContainerRestartRuleOnExitCodes.operator CounterSet.counters
	DeviceCounterConsumption.counters IPAddressSpec.parentRef ImageVolumeStatus.imageRef LocalObjectReference.name ParentReference.name
	ParentReference.resource PodCertificateProjection.keyType PodCertificateProjection.signerName ReplicationControllerSpec.minReadySeconds
	ScaleSpec.replicas TokenReviewSpec.token ValidatingAdmissionPolicyBindingSpec.policyName
	ValidatingAdmissionPolicyBindingSpec.validationActions
	`),
);

/** Structs and times that are not pointers are always written, but for these, which have `omitzero`. */
export const omitZero = new Set(['ObjectMeta.creationTimestamp']);

/** Optional, but written as null when there is nothing. */
export const written = new Set(
	words(`
	AllocatedDeviceStatus.conditions AzureFilePersistentVolumeSource.secretNamespace CSINodeDriver.topologyKeys
	CapacityRequestPolicy.default ClusterRole.rules ContainerImage.names CustomResourceDefinitionStatus.conditions
	CustomResourceDefinitionStatus.storedVersions DeviceClaim.requests EndpointSlice.endpoints EndpointSlice.ports GRPCAction.service
	HorizontalPodAutoscalerStatus.currentMetrics IngressClassParametersReference.scope
	LimitedPriorityLevelConfiguration.nominalConcurrencyShares ProjectedVolumeSource.sources ResourcePolicyRule.namespaces Role.rules
	TokenRequestSpec.audiences TokenRequestSpec.boundObjectRef TokenRequestSpec.expirationSeconds TokenRequestStatus.expirationTimestamp
	TypedLocalObjectReference.apiGroup TypedObjectReference.apiGroup
	`),
);

/**
Types with a name of their own that are texts, by the fields that have them; a name without a package is of the struct's own one. The
condition types that are called as their struct, with `Type` behind, follow a rule.
*/
export const namedTypes = {
	AddressType: 'EndpointSlice.addressType',
	AllocationConfigSource: 'DeviceAllocationConfiguration.source',
	AppArmorProfileType: 'AppArmorProfile.type',
	AzureDataDiskCachingMode: 'AzureDiskVolumeSource.cachingMode',
	AzureDataDiskKind: 'AzureDiskVolumeSource.kind',
	Capability: 'Capabilities.add Capabilities.drop',
	CauseType: 'StatusCause.reason',
	CompletionMode: 'JobSpec.completionMode',
	ConcurrencyPolicy: 'CronJobSpec.concurrencyPolicy',
	ContainerRestartPolicy: 'Container.restartPolicy',
	ContainerRestartRuleAction: 'ContainerRestartRule.action',
	ContainerRestartRuleOnExitCodesOperator: 'ContainerRestartRuleOnExitCodes.operator',
	ConversionStrategyType: 'CustomResourceConversion.strategy',
	CoordinatedLeaseStrategy: 'LeaseSpec.strategy',
	DNSPolicy: 'PodSpec.dnsPolicy',
	DaemonSetUpdateStrategyType: 'DaemonSetUpdateStrategy.type',
	DeletionPropagation: 'DeleteOptions.propagationPolicy',
	DeploymentStrategyType: 'DeploymentStrategy.type',
	DeviceAllocationMode: 'DeviceSubRequest.allocationMode ExactDeviceRequest.allocationMode',
	DeviceTaintEffect: 'DeviceTaint.effect DeviceToleration.effect',
	DeviceTolerationOperator: 'DeviceToleration.operator',
	FSGroupPolicy: 'CSIDriverSpec.fsGroupPolicy',
	FailurePolicyType:
		'MutatingAdmissionPolicySpec.failurePolicy MutatingWebhook.failurePolicy ValidatingAdmissionPolicySpec.failurePolicy ValidatingWebhook.failurePolicy',
	FieldSelectorOperator: 'FieldSelectorRequirement.operator',
	FieldValueErrorReason: 'ValidationRule.reason',
	FinalizerName: 'NamespaceSpec.finalizers',
	FlowDistinguisherMethodType: 'FlowDistinguisherMethod.type',
	FullyQualifiedName: 'DeviceConstraint.distinctAttribute DeviceConstraint.matchAttribute',
	HPAScalingPolicyType: 'HPAScalingPolicy.type',
	HostPathType: 'HostPathVolumeSource.type',
	IPFamily: 'ServiceSpec.ipFamilies',
	IPFamilyPolicy: 'ServiceSpec.ipFamilyPolicy',
	JSONSchemaURL: 'JSONSchemaProps.$schema',
	KeyUsage: 'CertificateSigningRequestSpec.usages',
	LabelSelectorOperator: 'LabelSelectorRequirement.operator',
	LimitResponseType: 'LimitResponse.type',
	LimitType: 'LimitRangeItem.type',
	LoadBalancerIPMode: 'LoadBalancerIngress.ipMode',
	ManagedFieldsOperationType: 'ManagedFieldsEntry.operation',
	MatchPolicyType: 'MatchResources.matchPolicy MutatingWebhook.matchPolicy ValidatingWebhook.matchPolicy',
	MetricSourceType: 'MetricSpec.type MetricStatus.type',
	MetricTargetType: 'MetricTarget.type',
	MountPropagationMode: 'VolumeMount.mountPropagation',
	NamespacePhase: 'NamespaceStatus.phase',
	NodeAddressType: 'NodeAddress.type',
	NodeInclusionPolicy: 'TopologySpreadConstraint.nodeAffinityPolicy TopologySpreadConstraint.nodeTaintsPolicy',
	NodePhase: 'NodeStatus.phase',
	NodeSelectorOperator: 'NodeSelectorRequirement.operator',
	OSName: 'PodOS.name',
	OperationType: 'RuleWithOperations.operations',
	ParameterNotFoundActionType: 'ParamRef.parameterNotFoundAction',
	PatchType: 'Mutation.patchType',
	PathType: 'HTTPIngressPath.pathType',
	PersistentVolumeAccessMode:
		'PersistentVolumeClaimSpec.accessModes PersistentVolumeClaimStatus.accessModes PersistentVolumeSpec.accessModes',
	PersistentVolumeClaimModifyVolumeStatus: 'ModifyVolumeStatus.status',
	PersistentVolumeClaimPhase: 'PersistentVolumeClaimStatus.phase',
	PersistentVolumeClaimRetentionPolicyType:
		'StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled',
	PersistentVolumeMode: 'PersistentVolumeClaimSpec.volumeMode PersistentVolumeSpec.volumeMode',
	PersistentVolumePhase: 'PersistentVolumeStatus.phase',
	PodConditionType: 'PodReadinessGate.conditionType',
	PodFSGroupChangePolicy: 'PodSecurityContext.fsGroupChangePolicy',
	PodFailurePolicyAction: 'PodFailurePolicyRule.action',
	PodFailurePolicyOnExitCodesOperator: 'PodFailurePolicyOnExitCodesRequirement.operator',
	PodManagementPolicyType: 'StatefulSetSpec.podManagementPolicy',
	PodPhase: 'PodStatus.phase',
	PodQOSClass: 'PodStatus.qosClass',
	PodReplacementPolicy: 'JobSpec.podReplacementPolicy',
	PodResizeStatus: 'PodStatus.resize',
	PodSELinuxChangePolicy: 'PodSecurityContext.seLinuxChangePolicy',
	PolicyType: 'NetworkPolicySpec.policyTypes',
	PriorityLevelEnablement: 'PriorityLevelConfigurationSpec.type',
	ProcMountType: 'SecurityContext.procMount',
	PullPolicy: 'Container.imagePullPolicy ImageVolumeSource.pullPolicy',
	QualifiedName: 'NodeAllocatableResourceMapping.capacityKey',
	RecursiveReadOnlyMode: 'VolumeMount.recursiveReadOnly VolumeMountStatus.recursiveReadOnly',
	ReinvocationPolicyType: 'MutatingAdmissionPolicySpec.reinvocationPolicy MutatingWebhook.reinvocationPolicy',
	RequestConditionType: 'CertificateSigningRequestCondition.type',
	ResourceHealthStatus: 'ResourceHealth.health',
	ResourceID: 'ResourceHealth.resourceID',
	ResourceQuotaScope: 'ResourceQuotaSpec.scopes ScopedResourceSelectorRequirement.scopeName',
	ResourceResizeRestartPolicy: 'ContainerResizePolicy.restartPolicy',
	ResourceScope: 'CustomResourceDefinitionSpec.scope',
	RestartPolicy: 'PodSpec.restartPolicy',
	ScalingPolicySelect: 'HPAScalingRules.selectPolicy',
	ScopeSelectorOperator: 'ScopedResourceSelectorRequirement.operator',
	ScopeType: 'Rule.scope',
	SeccompProfileType: 'SeccompProfile.type',
	SecretType: 'Secret.type',
	ServiceAffinity: 'ServiceSpec.sessionAffinity',
	ServiceExternalTrafficPolicy: 'ServiceSpec.externalTrafficPolicy',
	ServiceInternalTrafficPolicy: 'ServiceSpec.internalTrafficPolicy',
	ServiceType: 'ServiceSpec.type',
	SideEffectClass: 'MutatingWebhook.sideEffects ValidatingWebhook.sideEffects',
	Signal: 'ContainerStatus.stopSignal Lifecycle.stopSignal',
	StatefulSetUpdateStrategyType: 'StatefulSetUpdateStrategy.type',
	StorageMedium: 'EmptyDirVolumeSource.medium',
	SubjectKind: 'flowcontrol.v1.Subject.kind',
	SupplementalGroupsPolicy: 'PodSecurityContext.supplementalGroupsPolicy',
	TaintEffect: 'Taint.effect Toleration.effect',
	TerminationMessagePolicy: 'Container.terminationMessagePolicy',
	TolerationOperator: 'Toleration.operator',
	URIScheme: 'HTTPGetAction.scheme',
	UnhealthyPodEvictionPolicyType: 'PodDisruptionBudgetSpec.unhealthyPodEvictionPolicy',
	UniqueVolumeName: 'AttachedVolume.name NodeStatus.volumesInUse',
	UnsatisfiableConstraintAction: 'TopologySpreadConstraint.whenUnsatisfiable',
	ValidationAction: 'ValidatingAdmissionPolicyBindingSpec.validationActions',
	VolumeBindingMode: 'StorageClass.volumeBindingMode',
	VolumeLifecycleMode: 'CSIDriverSpec.volumeLifecycleModes',
	'types.UID': `BoundObjectReference.uid ConfigMapNodeConfigSource.uid DeviceRequestAllocationResult.shareID ObjectMeta.uid
		ObjectReference.uid OwnerReference.uid Preconditions.uid ResourceClaimConsumerReference.uid StatusDetails.uid
		UncountedTerminatedPods.failed UncountedTerminatedPods.succeeded`,
	'v1.ConditionStatus': 'PodFailurePolicyOnPodConditionsPattern.status',
	'v1.PersistentVolumeReclaimPolicy': 'PersistentVolumeSpec.persistentVolumeReclaimPolicy StorageClass.reclaimPolicy',
	'v1.PodConditionType': 'PodFailurePolicyOnPodConditionsPattern.type',
	'v1.PreemptionPolicy': 'PodSpec.preemptionPolicy PriorityClass.preemptionPolicy',
	'v1.Protocol': `ContainerPort.protocol EndpointPort.protocol IngressPortStatus.protocol NetworkPolicyPort.protocol PortStatus.protocol
		ServicePort.protocol`,
	'v1.ResourceName': `ContainerResizePolicy.resourceName ContainerResourceMetricSource.name ContainerResourceMetricStatus.name
		ResourceMetricSource.name ResourceMetricStatus.name ResourceStatus.name`,
	'v1.StatusReason': 'Status.reason Validation.reason',
};

/** Lists and maps whose type has a name of its own, and maps whose keys have one. Other maps of quantities are a `v1.ResourceList`. */
export const namedCollections = {
	'CapacityRequirements.requests': 'map[v1.QualifiedName]',
	'Device.attributes': 'map[v1.QualifiedName]',
	'Device.capacity': 'map[v1.QualifiedName]',
	'Device.nodeAllocatableResourceMappings': 'map[v1.ResourceName]',
	'DeviceRequestAllocationResult.consumedCapacity': 'map[v1.QualifiedName]',
	'JSONSchemaProps.definitions': 'v1.JSONSchemaDefinitions',
	'JSONSchemaProps.dependencies': 'v1.JSONSchemaDependencies',
	'JSONSchemaProps.x-kubernetes-validations': 'v1.ValidationRules',
	'NodeAllocatableResourceClaimStatus.resources': 'map[v1.ResourceName]',
	'PersistentVolumeClaimStatus.allocatedResourceStatuses': 'map[v1.ResourceName]v1.ClaimResourceStatus',
};
