import type {LabelSelector} from '../../objects/kubernetes.generated.js';

/** A selector as messages quote it. */
export const shownSelector = (selector: LabelSelector | null | undefined): unknown =>
	selector
		? {
				...(selector.matchLabels && {matchLabels: shownLabels(selector.matchLabels)}),
				...(selector.matchExpressions && {matchExpressions: selector.matchExpressions}),
			}
		: null;

/** Labels as messages quote them: sorted. */
export const shownLabels = (labels: Readonly<Record<string, string>> | undefined): unknown =>
	labels ? Object.fromEntries(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))) : null;

export const mismatch = '`selector` does not match template `labels`';
