import {stage, type Stage} from './stage.js';

/** Stages of endpoints and those who use them, and of what you broke. */
export const networkStages: readonly Stage[] = [
	stage(
		'endpoints.publish',
		'Endpoints',
		"The addresses of a Service's Pods are published.",
		'concepts/services-networking/endpoint-slices/',
		'pkg/controller/endpointslice',
		'kubectl get endpointslices -w',
	),
	stage(
		'kube-proxy.sync',
		'kube-proxy',
		"Each node's rules are written anew from Services and endpoints, in its own time.",
		'reference/networking/virtual-ips/',
		'pkg/proxy/{iptables,nftables} syncProxyRules',
		'on the node: iptables-save | grep KUBE-, or nft list table ip kube-proxy',
	),
	stage(
		'dns.update',
		'Cluster DNS',
		'Names of Services follow their objects; resolvers keep answers for their TTL.',
		'concepts/services-networking/dns-pod-service/',
		'coredns plugin/kubernetes',
		'kubectl run -it --rm t --image=busybox:1.37 -- nslookup {name}',
	),
	stage(
		'ingress.update',
		'Ingress controller',
		'The proxy in front of the cluster learns its upstreams.',
		'concepts/services-networking/ingress-controllers/',
		'kubernetes/ingress-nginx',
		'kubectl describe ingress',
	),
	stage(
		'mesh.push',
		'Service mesh',
		"The mesh's control plane pushes endpoints to sidecars.",
		'concepts/services-networking/',
		'istio.io/istio pilot',
		'istioctl proxy-config endpoints',
	),
	stage(
		'traffic',
		'Traffic',
		"A client's request goes by name and rule to a Pod, and is answered or lost.",
		'concepts/services-networking/service/',
		'the client',
		'kubectl run -it --rm t --image=busybox:1.37 -- wget -qO- {name}',
	),
	stage('fault', 'Fault', 'You broke something, or mended it.', 'tasks/debug/', 'you', 'kill'),
];
