/** A Pod's sandbox: the pause container and the namespaces it holds open. The ledger shows it at `/nodes/<node>/sandboxes/<id>`. */
export interface Sandbox {
	readonly id: string;
	readonly node: string;
	readonly namespace: string;
	readonly pod: string;
	readonly uid: string;
	readonly attempt: number;
	readonly createdAtMs: number;
	readonly hostNetwork: boolean;
	readonly cgroup: string;
	readonly pausePid: number;
	/** Path of its network namespace: `/var/run/netns/cni-…`; `host` for the host's. */
	readonly netns: string;
	/** Address of the Pod; empty on the host's network and once it is stopped. */
	readonly ip: string;
	readonly state: 'SANDBOX_READY' | 'SANDBOX_NOTREADY';
}
