import type {Pod} from '../../objects/kubernetes.generated.js';

/** The inputs of a Pod's `/etc/hosts`. */
export interface HostsInput {
	/** Addresses of the Pod; none on the node's network. */
	readonly ips: readonly string[];
	readonly clusterDomain: string;
	/** The node's own file, for Pods on its network. */
	readonly nodeHosts: string;
}

const fixed = [
	'# Kubernetes-managed hosts file.',
	'127.0.0.1\tlocalhost',
	'::1\tlocalhost ip6-localhost ip6-loopback',
	'fe00::0\tip6-localnet',
	'fe00::0\tip6-mcastprefix',
	'fe00::1\tip6-allnodes',
	'fe00::2\tip6-allrouters',
];

/**
The contents of a Pod's `/etc/hosts`.

@see https://kubernetes.io/docs/tasks/network/customize-hosts-file-for-pods/
@mirrors k8s.io/kubernetes/pkg/kubelet managedHostsFileContent
*/
export const hostsFile = ({metadata, spec}: Pod, {ips, clusterDomain, nodeHosts}: HostsInput): string => {
	const hostname = (spec.hostname || metadata.name).slice(0, 63);
	const domain = spec.subdomain ? `${spec.subdomain}.${metadata.namespace}.svc.${clusterDomain}` : '';
	const own = ips.map((ip) => `${ip}\t${domain ? `${hostname}.${domain}\t` : ''}${hostname}`);
	const base = spec.hostNetwork
		? `# Kubernetes-managed hosts file (host network).\n${nodeHosts}`
		: `${[...fixed, ...own].join('\n')}\n`;
	const aliases = (spec.hostAliases ?? []).map(
		({ip: address, hostnames = []}) => `${[address, ...hostnames].join('\t')}\n`,
	);
	return base + (aliases.length > 0 ? `\n# Entries added by HostAliases.\n${aliases.join('')}` : '');
};
