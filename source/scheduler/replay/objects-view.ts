import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isKind, type KindName, type KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Kinds} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../../objects/owner.js';
import {deviceId} from '../../objects/resource-claims.js';
import type {SchedulerCache} from '../cache.js';
import type {ClusterView} from '../framework.js';
import {siblingSelectors} from '../sibling-selectors.js';

const nonePromised: readonly never[] = Object.freeze([]);

/** The objects of one kind, by namespace and name. */
class Shelf<K extends KindName> {
	readonly #byNamespace = new Map<string, Map<string, Kinds[K]>>();

	constructor(objects: readonly KubernetesObject[], kind: K) {
		for (const object of objects) {
			if (isKind(object, kind)) {
				const {namespace = '', name} = object.metadata;
				getOrInsert(this.#byNamespace, namespace, () => new Map<string, Kinds[K]>()).set(name, object);
			}
		}
	}

	get(namespace: string, name: string): Kinds[K] | undefined {
		return this.#byNamespace.get(namespace)?.get(name);
	}

	list(namespace = ''): readonly Kinds[K][] {
		return [...(this.#byNamespace.get(namespace)?.values() ?? [])];
	}

	get all(): readonly Kinds[K][] {
		return [...this.#byNamespace.values()].flatMap((objects) => [...objects.values()]);
	}
}

/**
Answers plug-ins' queries about objects other than nodes from a dump. The objects do not change: a claim keeps its volume and its devices.

@param objects in the API's form.
*/
export const objectsView = (
	objects: readonly KubernetesObject[],
	cache: Pick<SchedulerCache, 'imageNodeCount'>,
): Omit<ClusterView, 'nodes'> => {
	const shelf = <K extends KindName>(kind: K) => new Shelf(objects, kind);
	const namespaces = shelf('v1 Namespace');
	const claims = shelf('v1 PersistentVolumeClaim');
	const volumes = shelf('v1 PersistentVolume');
	const classes = shelf('storage.k8s.io/v1 StorageClass');
	const csiNodes = shelf('storage.k8s.io/v1 CSINode');
	const budgets = shelf('policy/v1 PodDisruptionBudget');
	const resourceClaims = shelf('resource.k8s.io/v1 ResourceClaim');
	const deviceClasses = shelf('resource.k8s.io/v1 DeviceClass');
	const slices = shelf('resource.k8s.io/v1 ResourceSlice').all;
	const siblings = {
		services: shelf('v1 Service'),
		replicaSets: shelf('apps/v1 ReplicaSet'),
		statefulSets: shelf('apps/v1 StatefulSet'),
		replicationControllers: shelf('v1 ReplicationController'),
	};
	const knownSelectors = new Map<string, ReturnType<typeof siblingSelectors>>();
	const allVolumes = volumes.all;
	const taken = new Set(
		resourceClaims.all.flatMap(({status}) =>
			(status?.allocation?.devices?.results ?? [])
				.filter(({adminAccess}) => !adminAccess)
				.map((result) => deviceId(result)),
		),
	);
	return {
		imageNodeCount: (name) => cache.imageNodeCount(name),
		namespaceLabels: (name) => namespaces.get('', name)?.metadata.labels,
		claim: (namespace, name) => claims.get(namespace, name),
		volume: (name) => volumes.get('', name),
		volumes: () => allVolumes,
		storageClass: (name) => classes.get('', name),
		csiNode: (name) => csiNodes.get('', name),
		disruptionBudgets: (namespace) => budgets.list(namespace),
		siblingSelectors(pod) {
			const {namespace, labels} = pod.metadata;
			const key = JSON.stringify([namespace, labels, controllerOf(pod)?.name]);
			return getOrInsert(knownSelectors, key, () => siblingSelectors(pod, siblings));
		},
		nominated: () => nonePromised,
		volumeAssumedFor: () => undefined,
		devices: {
			claim: (namespace, name) => resourceClaims.get(namespace, name),
			deviceClass: (name) => deviceClasses.get('', name),
			slices: () => slices,
			taken: () => taken,
			isPending: () => false,
		},
	};
};
