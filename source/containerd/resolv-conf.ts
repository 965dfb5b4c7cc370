import type {PodSandboxConfig} from '../cri/messages.js';

/** The contents of a sandbox's /etc/resolv.conf. */
export const resolvConf = ({dnsConfig: {servers = [], searches = [], options = []}}: PodSandboxConfig): string =>
	[
		...(searches.length > 0 ? [`search ${searches.join(' ')}`] : []),
		...servers.map((server) => `nameserver ${server}`),
		...(options.length > 0 ? [`options ${options.join(' ')}`] : []),
	].join('\n') + '\n';
