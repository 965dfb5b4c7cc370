import type {GivenDocument} from './given-documents.js';

/**
Kinds in the order in which helm and kustomize install them: dependencies first.

@see https://helm.sh/docs/intro/using_helm/#helm-install-installing-a-package
*/
const order = [
	'Namespace',
	'CustomResourceDefinition',
	'PriorityClass',
	'StorageClass',
	'CSIDriver',
	'RuntimeClass',
	'IngressClass',
	'NetworkPolicy',
	'ResourceQuota',
	'LimitRange',
	'ServiceAccount',
	'PodDisruptionBudget',
	'Secret',
	'ConfigMap',
	'PersistentVolume',
	'PersistentVolumeClaim',
	'ClusterRole',
	'ClusterRoleBinding',
	'Role',
	'RoleBinding',
	'Service',
	'DaemonSet',
	'Pod',
	'ReplicationController',
	'ReplicaSet',
	'Deployment',
	'HorizontalPodAutoscaler',
	'StatefulSet',
	'Job',
	'CronJob',
	'Ingress',
	'APIService',
];

/** Webhooks act on requests, so they are created last: earlier, they would act on their own installation. */
const last = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);

const ranks = new Map(order.map((kind, index) => [kind, index]));

const rankOf = ({kind}: Pick<GivenDocument, 'kind'>): number =>
	last.has(kind) ? order.length + 1 : (ranks.get(kind) ?? order.length);

/** Documents in the order in which they are installed; those of one kind stay in the order given. */
export const inInstallOrder = (documents: readonly GivenDocument[]): readonly GivenDocument[] =>
	[...documents].sort((a, b) => rankOf(a) - rankOf(b));
