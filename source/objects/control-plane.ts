/**
The machine of the control plane, separate from the nodes. CoreDNS is also a process there.
*/
export const controlPlane = {
	name: 'control-plane',
	ip: '10.0.0.1',
	apiserver: 'kube-apiserver',
	apiserverPort: 6443,
	dns: 'coredns',
} as const;

/** The Services that every cluster has: the apiserver and DNS. */
export const clusterServices: readonly string[] = ['default/kubernetes', 'kube-system/kube-dns'];
