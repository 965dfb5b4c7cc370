import type {Resource} from './resources.js';

/** The group that metrics-server serves, through the aggregation layer. */
export const metricsGroup = 'metrics.k8s.io';

/** What a container, or a node, uses. */
export interface Usage {
	/** Thousandths of a CPU. */
	readonly cpuMillis: number;
	/** Bytes of its working set. */
	readonly memory: number;
}

/** What a Pod uses, container by container. */
export interface PodUsage {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	/** The end of the window that it was measured in, and its length. */
	readonly timestamp: string;
	readonly windowMs: number;
	readonly containers: ReadonlyArray<{readonly name: string; readonly usage: Usage}>;
}

/** What a node uses. */
export interface NodeUsage {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly timestamp: string;
	readonly windowMs: number;
	readonly usage: Usage;
}

/** What metrics-server knows now. */
export interface ResourceMetrics {
	readonly pods: () => readonly PodUsage[];
	readonly nodes: () => readonly NodeUsage[];
}

const served = (plural: string, kind: string, namespaced: boolean): Resource => ({
	group: metricsGroup,
	version: 'v1beta1',
	plural,
	singular: '',
	kind,
	namespaced,
	shortNames: [],
	categories: [],
	verbs: ['get', 'list'],
	subresources: [],
	preferred: true,
});

/** The resources of the group. */
export const metricsResources: readonly Resource[] = [
	served('nodes', 'NodeMetrics', false),
	served('pods', 'PodMetrics', true),
];

/** As metrics-server prints a CPU usage: in nanocores. */
export const cpuText = ({cpuMillis}: Usage): string => (cpuMillis === 0 ? '0' : `${cpuMillis * 1_000_000}n`);

/** As metrics-server prints a working set. */
export const memoryText = ({memory}: Usage): string => `${Math.ceil(memory / 1024)}Ki`;
