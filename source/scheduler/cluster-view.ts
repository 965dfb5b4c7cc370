import type {LabelSelector, Pod} from '../objects/kubernetes.generated.js';
import {matchesLabels} from '../objects/labels.js';
import {controllerOf} from '../objects/owner.js';
import type {ClusterView} from './framework.js';
import type {NodeInfo} from './node-info.js';

/** What of a Service or a workload tells its Pods. */
export interface Selecting {
	readonly metadata?: {readonly namespace?: string; readonly name?: string; readonly uid?: string};
	readonly spec?: {readonly selector?: unknown};
}

/** A view of these nodes alone; `more` adds what else it holds. */
export const clusterViewOf = (nodes: readonly NodeInfo[], more: Partial<ClusterView> = {}): ClusterView => ({
	nodes,
	imageNodeCount: (name) =>
		nodes.filter(({node}) => node.status?.images?.some(({names}) => names?.includes(name))).length,
	namespaceLabels: () => undefined,
	claim: () => undefined,
	volume: () => undefined,
	volumes: () => [],
	storageClass: () => undefined,
	csiNode: () => undefined,
	disruptionBudgets: () => [],
	siblingSelectors: () => [],
	nominated: () => [],
	volumeAssumedFor: () => undefined,
	...more,
});

/**
Selectors that a Pod's siblings meet: of the Services in front of it and of the workload that owns it.

@param services of the Pod's namespace.
@param owner finds the workload that a controller reference names.
@mirrors scheduler/framework/plugins/helper.DefaultSelector
*/
export const siblingSelectors = (
	pod: Pod,
	services: readonly Selecting[],
	owner: (kind: string, name: string) => Selecting | undefined,
): readonly LabelSelector[] => {
	const selectors: LabelSelector[] = [];
	for (const {spec} of services) {
		const matchLabels = spec?.selector as Readonly<Record<string, string>> | undefined;
		if (matchLabels && Object.keys(matchLabels).length > 0 && matchesLabels(matchLabels, pod.metadata?.labels)) {
			selectors.push({matchLabels});
		}
	}

	const reference = controllerOf(pod);
	const selector = reference && owner(reference.kind, reference.name)?.spec?.selector;
	if (selector) {
		selectors.push(
			reference.kind === 'ReplicationController'
				? {matchLabels: selector as Readonly<Record<string, string>>}
				: selector,
		);
	}

	return selectors;
};
