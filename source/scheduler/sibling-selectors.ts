import type {
	LabelSelector,
	OwnerReference,
	Pod,
	ReplicaSet,
	ReplicationController,
	Service,
	StatefulSet,
} from '../objects/kubernetes.generated.js';
import {matchesLabels} from '../objects/labels.js';
import {controllerOf} from '../objects/owner.js';

/** The caches of Services and of the workloads that own Pods. */
interface Caches {
	readonly services: {list(namespace: string): Iterable<Service>};
	readonly replicaSets: Named<ReplicaSet>;
	readonly statefulSets: Named<StatefulSet>;
	readonly replicationControllers: Named<ReplicationController>;
}

interface Named<T> {
	get(namespace: string, name: string): T | undefined;
}

/**
Selectors that match a Pod's siblings: of the Services in front of it and of the workload that owns it.

@mirrors scheduler/framework/plugins/helper.DefaultSelector
*/
export const siblingSelectors = (pod: Pod, caches: Caches): readonly LabelSelector[] => {
	const namespace = pod.metadata.namespace ?? 'default';
	const selectors: LabelSelector[] = [];
	for (const {spec} of caches.services.list(namespace)) {
		const matchLabels = spec.selector;
		if (matchLabels && Object.keys(matchLabels).length > 0 && matchesLabels(matchLabels, pod.metadata.labels)) {
			selectors.push({matchLabels});
		}
	}

	const owner = controllerOf(pod);
	const selector = owner && workloadSelector(owner, namespace, caches);
	if (selector) {
		selectors.push(selector);
	}

	return selectors;
};

const workloadSelector = (
	{kind, name}: OwnerReference,
	namespace: string,
	{replicaSets, statefulSets, replicationControllers}: Caches,
): LabelSelector | undefined => {
	switch (kind) {
		case 'ReplicaSet': {
			return replicaSets.get(namespace, name)?.spec.selector;
		}

		case 'StatefulSet': {
			return statefulSets.get(namespace, name)?.spec.selector;
		}

		case 'ReplicationController': {
			const matchLabels = replicationControllers.get(namespace, name)?.spec.selector;
			return matchLabels && {matchLabels};
		}

		default: {
			return undefined;
		}
	}
};
