import type {PodDisruptionBudget} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {filterNode, prefilter, withNode, type Filtering, type Prefiltering, type Verdict} from '../filtering.js';
import {absentNodes, countReasons} from '../fit-error.js';
import {refuseForGood, type ProfilePlugin, type ClusterView} from '../framework.js';
import type {NodeInfo} from '../node-info.js';
import type {PodInfo} from '../pod-info.js';

/** A node where removing Pods of lower priority would make room. */
export interface Candidate {
	readonly node: string;
	/** The Pods to evict, most important first. */
	readonly victims: readonly PodInfo[];
	/** The number of them that a PodDisruptionBudget protects. */
	readonly violations: number;
}

export interface Preemption {
	readonly chosen?: Candidate;
	readonly candidates: readonly Candidate[];
	/** The Pod may not preempt now: it keeps the place that it has been promised. */
	readonly ineligible?: true;
	/** Its addition to the Pod's message; empty when it makes room. */
	readonly message: string;
}

/** Why removing Pods does not help on a node. */
type NoVictims = Pick<Verdict, 'refusal'>;

/**
Searches for nodes where removing Pods of lower priority lets the Pod fit, and chooses the one with the least harm.

@param enough the number of candidates after which the search ends, if one of them violates no budget. Simplified: it begins at the first node; upstream, at a random one.
@see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
@mirrors k8s.io/kubernetes/pkg/scheduler/framework/preemption Evaluator.Preempt
*/
export const preempt = (
	profile: readonly ProfilePlugin[],
	pod: PodInfo,
	view: ClusterView,
	prefiltering: Prefiltering,
	filtering: Pick<Filtering, 'refusals'>,
	enough = Number.POSITIVE_INFINITY,
): Preemption => {
	const refused = notEligible(pod, view, filtering.refusals);
	if (refused) {
		return {candidates: [], ineligible: true, message: `preemption: ${refused}`};
	}

	const candidates: Candidate[] = [];
	const verdicts = new Map<string, NoVictims>();
	for (const node of view.nodes) {
		const verdict = filtering.refusals.get(node.name);
		if (!verdict) {
			continue;
		}

		const result = verdict.refusal.resolvable
			? victimsOn(profile, pod, node, view)
			: {refusal: refuseForGood('Preemption is not helpful for scheduling')};
		if ('refusal' in result) {
			verdicts.set(node.name, result);
		} else {
			candidates.push(result);
			if (candidates.length >= enough && candidates.some(({violations}) => violations === 0)) {
				break;
			}
		}
	}

	const [first, ...others] = candidates;
	if (first) {
		return {chosen: leastHarm(first, others), candidates, message: ''};
	}

	const absent = absentNodes(view, prefiltering, filtering);
	const reasons = countReasons(
		verdicts,
		absent && {count: absent.count, reason: 'Preemption is not helpful for scheduling'},
	);
	return {candidates, message: `preemption: 0/${view.nodes.length} nodes are available: ${reasons}.`};
};

const notEligible = (
	{pod, priority}: PodInfo,
	view: ClusterView,
	refusals: ReadonlyMap<string, Verdict>,
): string | undefined => {
	if (pod.spec?.preemptionPolicy === 'Never') {
		return 'not eligible due to preemptionPolicy=Never.';
	}

	const nominated = pod.status?.nominatedNodeName;
	if (nominated && refusals.get(nominated)?.refusal.resolvable !== false) {
		for (const other of view.nodes.find((node) => node.name === nominated)?.pods ?? []) {
			if (
				other.priority < priority &&
				other.pod.metadata?.deletionTimestamp &&
				other.pod.status?.conditions?.some(
					({type, status, reason}) =>
						type === 'DisruptionTarget' && status === 'True' && reason === 'PreemptionByScheduler',
				)
			) {
				return 'not eligible due to a terminating pod on the nominated node.';
			}
		}
	}

	return undefined;
};

/**
The fewest and least important Pods whose deletion makes room for the Pod: all of lower priority are removed, then as many as possible are
restored, those with a budget first.

@mirrors defaultpreemption.SelectVictimsOnNode
*/
const victimsOn = (
	profile: readonly ProfilePlugin[],
	pod: PodInfo,
	node: NodeInfo,
	view: ClusterView,
): Candidate | NoVictims => {
	const lower = [...node.pods].filter(({priority}) => priority < pod.priority).sort(moreImportant);
	if (lower.length === 0) {
		return {refusal: refuseForGood('No preemption victims found for incoming pod')};
	}

	const changed = node.clone();
	for (const other of lower) {
		changed.remove(other);
	}

	const imagined = withNode(view, changed);
	const verdict = () => filterNode(profile, pod, changed, prefilter(profile, pod, imagined), imagined);
	const refusal = verdict();
	if (refusal) {
		return refusal;
	}

	const guarded = protectedBy(lower, view);
	const victims: PodInfo[] = [];
	let violations = 0;
	for (const other of [...lower.filter((one) => guarded.has(one)), ...lower.filter((one) => !guarded.has(one))]) {
		changed.add(other);
		if (verdict()) {
			changed.remove(other);
			victims.push(other);
			violations += guarded.has(other) ? 1 : 0;
		}
	}

	return {node: node.name, victims: victims.sort(moreImportant), violations};
};

const startedAt = ({pod}: PodInfo): string => pod.status?.startTime ?? '9999';

const moreImportant = (a: PodInfo, b: PodInfo): number => {
	if (a.priority !== b.priority || startedAt(a) === startedAt(b)) {
		return b.priority - a.priority;
	}

	return startedAt(a) < startedAt(b) ? -1 : 1;
};

/** The Pods whose removal would violate a PodDisruptionBudget, if the Pods before them were also removed. @mirrors filterPodsWithPDBViolation */
const protectedBy = (pods: readonly PodInfo[], view: ClusterView): ReadonlySet<PodInfo> => {
	const left = new Map<PodDisruptionBudget, number>();
	const guarded = new Set<PodInfo>();
	for (const info of pods) {
		const {namespace = 'default', labels, name: podName} = info.pod.metadata;
		for (const budget of labels ? view.disruptionBudgets(namespace) : []) {
			const {selector} = budget.spec ?? {};
			const empty =
				!selector ||
				(Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0);
			if (empty || !matchesLabelSelector(selector, labels) || budget.status?.disruptedPods?.[podName] !== undefined) {
				continue;
			}

			const allowed = (left.get(budget) ?? budget.status?.disruptionsAllowed ?? 0) - 1;
			left.set(budget, allowed);
			if (allowed < 0) {
				guarded.add(info);
			}
		}
	}

	return guarded;
};

/** Fewest budget violations, then the least important top victim, least sum of priorities, fewest victims, latest start. @mirrors preemption.pickOneNodeForPreemption */
const leastHarm = (first: Candidate, others: readonly Candidate[]): Candidate => {
	const measures: ReadonlyArray<(candidate: Candidate) => number> = [
		({violations}) => violations,
		({victims}) => victims[0]?.priority ?? Number.NEGATIVE_INFINITY,
		({victims}) => victims.reduce((sum, {priority}) => sum + priority + 2_147_483_648, 0),
		({victims}) => victims.length,
		({victims}) => {
			const top = victims.filter(({priority}) => priority === victims[0]?.priority).map((victim) => startedAt(victim));
			return -parseTimestamp(top.sort()[0] ?? '');
		},
	];
	let left: readonly Candidate[] = [first, ...others];
	for (const measure of measures) {
		const values = left.map((candidate) => measure(candidate));
		const least = Math.min(...values);
		if (Number.isNaN(least)) {
			break;
		}

		left = left.filter((_candidate, index) => values[index] === least);
	}

	return left[0] ?? first;
};
