import {present} from '../../objects/copy.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {DNSConfig} from '../runtime/cri.js';

export interface DNSOptions {
	readonly clusterDNS: string;
	readonly clusterDomain: string;
	/** The node's own /etc/resolv.conf. */
	readonly host: {readonly servers: readonly string[]; readonly searches: readonly string[]};
}

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];

/**
What goes into the resolv.conf of a Pod.

@see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
@mirrors k8s.io/kubernetes/pkg/kubelet/network/dns Configurer.GetPodDNS
*/
export const dnsConfig = ({metadata, spec}: Pod, {clusterDNS, clusterDomain, host}: DNSOptions): DNSConfig => {
	const {dnsPolicy = 'ClusterFirst', hostNetwork} = spec;
	const cluster = dnsPolicy === 'ClusterFirstWithHostNet' || (dnsPolicy === 'ClusterFirst' && !hostNetwork);
	const own = spec.dnsConfig ?? {};
	const base: DNSConfig = cluster
		? {
				servers: [clusterDNS],
				searches: [
					`${metadata.namespace}.svc.${clusterDomain}`,
					`svc.${clusterDomain}`,
					clusterDomain,
					...host.searches,
				],
				options: ['ndots:5'],
			}
		: dnsPolicy === 'None'
			? {}
			: host;
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

	return present({
		options: options.length > 0 ? options : undefined,
		searches: searches.length > 0 ? searches : undefined,
		servers: servers.length > 0 ? servers : undefined,
	});
};
