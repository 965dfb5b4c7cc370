import type {LabelSelector, LabelSelectorRequirement} from './kubernetes.generated.js';

/** Labels of an object; `undefined` if it has no labels. */
export type Labels = Readonly<Record<string, string>> | undefined;

/** One comma-separated part of a selector. */
export interface Requirement {
	readonly key: string;
	readonly operator: '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';
	/** Sorted; empty for `exists` and `!`. */
	readonly values: readonly string[];
}

const has = (labels: Labels, key: string): boolean => labels !== undefined && Object.hasOwn(labels, key);

/** Whether labels match one requirement. A label that is missing satisfies `!=` and `notin`. */
export const matchesRequirement = ({key, operator, values}: Requirement, labels: Labels): boolean => {
	switch (operator) {
		case '=':
		case '==':
		case 'in': {
			return has(labels, key) && values.includes(labels?.[key] ?? '');
		}

		case '!=':
		case 'notin': {
			return !has(labels, key) || !values.includes(labels?.[key] ?? '');
		}

		case 'exists': {
			return has(labels, key);
		}

		case '!': {
			return !has(labels, key);
		}

		case 'gt':
		case 'lt': {
			const value = has(labels, key) ? (labels?.[key] ?? '') : '';
			if (!/^[+-]?\d+$/.test(value) || !/^[+-]?\d+$/.test(values[0] ?? '')) {
				return false;
			}

			return operator === 'gt' ? BigInt(value) > BigInt(values[0] ?? '') : BigInt(value) < BigInt(values[0] ?? '');
		}
	}
};

/** Whether labels match all requirements; no requirements match everything. */
export const matchesRequirements = (requirements: readonly Requirement[], labels: Labels): boolean => {
	for (const requirement of requirements) {
		if (!matchesRequirement(requirement, labels)) {
			return false;
		}
	}

	return true;
};

/** Whether labels have every pair of `wanted`: the selector of a Service or ReplicationController. An empty `wanted` matches everything. */
export const matchesLabels = (wanted: Labels, labels: Labels): boolean => {
	for (const key in wanted) {
		if (!has(labels, key) || labels?.[key] !== wanted[key]) {
			return false;
		}
	}

	return true;
};

const meets = (labels: Labels, {key, operator, values = []}: LabelSelectorRequirement): boolean => {
	const present = has(labels, key);
	switch (operator) {
		case 'In': {
			return present && values.includes(labels?.[key] ?? '');
		}

		case 'NotIn': {
			return !present || !values.includes(labels?.[key] ?? '');
		}

		case 'Exists': {
			return present;
		}

		default: {
			return operator === 'DoesNotExist' && !present;
		}
	}
};

/** Whether labels match a `metav1.LabelSelector`: an empty one matches everything, a missing one nothing. */
export const matchesLabelSelector = (selector: LabelSelector | undefined, labels: Labels): boolean => {
	if (!selector || !matchesLabels(selector.matchLabels, labels)) {
		return false;
	}

	for (const requirement of selector.matchExpressions ?? []) {
		if (!meets(labels, requirement)) {
			return false;
		}
	}

	return true;
};

/** A `metav1.LabelSelector` as requirements, sorted by key as upstream sorts them. */
export const selectorRequirements = (selector: LabelSelector): Requirement[] => {
	const operators = {In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: '!'} as const;
	return [
		...Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
			key,
			operator: '=' as const,
			values: [value],
		})),
		...(selector.matchExpressions ?? []).map(({key, operator, values}) => ({
			key,
			operator: operators[operator as keyof typeof operators],
			values: [...(values ?? [])].sort(),
		})),
	].sort((a, b) => {
		if (a.key < b.key) {
			return -1;
		}

		if (a.key > b.key) {
			return 1;
		}

		return 0;
	});
};

const formatRequirement = ({key, operator, values}: Requirement): string => {
	switch (operator) {
		case 'exists': {
			return key;
		}

		case '!': {
			return `!${key}`;
		}

		case 'in':
		case 'notin': {
			return `${key} ${operator} (${[...values].sort().join(',')})`;
		}

		case 'gt':
		case 'lt': {
			return `${key}${operator === 'gt' ? '>' : '<'}${values[0]}`;
		}

		default: {
			return `${key}${operator}${values[0]}`;
		}
	}
};

/** Text of requirements, such as a query parameter holds. */
export const formatRequirements = (requirements: readonly Requirement[]): string =>
	requirements.map((requirement) => formatRequirement(requirement)).join(',');

/** Text of a selector as kubectl shows it; `<none>` when it is missing or empty. */
export const formatLabelSelector = (selector: LabelSelector | undefined): string =>
	(selector && formatRequirements(selectorRequirements(selector))) || '<none>';

/** A selector as Go prints the struct. @mirrors metav1.LabelSelector String */
export const goLabelSelector = ({matchLabels = {}, matchExpressions = []}: LabelSelector): string => {
	const labels = Object.keys(matchLabels)
		.sort()
		.map((key) => `${key}: ${matchLabels[key]},`)
		.join('');
	const expressions = matchExpressions
		.map(
			({key, operator, values = []}) =>
				`LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
		)
		.join('');
	return `&LabelSelector{MatchLabels:map[string]string{${labels}},MatchExpressions:[]LabelSelectorRequirement{${expressions}},}`;
};
