import {pod} from './core/pod.js';
import {service} from './core/service.js';
import {endpoints} from './core/endpoints.js';
import {configMap} from './core/config-map.js';
import {secret} from './core/secret.js';
import {serviceAccount} from './core/service-account.js';
import {namespace} from './core/namespace.js';
import {node} from './core/node.js';
import {persistentVolume} from './core/persistent-volume.js';
import {persistentVolumeClaim} from './core/persistent-volume-claim.js';
import {podTemplate} from './core/pod-template.js';
import {replicationController} from './core/replication-controller.js';
import {limitRange} from './core/limit-range.js';
import {resourceQuota} from './core/resource-quota.js';
import {coreEvent} from './core/event.js';
import {componentStatus} from './core/component-status.js';
import {event} from './events/event.js';
import {deployment} from './apps/deployment.js';
import {replicaSet} from './apps/replica-set.js';
import {statefulSet} from './apps/stateful-set.js';
import {daemonSet} from './apps/daemon-set.js';
import {controllerRevision} from './apps/controller-revision.js';
import {job} from './batch/job.js';
import {cronJob} from './batch/cron-job.js';
import {endpointSlice} from './discovery/endpoint-slice.js';
import {ingress} from './networking/ingress.js';
import {ingressClass} from './networking/ingress-class.js';
import {networkPolicy} from './networking/network-policy.js';
import {ipAddress} from './networking/ip-address.js';
import {serviceCIDR} from './networking/service-cidr.js';
import {podDisruptionBudget} from './policy/pod-disruption-budget.js';
import {priorityClass} from './scheduling/priority-class.js';
import {lease} from './coordination/lease.js';
import {horizontalPodAutoscalerV1} from './autoscaling/horizontal-pod-autoscaler-v1.js';
import {horizontalPodAutoscaler} from './autoscaling/horizontal-pod-autoscaler.js';
import {scale} from './autoscaling/scale.js';
import {role} from './rbac/role.js';
import {clusterRole} from './rbac/cluster-role.js';
import {roleBinding} from './rbac/role-binding.js';
import {clusterRoleBinding} from './rbac/cluster-role-binding.js';
import {storageClass} from './storage/storage-class.js';
import {csiDriver} from './storage/csi-driver.js';
import {csiNode} from './storage/csi-node.js';
import {csiStorageCapacity} from './storage/csi-storage-capacity.js';
import {volumeAttachment} from './storage/volume-attachment.js';
import {volumeAttributesClass} from './storage/volume-attributes-class.js';
import {runtimeClass} from './node/runtime-class.js';
import {certificateSigningRequest} from './certificates/certificate-signing-request.js';
import {flowSchema} from './flowcontrol/flow-schema.js';
import {priorityLevelConfiguration} from './flowcontrol/priority-level-configuration.js';
import {customResourceDefinition} from './apiextensions/custom-resource-definition.js';
import {apiService} from './apiregistration/api-service.js';
import {validatingWebhookConfiguration} from './admissionregistration/validating-webhook-configuration.js';
import {mutatingWebhookConfiguration} from './admissionregistration/mutating-webhook-configuration.js';
import {validatingAdmissionPolicy} from './admissionregistration/validating-admission-policy.js';
import {validatingAdmissionPolicyBinding} from './admissionregistration/validating-admission-policy-binding.js';
import {mutatingAdmissionPolicy} from './admissionregistration/mutating-admission-policy.js';
import {mutatingAdmissionPolicyBinding} from './admissionregistration/mutating-admission-policy-binding.js';
import {deviceClass} from './resource/device-class.js';
import {resourceClaim} from './resource/resource-claim.js';
import {resourceClaimTemplate} from './resource/resource-claim-template.js';
import {resourceSlice} from './resource/resource-slice.js';
import {apiVersionOf, type Resource} from '../objects/resources.js';
import type {KindDescriptor} from './kind.js';
import {getOrInsert} from '../kernel/get-or-insert.js';

/** Every built-in kind. */
export const kinds: readonly KindDescriptor[] = [
	pod,
	service,
	endpoints,
	configMap,
	secret,
	serviceAccount,
	namespace,
	node,
	persistentVolume,
	persistentVolumeClaim,
	podTemplate,
	replicationController,
	limitRange,
	resourceQuota,
	coreEvent,
	componentStatus,
	event,
	deployment,
	replicaSet,
	statefulSet,
	daemonSet,
	controllerRevision,
	job,
	cronJob,
	endpointSlice,
	ingress,
	ingressClass,
	networkPolicy,
	ipAddress,
	serviceCIDR,
	podDisruptionBudget,
	priorityClass,
	lease,
	horizontalPodAutoscaler,
	horizontalPodAutoscalerV1,
	scale,
	role,
	clusterRole,
	roleBinding,
	clusterRoleBinding,
	storageClass,
	csiDriver,
	csiNode,
	csiStorageCapacity,
	volumeAttachment,
	volumeAttributesClass,
	runtimeClass,
	certificateSigningRequest,
	flowSchema,
	priorityLevelConfiguration,
	customResourceDefinition,
	apiService,
	validatingWebhookConfiguration,
	mutatingWebhookConfiguration,
	validatingAdmissionPolicy,
	validatingAdmissionPolicyBinding,
	mutatingAdmissionPolicy,
	mutatingAdmissionPolicyBinding,
	deviceClass,
	resourceClaim,
	resourceClaimTemplate,
	resourceSlice,
];

const byName: ReadonlyMap<string, KindDescriptor> = new Map(kinds.map((kind) => [kind.name, kind]));

/** The kind of a name such as `apps/v1 Deployment`; `undefined` if only its schema is known. */
export const kindNamed = (name: string): KindDescriptor | undefined => byName.get(name);

/** The kinds by resource: building a name for each request would cost more than this look-up. */
const byResource = new WeakMap<object, KindDescriptor | 'unknown'>();

/** The kind of a resource's objects, in the resource's own version; `undefined` for custom resources and where only the schema is known. */
export const kindOf = (
	resource: Pick<Resource, 'group' | 'version' | 'kind' | 'custom'>,
): KindDescriptor | undefined => {
	const kind = getOrInsert(
		byResource,
		resource,
		() => (resource.custom ? undefined : kindNamed(`${apiVersionOf(resource)} ${resource.kind}`)) ?? 'unknown',
	);
	return kind === 'unknown' ? undefined : kind;
};

/** The kind in the version in which its objects are stored. */
export const storedKindOf = (
	resource: Pick<Resource, 'group' | 'version' | 'kind' | 'custom'>,
): KindDescriptor | undefined => {
	const kind = kindOf(resource);
	return kind?.storedAs === undefined ? kind : kindNamed(kind.storedAs);
};
