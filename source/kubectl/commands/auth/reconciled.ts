import {equal} from '../../../kernel/equality.js';
import type {PolicyRule, RbacV1Subject as Subject} from '../../../objects/kubernetes.generated.js';
import {uncoveredRules} from '../../../objects/policy-rules.js';
import type {Fields} from '../../../kernel/record.js';
import {
	isObjectOf,
	nestedMap,
	nestedMapSlice,
	nestedString,
	withValue,
	type Unstructured,
} from '../../../objects/unstructured.js';

/** The changes after which the server's object grants the rights of the file. */
export interface Reconciled {
	readonly operation: 'none' | 'create' | 'update' | 'recreate';
	/** The object after the change. */
	readonly object: Unstructured;
	readonly missingRules: readonly PolicyRule[];
	readonly extraRules: readonly PolicyRule[];
	readonly missingSubjects: readonly Subject[];
	readonly extraSubjects: readonly Subject[];
	/** The object opts out of reconciliation. */
	readonly isProtected: boolean;
}

/** The empty result, without missing or extra parts. */
export const nothing = {missingRules: [], extraRules: [], missingSubjects: [], extraSubjects: []};
/** The annotation by which an object may opt out. */
export const autoUpdate = 'rbac.authorization.kubernetes.io/autoupdate';
const protectedBy = ({metadata}: Unstructured): boolean => metadata?.annotations?.[autoUpdate] === 'false';

/** The existing object with the labels and annotations of the expected one; existing values win. */
const withMetadata = (existing: Unstructured, expected: Unstructured): Unstructured => {
	let object = existing;
	for (const field of ['annotations', 'labels'] as const) {
		if (expected.metadata?.[field] ?? existing.metadata?.[field]) {
			object = withValue(object, ['metadata', field], {...expected.metadata?.[field], ...existing.metadata?.[field]});
		}
	}

	return object;
};

/** The selectors of `wanted` that `held` lacks. */
const selectorsBeyond = (held: Fields | undefined, wanted: Fields | undefined): readonly Fields[] => {
	const known = nestedMapSlice(held, 'clusterRoleSelectors');
	return nestedMapSlice(wanted, 'clusterRoleSelectors').filter(
		(selector) => !known.some((one) => equal(one, selector)),
	);
};

/** The rules of a role. */
export const rulesOf = (role: Unstructured): readonly PolicyRule[] =>
	isObjectOf(role, 'roles.rbac.authorization.k8s.io') || isObjectOf(role, 'clusterroles.rbac.authorization.k8s.io')
		? (role.rules ?? [])
		: [];

/** The subjects of a binding. */
export const subjectsOf = (binding: Unstructured): readonly Subject[] =>
	isObjectOf(binding, 'rolebindings.rbac.authorization.k8s.io') ||
	isObjectOf(binding, 'clusterrolebindings.rbac.authorization.k8s.io')
		? (binding.subjects ?? [])
		: [];

/**
The change of a role: missing rules are added; with `removeExtra`, only the expected ones remain.

@mirrors component-helpers/auth/rbac/reconciliation computeReconciledRole
*/
export const reconciledRole = (existing: Unstructured, expected: Unstructured, removeExtra: boolean): Reconciled => {
	const [held, wanted] = [rulesOf(existing), rulesOf(expected)];
	const heldAggregation = nestedMap(existing, 'aggregationRule');
	const aggregation = nestedMap(expected, 'aggregationRule');
	const extraRules = aggregation && heldAggregation ? [] : uncoveredRules(wanted, held);
	const missingRules = uncoveredRules(held, wanted);
	let object = withMetadata(existing, expected);
	if (removeExtra ? missingRules.length + extraRules.length > 0 : missingRules.length > 0) {
		object = {...object, rules: removeExtra ? wanted : [...held, ...missingRules]};
	}

	const missing = selectorsBeyond(heldAggregation, aggregation);
	const extra = selectorsBeyond(aggregation, heldAggregation);
	if (!aggregation && heldAggregation) {
		object = withValue(object, ['aggregationRule'], undefined);
	} else if (removeExtra && missing.length + extra.length > 0) {
		object = {...object, aggregationRule: aggregation};
	} else if (!removeExtra && missing.length > 0) {
		const clusterRoleSelectors = [...nestedMapSlice(heldAggregation, 'clusterRoleSelectors'), ...missing];
		object = {...object, aggregationRule: {...heldAggregation, clusterRoleSelectors}};
	}

	const operation = equal(object, existing) ? 'none' : 'update';
	return {...nothing, operation, object, missingRules, extraRules, isProtected: protectedBy(existing)};
};

const sameSubject = (a: Subject, b: Subject): boolean =>
	a.kind === b.kind &&
	(a.apiGroup ?? '') === (b.apiGroup ?? '') &&
	a.name === b.name &&
	(a.namespace ?? '') === (b.namespace ?? '');

const subjectsBeyond = (held: readonly Subject[], wanted: readonly Subject[]): readonly Subject[] =>
	wanted.filter(
		(subject, index) =>
			!held.some((one) => sameSubject(one, subject)) && wanted.findIndex((one) => sameSubject(one, subject)) === index,
	);

/**
The change of a binding: missing subjects are added; with `removeExtra`, only the expected ones remain. A binding to another role is recreated.

@mirrors component-helpers/auth/rbac/reconciliation computeReconciledRoleBinding
*/
export const reconciledBinding = (existing: Unstructured, expected: Unstructured, removeExtra: boolean): Reconciled => {
	const isProtected = protectedBy(existing);
	const reference = (binding: Unstructured): readonly string[] =>
		['apiGroup', 'kind', 'name'].map((field) => nestedString(binding, 'roleRef', field) ?? '');
	if (!equal(reference(existing), reference(expected))) {
		return {...nothing, operation: 'recreate', object: expected, isProtected};
	}

	const [held, wanted] = [subjectsOf(existing), subjectsOf(expected)];
	const missingSubjects = subjectsBeyond(held, wanted);
	const extraSubjects = subjectsBeyond(wanted, held);
	let object = withMetadata(existing, expected);
	if (removeExtra ? missingSubjects.length + extraSubjects.length > 0 : missingSubjects.length > 0) {
		object = {...object, subjects: removeExtra ? wanted : [...held, ...missingSubjects]};
	}

	const operation = equal(object, existing) ? 'none' : 'update';
	return {...nothing, operation, object, missingSubjects, extraSubjects, isProtected};
};
