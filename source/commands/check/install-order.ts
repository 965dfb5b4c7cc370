import {nestedField} from '../../objects/unstructured.js';
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

/** Kinds that are created last: webhooks act on requests, and would act on their own installation. */
const last = new Set(['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']);

/** Kinds that are created before Pods: Helm installs policies last, but they apply to the Pods of every later rollout. */
const policy = /^(?:Validating|Mutating)AdmissionPolicy(?:Binding)?$/;

/** Whether a policy has parameters: it denies every request until they exist. */
const hasParameters = (value: unknown): boolean =>
	nestedField(value, 'spec', 'paramKind') !== undefined || nestedField(value, 'spec', 'paramRef') !== undefined;

const ranks = new Map(order.map((kind, index) => [kind, index]));

const rankOf = ({kind, value}: Pick<GivenDocument, 'kind' | 'value'>): number => {
	if (last.has(kind)) {
		return order.length + 1;
	}

	const place = policy.test(kind) && !hasParameters(value) ? 'Service' : kind;
	return ranks.get(place) ?? order.length;
};

/** Documents in the order in which they are installed; those of one kind stay in the order given. */
export const inInstallOrder = (documents: readonly GivenDocument[]): readonly GivenDocument[] =>
	[...documents].sort((a, b) => rankOf(a) - rankOf(b));
