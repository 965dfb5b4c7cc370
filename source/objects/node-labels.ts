const kubeletLabels = new Set([
	'kubernetes.io/hostname',
	'kubernetes.io/os',
	'kubernetes.io/arch',
	'beta.kubernetes.io/os',
	'beta.kubernetes.io/arch',
	'beta.kubernetes.io/instance-type',
	'node.kubernetes.io/instance-type',
	'topology.kubernetes.io/zone',
	'topology.kubernetes.io/region',
	'failure-domain.beta.kubernetes.io/zone',
	'failure-domain.beta.kubernetes.io/region',
]);

const under = (prefix: string, domain: string): boolean => prefix === domain || prefix.endsWith(`.${domain}`);

/**
Whether a label is one of Kubernetes' own domains that the kubelet may not set on its Node: it decides the placement of Pods. An
administrator, kubeadm or a cloud sets it.

@mirrors k8s.io/kubernetes/plugin/pkg/admission/noderestriction getModifiedLabels
*/
export const isForbiddenToKubelet = (key: string): boolean => {
	const prefix = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
	if (under(prefix, 'node-restriction.kubernetes.io')) {
		return true;
	}

	return (
		(under(prefix, 'kubernetes.io') || under(prefix, 'k8s.io')) &&
		!kubeletLabels.has(key) &&
		!under(prefix, 'kubelet.kubernetes.io') &&
		!under(prefix, 'node.kubernetes.io')
	);
};
