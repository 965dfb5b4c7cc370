import type {AdmissionPluginName, RemovedPluginName} from '../objects/admission-plugins.js';
import type {SchedulerPlugin} from '../objects/scheduling.js';
import type {Stage} from './stage.js';

const inApiserver = 'k8s.io/apiserver/pkg/admission/plugin/';

/** Folders of admission plug-ins: below plugin/pkg/admission, except those that every apiserver shares. A plug-in that Kubernetes does not have has none. */
const admission: Readonly<Partial<Record<AdmissionPluginName | RemovedPluginName, string>>> = {
	AlwaysAdmit: 'admit',
	AlwaysDeny: 'deny',
	AlwaysPullImages: 'alwayspullimages',
	CertificateApproval: 'certificates/approval',
	CertificateSigning: 'certificates/signing',
	CertificateSubjectRestriction: 'certificates/subjectrestriction',
	ClusterTrustBundleAttest: 'certificates/ctbattest',
	DefaultIngressClass: 'network/defaultingressclass',
	DefaultStorageClass: 'storage/storageclass/setdefault',
	DefaultTolerationSeconds: 'defaulttolerationseconds',
	DenyEscalatingExec: 'exec',
	DenyServiceExternalIPs: 'network/denyserviceexternalips',
	EventRateLimit: 'eventratelimit',
	ExtendedResourceToleration: 'extendedresourcetoleration',
	ImagePolicyWebhook: 'imagepolicy',
	Initializers: `${inApiserver}initialization`,
	LimitPodHardAntiAffinityTopology: 'antiaffinity',
	LimitRanger: 'limitranger',
	MutatingAdmissionPolicy: `${inApiserver}policy/mutating`,
	MutatingAdmissionWebhook: `${inApiserver}webhook/mutating`,
	NamespaceAutoProvision: 'namespace/autoprovision',
	NamespaceExists: 'namespace/exists',
	NamespaceLifecycle: `${inApiserver}namespace/lifecycle`,
	NodeRestriction: 'noderestriction',
	OwnerReferencesPermissionEnforcement: 'gc',
	PersistentVolumeClaimResize: 'storage/persistentvolume/resize',
	PodNodeSelector: 'podnodeselector',
	PodPreset: 'podpreset',
	PodResizeValidator: 'podresize',
	PodSecurity: 'security/podsecurity',
	PodSecurityPolicy: 'security/podsecuritypolicy',
	PodTolerationRestriction: 'podtolerationrestriction',
	PodTopologyLabels: 'podtopologylabels',
	Priority: 'priority',
	ResourceQuota: `${inApiserver}resourcequota`,
	RuntimeClass: 'runtimeclass',
	SecurityContextDeny: 'securitycontext/scdeny',
	ServiceAccount: 'serviceaccount',
	StorageObjectInUseProtection: 'storage/storageobjectinuseprotection',
	TaintNodesByCondition: 'nodetaint',
	ValidatingAdmissionPolicy: `${inApiserver}policy/validating`,
	ValidatingAdmissionWebhook: `${inApiserver}webhook/validating`,
};

/** Folders of the scheduler's plug-ins, below pkg/scheduler/framework/plugins. */
const scheduling: Readonly<Record<SchedulerPlugin, string>> = {
	DynamicResources: 'dynamicresources',
	ImageLocality: 'imagelocality',
	InterPodAffinity: 'interpodaffinity',
	NodeAffinity: 'nodeaffinity',
	NodeName: 'nodename',
	NodePorts: 'nodeports',
	NodeResourcesBalancedAllocation: 'noderesources',
	NodeResourcesFit: 'noderesources',
	NodeResourcesMostAllocated: 'noderesources',
	NodeUnschedulable: 'nodeunschedulable',
	NodeVolumeLimits: 'nodevolumelimits',
	PodTopologySpread: 'podtopologyspread',
	SchedulingGates: 'schedulinggates',
	TaintToleration: 'tainttoleration',
	VolumeBinding: 'volumebinding',
	VolumeRestrictions: 'volumerestrictions',
	VolumeZone: 'volumezone',
};

/** Folders of controllers: below pkg/controller, except those of CSI. */
const controllers: Readonly<Record<string, string>> = {
	'clusterrole-aggregation': 'clusterroleaggregation',
	cronjob: 'cronjob',
	'csi-attacher': 'github.com/kubernetes-csi/external-attacher',
	'csi-provisioner': 'github.com/kubernetes-csi/external-provisioner',
	'csi-resizer': 'github.com/kubernetes-csi/external-resizer',
	csrsigning: 'certificates/signer',
	daemonset: 'daemon',
	deployment: 'deployment',
	disruption: 'disruption',
	endpoints: 'endpoint',
	endpointslice: 'endpointslice',
	'endpointslice-mirroring': 'endpointslicemirroring',
	'ephemeral-volume': 'volume/ephemeral',
	'garbage-collector': 'garbagecollector',
	'horizontal-pod-autoscaler': 'podautoscaler',
	job: 'job',
	namespace: 'namespace',
	'node-ipam': 'nodeipam',
	'node-lifecycle': 'nodelifecycle',
	'persistentvolume-attach-detach': 'volume/attachdetach',
	'persistentvolume-binder': 'volume/persistentvolume',
	'persistentvolume-expander': 'volume/expand',
	'persistentvolume-protection': 'volume/pvprotection',
	'persistentvolumeclaim-protection': 'volume/pvcprotection',
	'pod-garbage-collector': 'podgc',
	replicaset: 'replicaset',
	replicationcontroller: 'replication',
	resourceclaim: 'resourceclaim',
	resourcequota: 'resourcequota',
	'root-ca-certificate-publisher': 'certificates/rootcacertpublisher',
	serviceaccount: 'serviceaccount',
	'serviceaccount-token': 'serviceaccount',
	statefulset: 'statefulset',
	'taint-eviction': 'tainteviction',
	ttl: 'ttl',
	'ttl-after-finished': 'ttlafterfinished',
	'validatingadmissionpolicy-status': 'validatingadmissionpolicystatus',
};

interface Family {
	/** A pattern for its stages, with the name in them. */
	readonly pattern: RegExp;
	readonly below: string;
	readonly folders: Readonly<Record<string, string | undefined>>;
}

const families: readonly Family[] = [
	{pattern: /^apiserver\.admit\.(?:mutate|validate)\.(\w+)/, below: 'plugin/pkg/admission', folders: admission},
	{pattern: /^scheduler\.\w+\.(\w+)$/, below: 'pkg/scheduler/framework/plugins', folders: scheduling},
	{pattern: /^controller\.([\w-]+)\./, below: 'pkg/controller', folders: controllers},
];

/**
The place of a stop's work upstream: for a plug-in or a controller, its own folder; otherwise, the stage's place.

@param stage of the stop: `apiserver.admit.mutate.ServiceAccount`.
@returns a folder of kubernetes/kubernetes, or of another repository by its import path.
*/
export const upstreamPlace = (stage: string, {upstream}: Pick<Stage, 'upstream'>): string => {
	for (const {pattern, below, folders} of families) {
		const [, name = ''] = pattern.exec(stage) ?? [];
		const folder = Object.hasOwn(folders, name) ? folders[name] : undefined;
		if (folder !== undefined) {
			return folder.includes('.') ? folder : `${below}/${folder}`;
		}
	}

	return upstream;
};
