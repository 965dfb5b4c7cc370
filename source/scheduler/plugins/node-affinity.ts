import type {NodeAffinity, Pod, PreferredSchedulingTerm} from '../../objects/kubernetes.generated.js';
import {matchesNodeSelector, matchesNodeSelectorTerm, meetsRequiredNodeAffinity} from '../../objects/node-selector.js';
import {refuseForGood, scaleScores, skip, type ClusterEvent, type Plugin, type Prefiltered} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import type {PodInfo} from '../pod-info.js';

/**
Admits nodes that match the Pod's `nodeSelector` and required node affinity; prefers those that match its preferences.

@param addedAffinity from the plug-in's arguments; also applies to every Pod of the profile.
@see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
@see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#node-affinity-per-scheduling-profile
*/
export const nodeAffinity = ({
	addedAffinity,
}: {
	readonly addedAffinity?: NodeAffinity;
} = {}): Plugin<true, readonly PreferredSchedulingTerm[]> => {
	const added = addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
	const preferredByAll = addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
	return {
		name: 'NodeAffinity',

		prefilter({pod}): Prefiltered<true> {
			const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
			if (!added && !required && !pod.spec?.nodeSelector) {
				return skip;
			}

			const named = required && nodesNamed(required.nodeSelectorTerms);
			return named?.size === 0
				? {kind: 'refused', refusal: refuseForGood('pod affinity terms conflict')}
				: {kind: 'go', state: true, nodeNames: named};
		},

		filter({pod}: PodInfo, {node}: NodeInfo) {
			if (!matchesNodeSelector(added, node)) {
				return refuseForGood("node(s) didn't match scheduler-enforced node affinity");
			}

			return meetsRequiredNodeAffinity(pod.spec, node)
				? undefined
				: refuseForGood("node(s) didn't match Pod's node affinity/selector");
		},

		prescore({pod}) {
			const own = pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
			const preferred = preferredByAll.length > 0 ? [...preferredByAll, ...own] : own;
			return preferred.length > 0 ? preferred : undefined;
		},

		score: (_pod, node, preferences) => points(node, preferences),
		normalise: (scores) => scaleScores(scores, false),

		worthRetrying: (pod: Pod, event: ClusterEvent) =>
			event.resource === 'nodes' &&
			event.action !== 'DELETED' &&
			matchesNodeSelector(added, event.object) &&
			meetsRequiredNodeAffinity(pod.spec, event.object),
	};
};

/** The sum of the weights of the preferences that a node meets. */
const points = ({node}: NodeInfo, preferences: readonly PreferredSchedulingTerm[]): number => {
	let sum = 0;
	for (const {weight, preference} of preferences) {
		if (weight !== 0 && matchesNodeSelectorTerm(preference, node)) {
			sum += weight;
		}
	}

	return sum;
};

/** The nodes that terms allow if each of them names its nodes; `undefined` if one does not. */
const nodesNamed = (
	terms: ReadonlyArray<{
		readonly matchFields?: ReadonlyArray<{
			readonly key: string;
			readonly operator: string;
			readonly values?: readonly string[];
		}>;
	}>,
): ReadonlySet<string> | undefined => {
	const names = new Set<string>();
	for (const {matchFields} of terms) {
		let own: Set<string> | undefined;
		for (const {key, operator, values} of matchFields ?? []) {
			if (key === 'metadata.name' && operator === 'In') {
				own = new Set(values?.filter((name) => !own || own.has(name)));
			}
		}

		if (!own) {
			return undefined;
		}

		for (const name of own) {
			names.add(name);
		}
	}

	return names;
};
