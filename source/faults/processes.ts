/** Whether a process runs on a node: `kubelet/node-a` and its children, `kube-proxy/node-a`, containers. */
export const isOnNode = (process: string, node: string): boolean => process.split('/').slice(1).includes(node);

/** Whether a process is this one, or one of its children. */
export const isOf = (process: string, target: string): boolean =>
	process === target || process.startsWith(`${target}/`);
