/**
Which fields of which type the API's encoder writes though they are empty, and which it keeps though they are zero.

A line is a type, then its fields: `name~` is written as null when missing, `name"` as an empty text, `name0` as 0, `name!` as false, `name%` as the quantity 0, `name{` as an empty object; `name*` is left out when missing but kept when zero. All other fields are left out when they are empty or zero. Taken from the types of Kubernetes v1.36.
*/
export const encodingFacts = `
admissionregistration.v1.AuditAnnotation: key" valueExpression"
admissionregistration.v1.ExpressionWarning: fieldRef" warning"
admissionregistration.v1.MatchCondition: expression" name"
admissionregistration.v1.MatchResources: matchPolicy*
admissionregistration.v1.MutatingAdmissionPolicy: metadata{ spec{
admissionregistration.v1.MutatingAdmissionPolicyBinding: metadata{ spec{
admissionregistration.v1.MutatingAdmissionPolicySpec: failurePolicy*
admissionregistration.v1.MutatingWebhook: admissionReviewVersions~ clientConfig{ failurePolicy* matchPolicy* name" reinvocationPolicy* sideEffects~ timeoutSeconds*
admissionregistration.v1.MutatingWebhookConfiguration: metadata{
admissionregistration.v1.Mutation: patchType"
admissionregistration.v1.NamedRuleWithOperations: scope*
admissionregistration.v1.ParamRef: parameterNotFoundAction*
admissionregistration.v1.RuleWithOperations: scope*
admissionregistration.v1.ServiceReference: name" namespace" path* port*
admissionregistration.v1.ValidatingAdmissionPolicy: metadata{ spec{ status{
admissionregistration.v1.ValidatingAdmissionPolicyBinding: metadata{ spec{
admissionregistration.v1.ValidatingAdmissionPolicySpec: failurePolicy*
admissionregistration.v1.ValidatingWebhook: admissionReviewVersions~ clientConfig{ failurePolicy* matchPolicy* name" sideEffects~ timeoutSeconds*
admissionregistration.v1.ValidatingWebhookConfiguration: metadata{
admissionregistration.v1.Validation: expression" reason*
admissionregistration.v1.Variable: expression" name"
admissionregistration.v1.WebhookClientConfig: url*
apiextensions.v1.CustomResourceColumnDefinition: jsonPath" name" type"
apiextensions.v1.CustomResourceConversion: strategy"
apiextensions.v1.CustomResourceDefinition: metadata{ spec{ status{
apiextensions.v1.CustomResourceDefinitionCondition: lastTransitionTime~ status" type"
apiextensions.v1.CustomResourceDefinitionNames: kind" plural"
apiextensions.v1.CustomResourceDefinitionSpec: group" names{ scope" versions~
apiextensions.v1.CustomResourceDefinitionStatus: acceptedNames{ conditions~ storedVersions~
apiextensions.v1.CustomResourceDefinitionVersion: deprecationWarning* name" served! storage!
apiextensions.v1.CustomResourceSubresourceScale: labelSelectorPath* specReplicasPath" statusReplicasPath"
apiextensions.v1.JSONSchemaProps: $ref* maxItems* maxLength* maxProperties* maximum* minItems* minLength* minProperties* minimum* multipleOf* x-kubernetes-list-type* x-kubernetes-map-type* x-kubernetes-preserve-unknown-fields*
apiextensions.v1.SelectableField: jsonPath"
apiextensions.v1.ServiceReference: name" namespace" path* port*
apiextensions.v1.ValidationRule: optionalOldSelf* reason* rule"
apiextensions.v1.WebhookClientConfig: url*
apiextensions.v1.WebhookConversion: conversionReviewVersions~
apiregistration.v1.APIService: metadata{ spec{ status{
apiregistration.v1.APIServiceCondition: lastTransitionTime~ status" type"
apiregistration.v1.APIServiceSpec: groupPriorityMinimum0 versionPriority0
apiregistration.v1.ServiceReference: port*
apps.v1.ControllerRevision: data~ metadata{ revision0
apps.v1.DaemonSet: metadata{ spec{ status{
apps.v1.DaemonSetCondition: lastTransitionTime~ status" type"
apps.v1.DaemonSetSpec: revisionHistoryLimit* selector~ template{ updateStrategy{
apps.v1.DaemonSetStatus: collisionCount* currentNumberScheduled0 desiredNumberScheduled0 numberMisscheduled0 numberReady0
apps.v1.Deployment: metadata{ spec{ status{
apps.v1.DeploymentCondition: lastTransitionTime~ lastUpdateTime~ status" type"
apps.v1.DeploymentSpec: progressDeadlineSeconds* replicas* revisionHistoryLimit* selector~ strategy{ template{
apps.v1.DeploymentStatus: collisionCount* terminatingReplicas*
apps.v1.ReplicaSet: metadata{ spec{ status{
apps.v1.ReplicaSetCondition: lastTransitionTime~ status" type"
apps.v1.ReplicaSetSpec: replicas* selector~ template{
apps.v1.ReplicaSetStatus: replicas0 terminatingReplicas*
apps.v1.RollingUpdateDaemonSet: maxSurge* maxUnavailable*
apps.v1.RollingUpdateDeployment: maxSurge* maxUnavailable*
apps.v1.RollingUpdateStatefulSetStrategy: maxUnavailable* partition*
apps.v1.StatefulSet: metadata{ spec{ status{
apps.v1.StatefulSetCondition: lastTransitionTime~ status" type"
apps.v1.StatefulSetOrdinals: start0
apps.v1.StatefulSetSpec: replicas* revisionHistoryLimit* selector~ serviceName" template{ updateStrategy{
apps.v1.StatefulSetStatus: availableReplicas0 collisionCount* replicas0
authentication.v1.SelfSubjectReview: metadata{ status{
authentication.v1.SelfSubjectReviewStatus: userInfo{
authentication.v1.TokenRequest: metadata{ spec{ status{
authentication.v1.TokenRequestSpec: audiences~ boundObjectRef~ expirationSeconds~
authentication.v1.TokenRequestStatus: expirationTimestamp~ token"
authentication.v1.TokenReview: metadata{ spec{ status{
authentication.v1.TokenReviewStatus: user{
authorization.v1.LocalSubjectAccessReview: metadata{ spec{ status{
authorization.v1.NonResourceRule: verbs~
authorization.v1.ResourceRule: verbs~
authorization.v1.SelfSubjectAccessReview: metadata{ spec{ status{
authorization.v1.SelfSubjectRulesReview: metadata{ spec{ status{
authorization.v1.SubjectAccessReview: metadata{ spec{ status{
authorization.v1.SubjectAccessReviewStatus: allowed!
authorization.v1.SubjectRulesReviewStatus: incomplete! nonResourceRules~ resourceRules~
autoscaling.v1.CrossVersionObjectReference: kind" name"
autoscaling.v1.HorizontalPodAutoscaler: metadata{ spec{ status{
autoscaling.v1.HorizontalPodAutoscalerSpec: maxReplicas0 minReplicas* scaleTargetRef{ targetCPUUtilizationPercentage*
autoscaling.v1.HorizontalPodAutoscalerStatus: currentCPUUtilizationPercentage* currentReplicas0 desiredReplicas0 lastScaleTime* observedGeneration*
autoscaling.v1.Scale: metadata{ spec{ status{
autoscaling.v1.ScaleStatus: replicas0
autoscaling.v2.ContainerResourceMetricSource: container" name" target{
autoscaling.v2.ContainerResourceMetricStatus: container" current{ name"
autoscaling.v2.CrossVersionObjectReference: kind" name"
autoscaling.v2.ExternalMetricSource: metric{ target{
autoscaling.v2.ExternalMetricStatus: current{ metric{
autoscaling.v2.HPAScalingPolicy: periodSeconds0 type" value0
autoscaling.v2.HPAScalingRules: selectPolicy* stabilizationWindowSeconds* tolerance*
autoscaling.v2.HorizontalPodAutoscaler: metadata{ spec{ status{
autoscaling.v2.HorizontalPodAutoscalerCondition: lastTransitionTime~ status" type"
autoscaling.v2.HorizontalPodAutoscalerSpec: maxReplicas0 minReplicas* scaleTargetRef{
autoscaling.v2.HorizontalPodAutoscalerStatus: currentMetrics~ desiredReplicas0 lastScaleTime* observedGeneration*
autoscaling.v2.MetricIdentifier: name"
autoscaling.v2.MetricSpec: type"
autoscaling.v2.MetricStatus: type"
autoscaling.v2.MetricTarget: averageUtilization* averageValue* type" value*
autoscaling.v2.MetricValueStatus: averageUtilization* averageValue* value*
autoscaling.v2.ObjectMetricSource: describedObject{ metric{ target{
autoscaling.v2.ObjectMetricStatus: current{ describedObject{ metric{
autoscaling.v2.PodsMetricSource: metric{ target{
autoscaling.v2.PodsMetricStatus: current{ metric{
autoscaling.v2.ResourceMetricSource: name" target{
autoscaling.v2.ResourceMetricStatus: current{ name"
batch.v1.CronJob: metadata{ spec{ status{
batch.v1.CronJobSpec: failedJobsHistoryLimit* jobTemplate{ schedule" startingDeadlineSeconds* successfulJobsHistoryLimit* suspend* timeZone*
batch.v1.CronJobStatus: lastScheduleTime* lastSuccessfulTime*
batch.v1.Job: metadata{ spec{ status{
batch.v1.JobCondition: lastProbeTime~ lastTransitionTime~ status" type"
batch.v1.JobSpec: activeDeadlineSeconds* backoffLimit* backoffLimitPerIndex* completionMode* completions* managedBy* manualSelector* maxFailedIndexes* parallelism* podReplacementPolicy* suspend* template{ ttlSecondsAfterFinished*
batch.v1.JobStatus: completionTime* failedIndexes* ready* startTime* terminating*
batch.v1.JobTemplateSpec: metadata{ spec{
batch.v1.PodFailurePolicy: rules~
batch.v1.PodFailurePolicyOnExitCodesRequirement: containerName* operator" values~
batch.v1.PodFailurePolicyOnPodConditionsPattern: status" type"
batch.v1.PodFailurePolicyRule: action"
batch.v1.SuccessPolicy: rules~
batch.v1.SuccessPolicyRule: succeededCount* succeededIndexes*
certificates.v1.CertificateSigningRequest: metadata{ spec{ status{
certificates.v1.CertificateSigningRequestCondition: lastTransitionTime~ lastUpdateTime~ status" type"
certificates.v1.CertificateSigningRequestSpec: expirationSeconds* request~ signerName"
coordination.v1.Lease: metadata{ spec{
coordination.v1.LeaseSpec: acquireTime* holderIdentity* leaseDurationSeconds* leaseTransitions* preferredHolder* renewTime* strategy*
core.v1.AWSElasticBlockStoreVolumeSource: volumeID"
core.v1.AppArmorProfile: localhostProfile* type"
core.v1.AttachedVolume: devicePath" name"
core.v1.AzureDiskVolumeSource: cachingMode* diskName" diskURI" fsType* kind* readOnly*
core.v1.AzureFilePersistentVolumeSource: secretName" secretNamespace~ shareName"
core.v1.AzureFileVolumeSource: secretName" shareName"
core.v1.Binding: metadata{ target{
core.v1.CSIPersistentVolumeSource: driver" volumeHandle"
core.v1.CSIVolumeSource: driver" fsType* readOnly*
core.v1.CephFSPersistentVolumeSource: monitors~
core.v1.CephFSVolumeSource: monitors~
core.v1.CinderPersistentVolumeSource: volumeID"
core.v1.CinderVolumeSource: volumeID"
core.v1.ClientIPConfig: timeoutSeconds*
core.v1.ClusterTrustBundleProjection: name* optional* path" signerName*
core.v1.ComponentCondition: status" type"
core.v1.ComponentStatus: metadata{
core.v1.ConfigMap: immutable* metadata{
core.v1.ConfigMapEnvSource: optional*
core.v1.ConfigMapKeySelector: key" optional*
core.v1.ConfigMapNodeConfigSource: kubeletConfigKey" name" namespace"
core.v1.ConfigMapProjection: optional*
core.v1.ConfigMapVolumeSource: defaultMode* optional*
core.v1.Container: name" resources{ restartPolicy*
core.v1.ContainerExtendedResourceRequest: containerName" requestName" resourceName"
core.v1.ContainerImage: names~
core.v1.ContainerPort: containerPort0
core.v1.ContainerResizePolicy: resourceName" restartPolicy"
core.v1.ContainerStateRunning: startedAt~
core.v1.ContainerStateTerminated: exitCode0 finishedAt~ startedAt~
core.v1.ContainerStatus: image" imageID" lastState{ name" ready! restartCount0 started* state{ stopSignal*
core.v1.DaemonEndpoint: Port0
core.v1.DownwardAPIVolumeFile: mode* path"
core.v1.DownwardAPIVolumeSource: defaultMode*
core.v1.EmptyDirVolumeSource: sizeLimit*
core.v1.EndpointAddress: ip" nodeName*
core.v1.EndpointPort: appProtocol* port0
core.v1.Endpoints: metadata{
core.v1.EnvVar: name"
core.v1.EphemeralContainer: name" resources{ restartPolicy*
core.v1.Event: eventTime~ firstTimestamp~ involvedObject{ lastTimestamp~ metadata{ reportingComponent" reportingInstance" source{
core.v1.EventSeries: lastObservedTime~
core.v1.FCVolumeSource: lun*
core.v1.FileKeySelector: key" optional* path" volumeName"
core.v1.FlexPersistentVolumeSource: driver"
core.v1.FlexVolumeSource: driver"
core.v1.GCEPersistentDiskVolumeSource: pdName"
core.v1.GRPCAction: port0 service~
core.v1.GitRepoVolumeSource: repository"
core.v1.GlusterfsPersistentVolumeSource: endpoints" endpointsNamespace* path"
core.v1.GlusterfsVolumeSource: endpoints" path"
core.v1.HTTPGetAction: port0
core.v1.HTTPHeader: name" value"
core.v1.HostAlias: ip"
core.v1.HostIP: ip"
core.v1.HostPathVolumeSource: path" type*
core.v1.ISCSIPersistentVolumeSource: initiatorName* iqn" lun0 targetPortal"
core.v1.ISCSIVolumeSource: initiatorName* iqn" lun0 targetPortal"
core.v1.KeyToPath: key" mode* path"
core.v1.Lifecycle: stopSignal*
core.v1.LimitRange: metadata{ spec{
core.v1.LimitRangeItem: type"
core.v1.LimitRangeSpec: limits~
core.v1.LinuxContainerUser: gid0 uid0
core.v1.LoadBalancerIngress: ipMode*
core.v1.LocalVolumeSource: fsType* path"
core.v1.ModifyVolumeStatus: status"
core.v1.NFSVolumeSource: path" server"
core.v1.Namespace: metadata{ spec{ status{
core.v1.NamespaceCondition: lastTransitionTime~ status" type"
core.v1.Node: metadata{ spec{ status{
core.v1.NodeAddress: address" type"
core.v1.NodeAllocatableResourceClaimStatus: resourceClaimName" resources~
core.v1.NodeCondition: lastHeartbeatTime~ lastTransitionTime~ status" type"
core.v1.NodeDaemonEndpoints: kubeletEndpoint{
core.v1.NodeFeatures: supplementalGroupsPolicy*
core.v1.NodeRuntimeHandler: name"
core.v1.NodeRuntimeHandlerFeatures: recursiveReadOnlyMounts* userNamespaces*
core.v1.NodeSelector: nodeSelectorTerms~
core.v1.NodeSelectorRequirement: key" operator"
core.v1.NodeStatus: daemonEndpoints{ nodeInfo{
core.v1.NodeSwapStatus: capacity*
core.v1.NodeSystemInfo: architecture" bootID" containerRuntimeVersion" kernelVersion" kubeProxyVersion" kubeletVersion" machineID" operatingSystem" osImage" systemUUID"
core.v1.ObjectFieldSelector: fieldPath"
core.v1.PersistentVolume: metadata{ spec{ status{
core.v1.PersistentVolumeClaim: metadata{ spec{ status{
core.v1.PersistentVolumeClaimCondition: lastProbeTime~ lastTransitionTime~ status" type"
core.v1.PersistentVolumeClaimSpec: resources{ storageClassName* volumeAttributesClassName* volumeMode*
core.v1.PersistentVolumeClaimStatus: currentVolumeAttributesClassName*
core.v1.PersistentVolumeClaimTemplate: metadata{ spec{
core.v1.PersistentVolumeClaimVolumeSource: claimName"
core.v1.PersistentVolumeSpec: capacity* volumeAttributesClassName* volumeMode*
core.v1.PersistentVolumeStatus: lastPhaseTransitionTime*
core.v1.PhotonPersistentDiskVolumeSource: pdID"
core.v1.Pod: metadata{ spec{ status{
core.v1.PodAffinityTerm: topologyKey"
core.v1.PodCertificateProjection: maxExpirationSeconds*
core.v1.PodCondition: lastProbeTime~ lastTransitionTime~ status" type"
core.v1.PodDNSConfigOption: value*
core.v1.PodExtendedResourceClaimStatus: requestMappings~ resourceClaimName"
core.v1.PodIP: ip"
core.v1.PodOS: name"
core.v1.PodReadinessGate: conditionType"
core.v1.PodResourceClaim: name" resourceClaimName* resourceClaimTemplateName*
core.v1.PodResourceClaimStatus: name" resourceClaimName*
core.v1.PodSchedulingGate: name"
core.v1.PodSchedulingGroup: podGroupName*
core.v1.PodSecurityContext: fsGroup* fsGroupChangePolicy* runAsGroup* runAsNonRoot* runAsUser* seLinuxChangePolicy* supplementalGroupsPolicy*
core.v1.PodSpec: activeDeadlineSeconds* automountServiceAccountToken* containers~ enableServiceLinks* hostUsers* hostnameOverride* preemptionPolicy* priority* runtimeClassName* setHostnameAsFQDN* shareProcessNamespace* terminationGracePeriodSeconds*
core.v1.PodStatus: startTime*
core.v1.PodTemplate: metadata{ template{
core.v1.PodTemplateSpec: metadata{ spec{
core.v1.PortStatus: error* port0 protocol"
core.v1.PortworxVolumeSource: volumeID"
core.v1.PreferredSchedulingTerm: preference{ weight0
core.v1.Probe: terminationGracePeriodSeconds*
core.v1.ProjectedVolumeSource: defaultMode* sources~
core.v1.QuobyteVolumeSource: registry" volume"
core.v1.RBDPersistentVolumeSource: image" monitors~
core.v1.RBDVolumeSource: image" monitors~
core.v1.ReplicationController: metadata{ spec{ status{
core.v1.ReplicationControllerCondition: lastTransitionTime~ status" type"
core.v1.ReplicationControllerSpec: replicas*
core.v1.ReplicationControllerStatus: replicas0
core.v1.ResourceClaim: name"
core.v1.ResourceFieldSelector: divisor% resource"
core.v1.ResourceHealth: message* resourceID"
core.v1.ResourceQuota: metadata{ spec{ status{
core.v1.ResourceStatus: name"
core.v1.ScaleIOPersistentVolumeSource: gateway" secretRef~ system"
core.v1.ScaleIOVolumeSource: gateway" secretRef~ system"
core.v1.ScopedResourceSelectorRequirement: operator" scopeName"
core.v1.SeccompProfile: localhostProfile* type"
core.v1.Secret: immutable* metadata{
core.v1.SecretEnvSource: optional*
core.v1.SecretKeySelector: key" optional*
core.v1.SecretProjection: optional*
core.v1.SecretVolumeSource: defaultMode* optional*
core.v1.SecurityContext: allowPrivilegeEscalation* privileged* procMount* readOnlyRootFilesystem* runAsGroup* runAsNonRoot* runAsUser*
core.v1.Service: metadata{ spec{ status{
core.v1.ServiceAccount: automountServiceAccountToken* metadata{
core.v1.ServiceAccountTokenProjection: expirationSeconds* path"
core.v1.ServicePort: appProtocol* port0 targetPort0
core.v1.ServiceSpec: allocateLoadBalancerNodePorts* internalTrafficPolicy* ipFamilyPolicy* loadBalancerClass* trafficDistribution*
core.v1.ServiceStatus: loadBalancer{
core.v1.SleepAction: seconds0
core.v1.Sysctl: name" value"
core.v1.TCPSocketAction: port0
core.v1.Taint: effect" key" timeAdded*
core.v1.Toleration: tolerationSeconds*
core.v1.TopologySelectorLabelRequirement: key" values~
core.v1.TopologySpreadConstraint: maxSkew0 minDomains* nodeAffinityPolicy* nodeTaintsPolicy* topologyKey" whenUnsatisfiable"
core.v1.TypedLocalObjectReference: apiGroup~ kind" name"
core.v1.TypedObjectReference: apiGroup~ kind" name" namespace*
core.v1.Volume: name"
core.v1.VolumeDevice: devicePath" name"
core.v1.VolumeMount: mountPath" mountPropagation* name" recursiveReadOnly*
core.v1.VolumeMountStatus: mountPath" name" recursiveReadOnly*
core.v1.VsphereVirtualDiskVolumeSource: volumePath"
core.v1.WeightedPodAffinityTerm: podAffinityTerm{ weight0
core.v1.WindowsSecurityContextOptions: gmsaCredentialSpec* gmsaCredentialSpecName* hostProcess* runAsUserName*
discovery.v1.Endpoint: addresses~ conditions{ hostname* nodeName* zone*
discovery.v1.EndpointConditions: ready* serving* terminating*
discovery.v1.EndpointPort: appProtocol* name* port* protocol*
discovery.v1.EndpointSlice: addressType" endpoints~ metadata{ ports~
discovery.v1.ForNode: name"
discovery.v1.ForZone: name"
events.v1.Event: deprecatedFirstTimestamp~ deprecatedLastTimestamp~ deprecatedSource{ eventTime~ metadata{ regarding{
events.v1.EventSeries: count0 lastObservedTime~
flowcontrol.v1.ExemptPriorityLevelConfiguration: lendablePercent* nominalConcurrencyShares*
flowcontrol.v1.FlowDistinguisherMethod: type"
flowcontrol.v1.FlowSchema: metadata{ spec{ status{
flowcontrol.v1.FlowSchemaCondition: lastTransitionTime~
flowcontrol.v1.FlowSchemaSpec: matchingPrecedence0 priorityLevelConfiguration{
flowcontrol.v1.GroupSubject: name"
flowcontrol.v1.LimitResponse: type"
flowcontrol.v1.LimitedPriorityLevelConfiguration: borrowingLimitPercent* lendablePercent* limitResponse{ nominalConcurrencyShares~
flowcontrol.v1.NonResourcePolicyRule: nonResourceURLs~ verbs~
flowcontrol.v1.PolicyRulesWithSubjects: subjects~
flowcontrol.v1.PriorityLevelConfiguration: metadata{ spec{ status{
flowcontrol.v1.PriorityLevelConfigurationCondition: lastTransitionTime~
flowcontrol.v1.PriorityLevelConfigurationReference: name"
flowcontrol.v1.PriorityLevelConfigurationSpec: type"
flowcontrol.v1.QueuingConfiguration: handSize0 queueLengthLimit0 queues0
flowcontrol.v1.ResourcePolicyRule: apiGroups~ namespaces~ resources~ verbs~
flowcontrol.v1.ServiceAccountSubject: name" namespace"
flowcontrol.v1.Subject: kind"
flowcontrol.v1.UserSubject: name"
networking.v1.HTTPIngressPath: backend{ pathType~
networking.v1.HTTPIngressRuleValue: paths~
networking.v1.IPAddress: metadata{ spec{
networking.v1.IPBlock: cidr"
networking.v1.Ingress: metadata{ spec{ status{
networking.v1.IngressClass: metadata{ spec{
networking.v1.IngressClassParametersReference: apiGroup* kind" name" namespace* scope~
networking.v1.IngressPortStatus: error* port0 protocol"
networking.v1.IngressServiceBackend: name" port{
networking.v1.IngressSpec: ingressClassName*
networking.v1.IngressStatus: loadBalancer{
networking.v1.NetworkPolicy: metadata{ spec{
networking.v1.NetworkPolicyPort: endPort* port* protocol*
networking.v1.NetworkPolicySpec: podSelector{
networking.v1.ServiceCIDR: metadata{ spec{ status{
node.v1.RuntimeClass: handler" metadata{
policy.v1.Eviction: metadata{
policy.v1.PodDisruptionBudget: metadata{ spec{ status{
policy.v1.PodDisruptionBudgetSpec: maxUnavailable* minAvailable* unhealthyPodEvictionPolicy*
policy.v1.PodDisruptionBudgetStatus: currentHealthy0 desiredHealthy0 disruptionsAllowed0 expectedPods0
rbac.v1.ClusterRole: metadata{ rules~
rbac.v1.ClusterRoleBinding: metadata{ roleRef{
rbac.v1.PolicyRule: verbs~
rbac.v1.Role: metadata{ rules~
rbac.v1.RoleBinding: metadata{ roleRef{
rbac.v1.RoleRef: apiGroup" kind" name"
rbac.v1.Subject: kind" name"
resource.v1.AllocatedDeviceStatus: conditions~ device" driver" pool" shareID*
resource.v1.AllocationResult: allocationTimestamp* devices{
resource.v1.CELDeviceSelector: expression"
resource.v1.CapacityRequestPolicy: default~
resource.v1.CapacityRequestPolicyRange: max* min* step*
resource.v1.Counter: value%
resource.v1.CounterSet: name"
resource.v1.Device: allNodes* allowMultipleAllocations* bindsToNode* name" nodeName*
resource.v1.DeviceAllocationConfiguration: source"
resource.v1.DeviceAttribute: bool* int* string* version*
resource.v1.DeviceCapacity: value%
resource.v1.DeviceClaim: requests~
resource.v1.DeviceClass: metadata{ spec{
resource.v1.DeviceClassSpec: extendedResourceName*
resource.v1.DeviceConstraint: distinctAttribute* matchAttribute*
resource.v1.DeviceCounterConsumption: counterSet"
resource.v1.DeviceRequest: name"
resource.v1.DeviceRequestAllocationResult: adminAccess* device" driver" pool" request" shareID*
resource.v1.DeviceSubRequest: deviceClassName" name"
resource.v1.DeviceTaint: effect" key" timeAdded*
resource.v1.DeviceToleration: tolerationSeconds*
resource.v1.ExactDeviceRequest: adminAccess* deviceClassName"
resource.v1.NodeAllocatableResourceMapping: allocationMultiplier* capacityKey*
resource.v1.OpaqueDeviceConfiguration: driver" parameters~
resource.v1.ResourceClaim: metadata{ spec{ status{
resource.v1.ResourceClaimConsumerReference: name" resource" uid"
resource.v1.ResourceClaimSpec: devices{
resource.v1.ResourceClaimTemplate: metadata{ spec{
resource.v1.ResourceClaimTemplateSpec: metadata{ spec{
resource.v1.ResourcePool: generation0 name" resourceSliceCount0
resource.v1.ResourceSlice: metadata{ spec{
resource.v1.ResourceSliceSpec: allNodes* driver" nodeName* perDeviceNodeSelection* pool{
scheduling.v1.PriorityClass: metadata{ preemptionPolicy* value0
storage.v1.CSIDriver: metadata{ spec{
storage.v1.CSIDriverSpec: attachRequired* fsGroupPolicy* nodeAllocatableUpdatePeriodSeconds* podInfoOnMount* preventPodSchedulingIfMissing* requiresRepublish* seLinuxMount* serviceAccountTokenInSecrets* storageCapacity*
storage.v1.CSINode: metadata{ spec{
storage.v1.CSINodeDriver: name" nodeID" topologyKeys~
storage.v1.CSINodeSpec: drivers~
storage.v1.CSIStorageCapacity: capacity* maximumVolumeSize* metadata{ storageClassName"
storage.v1.StorageClass: allowVolumeExpansion* metadata{ provisioner" reclaimPolicy* volumeBindingMode*
storage.v1.TokenRequest: audience" expirationSeconds*
storage.v1.VolumeAttachment: metadata{ spec{ status{
storage.v1.VolumeAttachmentSource: persistentVolumeName*
storage.v1.VolumeAttachmentSpec: attacher" nodeName" source{
storage.v1.VolumeAttachmentStatus: attached!
storage.v1.VolumeAttributesClass: driverName" metadata{
storage.v1.VolumeError: errorCode* time~
storage.v1.VolumeNodeResources: count*
meta.v1.Condition: lastTransitionTime~ message" reason" status" type"
meta.v1.DeleteOptions: gracePeriodSeconds* ignoreStoreReadErrorWithClusterBreakingPotential* orphanDependents* propagationPolicy*
meta.v1.FieldSelectorRequirement: key" operator"
meta.v1.LabelSelectorRequirement: key" operator"
meta.v1.ListMeta: remainingItemCount*
meta.v1.ManagedFieldsEntry: time*
meta.v1.ObjectMeta: deletionGracePeriodSeconds* deletionTimestamp*
meta.v1.OwnerReference: apiVersion" blockOwnerDeletion* controller* kind" name" uid"
meta.v1.Preconditions: resourceVersion* uid*
meta.v1.ShardInfo: selector"
meta.v1.Status: metadata{
`;
