import {invalid, notSupported, required, tooLong} from '../../objects/field-error.js';
import type {JobSpec} from '../../objects/kubernetes.generated.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';
import {checkDomainPath} from '../validation/domain-path.js';
import {checkTemplate} from '../pod/create.js';
import {checkSuccessPolicy} from './success-policy.js';
import {checkFailurePolicy} from './pod-failure-policy.js';

/** Checks a Job except its selector; also used for CronJobs. @mirrors k8s.io/kubernetes/pkg/apis/batch/validation validateJobSpec */
export const checkJobSpec = (errors: Errors, path: string, spec: JobSpec): void => {
	for (const name of [
		'parallelism',
		'completions',
		'activeDeadlineSeconds',
		'backoffLimit',
		'ttlSecondsAfterFinished',
		'backoffLimitPerIndex',
		'maxFailedIndexes',
	] as const) {
		checkNonNegative(errors, `${path}.${name}`, spec[name]);
	}

	if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
		errors.push(required(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified'));
	}

	if (spec.managedBy !== undefined) {
		checkDomainPath(errors, `${path}.managedBy`, spec.managedBy);
		if (spec.managedBy.length > 63) {
			errors.push(tooLong(`${path}.managedBy`, '', 63));
		}
	}

	checkIndexes(errors, path, spec);
	if (spec.podFailurePolicy) {
		checkFailurePolicy(errors, `${path}.podFailurePolicy.rules`, spec);
	}

	checkSuccessPolicy(errors, `${path}.successPolicy`, spec);
	checkReplacementPolicy(errors, `${path}.podReplacementPolicy`, spec);
	checkTemplate(errors, `${path}.template`, spec.template);
	checkRestartPolicy(errors, `${path}.template.spec.restartPolicy`, spec);
};

const checkIndexes = (errors: Errors, path: string, spec: JobSpec): void => {
	const {completionMode, completions, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex} = spec;
	if (completionMode !== undefined && completionMode !== 'NonIndexed' && completionMode !== 'Indexed') {
		errors.push(notSupported(`${path}.completionMode`, completionMode, ['NonIndexed', 'Indexed']));
	}

	if (completionMode === 'Indexed') {
		if (completions === undefined) {
			errors.push(required(`${path}.completions`, 'when completion mode is Indexed'));
		}

		if (parallelism > 100_000) {
			errors.push(
				invalid(
					`${path}.parallelism`,
					parallelism,
					'must be less than or equal to 100000 when completion mode is Indexed',
				),
			);
		}

		if (maxFailedIndexes !== undefined) {
			if (completions !== undefined && maxFailedIndexes > completions) {
				errors.push(invalid(`${path}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to completions'));
			}

			if (maxFailedIndexes > 100_000) {
				errors.push(invalid(`${path}.maxFailedIndexes`, maxFailedIndexes, 'must be less than or equal to 100000'));
			}
		}

		if ((completions ?? 0) > 100_000 && backoffLimitPerIndex !== undefined) {
			const detail =
				'must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index';
			if (maxFailedIndexes === undefined) {
				errors.push(required(`${path}.maxFailedIndexes`, 'must be specified when completions is above 100000'));
			}

			if (parallelism > 10_000) {
				errors.push(invalid(`${path}.parallelism`, parallelism, detail));
			}

			if ((maxFailedIndexes ?? 0) > 10_000) {
				errors.push(invalid(`${path}.maxFailedIndexes`, maxFailedIndexes, detail));
			}
		}
	}

	if (completionMode === undefined || completionMode === 'NonIndexed') {
		for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
			if (spec[name] !== undefined) {
				errors.push(invalid(`${path}.${name}`, spec[name], 'requires indexed completion mode'));
			}
		}
	}
};

const checkReplacementPolicy = (
	errors: Errors,
	field: string,
	{podReplacementPolicy: policy, podFailurePolicy}: JobSpec,
): void => {
	const supported = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
	if (policy !== undefined && !supported.includes(policy)) {
		errors.push(notSupported(field, policy, supported));
	}
};

const checkRestartPolicy = (errors: Errors, field: string, spec: JobSpec): void => {
	const policy: string | undefined = spec.template.spec?.restartPolicy;
	if (policy === 'Always' || !policy) {
		errors.push(required(field, 'valid values: "OnFailure", "Never"'));
	} else if (policy !== 'OnFailure' && policy !== 'Never') {
		errors.push(notSupported(field, policy, ['OnFailure', 'Never']));
	} else if (spec.podFailurePolicy && policy !== 'Never') {
		errors.push(invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified'));
	}
};
