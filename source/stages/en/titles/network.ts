import type {Title} from '../../stage.js';
import type {networkStages} from '../../network.js';

/** Stages of endpoints and of the components that use them, and of your faults, in English. */
export const networkTitles: Readonly<Record<keyof typeof networkStages, Title>> = {
	'endpoints.publish': {title: 'Endpoints', about: "The addresses of a Service's Pods are published."},
	'kube-proxy.sync': {
		title: 'kube-proxy',
		about: 'Each node updates its rules from Services and endpoints, at its own pace.',
	},
	'dns.serve': {
		title: 'DNS is ready',
		about: 'CoreDNS waits for its first lists of Services and EndpointSlices, then answers queries.',
	},
	'dns.update': {
		title: 'Cluster DNS',
		about: 'The DNS names of Services follow their objects; resolvers cache answers for their TTL.',
	},
	'ingress.update': {title: 'Ingress controller', about: 'The proxy in front of the cluster learns its upstreams.'},
	'external-dns.sync': {
		title: 'External DNS',
		about: 'A controller keeps DNS records outside the cluster for Services that ask for a host name.',
	},
	'mesh.push': {title: 'Service mesh', about: "The mesh's control plane pushes endpoints to sidecars."},
	traffic: {title: 'Traffic', about: "A client's request follows names and rules to a Pod, and is answered or lost."},
	fault: {title: 'Fault', about: 'You have caused or ended a fault.'},
};
