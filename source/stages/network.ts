import type {Stage} from './stage.js';

/** Stages of endpoints and their consumers, and of faults. */
export const networkStages = {
	'endpoints.publish': {
		documentation: 'concepts/services-networking/endpoint-slices/',
		upstream: 'pkg/controller/endpointslice',
		real: 'kubectl get endpointslices -w',
	},
	'kube-proxy.sync': {
		documentation: 'reference/networking/virtual-ips/',
		upstream: 'pkg/proxy/{iptables,nftables} syncProxyRules',
		real: 'on the node: iptables-save | grep KUBE- || nft list table ip kube-proxy',
	},
	'dns.serve': {
		documentation: 'tasks/administer-cluster/dns-custom-nameservers/',
		upstream: 'coredns plugin/kubernetes (HasSynced)',
		real: 'kubectl -n kube-system get pods -l k8s-app=kube-dns',
	},
	'dns.update': {
		documentation: 'concepts/services-networking/dns-pod-service/',
		upstream: 'coredns plugin/kubernetes',
		real: 'kubectl run -it --rm t --image=busybox:1.37 -- nslookup {name}',
	},
	'ingress.update': {
		documentation: 'concepts/services-networking/ingress-controllers/',
		upstream: 'kubernetes/ingress-nginx',
		real: 'kubectl describe ingress',
	},
	'external-dns.sync': {
		documentation: 'concepts/extend-kubernetes/operator/',
		upstream: 'sigs.k8s.io/external-dns controller.RunOnce',
		real: 'kubectl logs deployment/external-dns',
	},
	'mesh.push': {
		documentation: 'concepts/services-networking/',
		upstream: 'istio.io/istio pilot',
		real: 'istioctl proxy-config endpoints',
	},
	traffic: {
		documentation: 'concepts/services-networking/service/',
		upstream: 'the client',
		real: 'kubectl run -it --rm t --image=busybox:1.37 -- wget -qO- {name}',
	},
	fault: {documentation: 'tasks/debug/', upstream: 'you', real: 'kill'},
} satisfies Readonly<Record<string, Stage>>;
