import {forbidden, invalid} from '../../objects/field-error.js';
import type {Lease, PodDisruptionBudget, PriorityClass} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {
	checkImmutable,
	checkNonNegative,
	checkSupported,
	refuseEach,
	requireSupported,
	type Errors,
} from '../validation/checks.js';
import {checkConditions} from '../validation/conditions.js';
import {
	checkAnyMetadata,
	checkAnyMetadataUpdate,
	checkMetadata,
	checkMetadataUpdate,
	nameRules,
} from '../validation/metadata.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {checkAtMostAll, checkCountOrPercent, shownSelector} from '../apps/workload.js';

/** Its metadata is checked only as far as any is. @mirrors k8s.io/kubernetes/pkg/apis/policy/validation ValidatePodDisruptionBudgetSpec */
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

const system: Readonly<Record<string, number>> = {
	'system-node-critical': 2_000_001_000,
	'system-cluster-critical': 2_000_000_000,
};

/** Whether a class is one of the system's own, and as it should be. @mirrors IsKnownSystemPriorityClass */
const systemError = ({metadata: {name}, value, globalDefault}: PriorityClass): string | undefined => {
	const expected = system[name];
	if (expected === undefined) {
		return `${name} is not a known system priority class`;
	}

	if (value !== expected) {
		return `value of ${name} PriorityClass must be ${expected}`;
	}

	return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
};

/** @mirrors k8s.io/kubernetes/pkg/apis/scheduling/validation ValidatePriorityClass */
export const checkPriorityClass = (errors: Errors, priorityClass: PriorityClass, old?: PriorityClass): void => {
	const {metadata, value, preemptionPolicy} = priorityClass;
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		if (value !== old.value) {
			errors.push(forbidden('value', 'may not be changed in an update.'));
		}

		checkImmutable(errors, 'preemptionPolicy', preemptionPolicy, old.preemptionPolicy);
		return;
	}

	checkMetadata(errors, metadata, false, nameRules.subdomain);
	if (metadata.name?.startsWith('system-')) {
		const error = systemError(priorityClass);
		if (error) {
			errors.push(
				forbidden(
					'metadata.name',
					`priority class names with 'system-' prefix are reserved for system use only. error: ${error}`,
				),
			);
		}
	} else if ((value ?? 0) > 1_000_000_000) {
		errors.push(forbidden('value', 'maximum allowed value of a user defined priority is 1000000000'));
	}

	if (preemptionPolicy !== undefined) {
		requireSupported(errors, 'preemptionPolicy', preemptionPolicy, ['PreemptLowerPriority', 'Never']);
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/coordination/validation ValidateLeaseSpec */
export const checkLease = (errors: Errors, lease: Lease, old?: Lease): void => {
	if (old) {
		checkAnyMetadataUpdate(errors, lease.metadata, old.metadata);
	} else {
		checkAnyMetadata(errors, lease.metadata, true, nameRules.subdomain);
	}

	const {leaseDurationSeconds, leaseTransitions, strategy, preferredHolder} = lease.spec ?? {};
	if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
		errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'));
	}

	checkNonNegative(errors, 'spec.leaseTransitions', leaseTransitions);
	if (strategy !== undefined) {
		if (strategy.includes('/')) {
			refuseEach(errors, 'spec.strategy.strategy', strategy, qualifiedNameErrors(strategy));
		} else {
			checkSupported(errors, 'spec.strategy.strategy', strategy, ['OldestEmulationVersion']);
		}
	}

	if (preferredHolder && !strategy) {
		errors.push(forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined'));
	}
};
