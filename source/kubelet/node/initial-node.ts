import type {KubeletConfiguration} from '../../objects/kubelet-configuration.js';
import {quantityOf, parseQuantity, readQuantity} from '../../objects/quantity.js';
import type {Node} from '../../objects/kubernetes.generated.js';
import {nodeConditions} from './node-conditions.js';
import type {NodeOptions} from './options.js';
import type {KnownNode} from './own-node.js';
import {reservation} from './reservation.js';
import {thresholdAmount} from './thresholds.js';

/** The amounts that stay free before Pods are evicted. */
const thresholds: Readonly<
	Record<string, {readonly share?: bigint; readonly amount?: bigint; readonly format: 'BinarySI' | 'DecimalSI'}>
> = {
	// The eviction threshold memory.available<100Mi.
	memory: {amount: 100n * 1024n * 1024n * 1000n, format: 'BinarySI'},
	// nodefs.available<10%.
	'ephemeral-storage': {share: 10n, format: 'BinarySI'},
};

/** The signals by which a kubelet watches the resources of its node. */
const signals: Readonly<Record<string, 'memory.available' | 'nodefs.available'>> = {
	memory: 'memory.available',
	'ephemeral-storage': 'nodefs.available',
};

/** The part of a node that Pods can use: its capacity minus the system's reservation. @see https://kubernetes.io/docs/tasks/administer-cluster/reserve-compute-resources/ */
export const allocatableOf = (
	capacity: Readonly<Record<string, string>>,
	configuration: KubeletConfiguration = {},
	hasDecimalStorage = false,
): Readonly<Record<string, string>> => {
	const reserved = reservation(configuration);
	const own = configuration.evictionHard;
	const kept = (name: string, total: bigint): bigint => {
		if (own) {
			const value = signals[name] && own[signals[name]];
			return value === undefined ? 0n : BigInt(thresholdAmount(value, Number(total / 1000n)).amount) * 1000n;
		}

		const {share, amount = 0n} = thresholds[name] ?? {};
		return share === undefined ? amount : total / share;
	};
	return Object.fromEntries(
		Object.entries(capacity).map(([name, quantity]) => {
			const total = parseQuantity(quantity);
			const away = kept(name, total) + (reserved[name] ?? 0n);
			const usual = thresholds[name]?.format ?? readQuantity(quantity).format;
			const format = hasDecimalStorage && name === 'ephemeral-storage' ? 'DecimalSI' : usual;
			const rest = away < total ? quantityOf(total - away, format) : '0';
			return [name, away === 0n ? quantity : rest];
		}),
	);
};

const handler = (name: string) => ({features: {recursiveReadOnlyMounts: true, userNamespaces: true}, name});

/** The Node that the kubelet registers. @mirrors k8s.io/kubernetes/pkg/kubelet initialNode */
export const initialNode = (options: NodeOptions, images: Node['status']['images'], now: string): KnownNode => {
	const {name, labels, taints, capacity, podCIDRs, addresses} = options;
	return {
		apiVersion: 'v1',
		kind: 'Node',
		metadata: {
			name,
			annotations: {'volumes.kubernetes.io/controller-managed-attach-detach': 'true'},
			labels: {
				'beta.kubernetes.io/arch': 'amd64',
				'beta.kubernetes.io/os': 'linux',
				'kubernetes.io/arch': 'amd64',
				'kubernetes.io/hostname': name,
				'kubernetes.io/os': 'linux',
				...labels,
			},
		},
		// Simplified: the range is from the scenario; upstream the controller manager allocates it.
		spec: {podCIDR: podCIDRs[0], podCIDRs, ...(taints.length > 0 ? {taints} : {})},
		status: {
			addresses: [...addresses.map((address) => ({address, type: 'InternalIP'})), {address: name, type: 'Hostname'}],
			allocatable: allocatableOf(capacity, options.kubelet, options.hasDecimalStorage),
			capacity,
			conditions: nodeConditions(now, [], {
				notReady:
					'[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]',
			}),
			daemonEndpoints: {kubeletEndpoint: {Port: 10_250}},
			declaredFeatures: [
				'ExtendWebSocketsToKubelet',
				'InPlacePodLevelResourcesVerticalScaling',
				'InPlacePodVerticalScalingInitContainers',
				'RestartAllContainersOnContainerExits',
			],
			features: {supplementalGroupsPolicy: true},
			images,
			nodeInfo: {
				architecture: 'amd64',
				bootID: `boot-${name}`,
				containerRuntimeVersion: 'containerd://2.2.0',
				kernelVersion: '6.12.0',
				kubeProxyVersion: '',
				kubeletVersion: 'v1.36.3',
				machineID: `machine-${name}`,
				operatingSystem: 'linux',
				osImage: 'Debian GNU/Linux 13 (trixie)',
				systemUUID: `system-${name}`,
			},
			runtimeHandlers: ['', 'runc', ...(options.runtimeHandlers ?? [])].map((one) => handler(one)),
		},
	};
};
