/**
The machine that the control plane runs on, beside the nodes.

CoreDNS is a process there as well.
*/
export const controlPlane = {
	name: 'control-plane',
	ip: '10.0.0.1',
	apiserver: 'kube-apiserver',
	apiserverPort: 6443,
	dns: 'coredns',
} as const;

/** The Services that every cluster has: its apiserver, and its DNS. */
export const clusterServices: readonly string[] = ['default/kubernetes', 'kube-system/kube-dns'];
