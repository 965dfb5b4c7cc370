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
	/** Plug-ins in force beside the default ones, in any order. */
	readonly enable?: readonly string[];
	/** Default plug-ins that are not. */
	readonly disable?: readonly string[];
	/** Plug-ins that Kubernetes has removed, by name, with what each is given: the objects of its time. */
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

/** Every plug-in in the order in which all of them run. @mirrors options.AllOrderedPlugins */
const allPlugins = (options: AdmissionOptions): readonly AdmissionPlugin[] => [
	alwaysAdmit,
	namespaceAutoProvision,
	namespaceLifecycle,
	namespaceExists,
	limitPodHardAntiAffinityTopology,
	limitRanger,
	serviceAccount,
	nodeRestriction,
	taintNodesByCondition,
	alwaysPullImages,
	imagePolicyWebhook(options.imagePolicy),
	podSecurity(options.podSecurity),
	podNodeSelector(options.podNodeSelector),
	priority,
	defaultTolerationSeconds,
	podTolerationRestriction(options.podTolerationRestriction),
	eventRateLimit(options.eventRateLimit),
	extendedResourceToleration,
	defaultStorageClass,
	storageObjectInUseProtection,
	ownerReferencesPermissionEnforcement,
	persistentVolumeClaimResize,
	runtimeClass,
	certificateApproval,
	certificateSigning,
	clusterTrustBundleAttest,
	certificateSubjectRestriction,
	defaultIngressClass,
	denyServiceExternalIPs,
	podTopologyLabels,
	podResizeValidator,
	mutatingAdmissionPolicy,
	mutatingAdmissionWebhook,
	validatingAdmissionPolicy,
	validatingAdmissionWebhook,
	resourceQuota(options.resourceQuota),
	alwaysDeny,
];

/** Plug-ins that are not in force when nothing is said. NodeRestriction is: every cluster with kubelets has it. */
const offByDefault = new Set([
	'AlwaysAdmit',
	'NamespaceAutoProvision',
	'NamespaceExists',
	'LimitPodHardAntiAffinityTopology',
	'AlwaysPullImages',
	'ImagePolicyWebhook',
	'PodNodeSelector',
	'PodTolerationRestriction',
	'EventRateLimit',
	'ExtendedResourceToleration',
	'OwnerReferencesPermissionEnforcement',
	'DenyServiceExternalIPs',
	'AlwaysDeny',
]);

const unknown = (name: string, known: readonly string[]): Error =>
	new Error(
		Object.hasOwn(legacyPlugins, name)
			? `admission plug-in "${name}" was removed from Kubernetes in ${legacyPlugins[name]!.removedIn}; name it under admission.legacy to have it all the same`
			: `admission plug-in "${name}" is unknown; known are ${known.join(', ')}`,
	);

/**
The plug-ins in force, in the order in which they run.

@throws {Error} for the name of a plug-in that does not exist.
*/
export const pluginsFor = (options: AdmissionOptions = {}): readonly AdmissionPlugin[] => {
	const {enable = [], disable = [], legacy = {}} = options;
	const all = allPlugins(options);
	const names = all.map(({name}) => name);
	for (const name of [...enable, ...disable]) {
		if (!names.includes(name)) {
			throw unknown(name, names);
		}
	}

	for (const name of Object.keys(legacy)) {
		if (!Object.hasOwn(legacyPlugins, name)) {
			throw new Error(
				`legacy admission plug-in "${name}" is unknown; known are ${Object.keys(legacyPlugins).join(', ')}`,
			);
		}
	}

	return all.flatMap((plugin) => [
		...Object.entries(legacy).flatMap(([name, configuration]) => {
			const {before, removedIn, build} = legacyPlugins[name]!;
			return before === plugin.name ? [{...build(configuration), legacy: removedIn}] : [];
		}),
		...(!disable.includes(plugin.name) && (!offByDefault.has(plugin.name) || enable.includes(plugin.name))
			? [plugin]
			: []),
	]);
};
