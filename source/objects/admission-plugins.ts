/**
Every admission plug-in of kube-apiserver v1.36, in the order in which they run; `on`: enabled by default. Both the apiserver and the reader
of scenarios use this table. NodeRestriction is off by default upstream, but every cluster with kubelets enables it.

@see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/
@mirrors k8s.io/kubernetes/pkg/kubeapiserver/options AllOrderedPlugins, DefaultOffAdmissionPlugins
*/
export const admissionPlugins = [
	{name: 'AlwaysAdmit', on: false},
	{name: 'NamespaceAutoProvision', on: false},
	{name: 'NamespaceLifecycle', on: true},
	{name: 'NamespaceExists', on: false},
	{name: 'LimitPodHardAntiAffinityTopology', on: false},
	{name: 'LimitRanger', on: true},
	{name: 'ServiceAccount', on: true},
	{name: 'NodeRestriction', on: true},
	{name: 'TaintNodesByCondition', on: true},
	{name: 'AlwaysPullImages', on: false},
	{name: 'ImagePolicyWebhook', on: false},
	{name: 'PodSecurity', on: true},
	{name: 'PodNodeSelector', on: false},
	{name: 'Priority', on: true},
	{name: 'DefaultTolerationSeconds', on: true},
	{name: 'PodTolerationRestriction', on: false},
	{name: 'EventRateLimit', on: false},
	{name: 'ExtendedResourceToleration', on: false},
	{name: 'DefaultStorageClass', on: true},
	{name: 'StorageObjectInUseProtection', on: true},
	{name: 'OwnerReferencesPermissionEnforcement', on: false},
	{name: 'PersistentVolumeClaimResize', on: true},
	{name: 'RuntimeClass', on: true},
	{name: 'CertificateApproval', on: true},
	{name: 'CertificateSigning', on: true},
	{name: 'ClusterTrustBundleAttest', on: true},
	{name: 'CertificateSubjectRestriction', on: true},
	{name: 'DefaultIngressClass', on: true},
	{name: 'DenyServiceExternalIPs', on: false},
	{name: 'PodTopologyLabels', on: true},
	{name: 'PodResizeValidator', on: true},
	{name: 'MutatingAdmissionPolicy', on: true},
	{name: 'MutatingAdmissionWebhook', on: true},
	{name: 'ValidatingAdmissionPolicy', on: true},
	{name: 'ValidatingAdmissionWebhook', on: true},
	{name: 'ResourceQuota', on: true},
	{name: 'AlwaysDeny', on: false},
] as const;

/** The name of a plug-in in v1.36. */
export type AdmissionPluginName = (typeof admissionPlugins)[number]['name'];

/** Plug-ins of earlier releases, the oldest first: a scenario can bring them back under `admission.legacy`. Each ran before a plug-in of today. */
export const removedPlugins = [
	{name: 'Initializers', removedIn: 'v1.14', before: 'MutatingAdmissionWebhook'},
	{name: 'PodPreset', removedIn: 'v1.20', before: 'LimitRanger'},
	{name: 'DenyEscalatingExec', removedIn: 'v1.21', before: 'LimitRanger'},
	{name: 'PodSecurityPolicy', removedIn: 'v1.25', before: 'PodNodeSelector'},
	{name: 'SecurityContextDeny', removedIn: 'v1.30', before: 'ServiceAccount'},
] as const satisfies ReadonlyArray<{
	readonly name: string;
	readonly removedIn: string;
	readonly before: AdmissionPluginName;
}>;

/** The name of a plug-in that Kubernetes has removed. */
export type RemovedPluginName = (typeof removedPlugins)[number]['name'];

/** The countable objects of EventRateLimit. @mirrors eventratelimit LimitType */
export const eventLimitTypes = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const;
export type EventLimitType = (typeof eventLimitTypes)[number];
