import {latenciesOf, type LatencyProfile} from './latency-profiles.js';
import {readDocument, type Value} from './document.js';
import {defaultDriver, type SimulatedDriver} from '../objects/csi.js';
import type {SimulatedDeviceDriver} from '../objects/device-driver.js';
import type {Family} from '../objects/ip.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {AutoscalerFlags, SimulatedNodeGroup} from '../objects/node-group.js';
import type {ProxyMode, SimulatedNode} from '../objects/simulated-node.js';
import type {TrafficClient} from '../objects/traffic-client.js';
import {cleanEtcdPrefix} from '../objects/etcd-keys.js';
import {scenarioMistakes} from './check.js';
import {readObjects} from './dumped-objects.js';
import {defaultCPU} from './kubelet.js';
import type {KwokOptions} from './kwok.js';
import {Mistakes} from './mistake.js';
import {firstNodes} from './node-groups.js';
import {admission, scenarioShape, type ScenarioFile} from './scenario-file.js';

/** A fully specified cluster to simulate. Plain data: it is part of a recording. */
export interface Scenario {
	readonly version: '1.36';
	/** The version whose APIs are served and whose feature gates have their defaults, such as `1.33`; 1.36 by default. */
	readonly kubernetesVersion?: string;
	readonly seed: number;
	/** For `serve`: the session's secret, which signs service account tokens. */
	readonly tokenKey?: string;
	/** The time on the cluster's clock when it starts; 2026-01-01T00:00:00Z by default. */
	readonly startsAt?: string;
	readonly nodes: readonly SimulatedNode[];
	/** Groups of nodes that the cluster autoscaler scales; without this field, it does not run. Their first nodes are among `nodes`. */
	readonly nodeGroups?: readonly SimulatedNodeGroup[];
	/** The flags of the cluster autoscaler. */
	readonly clusterAutoscaler?: AutoscalerFlags;
	/** The nodes of KWOK; without this field, KWOK does not run. */
	readonly kwok?: KwokOptions;
	/** Stage → milliseconds. */
	/** The profile that the scenario names; its durations are in `latencies`. */
	readonly latencyProfile?: LatencyProfile;
	readonly latencies: Readonly<Record<string, number>>;
	readonly admission: Value<typeof admission> & {
		readonly enable: readonly string[];
		readonly disable: readonly string[];
	};
	/** The authorizers; Node and RBAC by default. */
	readonly authorization?: NonNullable<ScenarioFile['authorization']>;
	readonly users: ReadonlyArray<{
		readonly name: string;
		readonly groups: readonly string[];
		readonly token?: string;
		readonly uid?: string;
	}>;
	/** Image → behaviour, over the built-in catalogue. */
	readonly images: Readonly<Record<string, unknown>>;
	/** The components beside the kube-apiserver and etcd; both by default. */
	readonly components?: NonNullable<ScenarioFile['components']>;
	/** Flags of kube-apiserver: its key prefix in etcd, `/registry` by default. */
	readonly kubeAPIServer?: {readonly etcdPrefix?: string};
	/** The rate limit of every controller; by default 20 requests per second with a burst of 30; -1 is unlimited. */
	readonly kubeControllerManager?: NonNullable<ScenarioFile['kubeControllerManager']>;
	/**
	The configuration of kube-scheduler, and the number of its instances. By default, it may send 50 requests per second with a burst of
	100, and as many Events.
	*/
	readonly kubeScheduler?: NonNullable<ScenarioFile['kubeScheduler']>;
	/** The answers of the extenders that the configuration of kube-scheduler names. */
	readonly schedulerExtenders?: NonNullable<ScenarioFile['schedulerExtenders']>;
	/** The configuration of every kubelet whose node does not have its own. */
	readonly kubelet?: NonNullable<ScenarioFile['kubelet']>;
	/** The mode of every node's kube-proxy; iptables by default. */
	readonly kubeProxy?: {readonly mode?: ProxyMode};
	/** Features of old releases: `kubectl run` with generators (until v1.17), a Policy file of kube-scheduler (until v1.22). */
	readonly legacy?: NonNullable<ScenarioFile['legacy']>;
	/** Whether the network plug-in enforces NetworkPolicies (it does by default, flannel alone does not), and its configuration in /etc/cni/net.d. */
	readonly cni?: NonNullable<ScenarioFile['cni']>;
	/** The interval at which metrics-server reads the kubelets, 15 s by default; without this field, it does not run. */
	readonly metrics?: {readonly intervalMs?: number};
	/** How long the operator external-dns gathers changes, 5 s by default; without this field, it does not run. */
	readonly externalDNS?: {readonly intervalMs?: number};
	/** CoreDNS runs in Pods of a Deployment, two by default; without this field it is a process beside the apiserver. */
	readonly coreDNS?: {readonly replicas?: number};
	/** The CSI drivers that are installed. */
	readonly csiDrivers: readonly SimulatedDriver[];
	/** The drivers of devices that claims can request; none by default. */
	readonly deviceDrivers?: readonly SimulatedDeviceDriver[];
	/** Names or addresses of the NFS servers that nodes can reach. */
	readonly nfsServers?: readonly string[];
	readonly traffic: readonly TrafficClient[];
	/** The choice of kube-scheduler among nodes of equal score: a random one from the seed, or, if a text or a test names nodes, the first. */
	readonly equalScores?: 'random' | 'first';
	/** Faults, in the words of the debugger; their times (`at=30s`) count from the first input of the user. */
	readonly faults?: readonly string[];
	/** Manifests that exist from the start, as YAML text. */
	readonly objects: string;
	/** The families of addresses of the cluster, in order; those of its ranges, or IPv4, by default. */
	readonly ipFamilies?: readonly Family[];
	/** The ranges of Pod addresses, one per family: 10.244.0.0/16 and fd00:10:244::/56 by default. */
	readonly clusterCIDR?: string;
	/** The ranges of cluster IPs, one per family: 10.96.0.0/16 and fd00:10:96::/112 by default. */
	readonly serviceClusterIPRange?: string;
	/** For `serve --webhooks`: whether webhooks' servers outside the simulation are called, and their answers recorded. */
	readonly callsServers?: boolean;
	/** For `serve`: whether the server's authority signs approved certificate requests, and its answers are recorded. */
	readonly signsCertificates?: boolean;
	/** The authority, as PEM, of the certificate by which the apiserver identifies itself to the servers of APIServices (`serve --webhooks`). */
	readonly proxyAuthority?: string;
	/** The state of a real cluster from which this one continues: its objects in the order of their last write. A file has them as JSON, one per line. */
	readonly dump?: readonly KubernetesObject[];
}

const defaultCapacity = {cpu: defaultCPU, memory: '8Gi', pods: '110', 'ephemeral-storage': '100Gi'};

type WrittenNode = NonNullable<ScenarioFile['nodes']>[number];

/** Fills in the missing parts of a node's description. */
export const completeNode = (item: WrittenNode): SimulatedNode => ({
	name: item.name,
	labels: {...item.labels},
	taints: item.taints ?? [],
	capacity: {...defaultCapacity, ...item.capacity},
	images: item.images ?? [],
	...(item.staticPods ? {staticPods: item.staticPods} : {}),
	...(item.hostPaths ? {hostPaths: item.hostPaths} : {}),
	...(item.runtimeHandlers ? {runtimeHandlers: item.runtimeHandlers} : {}),
	...(item.appArmor ? {appArmor: true} : {}),
	...(item.kubelet ? {kubelet: item.kubelet} : {}),
	...(item.podCIDR === undefined ? {} : {podCIDR: item.podCIDR}),
	...(item.address === undefined ? {} : {address: item.address}),
	...(item.isDown ? {isDown: true} : {}),
});

/** The nodes that a scenario lists, three workers by default, and those that its groups have at first. */
const nodesOf = ({nodes, nodeGroups = []}: ScenarioFile): readonly SimulatedNode[] => {
	const listed: readonly WrittenNode[] = nodes ?? [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}];
	return [...listed, ...firstNodes(nodeGroups, listed)].map((item) => completeNode(item));
};

/** Fills in the missing fields of a scenario file. The default cluster has three worker nodes. */
export const completeScenario = (file: ScenarioFile = {}): Scenario => ({
	version: '1.36',
	...(file.kubernetesVersion === undefined ? {} : {kubernetesVersion: file.kubernetesVersion}),
	seed: file.seed ?? 1,
	...(file.tokenKey === undefined ? {} : {tokenKey: file.tokenKey}),
	...(file.startsAt === undefined ? {} : {startsAt: file.startsAt}),
	nodes: nodesOf(file),
	...(file.nodeGroups ? {nodeGroups: file.nodeGroups} : {}),
	...(file.clusterAutoscaler ? {clusterAutoscaler: file.clusterAutoscaler} : {}),
	...(file.kwok ? {kwok: file.kwok} : {}),
	...(file.latencyProfile === undefined ? {} : {latencyProfile: file.latencyProfile}),
	latencies: {...latenciesOf(file.latencyProfile), ...file.latencies},
	admission: {...file.admission, enable: file.admission?.enable ?? [], disable: file.admission?.disable ?? []},
	...(file.authorization ? {authorization: file.authorization} : {}),
	users: (file.users ?? []).map((item) => ({...item, groups: item.groups ?? []})),
	images: file.images ?? {},
	...(file.components ? {components: file.components} : {}),
	...(file.kubeAPIServer?.etcdPrefix === undefined
		? {}
		: {kubeAPIServer: {etcdPrefix: cleanEtcdPrefix(file.kubeAPIServer.etcdPrefix)}}),
	...(file.kubeControllerManager ? {kubeControllerManager: file.kubeControllerManager} : {}),
	...(file.kubeScheduler ? {kubeScheduler: file.kubeScheduler} : {}),
	...(file.schedulerExtenders ? {schedulerExtenders: file.schedulerExtenders} : {}),
	...(file.kubelet ? {kubelet: file.kubelet} : {}),
	...(file.kubeProxy ? {kubeProxy: file.kubeProxy} : {}),
	...(file.legacy ? {legacy: file.legacy} : {}),
	...(file.cni ? {cni: file.cni} : {}),
	...(file.metrics ? {metrics: file.metrics} : {}),
	...(file.externalDNS ? {externalDNS: file.externalDNS} : {}),
	...(file.coreDNS ? {coreDNS: file.coreDNS} : {}),
	csiDrivers: file.csiDrivers ?? [defaultDriver],
	...(file.deviceDrivers ? {deviceDrivers: file.deviceDrivers} : {}),
	...(file.nfsServers ? {nfsServers: file.nfsServers} : {}),
	traffic: file.traffic ?? [],
	...(file.equalScores === undefined ? {} : {equalScores: file.equalScores}),
	...(file.faults ? {faults: file.faults} : {}),
	objects: file.objects ?? '',
	...(file.ipFamilies ? {ipFamilies: file.ipFamilies} : {}),
	...(file.clusterCIDR === undefined ? {} : {clusterCIDR: file.clusterCIDR}),
	...(file.serviceClusterIPRange === undefined ? {} : {serviceClusterIPRange: file.serviceClusterIPRange}),
	...(file.callsServers ? {callsServers: true} : {}),
	...(file.signsCertificates ? {signsCertificates: true} : {}),
	...(file.proxyAuthority === undefined ? {} : {proxyAuthority: file.proxyAuthority}),
	...(file.dump === undefined ? {} : {dump: readObjects(file.dump)}),
});

/**
Reads a scenario file.

@throws {Mistakes} with file, line and column of each.
*/
export const readScenario = (source: string, file: string): Scenario => {
	if (source.trim() === '') {
		return completeScenario();
	}

	const checked = readDocument(source, file, scenarioShape);
	const mistakes = scenarioMistakes(checked);
	if (mistakes.length > 0) {
		throw new Mistakes(mistakes);
	}

	return completeScenario(checked.value);
};
