import type {
	Node,
	NodeSelectorRequirement,
	NodeSelectorTerm,
	PodSpec,
	Taint,
	Toleration,
} from '../../objects/kubernetes.generated.js';

const tolerates = (tolerations: readonly Toleration[], taint: Taint): boolean =>
	tolerations.some(
		({key, operator = 'Equal', value = '', effect}) =>
			(!effect || effect === taint.effect) &&
			(key === undefined || key === '' ? operator === 'Exists' : key === taint.key) &&
			(operator === 'Exists' ||
				(operator === 'Equal' && value === (taint.value ?? '')) ||
				operator === 'Lt' ||
				operator === 'Gt'),
	);

/** Whether labels or fields satisfy a requirement. */
const matches = (
	{key, operator, values = []}: NodeSelectorRequirement,
	labels: Readonly<Record<string, string>> = {},
): boolean => {
	const value = labels[key];
	switch (operator) {
		case 'In':
			return value !== undefined && values.includes(value);
		case 'NotIn':
			return value === undefined || !values.includes(value);
		case 'Exists':
			return value !== undefined;
		case 'DoesNotExist':
			return value === undefined;
		case 'Gt':
			return Number(value) > Number(values[0]);
		case 'Lt':
			return Number(value) < Number(values[0]);
	}
};

const matchesTerm = ({matchExpressions = [], matchFields = []}: NodeSelectorTerm, node: Node): boolean =>
	matchExpressions.length + matchFields.length > 0 &&
	matchExpressions.every((requirement) => matches(requirement, node.metadata.labels)) &&
	matchFields.every((requirement) => matches(requirement, {'metadata.name': node.metadata.name}));

/** Why a node must not have a Pod; empty when its taints, labels and cordon allow it. */
export const keepsAway = (spec: PodSpec, node: Node): string => {
	const {taints = [], unschedulable = false} = node.spec ?? {};
	const tolerations = spec.tolerations ?? [];
	const closed: Taint = {key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule'};
	if (unschedulable && !tolerates(tolerations, closed)) {
		return 'is no room: it is cordoned';
	}

	const taint = taints.find((one) => one.effect !== 'PreferNoSchedule' && !tolerates(tolerations, one));
	if (taint) {
		return `is the taint ${taint.key}:${taint.effect}`;
	}

	const labels = node.metadata.labels ?? {};
	const missing = Object.entries(spec.nodeSelector ?? {}).find(([name, value]) => labels[name] !== value);
	if (missing) {
		return `is no label ${missing.join('=')}`;
	}

	const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
	return terms && !terms.some((term) => matchesTerm(term, node)) ? 'is no term of its node affinity met' : '';
};
