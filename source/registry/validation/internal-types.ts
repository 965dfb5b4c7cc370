/**
Go's own form of the types that messages quote: fields in order, under Go's names.

A line is a type. `Name=kind`: `s` text, `i` number, `b` boolean, `q` quantity, `t` time, `o` number or text; `*` before it: may be missing; `[` a list, `m` a map, `.T` a struct; `+T` the fields of T itself. Taken from the internal types of Kubernetes v1.36.
*/
export const internalTypes = `
AWSElasticBlockStoreVolumeSource: VolumeID=s FSType=s Partition=i ReadOnly=b
Affinity: NodeAffinity=*NodeAffinity PodAffinity=*PodAffinity PodAntiAffinity=*PodAntiAffinity
AppArmorProfile: Type=s LocalhostProfile=*s
AzureDiskVolumeSource: DiskName=s DataDiskURI=s CachingMode=*s FSType=*s ReadOnly=*b Kind=*s
AzureFilePersistentVolumeSource: SecretName=s ShareName=s ReadOnly=b SecretNamespace=*s
AzureFileVolumeSource: SecretName=s ShareName=s ReadOnly=b
CSIPersistentVolumeSource: Driver=s VolumeHandle=s ReadOnly=b FSType=s VolumeAttributes=ms ControllerPublishSecretRef=*SecretReference NodeStageSecretRef=*SecretReference NodePublishSecretRef=*SecretReference ControllerExpandSecretRef=*SecretReference NodeExpandSecretRef=*SecretReference
CSIVolumeSource: Driver=s ReadOnly=*b FSType=*s VolumeAttributes=ms NodePublishSecretRef=*LocalObjectReference
Capabilities: Add=[s Drop=[s
CephFSPersistentVolumeSource: Monitors=[s Path=s User=s SecretFile=s SecretRef=*SecretReference ReadOnly=b
CephFSVolumeSource: Monitors=[s Path=s User=s SecretFile=s SecretRef=*LocalObjectReference ReadOnly=b
CinderPersistentVolumeSource: VolumeID=s FSType=s ReadOnly=b SecretRef=*SecretReference
CinderVolumeSource: VolumeID=s FSType=s ReadOnly=b SecretRef=*LocalObjectReference
ClusterTrustBundleProjection: Name=*s SignerName=*s LabelSelector=*LabelSelector Optional=*b Path=s
ConfigMapEnvSource: +LocalObjectReference Optional=*b
ConfigMapKeySelector: +LocalObjectReference Key=s Optional=*b
ConfigMapProjection: +LocalObjectReference Items=[KeyToPath Optional=*b
ConfigMapVolumeSource: +LocalObjectReference Items=[KeyToPath DefaultMode=*i Optional=*b
Container: Name=s Image=s Command=[s Args=[s WorkingDir=s Ports=[ContainerPort EnvFrom=[EnvFromSource Env=[EnvVar Resources=.ResourceRequirements ResizePolicy=[ContainerResizePolicy RestartPolicy=*s RestartPolicyRules=[ContainerRestartRule VolumeMounts=[VolumeMount VolumeDevices=[VolumeDevice LivenessProbe=*Probe ReadinessProbe=*Probe StartupProbe=*Probe Lifecycle=*Lifecycle TerminationMessagePath=s TerminationMessagePolicy=s ImagePullPolicy=s SecurityContext=*SecurityContext Stdin=b StdinOnce=b TTY=b
ContainerPort: Name=s HostPort=i ContainerPort=i Protocol=s HostIP=s
ContainerResizePolicy: ResourceName=s RestartPolicy=s
ContainerRestartRule: Action=s ExitCodes=*ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes: Operator=s Values=[i
DownwardAPIProjection: Items=[DownwardAPIVolumeFile
DownwardAPIVolumeFile: Path=s FieldRef=*ObjectFieldSelector ResourceFieldRef=*ResourceFieldSelector Mode=*i
DownwardAPIVolumeSource: Items=[DownwardAPIVolumeFile DefaultMode=*i
EmptyDirVolumeSource: Medium=s SizeLimit=*q
EnvFromSource: Prefix=s ConfigMapRef=*ConfigMapEnvSource SecretRef=*SecretEnvSource
EnvVar: Name=s Value=s ValueFrom=*EnvVarSource
EnvVarSource: FieldRef=*ObjectFieldSelector ResourceFieldRef=*ResourceFieldSelector ConfigMapKeyRef=*ConfigMapKeySelector SecretKeyRef=*SecretKeySelector FileKeyRef=*FileKeySelector
EphemeralContainer: +EphemeralContainerCommon TargetContainerName=s
EphemeralContainerCommon: Name=s Image=s Command=[s Args=[s WorkingDir=s Ports=[ContainerPort EnvFrom=[EnvFromSource Env=[EnvVar Resources=.ResourceRequirements ResizePolicy=[ContainerResizePolicy RestartPolicy=*s RestartPolicyRules=[ContainerRestartRule VolumeMounts=[VolumeMount VolumeDevices=[VolumeDevice LivenessProbe=*Probe ReadinessProbe=*Probe StartupProbe=*Probe Lifecycle=*Lifecycle TerminationMessagePath=s TerminationMessagePolicy=s ImagePullPolicy=s SecurityContext=*SecurityContext Stdin=b StdinOnce=b TTY=b
EphemeralVolumeSource: VolumeClaimTemplate=*PersistentVolumeClaimTemplate
ExecAction: Command=[s
FCVolumeSource: TargetWWNs=[s Lun=*i FSType=s ReadOnly=b WWIDs=[s
FileKeySelector: VolumeName=s Path=s Key=s Optional=*b
FlexPersistentVolumeSource: Driver=s FSType=s SecretRef=*SecretReference ReadOnly=b Options=ms
FlexVolumeSource: Driver=s FSType=s SecretRef=*LocalObjectReference ReadOnly=b Options=ms
FlockerVolumeSource: DatasetName=s DatasetUUID=s
GCEPersistentDiskVolumeSource: PDName=s FSType=s Partition=i ReadOnly=b
GRPCAction: Port=i Service=*s
GitRepoVolumeSource: Repository=s Revision=s Directory=s
GlusterfsPersistentVolumeSource: EndpointsName=s Path=s ReadOnly=b EndpointsNamespace=*s
GlusterfsVolumeSource: EndpointsName=s Path=s ReadOnly=b
HTTPGetAction: Path=s Port=o Host=s Scheme=s HTTPHeaders=[HTTPHeader
HTTPHeader: Name=s Value=s
HostAlias: IP=s Hostnames=[s
HostPathVolumeSource: Path=s Type=*s
ISCSIPersistentVolumeSource: TargetPortal=s IQN=s Lun=i ISCSIInterface=s FSType=s ReadOnly=b Portals=[s DiscoveryCHAPAuth=b SessionCHAPAuth=b SecretRef=*SecretReference InitiatorName=*s
ISCSIVolumeSource: TargetPortal=s IQN=s Lun=i ISCSIInterface=s FSType=s ReadOnly=b Portals=[s DiscoveryCHAPAuth=b SessionCHAPAuth=b SecretRef=*LocalObjectReference InitiatorName=*s
ImageVolumeSource: Reference=s PullPolicy=s
KeyToPath: Key=s Path=s Mode=*i
Lifecycle: PostStart=*LifecycleHandler PreStop=*LifecycleHandler StopSignal=*s
LifecycleHandler: Exec=*ExecAction HTTPGet=*HTTPGetAction TCPSocket=*TCPSocketAction Sleep=*SleepAction
LocalObjectReference: Name=s
LocalVolumeSource: Path=s FSType=*s
NFSVolumeSource: Server=s Path=s ReadOnly=b
NodeAffinity: RequiredDuringSchedulingIgnoredDuringExecution=*NodeSelector PreferredDuringSchedulingIgnoredDuringExecution=[PreferredSchedulingTerm
NodeSelector: NodeSelectorTerms=[NodeSelectorTerm
NodeSelectorRequirement: Key=s Operator=s Values=[s
NodeSelectorTerm: MatchExpressions=[NodeSelectorRequirement MatchFields=[NodeSelectorRequirement
ObjectFieldSelector: APIVersion=s FieldPath=s
ObjectReference: Kind=s Namespace=s Name=s UID=s APIVersion=s ResourceVersion=s FieldPath=s
ParentReference: Group=s Resource=s Namespace=s Name=s
PersistentVolumeClaimSpec: AccessModes=[s Selector=*LabelSelector Resources=.VolumeResourceRequirements VolumeName=s StorageClassName=*s VolumeMode=*s DataSource=*TypedLocalObjectReference DataSourceRef=*TypedObjectReference VolumeAttributesClassName=*s
PersistentVolumeClaimTemplate: +ObjectMeta Spec=.PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource: ClaimName=s ReadOnly=b
PersistentVolumeSource: GCEPersistentDisk=*GCEPersistentDiskVolumeSource AWSElasticBlockStore=*AWSElasticBlockStoreVolumeSource HostPath=*HostPathVolumeSource Glusterfs=*GlusterfsPersistentVolumeSource NFS=*NFSVolumeSource RBD=*RBDPersistentVolumeSource Quobyte=*QuobyteVolumeSource ISCSI=*ISCSIPersistentVolumeSource FlexVolume=*FlexPersistentVolumeSource Cinder=*CinderPersistentVolumeSource CephFS=*CephFSPersistentVolumeSource FC=*FCVolumeSource Flocker=*FlockerVolumeSource AzureFile=*AzureFilePersistentVolumeSource VsphereVolume=*VsphereVirtualDiskVolumeSource AzureDisk=*AzureDiskVolumeSource PhotonPersistentDisk=*PhotonPersistentDiskVolumeSource PortworxVolume=*PortworxVolumeSource ScaleIO=*ScaleIOPersistentVolumeSource Local=*LocalVolumeSource StorageOS=*StorageOSPersistentVolumeSource CSI=*CSIPersistentVolumeSource
PersistentVolumeSpec: Capacity=mq +PersistentVolumeSource AccessModes=[s ClaimRef=*ObjectReference PersistentVolumeReclaimPolicy=s StorageClassName=s MountOptions=[s VolumeMode=*s NodeAffinity=*VolumeNodeAffinity VolumeAttributesClassName=*s
PhotonPersistentDiskVolumeSource: PdID=s FSType=s
PodAffinity: RequiredDuringSchedulingIgnoredDuringExecution=[PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution=[WeightedPodAffinityTerm
PodAffinityTerm: LabelSelector=*LabelSelector Namespaces=[s TopologyKey=s NamespaceSelector=*LabelSelector MatchLabelKeys=[s MismatchLabelKeys=[s
PodAntiAffinity: RequiredDuringSchedulingIgnoredDuringExecution=[PodAffinityTerm PreferredDuringSchedulingIgnoredDuringExecution=[WeightedPodAffinityTerm
PodCertificateProjection: SignerName=s KeyType=s MaxExpirationSeconds=*i CredentialBundlePath=s KeyPath=s CertificateChainPath=s UserAnnotations=ms
PodDNSConfig: Nameservers=[s Searches=[s Options=[PodDNSConfigOption
PodDNSConfigOption: Name=s Value=*s
PodFailurePolicy: Rules=[PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement: ContainerName=*s Operator=s Values=[i
PodFailurePolicyOnPodConditionsPattern: Type=s Status=s
PodFailurePolicyRule: Action=s OnExitCodes=*PodFailurePolicyOnExitCodesRequirement OnPodConditions=[PodFailurePolicyOnPodConditionsPattern
PodOS: Name=s
PodReadinessGate: ConditionType=s
PodResourceClaim: Name=s ResourceClaimName=*s ResourceClaimTemplateName=*s
PodSchedulingGate: Name=s
PodSchedulingGroup: PodGroupName=*s
PodSecurityContext: HostNetwork=b HostPID=b HostIPC=b ShareProcessNamespace=*b HostUsers=*b SELinuxOptions=*SELinuxOptions WindowsOptions=*WindowsSecurityContextOptions RunAsUser=*i RunAsGroup=*i RunAsNonRoot=*b SupplementalGroups=[i SupplementalGroupsPolicy=*s FSGroup=*i FSGroupChangePolicy=*s Sysctls=[Sysctl SeccompProfile=*SeccompProfile AppArmorProfile=*AppArmorProfile SELinuxChangePolicy=*s
PodSpec: Volumes=[Volume InitContainers=[Container Containers=[Container EphemeralContainers=[EphemeralContainer RestartPolicy=s TerminationGracePeriodSeconds=*i ActiveDeadlineSeconds=*i DNSPolicy=s NodeSelector=ms ServiceAccountName=s AutomountServiceAccountToken=*b NodeName=s SecurityContext=*PodSecurityContext ImagePullSecrets=[LocalObjectReference Hostname=s Subdomain=s SetHostnameAsFQDN=*b Affinity=*Affinity SchedulerName=s Tolerations=[Toleration HostAliases=[HostAlias PriorityClassName=s Priority=*i PreemptionPolicy=*s DNSConfig=*PodDNSConfig ReadinessGates=[PodReadinessGate RuntimeClassName=*s Overhead=mq EnableServiceLinks=*b TopologySpreadConstraints=[TopologySpreadConstraint OS=*PodOS SchedulingGates=[PodSchedulingGate ResourceClaims=[PodResourceClaim Resources=*ResourceRequirements HostnameOverride=*s SchedulingGroup=*PodSchedulingGroup
PortworxVolumeSource: VolumeID=s FSType=s ReadOnly=b
PreferredSchedulingTerm: Weight=i Preference=.NodeSelectorTerm
Probe: +ProbeHandler InitialDelaySeconds=i TimeoutSeconds=i PeriodSeconds=i SuccessThreshold=i FailureThreshold=i TerminationGracePeriodSeconds=*i
ProbeHandler: Exec=*ExecAction HTTPGet=*HTTPGetAction TCPSocket=*TCPSocketAction GRPC=*GRPCAction
ProjectedVolumeSource: Sources=[VolumeProjection DefaultMode=*i
QuobyteVolumeSource: Registry=s Volume=s ReadOnly=b User=s Group=s Tenant=s
RBDPersistentVolumeSource: CephMonitors=[s RBDImage=s FSType=s RBDPool=s RadosUser=s Keyring=s SecretRef=*SecretReference ReadOnly=b
RBDVolumeSource: CephMonitors=[s RBDImage=s FSType=s RBDPool=s RadosUser=s Keyring=s SecretRef=*LocalObjectReference ReadOnly=b
ResourceClaim: Name=s Request=s
ResourceFieldSelector: ContainerName=s Resource=s Divisor=q
ResourceRequirements: Limits=mq Requests=mq Claims=[ResourceClaim
SELinuxOptions: User=s Role=s Type=s Level=s
ScaleIOPersistentVolumeSource: Gateway=s System=s SecretRef=*SecretReference SSLEnabled=b ProtectionDomain=s StoragePool=s StorageMode=s VolumeName=s FSType=s ReadOnly=b
ScaleIOVolumeSource: Gateway=s System=s SecretRef=*LocalObjectReference SSLEnabled=b ProtectionDomain=s StoragePool=s StorageMode=s VolumeName=s FSType=s ReadOnly=b
SeccompProfile: Type=s LocalhostProfile=*s
SecretEnvSource: +LocalObjectReference Optional=*b
SecretKeySelector: +LocalObjectReference Key=s Optional=*b
SecretProjection: +LocalObjectReference Items=[KeyToPath Optional=*b
SecretReference: Name=s Namespace=s
SecretVolumeSource: SecretName=s Items=[KeyToPath DefaultMode=*i Optional=*b
SecurityContext: Capabilities=*Capabilities Privileged=*b SELinuxOptions=*SELinuxOptions WindowsOptions=*WindowsSecurityContextOptions RunAsUser=*i RunAsGroup=*i RunAsNonRoot=*b ReadOnlyRootFilesystem=*b AllowPrivilegeEscalation=*b ProcMount=*s SeccompProfile=*SeccompProfile AppArmorProfile=*AppArmorProfile
ServiceAccountTokenProjection: Audience=s ExpirationSeconds=i Path=s
SleepAction: Seconds=i
StorageOSPersistentVolumeSource: VolumeName=s VolumeNamespace=s FSType=s ReadOnly=b SecretRef=*ObjectReference
StorageOSVolumeSource: VolumeName=s VolumeNamespace=s FSType=s ReadOnly=b SecretRef=*LocalObjectReference
SuccessPolicy: Rules=[SuccessPolicyRule
SuccessPolicyRule: SucceededIndexes=*s SucceededCount=*i
Sysctl: Name=s Value=s
TCPSocketAction: Port=o Host=s
Toleration: Key=s Operator=s Value=s Effect=s TolerationSeconds=*i
TopologySpreadConstraint: MaxSkew=i TopologyKey=s WhenUnsatisfiable=s LabelSelector=*LabelSelector MinDomains=*i NodeAffinityPolicy=*s NodeTaintsPolicy=*s MatchLabelKeys=[s
TypedLocalObjectReference: APIGroup=*s Kind=s Name=s
TypedObjectReference: APIGroup=*s Kind=s Name=s Namespace=*s
Volume: Name=s +VolumeSource
VolumeAttachmentSource: PersistentVolumeName=*s InlineVolumeSpec=*PersistentVolumeSpec
VolumeAttachmentSpec: Attacher=s Source=VolumeAttachmentSource NodeName=s
VolumeDevice: Name=s DevicePath=s
VolumeMount: Name=s ReadOnly=b RecursiveReadOnly=*s MountPath=s SubPath=s MountPropagation=*s SubPathExpr=s
VolumeProjection: Secret=*SecretProjection DownwardAPI=*DownwardAPIProjection ConfigMap=*ConfigMapProjection ServiceAccountToken=*ServiceAccountTokenProjection ClusterTrustBundle=*ClusterTrustBundleProjection PodCertificate=*PodCertificateProjection
VolumeResourceRequirements: Limits=mq Requests=mq
VolumeSource: HostPath=*HostPathVolumeSource EmptyDir=*EmptyDirVolumeSource GCEPersistentDisk=*GCEPersistentDiskVolumeSource AWSElasticBlockStore=*AWSElasticBlockStoreVolumeSource GitRepo=*GitRepoVolumeSource Secret=*SecretVolumeSource NFS=*NFSVolumeSource ISCSI=*ISCSIVolumeSource Glusterfs=*GlusterfsVolumeSource PersistentVolumeClaim=*PersistentVolumeClaimVolumeSource RBD=*RBDVolumeSource Quobyte=*QuobyteVolumeSource FlexVolume=*FlexVolumeSource Cinder=*CinderVolumeSource CephFS=*CephFSVolumeSource Flocker=*FlockerVolumeSource DownwardAPI=*DownwardAPIVolumeSource FC=*FCVolumeSource AzureFile=*AzureFileVolumeSource ConfigMap=*ConfigMapVolumeSource VsphereVolume=*VsphereVirtualDiskVolumeSource AzureDisk=*AzureDiskVolumeSource PhotonPersistentDisk=*PhotonPersistentDiskVolumeSource Projected=*ProjectedVolumeSource PortworxVolume=*PortworxVolumeSource ScaleIO=*ScaleIOVolumeSource StorageOS=*StorageOSVolumeSource CSI=*CSIVolumeSource Ephemeral=*EphemeralVolumeSource Image=*ImageVolumeSource
VolumeNodeAffinity: Required=*NodeSelector
VsphereVirtualDiskVolumeSource: VolumePath=s FSType=s StoragePolicyName=s StoragePolicyID=s
WeightedPodAffinityTerm: Weight=i PodAffinityTerm=.PodAffinityTerm
WindowsSecurityContextOptions: GMSACredentialSpecName=*s GMSACredentialSpec=*s RunAsUserName=*s HostProcess=*b
`;
