import type {
	NodeSelector,
	NodeSelectorRequirement,
	NodeSelectorTerm,
	ObjectMeta,
	PodSpec,
} from './kubernetes.generated.js';
import {matchesLabels} from './labels.js';

/** The part of a Node that selectors read. */
interface Named {
	readonly metadata?: Pick<ObjectMeta, 'labels' | 'name'>;
}

const integer = (text: string | undefined): bigint | undefined =>
	text !== undefined && /^[+-]?\d+$/.test(text) ? BigInt(text) : undefined;

const matchesExpression = (
	{key, operator, values = []}: NodeSelectorRequirement,
	labels: Readonly<Record<string, string>>,
): boolean => {
	const present = Object.hasOwn(labels, key);
	switch (operator) {
		case 'In': {
			return present && values.includes(labels[key] ?? '');
		}

		case 'NotIn': {
			return !present || !values.includes(labels[key] ?? '');
		}

		case 'Exists': {
			return present;
		}

		case 'DoesNotExist': {
			return !present;
		}

		case 'Gt':
		case 'Lt': {
			const have = present ? integer(labels[key]) : undefined;
			const want = integer(values[0]);
			return have !== undefined && want !== undefined && (operator === 'Gt' ? have > want : have < want);
		}
	}
};

// `metadata.name` is the only field there is.
const matchesField = ({key, operator, values = []}: NodeSelectorRequirement, name: string): boolean =>
	key === 'metadata.name' &&
	(operator === 'In' ? values.includes(name) : operator === 'NotIn' && !values.includes(name));

/** Whether a node meets every expression and field of a term. An empty term matches no node. */
export const matchesNodeSelectorTerm = (term: NodeSelectorTerm, node: Named): boolean => {
	const expressions = term.matchExpressions ?? [];
	const fields = term.matchFields ?? [];
	const labels = node.metadata?.labels ?? {};
	return (
		(expressions.length > 0 || fields.length > 0) &&
		expressions.every((expression) => matchesExpression(expression, labels)) &&
		fields.every((field) => matchesField(field, node.metadata?.name ?? ''))
	);
};

/** Whether a node meets one of the terms. */
export const matchesNodeSelectorTerms = (terms: readonly NodeSelectorTerm[], node: Named): boolean =>
	terms.some((term) => matchesNodeSelectorTerm(term, node));

/** Whether a node meets a selector; a missing one matches every node. */
export const matchesNodeSelector = (selector: NodeSelector | undefined, node: Named): boolean =>
	!selector || matchesNodeSelectorTerms(selector.nodeSelectorTerms, node);

/** Whether a node satisfies the requirements of a Pod: `nodeSelector` and required node affinity. @mirrors component-helpers nodeaffinity.GetRequiredNodeAffinity */
export const meetsRequiredNodeAffinity = (spec: Pick<PodSpec, 'nodeSelector' | 'affinity'>, node: Named): boolean =>
	matchesLabels(spec.nodeSelector, node.metadata?.labels) &&
	matchesNodeSelector(spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution, node);
