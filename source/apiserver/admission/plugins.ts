import {alwaysPullImages} from './always-pull-images.js';
import {certificateApproval, certificateSigning, certificateSubjectRestriction} from './certificates.js';
import {defaultIngressClass} from './default-ingress-class.js';
import {defaultStorageClass} from './default-storage-class.js';
import {defaultTolerationSeconds} from './default-toleration-seconds.js';
import {denyServiceExternalIPs} from './deny-service-external-ips.js';
import {eventRateLimit} from './event-rate-limit.js';
import {extendedResourceToleration} from './extended-resource-toleration.js';
import {limitPodHardAntiAffinityTopology} from './limit-pod-hard-anti-affinity-topology.js';
import {limitRanger} from './limit-ranger.js';
import {namespaceAutoProvision} from './namespace-auto-provision.js';
import {namespaceExists} from './namespace-exists.js';
import {namespaceLifecycle} from './namespace-lifecycle.js';
import {nodeRestriction} from './node-restriction.js';
import {ownerReferencesPermissionEnforcement} from './owner-references-permission-enforcement.js';
import {persistentVolumeClaimResize} from './persistent-volume-claim-resize.js';
import type {AdmissionPlugin} from './plugin.js';
import {podNodeSelector} from './pod-node-selector.js';
import {mutatingAdmissionPolicy} from './policy/mutating-admission-policy.js';
import {validatingAdmissionPolicy} from './policy/validating-admission-policy.js';
import {podResizeValidator} from './pod-resize.js';
import {podSecurity} from './pod-security/pod-security.js';
import {podTolerationRestriction} from './pod-toleration-restriction.js';
import {podTopologyLabels} from './pod-topology-labels.js';
import {priority} from './priority.js';
import {resourceQuota} from './resource-quota.js';
import {runtimeClass} from './runtime-class.js';
import {serviceAccount} from './service-account.js';
import {storageObjectInUseProtection} from './storage-object-in-use-protection.js';
import {mutatingAdmissionWebhook, validatingAdmissionWebhook} from './webhook/webhooks.js';
import {taintNodesByCondition} from './taint-nodes-by-condition.js';

export interface AdmissionOptions {
	/** Plug-ins in force beside the default ones, in any order. */
	readonly enable?: readonly string[];
	/** Default plug-ins that are not. */
	readonly disable?: readonly string[];
}

/** Every plug-in in the order in which all of them run. @mirrors options.AllOrderedPlugins */
export const allPlugins: readonly AdmissionPlugin[] = [
	namespaceAutoProvision,
	namespaceLifecycle,
	namespaceExists,
	limitRanger,
	limitPodHardAntiAffinityTopology,
	serviceAccount,
	nodeRestriction,
	taintNodesByCondition,
	alwaysPullImages,
	podSecurity,
	podNodeSelector,
	priority,
	defaultTolerationSeconds,
	podTolerationRestriction,
	eventRateLimit,
	extendedResourceToleration,
	defaultStorageClass,
	storageObjectInUseProtection,
	ownerReferencesPermissionEnforcement,
	persistentVolumeClaimResize,
	runtimeClass,
	certificateApproval,
	certificateSigning,
	certificateSubjectRestriction,
	defaultIngressClass,
	denyServiceExternalIPs,
	podTopologyLabels,
	podResizeValidator,
	mutatingAdmissionPolicy,
	mutatingAdmissionWebhook,
	validatingAdmissionPolicy,
	validatingAdmissionWebhook,
	resourceQuota,
];

/** In force when nothing is said: the defaults of v1.36, and NodeRestriction, which every cluster with kubelets has. */
const defaults = new Set([
	'NamespaceLifecycle',
	'LimitRanger',
	'ServiceAccount',
	'NodeRestriction',
	'TaintNodesByCondition',
	'PodSecurity',
	'Priority',
	'DefaultTolerationSeconds',
	'DefaultStorageClass',
	'StorageObjectInUseProtection',
	'PersistentVolumeClaimResize',
	'RuntimeClass',
	'CertificateApproval',
	'CertificateSigning',
	'CertificateSubjectRestriction',
	'DefaultIngressClass',
	'PodTopologyLabels',
	'PodResizeValidator',
	'MutatingAdmissionPolicy',
	'MutatingAdmissionWebhook',
	'ValidatingAdmissionPolicy',
	'ValidatingAdmissionWebhook',
	'ResourceQuota',
]);

/**
The plug-ins in force, in the order in which they run.

@throws {Error} for the name of a plug-in that does not exist.
*/
export const pluginsFor = ({enable = [], disable = []}: AdmissionOptions = {}): readonly AdmissionPlugin[] => {
	for (const name of [...enable, ...disable]) {
		if (!allPlugins.some((plugin) => plugin.name === name)) {
			throw new Error(
				`admission plug-in "${name}" is unknown; known are ${allPlugins.map((plugin) => plugin.name).join(', ')}`,
			);
		}
	}

	return allPlugins.filter(({name}) => !disable.includes(name) && (defaults.has(name) || enable.includes(name)));
};
