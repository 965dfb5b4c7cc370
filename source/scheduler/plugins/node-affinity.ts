import type {PreferredSchedulingTerm} from '../../objects/kubernetes.generated.js';
import {matchesNodeSelectorTerm, meetsRequiredNodeAffinity} from '../../objects/node-selector.js';
import {refuseForGood, scaleScores, skip, type Plugin, type Prefiltered} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import type {PodInfo} from '../pod-info.js';

/**
Admits nodes that meet the Pod's `nodeSelector` and required node affinity; prefers those that meet its preferences.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
*/
export const nodeAffinity: Plugin<true, readonly PreferredSchedulingTerm[]> = {
	name: 'NodeAffinity',

	prefilter({pod}): Prefiltered<true> {
		const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
		if (!required && !pod.spec?.nodeSelector) {
			return skip;
		}

		const named = required && nodesNamed(required.nodeSelectorTerms);
		return named?.size === 0
			? {kind: 'refused', refusal: refuseForGood('pod affinity terms conflict')}
			: {kind: 'go', state: true, nodeNames: named};
	},

	filter: ({pod}: PodInfo, {node}: NodeInfo) =>
		meetsRequiredNodeAffinity(pod.spec, node)
			? undefined
			: refuseForGood("node(s) didn't match Pod's node affinity/selector"),

	prescore({pod}) {
		const preferred = pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
		return preferred?.length ? preferred : undefined;
	},

	score(_pod, {node}, preferences) {
		let sum = 0;
		for (const {weight, preference} of preferences) {
			if (weight !== 0 && matchesNodeSelectorTerm(preference, node)) {
				sum += weight;
			}
		}

		return sum;
	},

	normalise: (scores) => scaleScores(scores, false),

	worthRetrying: (pod, event) =>
		event.resource === 'nodes' && event.action !== 'DELETED' && meetsRequiredNodeAffinity(pod.spec, event.object),
};

/** The nodes that terms allow when each of them names its nodes; `undefined` when one does not. */
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
