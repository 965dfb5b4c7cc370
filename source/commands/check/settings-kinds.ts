import {groupVersionOf} from '../../objects/resources.js';
import {nestedField} from '../../objects/unstructured.js';
import {versionFacts} from '../../objects/versions/facts.js';
import type {GivenDocument} from './given-documents.js';

/** Groups of files that configure programs: they look like objects, and no apiserver serves them. */
const groups = new Set([
	'kubeadm.k8s.io',
	'kind.x-k8s.io',
	'kustomize.config.k8s.io',
	'audit.k8s.io',
	'apiserver.k8s.io',
	'apiserver.config.k8s.io',
	'kubelet.config.k8s.io',
	'kubeproxy.config.k8s.io',
	'kubescheduler.config.k8s.io',
	'kubecontrollermanager.config.k8s.io',
	'controller-runtime.sigs.k8s.io',
	'client.authentication.k8s.io',
	'pod-security.admission.config.k8s.io',
	'resourcequota.admission.k8s.io',
	'eventratelimit.admission.k8s.io',
	'imagepolicy.k8s.io',
	'ctlptl.dev',
	'eksctl.io',
	'skaffold',
	'config.openshift.io',
]);

let known: ReadonlySet<string> | undefined;

/** Whether a group is one of Kubernetes' own: `apps`, `batch`, `networking.k8s.io`. */
const isKubernetesGroup = (group: string): boolean => {
	known ??= new Set(Object.keys(versionFacts().kinds).map((word) => groupVersionOf(word.split(' ')[0] ?? '').group));
	return group.endsWith('.k8s.io') || known.has(group);
};

/**
Whether a document has the form of an object, but no metadata, and a kind that no release of Kubernetes has: a program reads it, such as the
descheduler its policy.
*/
export const isForAnotherProgram = ({
	apiVersion,
	kind,
	value,
}: Pick<GivenDocument, 'apiVersion' | 'kind' | 'value'>): boolean =>
	kind !== '' &&
	kind !== 'List' &&
	nestedField(value, 'metadata') === undefined &&
	!isKubernetesGroup(groupVersionOf(apiVersion).group);

/** Whether a document is the settings of a program, such as a kubeconfig or a kustomization. */
export const isSettings = ({apiVersion, kind}: Pick<GivenDocument, 'apiVersion' | 'kind'>): boolean => {
	const {group} = groupVersionOf(apiVersion);
	return (
		groups.has(group) ||
		(apiVersion === 'v1' && kind === 'Config') ||
		// The transformers of kustomize.
		apiVersion === 'builtin' ||
		(kind === 'AdmissionConfiguration' && group.endsWith('k8s.io'))
	);
};
