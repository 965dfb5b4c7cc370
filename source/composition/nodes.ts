import {parseQuantity, quantityOf} from '../objects/quantity.js';
import {behaves} from '../objects/versions/changed-behaviour.js';
import {minorIn} from '../objects/versions/kubernetes-version.js';
import {isGateOn} from '../objects/versions/served.js';
import type {Kernel} from '../kernel/kernel.js';
import {pluginProcess} from '../objects/device-driver.js';
import {
	inFamilies,
	networkOf,
	nodeAddresses,
	nodeRanges,
	splitRanges,
	wellKnownAddress,
} from '../objects/cluster-network.js';
import {newHome} from '../kubectl/discovery.js';
import {kubectl} from '../kubectl/kubectl.js';
import {kubeconfigText} from '../kubectl/kubeconfig.js';
import {formerCluster} from '../dump/former-cluster.js';
import type {ImageCatalogue} from '../machine/images/catalogue.js';
import {startDeviceDriver} from '../kubelet/devices/device-driver.js';
import type {ClusterNodes} from '../node/node.js';
import {startKubeProxy} from '../network/proxy/kube-proxy.js';
import {containerNetwork} from '../network/traffic/container-network.js';
import {kubeletLabels} from '../scenario/initial-objects.js';
import type {Scenario} from '../scenario/scenario.js';
import type {NodeOptions} from '../kubelet/node/options.js';
import type {RunKubectl} from '../machine/outside.js';
import type {SimulatedNode} from '../objects/simulated-node.js';
import {type Connect, type ConnectInCluster, certificate} from './connect.js';
import type {ContainerProgram} from '../machine/images/container-program.js';

/** The kubelet configuration of a node: the scenario's for all nodes, with its values for this one. */
const configurationOf = (
	{kubelet}: Scenario,
	node: Pick<Scenario['nodes'][number], 'kubelet'>,
): Pick<Scenario['nodes'][number], 'kubelet'> =>
	kubelet || node.kubelet ? {kubelet: {...kubelet, ...node.kubelet}} : {};

/** The services of nodes: connections to the apiserver, and the code of images. */
interface NodeServices {
	/** Programs of images that are code, by the name that Pods write. */
	readonly programs?: Readonly<Record<string, ContainerProgram>>;
	readonly connect: Connect;
	readonly inCluster: ConnectInCluster;
}

/** Starts the machine of a node, and the processes on it. @param number the place of the node in the cluster, from 0: its addresses follow from it. */
export type StartNode = (node: SimulatedNode, number: number) => void;

/** Starts nodes for a cluster: kubelet, runtime, kube-proxy, device drivers. */
export const nodeStarter = (
	kernel: Kernel,
	nodes: ClusterNodes,
	{connect, inCluster, programs = {}}: NodeServices,
	scenario: Scenario,
): StartNode => {
	// A scenario's check checks an image as a whole; only the runtime knows the meaning of its parts.
	const described = scenario.images as ImageCatalogue['images'];
	const coded = Object.entries(programs).map(([name, custom]) => [name, {...described[name], custom}] as const);
	const images: ImageCatalogue = {images: {...described, ...Object.fromEntries(coded)}};
	const network = containerNetwork(kernel, {ignoresPolicies: scenario.cni?.networkPolicy === false});
	const before = scenario.dump && formerCluster(scenario.dump);
	const minor = minorIn(scenario.kubernetesVersion ?? '');
	const addresses = networkOf(scenario);
	return (described, number) => {
		const node = nodeOptions(scenario, described, number);
		const kubelet = certificate(`system:node:${node.name}`, 'system:nodes');
		nodes.start(connect(`kubelet/${node.name}`, kubelet), {
			node,
			images,
			flannel: inCluster(`flanneld/${node.name}`),
			network,
			runKubectl: kubectlInContainers(kernel, connect),
			clusterDNS: before?.clusterDNS ?? wellKnownAddress(addresses, 10),
			clusterDomain: 'cluster.local',
			csiDrivers: scenario.csiDrivers,
			deviceDrivers: scenario.deviceDrivers,
			nfsServers: scenario.nfsServers,
			cni: scenario.cni,
			resyncs: scenario.legacy?.kubeletResync,
			relistsOnDemand: minor === undefined || isGateOn(minor, 'PLEGOnDemandRelist') === true,
			minor,
			clonesRepositories: minor !== undefined && isGateOn(minor, 'GitRepoVolumeDriver') === true,
			...(before ? {former: before.on(node.name)} : {}),
		});
		if (node.isDown) {
			kernel.processes.crash(`kubelet/${node.name}`);
		}

		for (const driver of scenario.deviceDrivers ?? []) {
			if (driver.nodes?.includes(node.name) ?? true) {
				startDeviceDriver(inCluster(pluginProcess(driver.name, node.name)), driver, node.name);
			}
		}

		startKubeProxy(kernel, inCluster(`kube-proxy/${node.name}`), {
			node: node.name,
			mode: scenario.kubeProxy?.mode,
			network: addresses,
		});
	};
};

/** The capacity as the kubelet of a version writes it. The state of a dump stays as it is. */
const writtenCapacity = (
	{dump, kubernetesVersion = ''}: Scenario,
	capacity: Readonly<Record<string, string>>,
): Pick<NodeOptions, 'capacity' | 'hasDecimalStorage'> => {
	const {'ephemeral-storage': storage} = capacity;
	return dump === undefined && storage !== undefined && behaves(minorIn(kubernetesVersion), 'decimalStorage')
		? {
				capacity: {...capacity, 'ephemeral-storage': quantityOf(parseQuantity(storage), 'DecimalSI')},
				hasDecimalStorage: true,
			}
		: {capacity};
};

/** A node with the settings of its kubelet and its addresses. @param number its place in the cluster, from 0 */
export const nodeOptions = (
	scenario: Scenario,
	{podCIDR, address, ...node}: SimulatedNode,
	number: number,
): NodeOptions => {
	const addresses = networkOf(scenario);
	return {
		...node,
		...writtenCapacity(scenario, node.capacity),
		...(scenario.dump ? {} : {labels: kubeletLabels(node.labels)}),
		...configurationOf(scenario, node),
		podCIDRs: inFamilies(addresses, splitRanges(podCIDR), nodeRanges(addresses, number + 1)),
		addresses: inFamilies(addresses, splitRanges(address), nodeAddresses(addresses, number)),
	};
};

/** Runs kubectl in a container, with its service account or its own kubeconfig. @mirrors client-go/rest InClusterConfig */
const kubectlInContainers = (kernel: Kernel, connect: Connect): RunKubectl => {
	// Simplified: all containers share a cache.
	const home = newHome();
	return function* ({server, token, namespace, kubeconfig, files, stdin, words}) {
		const printed = {stdout: '', stderr: ''};
		const code = yield* kubectl(
			{
				kernel,
				home,
				connect: (credentials) => connect('kubectl', credentials),
				kubeconfig:
					kubeconfig ??
					(server !== undefined && token !== undefined
						? kubeconfigText({server, user: 'default', credentials: {token}, namespace})
						: ''),
				files,
				stdin,
				write(stream, text) {
					printed[stream] += text;
				},
			},
			words,
		);
		return {...printed, code};
	};
};
