/**
The Go structs that a Pod template is made of: fields in the order of their declaration, which neither JSON nor
protobuf tells, with their types, in a short form of Go's own syntax.

- `;` separates groups of fields of one type, `,` the fields of a group.
- A group without a type is an embedded struct, whose fields are the outer one's in JSON.
- A name in parentheses is that in JSON, where it is not the usual one.
- Types that begin with a capital letter are of `k8s.io/api/core/v1` or `k8s.io/apimachinery/pkg/apis/meta/v1`, both of
  which Go calls `v1`. What is no struct here is a string with a type of its own.

@mirrors k8s.io/api/core/v1 types.go
*/
export const goStructs: Readonly<Record<string, string>> = {
	PodTemplateSpec: 'ObjectMeta(metadata) ObjectMeta; Spec PodSpec',
	PodSpec: `Volumes []Volume; InitContainers, Containers []Container; EphemeralContainers []EphemeralContainer;
		RestartPolicy RestartPolicy; TerminationGracePeriodSeconds, ActiveDeadlineSeconds *int64; DNSPolicy DNSPolicy;
		NodeSelector map[string]string; ServiceAccountName, DeprecatedServiceAccount(serviceAccount) string;
		AutomountServiceAccountToken *bool; NodeName string; HostNetwork, HostPID, HostIPC bool;
		ShareProcessNamespace *bool; SecurityContext *PodSecurityContext; ImagePullSecrets []LocalObjectReference;
		Hostname, Subdomain string; Affinity *Affinity; SchedulerName string; Tolerations []Toleration;
		HostAliases []HostAlias; PriorityClassName string; Priority *int32; DNSConfig *PodDNSConfig;
		ReadinessGates []PodReadinessGate; RuntimeClassName *string; EnableServiceLinks *bool;
		PreemptionPolicy *PreemptionPolicy; Overhead ResourceList; TopologySpreadConstraints []TopologySpreadConstraint;
		SetHostnameAsFQDN *bool; OS *PodOS; HostUsers *bool; SchedulingGates []PodSchedulingGate;
		ResourceClaims []PodResourceClaim; Resources *ResourceRequirements; HostnameOverride *string;
		SchedulingGroup *PodSchedulingGroup`,
	Container: `Name, Image string; Command, Args []string; WorkingDir string; Ports []ContainerPort;
		EnvFrom []EnvFromSource; Env []EnvVar; Resources ResourceRequirements; ResizePolicy []ContainerResizePolicy;
		RestartPolicy *ContainerRestartPolicy; RestartPolicyRules []ContainerRestartRule; VolumeMounts []VolumeMount;
		VolumeDevices []VolumeDevice; LivenessProbe, ReadinessProbe, StartupProbe *Probe; Lifecycle *Lifecycle;
		TerminationMessagePath string; TerminationMessagePolicy TerminationMessagePolicy; ImagePullPolicy PullPolicy;
		SecurityContext *SecurityContext; Stdin, StdinOnce, TTY bool`,
	EphemeralContainer: 'EphemeralContainerCommon; TargetContainerName string',
	EphemeralContainerCommon: `Name, Image string; Command, Args []string; WorkingDir string; Ports []ContainerPort;
		EnvFrom []EnvFromSource; Env []EnvVar; Resources ResourceRequirements; ResizePolicy []ContainerResizePolicy;
		RestartPolicy *ContainerRestartPolicy; RestartPolicyRules []ContainerRestartRule; VolumeMounts []VolumeMount;
		VolumeDevices []VolumeDevice; LivenessProbe, ReadinessProbe, StartupProbe *Probe; Lifecycle *Lifecycle;
		TerminationMessagePath string; TerminationMessagePolicy TerminationMessagePolicy; ImagePullPolicy PullPolicy;
		SecurityContext *SecurityContext; Stdin, StdinOnce, TTY bool`,

	// metadata
	ObjectMeta: `Name, GenerateName, Namespace, SelfLink string; UID types.UID; ResourceVersion string; Generation int64;
		CreationTimestamp Time; DeletionTimestamp *Time; DeletionGracePeriodSeconds *int64;
		Labels, Annotations map[string]string; OwnerReferences []OwnerReference; Finalizers []string;
		ManagedFields []ManagedFieldsEntry`,
	OwnerReference: 'APIVersion, Kind, Name string; UID types.UID; Controller, BlockOwnerDeletion *bool',
	ManagedFieldsEntry: `Manager string; Operation ManagedFieldsOperationType; APIVersion string; Time *Time;
		FieldsType string; FieldsV1 *FieldsV1; Subresource string`,
	LabelSelector: 'MatchLabels map[string]string; MatchExpressions []LabelSelectorRequirement',
	LabelSelectorRequirement: 'Key string; Operator LabelSelectorOperator; Values []string',
	LocalObjectReference: 'Name string',
	TypedLocalObjectReference: 'APIGroup *string; Kind, Name string',
	TypedObjectReference: 'APIGroup *string; Kind, Name string; Namespace *string',

	// parts of a container
	ContainerPort: 'Name string; HostPort, ContainerPort int32; Protocol Protocol; HostIP string',
	ContainerResizePolicy: 'ResourceName ResourceName; RestartPolicy ResourceResizeRestartPolicy',
	ContainerRestartRule: 'Action ContainerRestartRuleAction; ExitCodes *ContainerRestartRuleOnExitCodes',
	ContainerRestartRuleOnExitCodes: 'Operator ContainerRestartRuleOnExitCodesOperator; Values []int32',
	ResourceRequirements: 'Limits, Requests ResourceList; Claims []ResourceClaim',
	ResourceClaim: 'Name, Request string',
	VolumeMount: `Name string; ReadOnly bool; RecursiveReadOnly *RecursiveReadOnlyMode; MountPath, SubPath string;
		MountPropagation *MountPropagationMode; SubPathExpr string`,
	VolumeDevice: 'Name, DevicePath string',
	EnvFromSource: 'Prefix string; ConfigMapRef *ConfigMapEnvSource; SecretRef *SecretEnvSource',
	ConfigMapEnvSource: 'LocalObjectReference; Optional *bool',
	SecretEnvSource: 'LocalObjectReference; Optional *bool',
	EnvVar: 'Name, Value string; ValueFrom *EnvVarSource',
	EnvVarSource: `FieldRef *ObjectFieldSelector; ResourceFieldRef *ResourceFieldSelector;
		ConfigMapKeyRef *ConfigMapKeySelector; SecretKeyRef *SecretKeySelector; FileKeyRef *FileKeySelector`,
	ObjectFieldSelector: 'APIVersion, FieldPath string',
	ResourceFieldSelector: 'ContainerName, Resource string; Divisor resource.Quantity',
	ConfigMapKeySelector: 'LocalObjectReference; Key string; Optional *bool',
	SecretKeySelector: 'LocalObjectReference; Key string; Optional *bool',
	FileKeySelector: 'VolumeName, Path, Key string; Optional *bool',
	Probe: `ProbeHandler; InitialDelaySeconds, TimeoutSeconds, PeriodSeconds, SuccessThreshold, FailureThreshold int32;
		TerminationGracePeriodSeconds *int64`,
	ProbeHandler: 'Exec *ExecAction; HTTPGet *HTTPGetAction; TCPSocket *TCPSocketAction; GRPC *GRPCAction',
	Lifecycle: 'PostStart, PreStop *LifecycleHandler; StopSignal *Signal',
	LifecycleHandler: 'Exec *ExecAction; HTTPGet *HTTPGetAction; TCPSocket *TCPSocketAction; Sleep *SleepAction',
	ExecAction: 'Command []string',
	HTTPGetAction: 'Path string; Port intstr.IntOrString; Host string; Scheme URIScheme; HTTPHeaders []HTTPHeader',
	HTTPHeader: 'Name, Value string',
	TCPSocketAction: 'Port intstr.IntOrString; Host string',
	GRPCAction: 'Port int32; Service *string',
	SleepAction: 'Seconds int64',

	// security
	PodSecurityContext: `SELinuxOptions *SELinuxOptions; WindowsOptions *WindowsSecurityContextOptions;
		RunAsUser, RunAsGroup *int64; RunAsNonRoot *bool; SupplementalGroups []int64;
		SupplementalGroupsPolicy *SupplementalGroupsPolicy; FSGroup *int64; Sysctls []Sysctl;
		FSGroupChangePolicy *PodFSGroupChangePolicy; SeccompProfile *SeccompProfile; AppArmorProfile *AppArmorProfile;
		SELinuxChangePolicy *PodSELinuxChangePolicy`,
	SecurityContext: `Capabilities *Capabilities; Privileged *bool; SELinuxOptions *SELinuxOptions;
		WindowsOptions *WindowsSecurityContextOptions; RunAsUser, RunAsGroup *int64;
		RunAsNonRoot, ReadOnlyRootFilesystem, AllowPrivilegeEscalation *bool; ProcMount *ProcMountType;
		SeccompProfile *SeccompProfile; AppArmorProfile *AppArmorProfile`,
	Capabilities: 'Add, Drop []Capability',
	SELinuxOptions: 'User, Role, Type, Level string',
	WindowsSecurityContextOptions: 'GMSACredentialSpecName, GMSACredentialSpec, RunAsUserName *string; HostProcess *bool',
	SeccompProfile: 'Type SeccompProfileType; LocalhostProfile *string',
	AppArmorProfile: 'Type AppArmorProfileType; LocalhostProfile *string',
	Sysctl: 'Name, Value string',

	// placement
	Affinity: 'NodeAffinity *NodeAffinity; PodAffinity *PodAffinity; PodAntiAffinity *PodAntiAffinity',
	NodeAffinity: `RequiredDuringSchedulingIgnoredDuringExecution *NodeSelector;
		PreferredDuringSchedulingIgnoredDuringExecution []PreferredSchedulingTerm`,
	NodeSelector: 'NodeSelectorTerms []NodeSelectorTerm',
	NodeSelectorTerm: 'MatchExpressions, MatchFields []NodeSelectorRequirement',
	NodeSelectorRequirement: 'Key string; Operator NodeSelectorOperator; Values []string',
	PreferredSchedulingTerm: 'Weight int32; Preference NodeSelectorTerm',
	PodAffinity: `RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm;
		PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm`,
	PodAntiAffinity: `RequiredDuringSchedulingIgnoredDuringExecution []PodAffinityTerm;
		PreferredDuringSchedulingIgnoredDuringExecution []WeightedPodAffinityTerm`,
	PodAffinityTerm: `LabelSelector *LabelSelector; Namespaces []string; TopologyKey string;
		NamespaceSelector *LabelSelector; MatchLabelKeys, MismatchLabelKeys []string`,
	WeightedPodAffinityTerm: 'Weight int32; PodAffinityTerm(podAffinityTerm) PodAffinityTerm',
	Toleration: `Key string; Operator TolerationOperator; Value string; Effect TaintEffect; TolerationSeconds *int64`,
	TopologySpreadConstraint: `MaxSkew int32; TopologyKey string; WhenUnsatisfiable UnsatisfiableConstraintAction;
		LabelSelector *LabelSelector; MinDomains *int32; NodeAffinityPolicy, NodeTaintsPolicy *NodeInclusionPolicy;
		MatchLabelKeys []string`,
	PodReadinessGate: 'ConditionType PodConditionType',
	PodSchedulingGate: 'Name string',
	PodResourceClaim: 'Name string; ResourceClaimName, ResourceClaimTemplateName *string',
	PodSchedulingGroup: 'PodGroupName *string',
	PodOS: 'Name OSName',

	// names
	HostAlias: 'IP string; Hostnames []string',
	PodDNSConfig: 'Nameservers, Searches []string; Options []PodDNSConfigOption',
	PodDNSConfigOption: 'Name string; Value *string',

	// volumes
	Volume: 'Name string; VolumeSource',
	VolumeSource: `HostPath *HostPathVolumeSource; EmptyDir *EmptyDirVolumeSource;
		GCEPersistentDisk *GCEPersistentDiskVolumeSource; AWSElasticBlockStore *AWSElasticBlockStoreVolumeSource;
		GitRepo *GitRepoVolumeSource; Secret *SecretVolumeSource; NFS *NFSVolumeSource; ISCSI *ISCSIVolumeSource;
		Glusterfs *GlusterfsVolumeSource; PersistentVolumeClaim *PersistentVolumeClaimVolumeSource; RBD *RBDVolumeSource;
		FlexVolume *FlexVolumeSource; Cinder *CinderVolumeSource; CephFS(cephfs) *CephFSVolumeSource;
		Flocker *FlockerVolumeSource; DownwardAPI *DownwardAPIVolumeSource; FC *FCVolumeSource;
		AzureFile *AzureFileVolumeSource; ConfigMap *ConfigMapVolumeSource;
		VsphereVolume *VsphereVirtualDiskVolumeSource; Quobyte *QuobyteVolumeSource; AzureDisk *AzureDiskVolumeSource;
		PhotonPersistentDisk *PhotonPersistentDiskVolumeSource; Projected *ProjectedVolumeSource;
		PortworxVolume *PortworxVolumeSource; ScaleIO *ScaleIOVolumeSource;
		StorageOS(storageos) *StorageOSVolumeSource; CSI *CSIVolumeSource; Ephemeral *EphemeralVolumeSource;
		Image *ImageVolumeSource`,
	HostPathVolumeSource: 'Path string; Type *HostPathType',
	EmptyDirVolumeSource: 'Medium StorageMedium; SizeLimit *resource.Quantity',
	GCEPersistentDiskVolumeSource: 'PDName, FSType string; Partition int32; ReadOnly bool',
	AWSElasticBlockStoreVolumeSource: 'VolumeID, FSType string; Partition int32; ReadOnly bool',
	GitRepoVolumeSource: 'Repository, Revision, Directory string',
	SecretVolumeSource: 'SecretName string; Items []KeyToPath; DefaultMode *int32; Optional *bool',
	NFSVolumeSource: 'Server, Path string; ReadOnly bool',
	ISCSIVolumeSource: `TargetPortal, IQN string; Lun int32; ISCSIInterface, FSType string; ReadOnly bool;
		Portals []string; DiscoveryCHAPAuth(chapAuthDiscovery), SessionCHAPAuth(chapAuthSession) bool;
		SecretRef *LocalObjectReference; InitiatorName *string`,
	GlusterfsVolumeSource: 'EndpointsName(endpoints), Path string; ReadOnly bool',
	PersistentVolumeClaimVolumeSource: 'ClaimName string; ReadOnly bool',
	RBDVolumeSource: `CephMonitors(monitors) []string; RBDImage(image), FSType, RBDPool(pool), RadosUser(user) string;
		Keyring string; SecretRef *LocalObjectReference; ReadOnly bool`,
	FlexVolumeSource: 'Driver, FSType string; SecretRef *LocalObjectReference; ReadOnly bool; Options map[string]string',
	CinderVolumeSource: 'VolumeID, FSType string; ReadOnly bool; SecretRef *LocalObjectReference',
	CephFSVolumeSource: `Monitors []string; Path, User, SecretFile string; SecretRef *LocalObjectReference;
		ReadOnly bool`,
	FlockerVolumeSource: 'DatasetName, DatasetUUID string',
	DownwardAPIVolumeSource: 'Items []DownwardAPIVolumeFile; DefaultMode *int32',
	DownwardAPIVolumeFile: `Path string; FieldRef *ObjectFieldSelector; ResourceFieldRef *ResourceFieldSelector;
		Mode *int32`,
	FCVolumeSource: 'TargetWWNs []string; Lun *int32; FSType string; ReadOnly bool; WWIDs(wwids) []string',
	AzureFileVolumeSource: 'SecretName, ShareName string; ReadOnly bool',
	ConfigMapVolumeSource: 'LocalObjectReference; Items []KeyToPath; DefaultMode *int32; Optional *bool',
	VsphereVirtualDiskVolumeSource: 'VolumePath, FSType, StoragePolicyName, StoragePolicyID string',
	QuobyteVolumeSource: 'Registry, Volume string; ReadOnly bool; User, Group, Tenant string',
	AzureDiskVolumeSource: `DiskName, DataDiskURI(diskURI) string; CachingMode *AzureDataDiskCachingMode;
		FSType *string; ReadOnly *bool; Kind *AzureDataDiskKind`,
	PhotonPersistentDiskVolumeSource: 'PdID(pdID), FSType string',
	PortworxVolumeSource: 'VolumeID, FSType string; ReadOnly bool',
	ScaleIOVolumeSource: `Gateway, System string; SecretRef *LocalObjectReference; SSLEnabled bool;
		ProtectionDomain, StoragePool, StorageMode, VolumeName, FSType string; ReadOnly bool`,
	ProjectedVolumeSource: 'Sources []VolumeProjection; DefaultMode *int32',
	VolumeProjection: `Secret *SecretProjection; DownwardAPI *DownwardAPIProjection; ConfigMap *ConfigMapProjection;
		ServiceAccountToken *ServiceAccountTokenProjection; ClusterTrustBundle *ClusterTrustBundleProjection;
		PodCertificate *PodCertificateProjection`,
	SecretProjection: 'LocalObjectReference; Items []KeyToPath; Optional *bool',
	DownwardAPIProjection: 'Items []DownwardAPIVolumeFile',
	ConfigMapProjection: 'LocalObjectReference; Items []KeyToPath; Optional *bool',
	ServiceAccountTokenProjection: 'Audience string; ExpirationSeconds *int64; Path string',
	ClusterTrustBundleProjection: 'Name, SignerName *string; LabelSelector *LabelSelector; Optional *bool; Path string',
	PodCertificateProjection: `SignerName, KeyType string; MaxExpirationSeconds *int32;
		CredentialBundlePath, KeyPath, CertificateChainPath string; UserAnnotations map[string]string`,
	KeyToPath: 'Key, Path string; Mode *int32',
	StorageOSVolumeSource: `VolumeName, VolumeNamespace, FSType string; ReadOnly bool;
		SecretRef *LocalObjectReference`,
	CSIVolumeSource: `Driver string; ReadOnly *bool; FSType *string; VolumeAttributes map[string]string;
		NodePublishSecretRef *LocalObjectReference`,
	EphemeralVolumeSource: 'VolumeClaimTemplate *PersistentVolumeClaimTemplate',
	PersistentVolumeClaimTemplate: 'ObjectMeta(metadata) ObjectMeta; Spec PersistentVolumeClaimSpec',
	PersistentVolumeClaimSpec: `AccessModes []PersistentVolumeAccessMode; Selector *LabelSelector;
		Resources VolumeResourceRequirements; VolumeName string; StorageClassName *string;
		VolumeMode *PersistentVolumeMode; DataSource *TypedLocalObjectReference; DataSourceRef *TypedObjectReference;
		VolumeAttributesClassName *string`,
	VolumeResourceRequirements: 'Limits, Requests ResourceList',
	ImageVolumeSource: 'Reference string; PullPolicy PullPolicy',
};

/** A field of a Go struct. */
export interface GoField {
	readonly name: string;
	/** Its key in JSON; none where the struct is embedded. */
	readonly key: string | undefined;
	readonly type: string;
}

/** Key in JSON of a field: capitals at its beginning are small, but for the last one before a small letter. */
const usualKey = (name: string): string => {
	const capitals = /^[A-Z]+(?![a-z])|^[A-Z]/.exec(name)![0];
	return capitals.toLowerCase() + name.slice(capitals.length);
};

/** The fields of a struct in their order; none where there is no such struct. */
export const goFields = (struct: string): readonly GoField[] => {
	const groups = goStructs[struct]?.split(';') ?? [];
	return groups.flatMap((group) => {
		const [, names, type] = /^(.*?)(?: (\S+))?$/s.exec(group.trim())!;
		return names!.split(',').map((one) => {
			const [, name, key] = /^(\w+)(?:\((\w+)\))?$/.exec(one.trim())!;
			return {name: name!, key: type ? (key ?? usualKey(name!)) : undefined, type: type ?? name!};
		});
	});
};
