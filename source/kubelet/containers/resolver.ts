import {present} from '../../objects/copy.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {HostResolver} from '../node/options.js';
import type {DNSConfig} from '../../cri/messages.js';

/** The places of name resolution: the cluster's DNS, and the node itself. */
export interface ResolverOptions {
	/** Cluster IP of the DNS Service. */
	readonly clusterDNS: string;
	readonly clusterDomain: string;
	readonly host: HostResolver;
}

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** The resolver settings that follow from the Pod's dnsPolicy, before its own settings. */
const policyConfig = ({metadata, spec}: Pod, {clusterDNS, clusterDomain, host}: ResolverOptions): DNSConfig => {
	const {dnsPolicy = 'ClusterFirst', hostNetwork} = spec;
	if (dnsPolicy === 'ClusterFirstWithHostNet' || (dnsPolicy === 'ClusterFirst' && !hostNetwork)) {
		const {namespace} = metadata;
		return {
			servers: [clusterDNS],
			searches: [`${namespace}.svc.${clusterDomain}`, `svc.${clusterDomain}`, clusterDomain, ...host.searches],
			options: ['ndots:5'],
		};
	}

	return dnsPolicy === 'None' ? {} : host;
};

/**
The contents of a Pod's resolv.conf.

@see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
@mirrors k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.GetPodDNS
*/
export const dnsConfig = (pod: Pod, resolver: ResolverOptions): DNSConfig => {
	const own = pod.spec.dnsConfig ?? {};
	const base = policyConfig(pod, resolver);
	const servers = unique([...(base.servers ?? []), ...(own.nameservers ?? [])]);
	const searches = unique([...(base.searches ?? []), ...(own.searches ?? [])]);
	const options = [...(base.options ?? [])];
	for (const {name = '', value} of own.options ?? []) {
		const text = value ? `${name}:${value}` : name;
		const index = options.findIndex((option) => option.split(':')[0] === name);
		if (index === -1) {
			options.push(text);
		} else {
			options[index] = text;
		}
	}

	return present<DNSConfig>({
		options: options.length > 0 ? options : undefined,
		searches: searches.length > 0 ? searches : undefined,
		servers: servers.length > 0 ? servers : undefined,
	});
};
