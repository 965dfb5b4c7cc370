import type {Filtering, Prefiltering, Verdict} from './filtering.js';
import type {ClusterView} from './framework.js';

const reasonsText = (counts: ReadonlyMap<string, number>): string =>
	[...counts]
		.map(([reason, count]) => `${count} ${reason}`)
		.sort((a, b) => (a < b ? -1 : 1))
		.join(', ');

/** `2 Insufficient cpu, 1 …`: the number of nodes per reason, sorted as text. */
export const countReasons = (
	refusals: ReadonlyMap<string, Pick<Verdict, 'refusal'>>,
	absent: {readonly count: number; readonly reason: string} | undefined,
): string => {
	const counts = new Map<string, number>();
	for (const {refusal} of refusals.values()) {
		for (const reason of refusal.reasons) {
			counts.set(reason, (counts.get(reason) ?? 0) + 1);
		}
	}

	if (absent && absent.count > 0) {
		counts.set(absent.reason, (counts.get(absent.reason) ?? 0) + absent.count);
	}

	return reasonsText(counts);
};

/** Nodes that were never checked, because a plug-in had narrowed the choice. */
export const absentNodes = (view: ClusterView, {narrowedBy}: Prefiltering, {refusals}: Pick<Filtering, 'refusals'>) =>
	narrowedBy.length > 0
		? {
				count: view.nodes.length - refusals.size,
				reason: `node(s) didn't satisfy plugin(s) [${narrowedBy.toSorted().join(' ')}]`,
			}
		: undefined;

/**
The message for a Pod that fits no node.

@param afterwards PostFilter's message; empty when preemption makes room.
@mirrors k8s.io/kubernetes/pkg/scheduler/framework.FitError
*/
export const unschedulableMessage = (
	nodeCount: number,
	prefiltering: Prefiltering,
	reasons: string,
	afterwards: string,
): string => {
	const causes = prefiltering.refused ? prefiltering.refused.refusal.reasons.join(', ') : reasons;
	return `0/${nodeCount} nodes are available:${causes ? ` ${causes}.` : ''}${afterwards ? ` ${afterwards}` : ''}`;
};
