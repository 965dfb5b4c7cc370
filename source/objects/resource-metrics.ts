import type {ProtobufFacts} from './protobuf-messages.js';
import type {Resource} from './resources.js';

/** The group that metrics-server serves, through the aggregation layer. */
export const metricsGroup = 'metrics.k8s.io';

/** The usage of a container or a node. */
export interface Usage {
	/** Thousandths of a CPU. */
	readonly cpuMillis: number;
	/** Bytes of its working set. */
	readonly memory: number;
}

/** The usage of a Pod, container by container. */
export interface PodUsage {
	readonly namespace: string;
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	/** The end of the measured window, and its length. */
	readonly timestamp: string;
	readonly windowMs: number;
	readonly containers: ReadonlyArray<{readonly name: string; readonly usage: Usage}>;
}

/** The usage of a node. */
export interface NodeUsage {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly timestamp: string;
	readonly windowMs: number;
	readonly usage: Usage;
}

/** The current measurements of metrics-server. */
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

const ofMeta = 'k8s.io.apimachinery.pkg.apis.meta.v1.';
const ofMetrics = 'k8s.io.metrics.pkg.apis.metrics.v1beta1.';
const amounts = 'map<string, k8s.io.apimachinery.pkg.api.resource.Quantity>';
const measured = {
	1: ['metadata', `${ofMeta}ObjectMeta`],
	2: ['timestamp', `${ofMeta}Time`],
	3: ['window', `${ofMeta}Duration`],
} as const;

const listed = (kind: string) =>
	({1: ['metadata', `${ofMeta}ListMeta`], 2: ['items', `repeated ${ofMetrics}${kind}`]}) as const;

/** The protobuf messages of a group that is not one of the apiserver's own. @mirrors k8s.io/metrics/pkg/apis/metrics/v1beta1/generated.proto */
export const metricsMessages: ProtobufFacts = {
	[`${ofMetrics}ContainerMetrics`]: {1: ['name', 'string'], 2: ['usage', amounts]},
	[`${ofMetrics}NodeMetrics`]: {...measured, 4: ['usage', amounts]},
	[`${ofMetrics}NodeMetricsList`]: listed('NodeMetrics'),
	[`${ofMetrics}PodMetrics`]: {...measured, 4: ['containers', `repeated ${ofMetrics}ContainerMetrics`]},
	[`${ofMetrics}PodMetricsList`]: listed('PodMetrics'),
};

/** A CPU usage as metrics-server prints it, in nanocores. */
export const cpuText = ({cpuMillis}: Usage): string => (cpuMillis === 0 ? '0' : `${cpuMillis * 1_000_000}n`);

/** A working set as metrics-server prints it. */
export const memoryText = ({memory}: Usage): string => `${Math.ceil(memory / 1024)}Ki`;
