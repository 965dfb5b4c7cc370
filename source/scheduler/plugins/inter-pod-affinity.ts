import {
	maxNodeScore,
	refuse,
	refuseForGood,
	skip,
	type Plugin,
	type Prefiltered,
	type ClusterEvent,
	type ClusterView,
} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import {podInfo, termMatches, type AffinityTerm, type PodInfo} from '../pod-info.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';

/** Topology label → its value → how often (or its weight). */
type Topology = Map<string, Map<string, number>>;

interface Counts {
	/** The places of Pods that match all of the Pod's required affinity terms. */
	readonly affinity: Topology;
	/** The places of Pods that the Pod must avoid. */
	readonly antiAffinity: Topology;
	/** Nodes and zones of the Pods that keep away from the Pod. */
	readonly existing: Topology;
	/** Whether the Pod matches its own affinity terms: then the first of its kind fits anywhere. */
	readonly matchesItself: boolean;
}

/**
Places Pods together with, or apart from, existing Pods. Anti-affinity works in both directions: a Pod with anti-affinity also keeps others away.

@param hardPodAffinityWeight the weight of existing Pods' required affinity in scores.

@param ignorePreferredTermsOfExistingPods whether only Pods with their own preferences are scored.
@see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity
*/
export const interPodAffinity = ({
	hardPodAffinityWeight = 1,
	ignorePreferredTermsOfExistingPods = false,
}: {
	readonly hardPodAffinityWeight?: number;
	readonly ignorePreferredTermsOfExistingPods?: boolean;
} = {}): Plugin<Counts, Topology> => ({
	name: 'InterPodAffinity',

	prefilter(info, view): Prefiltered<Counts> {
		const existing = whoKeepsAway(info, view);
		if (existing.size === 0 && info.requiredAffinity.length === 0 && info.requiredAntiAffinity.length === 0) {
			return skip;
		}

		return {
			kind: 'go',
			state: {
				existing,
				...whereMatching(info, view),
				matchesItself: info.requiredAffinity.every((term) => termMatches(term, info.pod, view.namespaceLabels)),
			},
		};
	},

	filter(info, node, {affinity, antiAffinity, existing, matchesItself}) {
		if (!joins(info.requiredAffinity, node, affinity, matchesItself)) {
			return refuseForGood("node(s) didn't match pod affinity rules");
		}

		if (info.requiredAntiAffinity.some((term) => at(antiAffinity, term.topologyKey, node) > 0)) {
			return refuse("node(s) didn't match pod anti-affinity rules");
		}

		for (const key of existing.keys()) {
			if (at(existing, key, node) > 0) {
				return refuse("node(s) didn't satisfy existing pods anti-affinity rules");
			}
		}

		return undefined;
	},

	prescore(info, view) {
		const own = info.preferredAffinity.length > 0 || info.preferredAntiAffinity.length > 0;
		if (ignorePreferredTermsOfExistingPods && !own) {
			return undefined;
		}

		const scores = preferences(info, view, hardPodAffinityWeight);
		return scores.size === 0 ? undefined : scores;
	},

	score(_pod, node, scores) {
		let sum = 0;
		for (const key of scores.keys()) {
			sum += at(scores, key, node);
		}

		return sum;
	},

	normalise(scores) {
		const least = Math.min(...scores);
		const range = Math.max(...scores) - least;
		return scores.map((score) => (range > 0 ? Math.trunc(maxNodeScore * ((score - least) / range)) : 0));
	},

	worthRetrying,
});

function worthRetrying(pod: Pod, event: ClusterEvent): boolean {
	if (event.resource === 'nodes') {
		return event.action !== 'DELETED';
	}

	if (event.resource !== 'pods') {
		return false;
	}

	const info = podInfo(pod);
	const other = podInfo(event.object);
	const any = () => undefined;
	return event.action === 'DELETED'
		? info.requiredAntiAffinity.some((term) => termMatches(term, other.pod, any)) ||
				other.requiredAntiAffinity.some((term) => termMatches(term, pod, any))
		: info.requiredAffinity.some((term) => termMatches(term, other.pod, any)) ||
				(event.action === 'MODIFIED' && (info.hasAffinity || other.hasAffinity));
}

const at = (topology: Topology, key: string, node: NodeInfo): number => {
	const value = node.labels[key];
	return value === undefined ? 0 : (topology.get(key)?.get(value) ?? 0);
};

const add = (topology: Topology, key: string, node: NodeInfo, amount: number): void => {
	const value = node.labels[key];
	if (value === undefined) {
		return;
	}

	const values = getOrInsert(topology, key, () => new Map());
	values.set(value, (values.get(value) ?? 0) + amount);
};

/** Whether a term of another Pod applies to this one, each term checked once. */
const meeting = ({pod}: PodInfo, view: ClusterView) => {
	const known = new Map<AffinityTerm, boolean>();
	return (term: AffinityTerm): boolean => {
		let answer = known.get(term);
		if (answer === undefined) {
			answer = termMatches(term, pod, view.namespaceLabels);
			known.set(term, answer);
		}

		return answer;
	};
};

const whoKeepsAway = (info: PodInfo, view: ClusterView): Topology => {
	const topology: Topology = new Map();
	const meets = meeting(info, view);
	for (const node of view.nodes) {
		if (node.avoiding.size === 0) {
			continue;
		}

		for (const other of node.avoiding.values()) {
			for (const term of other.requiredAntiAffinity) {
				if (meets(term)) {
					add(topology, term.topologyKey, node, 1);
				}
			}
		}
	}

	return topology;
};

const whereMatching = (info: PodInfo, view: ClusterView): Pick<Counts, 'affinity' | 'antiAffinity'> => {
	const affinity: Topology = new Map();
	const antiAffinity: Topology = new Map();
	const {requiredAffinity, requiredAntiAffinity} = info;
	if (requiredAffinity.length === 0 && requiredAntiAffinity.length === 0) {
		return {affinity, antiAffinity};
	}

	for (const node of view.nodes) {
		for (const {pod} of node.pods) {
			if (
				requiredAffinity.length > 0 &&
				requiredAffinity.every((term) => termMatches(term, pod, view.namespaceLabels))
			) {
				for (const term of requiredAffinity) {
					add(affinity, term.topologyKey, node, 1);
				}
			}

			for (const term of requiredAntiAffinity) {
				if (termMatches(term, pod, view.namespaceLabels)) {
					add(antiAffinity, term.topologyKey, node, 1);
				}
			}
		}
	}

	return {affinity, antiAffinity};
};

/** @mirrors interpodaffinity.satisfyPodAffinity */
const joins = (terms: readonly AffinityTerm[], node: NodeInfo, affinity: Topology, matchesItself: boolean): boolean => {
	let together = true;
	for (const {topologyKey} of terms) {
		if (node.labels[topologyKey] === undefined) {
			return false;
		}

		together &&= at(affinity, topologyKey, node) > 0;
	}

	// The first Pod of a group that wants to be together has no Pod to join.
	return together || (affinity.size === 0 && matchesItself);
};

const matchers = new WeakMap<AffinityTerm, (example: PodInfo) => boolean>();
const noNamespaceLabels = (): undefined => undefined;

/** The number of a node's Pods to which a term applies. The count is cached if it depends only on the Pods. */
const matchingOn = (node: NodeInfo, term: AffinityTerm, view: ClusterView): number => {
	if (term.namespaceSelector) {
		return node.countAnew(({pod}) => termMatches(term, pod, view.namespaceLabels));
	}

	return node.count(
		getOrInsert(
			matchers,
			term,
			() =>
				({pod}: PodInfo) =>
					termMatches(term, pod, noNamespaceLabels),
		),
	);
};

/** Preferences of the Pod and of the existing Pods, as weights of places. @mirrors interpodaffinity.processExistingPod */
const preferences = (info: PodInfo, view: ClusterView, hardPodAffinityWeight: number): Topology => {
	const topology: Topology = new Map();
	const meets = meeting(info, view);
	const concerned = new Map<object, boolean>();
	/** Whether any term of another Pod applies to this one; most do not. */
	const concerns = ({terms, requiredAffinity, preferredAffinity, preferredAntiAffinity}: PodInfo): boolean => {
		let answer = concerned.get(terms);
		if (answer === undefined) {
			answer = [...requiredAffinity, ...preferredAffinity, ...preferredAntiAffinity].some((term) => meets(term));
			concerned.set(terms, answer);
		}

		return answer;
	};
	const weighOwn = (terms: readonly AffinityTerm[], node: NodeInfo, sign: number) => {
		for (const term of terms) {
			const pods = matchingOn(node, term, view);
			if (pods > 0) {
				add(topology, term.topologyKey, node, sign * term.weight * pods);
			}
		}
	};
	const weighOther = (terms: readonly AffinityTerm[], node: NodeInfo, weightOf: (term: AffinityTerm) => number) => {
		for (const term of terms) {
			if (meets(term)) {
				add(topology, term.topologyKey, node, weightOf(term));
			}
		}
	};

	for (const node of view.nodes) {
		weighOwn(info.preferredAffinity, node, 1);
		weighOwn(info.preferredAntiAffinity, node, -1);
		if (node.affine.size === 0) {
			continue;
		}

		for (const other of node.affine.values()) {
			if (!concerns(other)) {
				continue;
			}

			if (hardPodAffinityWeight > 0) {
				// Another Pod's required affinity also counts in favour of joining it.
				weighOther(other.requiredAffinity, node, () => hardPodAffinityWeight);
			}

			weighOther(other.preferredAffinity, node, ({weight}) => weight);
			weighOther(other.preferredAntiAffinity, node, ({weight}) => -weight);
		}
	}

	return topology;
};
