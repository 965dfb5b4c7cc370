import {shorten} from '../paint/text-layout.js';

/** `node-b` is `b` if the context implies a node; a domain that all nodes share is dropped. */
const nodeName = (node: string): string => shorten(node.replace(/^node-(?=.)/, '').replace(/\..*$/, ''), 12);

const podName = (name: string): string => shorten(name, 16);

/** A process's name in the simulation → as short as it stays clear; the first that matches. */
const rules: ReadonlyArray<readonly [pattern: RegExp, short: (...parts: string[]) => string]> = [
	[/^kube-scheduler\/bind\/[^/]+\/([^/]+)/, (pod) => `bind ${podName(pod)}`],
	[/^kubelet\/([^/]+)\/pod\/[^/]+\/([^/]+)$/, (node, pod) => `kubelet/${nodeName(node)} ${podName(pod)}`],
	[
		/^kubelet\/([^/]+)\/probe\/[^/]+\/([^/]+)\/[^/]+\/(.+)$/,
		(node, pod, kind) => `kubelet/${nodeName(node)} ${kind} ${podName(pod)}`,
	],
	[/^kubelet\/([^/]+)\/orphan\//, (node) => `kubelet/${nodeName(node)} orphan`],
	[/^container\/([^/]+)\/[^/]+\/([^/]+)\//, (node, pod) => `container/${nodeName(node)} ${podName(pod)}`],
	[/^device-driver\/([^/]+)\/(.+)$/, (node, driver) => `${shorten(driver, 24)}/${nodeName(node)}`],
	[/^(kubelet|kube-proxy|flanneld)\/([^/]+)\/(.+)$/, (name, node, part) => `${name}/${nodeName(node)} ${part}`],
	[/^(kubelet|kube-proxy|flanneld)\/([^/]+)$/, (name, node) => `${name}/${nodeName(node)}`],
	[/^controller-manager\/([^/]+)\/(.+)$/, (name, part) => `controller/${name} ${part}`],
	[/^controller-manager\/(.+)$/, (name) => `controller/${name}`],
	[/^(csi-[a-z]+)\/[^/]+\/(.+)$/, (name, part) => `${name} ${part}`],
];

/** A process as panes name it: `kubelet/a web`, `bind web`, `controller/replicaset`. The stack has whole names. */
export const processName = (process: string): string => {
	for (const [pattern, short] of rules) {
		const [, ...parts] = pattern.exec(process) ?? [];
		if (parts.length > 0) {
			return short(...parts);
		}
	}

	return shorten(process, 40);
};
