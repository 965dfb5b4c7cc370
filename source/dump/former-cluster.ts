import {getOrInsert} from '../kernel/get-or-insert.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {Pod, Service} from '../objects/kubernetes.generated.js';
import {registryKey} from '../objects/resources.js';

/** The parts of one node. */
interface OnNode {
	readonly pods: readonly Pod[];
	readonly services: readonly Service[];
	readonly find: (key: string) => KubernetesObject | undefined;
}

/** The data about a cluster's objects that its nodes need before the apiserver starts. */
interface FormerCluster {
	/** Address of the cluster's DNS, if it has a Service. */
	readonly clusterDNS: string | undefined;
	readonly on: (node: string) => OnNode;
}

/** The objects behind containers' variables, which a node reads by key. */
const isSource = ({kind}: KubernetesObject): boolean => kind === 'ConfigMap' || kind === 'Secret';

/** The objects of a dump, from the nodes' view. */
export const formerCluster = (objects: readonly KubernetesObject[]): FormerCluster => {
	const pods = new Map<string, Pod[]>();
	const services: Service[] = [];
	const sources = new Map<string, KubernetesObject>();
	for (const object of objects) {
		if (isKind(object, 'v1 Pod')) {
			if (object.spec.nodeName) {
				getOrInsert(pods, object.spec.nodeName, () => []).push(object);
			}
		} else if (isKind(object, 'v1 Service')) {
			services.push(object);
		} else if (isSource(object)) {
			const {namespace, name} = object.metadata;
			sources.set(registryKey(object.kind === 'Secret' ? 'secrets' : 'configmaps', namespace, name), object);
		}
	}

	const dns = services.find(({metadata}) => metadata.namespace === 'kube-system' && metadata.name === 'kube-dns');
	const find = (key: string) => sources.get(key);
	return {
		clusterDNS: dns?.spec.clusterIP,
		on: (node) => ({pods: pods.get(node) ?? [], services, find}),
	};
};
