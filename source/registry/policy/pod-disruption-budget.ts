import {describeKind} from '../kind.js';
import {invalid} from '../../objects/field-error.js';
import type {PodDisruptionBudget} from '../../objects/kubernetes.generated.js';
import {checkNonNegative, checkSupported, type Errors} from '../validation/checks.js';
import {checkConditions} from '../validation/conditions.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {checkAtMostAll, checkCountOrPercent} from '../workload/count-or-percent.js';
import {shownSelector} from '../validation/shown-labels.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** Checks a budget; only the common rules apply to its metadata. @mirrors k8s.io/kubernetes/pkg/apis/policy/validation ValidatePodDisruptionBudgetSpec */
export const checkDisruptionBudget = (
	errors: Errors,
	budget: PodDisruptionBudget,
	_old?: PodDisruptionBudget,
	subresource = '',
): void => {
	if (subresource === 'status') {
		checkConditions(errors, 'status.conditions', budget.status?.conditions ?? []);
		for (const name of ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const) {
			checkNonNegative(errors, `status.${name}`, budget.status?.[name]);
		}

		return;
	}

	const {minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy} = budget.spec ?? {};
	if (minAvailable !== undefined && maxUnavailable !== undefined) {
		const shown = {
			MinAvailable: minAvailable,
			Selector: shownSelector(selector),
			MaxUnavailable: maxUnavailable,
			UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
		};
		errors.push(invalid('spec', shown, 'minAvailable and maxUnavailable cannot be both set'));
	}

	checkCountOrPercent(errors, 'spec.minAvailable', minAvailable);
	checkAtMostAll(errors, 'spec.minAvailable', minAvailable);
	checkCountOrPercent(errors, 'spec.maxUnavailable', maxUnavailable);
	checkAtMostAll(errors, 'spec.maxUnavailable', maxUnavailable);
	checkLabelSelector(errors, 'spec.selector', selector);
	if (unhealthyPodEvictionPolicy !== undefined) {
		checkSupported(errors, 'spec.unhealthyPodEvictionPolicy', unhealthyPodEvictionPolicy, [
			'AlwaysAllow',
			'IfHealthyBudget',
		]);
	}
};

/** @see https://kubernetes.io/docs/tasks/run-application/configure-pdb/ */
export const podDisruptionBudget = describeKind('policy/v1 PodDisruptionBudget', {
	validate: {create: checkDisruptionBudget, update: checkDisruptionBudget, plainMetadata: true},
	generation: 'counts changes',
	store: {needsVersion: true},
	table: {
		columns: [
			nameColumn,
			{name: 'Min Available', cell: ({spec}) => String(spec.minAvailable ?? 'N/A')},
			{name: 'Max Unavailable', cell: ({spec}) => String(spec.maxUnavailable ?? 'N/A')},
			{name: 'Allowed Disruptions', type: 'integer', cell: ({status}) => status?.disruptionsAllowed ?? 0},
			ageColumn,
		],
	},
});
