import {ofFamily} from '../objects/address-range.js';
import type {Family} from '../objects/ip.js';
import type {Node, PersistentVolume, Pod} from '../objects/kubernetes.generated.js';
import {isQuantity} from '../objects/quantity.js';
import type {SimulatedNode} from '../objects/simulated-node.js';

const annotation = {hash: 'kubernetes.io/config.hash', mirror: 'kubernetes.io/config.mirror'};
const ofKubelet = /^kubernetes\.io\/config\./;

/** Whether a Pod only shows one that a kubelet has read from a file. */
const isMirror = ({metadata}: Pod): boolean => metadata.annotations?.[annotation.mirror] !== undefined;

/** The manifest of a mirror Pod. Its uid is the kubelet's hash, so that the two still belong together. */
const manifestOf = ({metadata, spec}: Pod, node: string): unknown => {
	const {name, namespace, labels, annotations = {}} = metadata;
	const {nodeName: _node, serviceAccountName: _name, serviceAccount: _account, ...own} = spec;
	return {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			name: name.endsWith(`-${node.toLowerCase()}`) ? name.slice(0, -node.length - 1) : name,
			namespace,
			uid: annotations[annotation.hash] ?? annotations[annotation.mirror],
			...(labels ? {labels} : {}),
			annotations: Object.fromEntries(Object.entries(annotations).filter(([key]) => !ofKubelet.test(key))),
		},
		spec: own,
	};
};

const usable = (capacity: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
	Object.fromEntries(Object.entries(capacity).filter(([, amount]) => isQuantity(amount)));

/** Names that Pods may use for the images of a node. */
const imagesOf = ({status}: Node, pods: readonly Pod[]): readonly string[] => [
	...new Set([
		...(status?.images ?? []).flatMap(({names = []}) => names.filter((name) => !name.includes('@'))),
		...pods.flatMap(({spec, status: ran}) => {
			const present = new Set(
				[...(ran?.initContainerStatuses ?? []), ...(ran?.containerStatuses ?? [])].flatMap(({name, imageID}) =>
					imageID ? [name] : [],
				),
			);
			return [...(spec.initContainers ?? []), ...spec.containers].flatMap(({name, image}) =>
				image && present.has(name) ? [image] : [],
			);
		}),
	]),
];

const hostPathsOf = (pods: readonly Pod[], volumes: readonly PersistentVolume[]): readonly string[] => [
	...new Set([
		...pods.flatMap(({spec}) => (spec.volumes ?? []).flatMap(({hostPath}) => hostPath?.path ?? [])),
		...volumes.flatMap(({spec}) => spec?.local?.path ?? spec?.hostPath?.path ?? []),
	]),
];

/** Whether the kubelet of a node reports that it is well. */
export const isReady = ({status}: Node): boolean =>
	(status?.conditions ?? []).some(({type, status: value}) => type === 'Ready' && value === 'True');

/** The first address or range of each family, separated by a comma; `undefined` without one. */
const oneOfEach = (families: readonly Family[], values: readonly string[]): string | undefined => {
	const known = values.filter((value) => value !== '');
	const found = families.flatMap((family) => ofFamily(known, family) ?? []);
	return found.length === 0 ? undefined : found.join(',');
};

/**
The simulated node of a Node in a dump: with its size, labels, taints, address, range of Pod addresses, images and static Pods.

@param pods on this node.
@param volumes of the cluster: local ones are directories of nodes.
@param families of addresses that the cluster has.
*/
export const simulatedNode = (
	node: Node,
	pods: readonly Pod[],
	volumes: readonly PersistentVolume[],
	families: readonly Family[],
): SimulatedNode => {
	const {metadata, spec, status} = node;
	const {name} = metadata;
	const ips = (status?.addresses ?? []).flatMap(({type, address}) => (type === 'InternalIP' ? [address] : []));
	const address = oneOfEach(families, ips);
	const staticPods = pods.filter((pod) => isMirror(pod)).map((pod) => manifestOf(pod, name));
	const hostPaths = hostPathsOf(pods, volumes);
	const runtimeHandlers = (status?.runtimeHandlers ?? [])
		.map(({name: handler = ''}) => handler)
		.filter((handler) => handler !== '' && handler !== 'runc');
	const podCIDR = oneOfEach(families, [spec?.podCIDR ?? '', ...(spec?.podCIDRs ?? [])]);
	return {
		name,
		labels: metadata.labels ?? {},
		taints: (spec?.taints ?? []).map(({key, value, effect}) => ({key, effect, ...(value ? {value} : {})})),
		capacity: usable(status?.capacity ?? {}),
		images: imagesOf(node, pods),
		...(staticPods.length > 0 ? {staticPods} : {}),
		...(hostPaths.length > 0 ? {hostPaths} : {}),
		...(runtimeHandlers.length > 0 ? {runtimeHandlers} : {}),
		...(podCIDR === undefined ? {} : {podCIDR}),
		...(address === undefined ? {} : {address}),
		...(isReady(node) ? {} : {isDown: true}),
	};
};
