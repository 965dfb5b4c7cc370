/** A Pod's sandbox: the pause container and the namespaces it holds open. The ledger shows it at `/nodes/<node>/sandboxes/<id>`. */
export interface Sandbox {
	readonly id: string;
	readonly node: string;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	/** The host name that its containers have: that of the node on the host's network. */
	readonly hostname: string;
	readonly attempt: number;
	readonly createdAtMs: number;
	readonly hostNetwork: boolean;
	readonly cgroup: string;
	readonly pausePid: number;
	/** Path of its network namespace: `/var/run/netns/cni-…`; `host` for the host's. */
	readonly netns: string;
	/** The text of `/etc/resolv.conf` in its containers. */
	readonly resolvConf: string;
	/** Address of the Pod; empty on the host's network and once it is stopped. */
	readonly ip: string;
	/** Its addresses of the other family, where the node has both. */
	readonly additionalIPs?: readonly string[];
	readonly state: 'SANDBOX_READY' | 'SANDBOX_NOTREADY';
}

/** All addresses of a sandbox, that of the first family first. */
export const sandboxIPs = ({ip, additionalIPs = []}: Pick<Sandbox, 'ip' | 'additionalIPs'>): readonly string[] =>
	ip === '' ? [] : [ip, ...additionalIPs];
