import {alwaysAdmit, alwaysDeny} from './always.js';
import {alwaysPullImages} from './always-pull-images.js';
import {certificateApproval, certificateSigning, certificateSubjectRestriction} from './certificates.js';
import {clusterTrustBundleAttest} from './cluster-trust-bundle-attest.js';
import {defaultIngressClass} from './default-ingress-class.js';
import {defaultStorageClass} from './default-storage-class.js';
import {defaultTolerationSeconds} from './default-toleration-seconds.js';
import {denyServiceExternalIPs} from './deny-service-external-ips.js';
import {eventRateLimit, type EventRateLimitConfiguration} from './event-rate-limit.js';
import {extendedResourceToleration} from './extended-resource-toleration.js';
import {imagePolicyWebhook, type ImagePolicyConfiguration} from './image-policy-webhook.js';
import {admissionPlugins, removedPlugins, type AdmissionPluginName} from '../../objects/admission-plugins.js';
import {legacyPlugins} from './legacy/legacy.js';
import {limitPodHardAntiAffinityTopology} from './limit-pod-hard-anti-affinity-topology.js';
import {limitRanger} from './limit-ranger.js';
import {namespaceAutoProvision} from './namespace-auto-provision.js';
import {namespaceExists} from './namespace-exists.js';
import {namespaceLifecycle} from './namespace-lifecycle.js';
import {nodeRestriction} from './node-restriction.js';
import {ownerReferencesPermissionEnforcement} from './owner-references-permission-enforcement.js';
import {persistentVolumeClaimResize} from './persistent-volume-claim-resize.js';
import type {AdmissionPlugin} from './plugin.js';
import {podNodeSelector, type PodNodeSelectorConfiguration} from './pod-node-selector.js';
import {mutatingAdmissionPolicy} from './policy/mutating-admission-policy.js';
import {validatingAdmissionPolicy} from './policy/validating-admission-policy.js';
import {podResizeValidator} from './pod-resize.js';
import type {PodSecurityConfiguration} from './pod-security/policy.js';
import {podSecurity} from './pod-security/pod-security.js';
import {podTolerationRestriction, type PodTolerationConfiguration} from './pod-toleration-restriction.js';
import {podTopologyLabels} from './pod-topology-labels.js';
import {priority} from './priority.js';
import {resourceQuota, type ResourceQuotaConfiguration} from './resource-quota.js';
import {runtimeClass} from './runtime-class.js';
import {serviceAccount} from './service-account.js';
import {storageObjectInUseProtection} from './storage-object-in-use-protection.js';
import type {WebhookServer} from './webhook/server.js';
import {mutatingAdmissionWebhook, validatingAdmissionWebhook} from './webhook/webhooks.js';
import {taintNodesByCondition} from './taint-nodes-by-condition.js';

export interface AdmissionOptions {
	/** Plug-ins enabled in addition to the default ones, in any order. */
	readonly enable?: readonly string[];
	/** Default plug-ins that are disabled. */
	readonly disable?: readonly string[];
	/** Plug-ins that Kubernetes has removed, by name, each with its objects. */
	readonly legacy?: Readonly<Record<string, unknown>>;
	/** Servers that webhooks call. */
	readonly webhooks?: readonly WebhookServer[];
	readonly podSecurity?: PodSecurityConfiguration;
	readonly imagePolicy?: ImagePolicyConfiguration;
	readonly eventRateLimit?: EventRateLimitConfiguration;
	readonly podNodeSelector?: PodNodeSelectorConfiguration;
	readonly podTolerationRestriction?: PodTolerationConfiguration;
	readonly resourceQuota?: ResourceQuotaConfiguration;
}

/** The plug-in behind each name. The table of names gives the order in which they run. */
const plugins: Readonly<
	Record<AdmissionPluginName, AdmissionPlugin | ((options: AdmissionOptions) => AdmissionPlugin)>
> = {
	AlwaysAdmit: alwaysAdmit,
	NamespaceAutoProvision: namespaceAutoProvision,
	NamespaceLifecycle: namespaceLifecycle,
	NamespaceExists: namespaceExists,
	LimitPodHardAntiAffinityTopology: limitPodHardAntiAffinityTopology,
	LimitRanger: limitRanger,
	ServiceAccount: serviceAccount,
	NodeRestriction: nodeRestriction,
	TaintNodesByCondition: taintNodesByCondition,
	AlwaysPullImages: alwaysPullImages,
	ImagePolicyWebhook: (options) => imagePolicyWebhook(options.imagePolicy),
	PodSecurity: (options) => podSecurity(options.podSecurity),
	PodNodeSelector: (options) => podNodeSelector(options.podNodeSelector),
	Priority: priority,
	DefaultTolerationSeconds: defaultTolerationSeconds,
	PodTolerationRestriction: (options) => podTolerationRestriction(options.podTolerationRestriction),
	EventRateLimit: (options) => eventRateLimit(options.eventRateLimit),
	ExtendedResourceToleration: extendedResourceToleration,
	DefaultStorageClass: defaultStorageClass,
	StorageObjectInUseProtection: storageObjectInUseProtection,
	OwnerReferencesPermissionEnforcement: ownerReferencesPermissionEnforcement,
	PersistentVolumeClaimResize: persistentVolumeClaimResize,
	RuntimeClass: runtimeClass,
	CertificateApproval: certificateApproval,
	CertificateSigning: certificateSigning,
	ClusterTrustBundleAttest: clusterTrustBundleAttest,
	CertificateSubjectRestriction: certificateSubjectRestriction,
	DefaultIngressClass: defaultIngressClass,
	DenyServiceExternalIPs: denyServiceExternalIPs,
	PodTopologyLabels: podTopologyLabels,
	PodResizeValidator: podResizeValidator,
	MutatingAdmissionPolicy: mutatingAdmissionPolicy,
	MutatingAdmissionWebhook: mutatingAdmissionWebhook,
	ValidatingAdmissionPolicy: validatingAdmissionPolicy,
	ValidatingAdmissionWebhook: validatingAdmissionWebhook,
	ResourceQuota: (options) => resourceQuota(options.resourceQuota),
	AlwaysDeny: alwaysDeny,
};

const build = (name: AdmissionPluginName, options: AdmissionOptions): AdmissionPlugin => {
	const plugin = plugins[name];
	return typeof plugin === 'function' ? plugin(options) : plugin;
};

const unknown = (name: string): Error => {
	const removed = removedPlugins.find((plugin) => plugin.name === name);
	return new Error(
		removed
			? `admission plug-in "${name}" was removed from Kubernetes in ${removed.removedIn}; name it under admission.legacy to have it all the same`
			: `admission plug-in "${name}" is unknown; known: ${admissionPlugins.map((plugin) => plugin.name).join(', ')}`,
	);
};

/**
The plug-ins in force, in the order in which they run.

@throws {Error} for the name of a plug-in that does not exist.
*/
export const pluginsFor = (options: AdmissionOptions = {}): readonly AdmissionPlugin[] => {
	const {enable = [], disable = [], legacy = {}} = options;
	for (const name of [...enable, ...disable]) {
		if (!admissionPlugins.some((plugin) => plugin.name === name)) {
			throw unknown(name);
		}
	}

	for (const name of Object.keys(legacy)) {
		if (!removedPlugins.some((plugin) => plugin.name === name)) {
			throw new Error(
				`legacy admission plug-in "${name}" is unknown; known: ${removedPlugins.map((plugin) => plugin.name).join(', ')}`,
			);
		}
	}

	return admissionPlugins.flatMap(({name, on}) => [
		...removedPlugins
			.filter((plugin) => plugin.before === name && Object.hasOwn(legacy, plugin.name))
			.map((plugin) => ({...legacyPlugins[plugin.name](legacy[plugin.name]), legacy: plugin.removedIn})),
		...((on || enable.includes(name)) && !disable.includes(name) ? [build(name, options)] : []),
	]);
};
