import type {Errors} from './checks.js';
import {checkValidatingPolicy, checkValidatingPolicyBinding} from '../admissionregistration/admission-policy.js';
import {checkAPIService} from '../apiregistration/api-service.js';
import {checkIPAddress, checkServiceCIDR, checkServiceCIDRUpdate} from '../networking/address-object.js';
import {checkCertificateRequest, checkCertificateRequestUpdate} from '../certificates/certificate.js';
import {
	checkCSIDriver,
	checkCSINode,
	checkCSINodeUpdate,
	checkCSIStorageCapacity,
	checkVolumeAttachment,
	checkVolumeAttributesClass,
} from '../storage/csi.js';
import {checkFlowSchema} from '../flowcontrol/flow-schema.js';
import {checkPriorityLevel} from '../flowcontrol/priority-level.js';
import {checkControllerRevision, checkPodTemplate} from '../apps/revision.js';
import {checkRuntimeClass} from '../node/runtime-class.js';
import {checkCoreEvent, checkEvent, checkEventUpdate} from '../core/event.js';
import {checkWebhookConfiguration} from '../admissionregistration/webhook.js';
import {checkAutoscaler} from '../autoscaling/autoscaler.js';
import {checkClusterRole, checkClusterRoleBinding, checkRole, checkRoleBinding} from '../rbac/access.js';
import {checkLimitRange, checkResourceQuota, checkResourceQuotaUpdate} from '../core/limits.js';
import {checkNamespace, checkNamespaceUpdate, checkNode, checkNodeUpdate} from '../core/node.js';
import {checkPersistentVolume, checkPersistentVolumeUpdate, checkStorageClass} from '../core/persistent-volume.js';
import {checkDisruptionBudget, checkLease, checkPriorityClass} from '../policy/pod-disruption-budget.js';
import {checkClaim, checkClaimUpdate} from '../core/persistent-volume-claim.js';
import {
	checkConfigMap,
	checkConfigMapUpdate,
	checkSecret,
	checkSecretUpdate,
	checkServiceAccount,
} from '../core/configuration.js';
import {checkEndpoints, checkEndpointSlice} from '../core/endpoints.js';
import {checkIngress, checkIngressClass, checkIngressUpdate} from '../networking/ingress.js';
import {checkDefinition, checkDefinitionUpdate} from '../apiextensions/custom-resource-definition.js';
import {checkCronJob, checkJob, checkJobUpdate} from '../batch/job.js';
import {checkMutatingPolicy, checkMutatingPolicyBinding} from '../admissionregistration/mutating-policy.js';
import {checkNetworkPolicy} from '../networking/network-policy.js';
import {checkPodUpdate} from '../core/pod/update.js';
import {checkPodCreate} from '../core/pod/pod.js';
import {checkServiceCreate, checkServiceUpdate} from '../core/service.js';
import {checkStatefulSet, checkStatefulSetUpdate} from '../apps/stateful-set.js';
import {
	checkDaemonSet,
	checkDaemonSetUpdate,
	checkDeployment,
	checkDeploymentUpdate,
	checkReplicaSet,
	checkReplicaSetUpdate,
	checkReplicationController,
} from '../apps/workload.js';

/** How objects of one kind are checked. */
export interface KindRule {
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	readonly create: (errors: Errors, object: any) => void;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	readonly update?: (errors: Errors, object: any, old: any, subresource: string) => void;
	/** The rule says nothing of the metadata: only what is common to all kinds is checked there. */
	readonly plainMetadata?: boolean;
}

/** By `apiVersion kind`; a version that is not stored has its own entry where it is checked otherwise. */
export const rules: Readonly<Record<string, KindRule>> = {
	'v1 Pod': {create: checkPodCreate, update: checkPodUpdate},
	'v1 Service': {create: checkServiceCreate, update: checkServiceUpdate},
	'v1 Endpoints': {create: checkEndpoints, update: checkEndpoints},
	'v1 ConfigMap': {create: checkConfigMap, update: checkConfigMapUpdate},
	'v1 Secret': {create: checkSecret, update: checkSecretUpdate},
	'v1 ServiceAccount': {create: checkServiceAccount, update: checkServiceAccount},
	'v1 PersistentVolumeClaim': {create: checkClaim, update: checkClaimUpdate},
	'v1 ReplicationController': {create: checkReplicationController, update: checkReplicationController},
	'apps/v1 Deployment': {create: checkDeployment, update: checkDeploymentUpdate},
	'apps/v1 ReplicaSet': {create: checkReplicaSet, update: checkReplicaSetUpdate},
	'apps/v1 StatefulSet': {create: checkStatefulSet, update: checkStatefulSetUpdate},
	'apps/v1 DaemonSet': {create: checkDaemonSet, update: checkDaemonSetUpdate},
	'batch/v1 Job': {create: checkJob, update: checkJobUpdate},
	'batch/v1 CronJob': {create: checkCronJob, update: checkCronJob},
	'discovery.k8s.io/v1 EndpointSlice': {create: checkEndpointSlice, update: checkEndpointSlice},
	'networking.k8s.io/v1 Ingress': {create: checkIngress, update: checkIngressUpdate},
	'networking.k8s.io/v1 IngressClass': {create: checkIngressClass, update: checkIngressClass},
	'networking.k8s.io/v1 NetworkPolicy': {create: checkNetworkPolicy, update: checkNetworkPolicy},
	'v1 PersistentVolume': {create: checkPersistentVolume, update: checkPersistentVolumeUpdate},
	'v1 LimitRange': {create: checkLimitRange, update: checkLimitRange},
	'v1 ResourceQuota': {create: checkResourceQuota, update: checkResourceQuotaUpdate},
	'v1 Node': {create: checkNode, update: checkNodeUpdate},
	'v1 Namespace': {create: checkNamespace, update: checkNamespaceUpdate},
	'storage.k8s.io/v1 StorageClass': {create: checkStorageClass, update: checkStorageClass},
	'rbac.authorization.k8s.io/v1 Role': {create: checkRole, update: checkRole},
	'rbac.authorization.k8s.io/v1 ClusterRole': {create: checkClusterRole, update: checkClusterRole},
	'rbac.authorization.k8s.io/v1 RoleBinding': {create: checkRoleBinding, update: checkRoleBinding},
	'rbac.authorization.k8s.io/v1 ClusterRoleBinding': {create: checkClusterRoleBinding, update: checkClusterRoleBinding},
	'policy/v1 PodDisruptionBudget': {
		create: checkDisruptionBudget,
		update: checkDisruptionBudget,
		plainMetadata: true,
	},
	'autoscaling/v2 HorizontalPodAutoscaler': {create: checkAutoscaler, update: checkAutoscaler},
	'scheduling.k8s.io/v1 PriorityClass': {create: checkPriorityClass, update: checkPriorityClass},
	'apiextensions.k8s.io/v1 CustomResourceDefinition': {create: checkDefinition, update: checkDefinitionUpdate},
	'coordination.k8s.io/v1 Lease': {create: checkLease, update: checkLease},
	'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy': {
		create: checkValidatingPolicy,
		update: checkValidatingPolicy,
	},
	'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding': {
		create: checkValidatingPolicyBinding,
		update: checkValidatingPolicyBinding,
	},
	'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy': {
		create: checkMutatingPolicy,
		update: checkMutatingPolicy,
	},
	'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding': {
		create: checkMutatingPolicyBinding,
		update: checkMutatingPolicyBinding,
	},
	'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': {
		create: checkWebhookConfiguration,
		update: checkWebhookConfiguration,
	},
	'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration': {
		create: checkWebhookConfiguration,
		update: checkWebhookConfiguration,
	},
	'v1 PodTemplate': {create: checkPodTemplate, update: checkPodTemplate},
	'apps/v1 ControllerRevision': {create: checkControllerRevision, update: checkControllerRevision},
	'node.k8s.io/v1 RuntimeClass': {create: checkRuntimeClass, update: checkRuntimeClass},
	'storage.k8s.io/v1 CSIDriver': {create: checkCSIDriver, update: checkCSIDriver},
	'storage.k8s.io/v1 CSINode': {create: checkCSINode, update: checkCSINodeUpdate},
	'storage.k8s.io/v1 CSIStorageCapacity': {create: checkCSIStorageCapacity, update: checkCSIStorageCapacity},
	'storage.k8s.io/v1 VolumeAttachment': {create: checkVolumeAttachment, update: checkVolumeAttachment},
	'storage.k8s.io/v1 VolumeAttributesClass': {create: checkVolumeAttributesClass, update: checkVolumeAttributesClass},
	'networking.k8s.io/v1 IPAddress': {create: checkIPAddress, update: checkIPAddress},
	'networking.k8s.io/v1 ServiceCIDR': {create: checkServiceCIDR, update: checkServiceCIDRUpdate},
	'flowcontrol.apiserver.k8s.io/v1 FlowSchema': {create: checkFlowSchema, update: checkFlowSchema},
	'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration': {
		create: checkPriorityLevel,
		update: checkPriorityLevel,
	},
	'apiregistration.k8s.io/v1 APIService': {create: checkAPIService, update: checkAPIService},
	'v1 Event': {create: checkCoreEvent, update: checkCoreEvent, plainMetadata: true},
	'events.k8s.io/v1 Event': {create: checkEvent, update: checkEventUpdate, plainMetadata: true},
	'certificates.k8s.io/v1 CertificateSigningRequest': {
		create: checkCertificateRequest,
		update: checkCertificateRequestUpdate,
	},
};
