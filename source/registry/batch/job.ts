import {duplicate, invalid, notSupported, omitted, required, tooLong, tooMany} from '../../objects/field-error.js';
import type {
	Container,
	CronJob,
	Job,
	JobSpec,
	PodFailurePolicyRule,
	PodSpec,
} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {dnsLabelErrors} from '../../objects/names.js';
import {checkLabelKey, checkNonNegative, sorted, type Errors} from '../validation/checks.js';
import {checkSchedule, isTimeZone} from './cron.js';
import {checkDomainPath} from '../validation/domain-path.js';
import {internalForm} from '../validation/internal-form.js';
import {checkJobStatus} from './job-status.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkTemplate} from '../core/pod/pod.js';
import {checkLabelSelector, isUsableSelector} from '../validation/selectors.js';
import {checkSuccessPolicy} from './success-policy.js';
import {mismatch, shownLabels, shownSelector} from '../apps/workload.js';
import {semanticEqual} from '../../kernel/equality.js';

/** Everything of a Job but its selector, as a CronJob holds it too. @mirrors k8s.io/kubernetes/pkg/apis/batch/validation validateJobSpec */
const checkSpec = (errors: Errors, path: string, spec: JobSpec): void => {
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

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

/** A list as Go's `%q` writes it. */
const goList = (values: readonly string[]): string =>
	`valid values: [${values.map((value) => `"${value}"`).join(' ')}]`;

const checkFailurePolicy = (errors: Errors, path: string, spec: JobSpec): void => {
	const rules = spec.podFailurePolicy!.rules ?? [];
	if (rules.length > 20) {
		errors.push(tooMany(path, rules.length, 20));
	}

	for (const [index, rule] of rules.entries()) {
		const at = `${path}[${index}]`;
		const action = rule.action as string;
		if (action === '') {
			errors.push(required(`${at}.action`, goList(actions)));
		} else if (action === 'FailIndex') {
			if (spec.backoffLimitPerIndex === undefined) {
				errors.push(invalid(`${at}.action`, action, 'requires the backoffLimitPerIndex to be set'));
			}
		} else if (!actions.includes(action)) {
			errors.push(notSupported(`${at}.action`, action, actions));
		}

		checkFailureRule(errors, at, rule, spec);
	}
};

const checkFailureRule = (
	errors: Errors,
	path: string,
	{onExitCodes, onPodConditions = []}: PodFailurePolicyRule,
	spec: JobSpec,
): void => {
	if (onExitCodes) {
		checkExitCodes(errors, `${path}.onExitCodes`, onExitCodes, spec);
	}

	if (onPodConditions.length > 20) {
		errors.push(tooMany(`${path}.onPodConditions`, onPodConditions.length, 20));
	}

	const statuses = ['False', 'True', 'Unknown'];
	for (const [index, {type, status}] of onPodConditions.entries()) {
		const at = `${path}.onPodConditions[${index}]`;
		checkLabelKey(errors, `${at}.type`, type);
		if (!status) {
			errors.push(required(`${at}.status`, goList(statuses)));
		} else if (!statuses.includes(status)) {
			errors.push(notSupported(`${at}.status`, status, statuses));
		}
	}

	if (onExitCodes && onPodConditions.length > 0) {
		errors.push(invalid(path, omitted, 'specifying both OnExitCodes and OnPodConditions is not supported'));
	} else if (!onExitCodes && onPodConditions.length === 0) {
		errors.push(invalid(path, omitted, 'specifying one of OnExitCodes and OnPodConditions is required'));
	}
};

const checkExitCodes = (
	errors: Errors,
	path: string,
	codes: NonNullable<PodFailurePolicyRule['onExitCodes']>,
	spec: JobSpec,
): void => {
	const operator = codes.operator as string;
	const values = codes.values ?? [];
	if (operator === '') {
		errors.push(required(`${path}.operator`, goList(['In', 'NotIn'])));
	} else if (operator !== 'In' && operator !== 'NotIn') {
		errors.push(notSupported(`${path}.operator`, operator, ['In', 'NotIn']));
	}

	const {containers, initContainers = []} = spec.template.spec!;
	const names = [...(containers ?? []), ...initContainers].map(({name}) => name);
	if (codes.containerName !== undefined && !names.includes(codes.containerName)) {
		const detail = 'must be one of the container or initContainer names in the pod template';
		errors.push(invalid(`${path}.containerName`, codes.containerName, detail));
	}

	if (values.length === 0) {
		errors.push(invalid(`${path}.values`, codes.values ?? null, 'at least one value is required'));
	} else if (values.length > 255) {
		errors.push(tooMany(`${path}.values`, values.length, 255));
	}

	const seen = new Set<number>();
	for (const [index, value] of values.entries()) {
		if (operator === 'In' && value === 0) {
			errors.push(invalid(`${path}.values[${index}]`, value, 'must not be 0 for the In operator'));
		}

		if (seen.has(value)) {
			errors.push(duplicate(`${path}.values[${index}]`, value));
		}

		seen.add(value);
	}

	if (values.some((value, index) => index > 0 && values[index - 1]! > value)) {
		errors.push(invalid(`${path}.values`, values, 'must be ordered'));
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
	const policy = spec.template.spec?.restartPolicy as string | undefined;
	if (policy === 'Always' || !policy) {
		errors.push(required(field, 'valid values: "OnFailure", "Never"'));
	} else if (policy !== 'OnFailure' && policy !== 'Never') {
		errors.push(notSupported(field, policy, ['OnFailure', 'Never']));
	} else if (spec.podFailurePolicy && policy !== 'Never') {
		errors.push(invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified'));
	}
};

const generated = ['controller-uid', 'job-name', 'batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'];

/** Labels that the server made must not say anything else. */
const checkGeneratedSelector = (errors: Errors, {metadata, spec}: Job): void => {
	if (spec.manualSelector || !spec.selector) {
		return;
	}

	const path = 'spec.template.metadata.labels';
	const labels = spec.template.metadata?.labels;
	const expected: Record<string, string> = {};
	for (const key of generated) {
		const value = key.endsWith('uid') ? metadata.uid : (metadata.name ?? '');
		expected[key] = value;
		const actual = labels?.[key];
		if (actual === undefined) {
			errors.push(required(`${path}[${key}]`, `must be '${value}'`));
		} else if (actual !== value) {
			errors.push(invalid(`${path}[${key}]`, shownLabels(labels), `must be '${value}'`));
		}
	}

	if (isUsableSelector(spec.selector) && !matchesLabelSelector(spec.selector, expected)) {
		errors.push(invalid('spec.selector', shownSelector(spec.selector), '`selector` not auto-generated'));
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/batch/validation ValidateJob */
export const checkJob = (errors: Errors, job: Job): void => {
	const {metadata, spec} = job;
	checkMetadata(errors, metadata, true, nameRules.subdomain);
	checkJobItself(errors, job);
	if (spec.completionMode === 'Indexed' && (spec.completions ?? 0) > 0) {
		const hostname = `${metadata.name ?? ''}-${spec.completions! - 1}`;
		if (dnsLabelErrors(hostname).length > 0) {
			errors.push(
				invalid(
					'metadata.name',
					metadata.name ?? '',
					`will not able to create pod with invalid DNS label: ${hostname}`,
				),
			);
		}
	}
};

const checkJobItself = (errors: Errors, job: Job): void => {
	const {spec} = job;
	checkGeneratedSelector(errors, job);
	checkSpec(errors, 'spec', spec);
	if (spec.selector) {
		checkLabelSelector(errors, 'spec.selector', spec.selector);
	} else {
		errors.push(required('spec.selector'));
	}

	const labels = spec.template.metadata?.labels;
	if (!spec.selector || (isUsableSelector(spec.selector) && !matchesLabelSelector(spec.selector, labels))) {
		errors.push(invalid('spec.template.metadata.labels', shownLabels(labels), mismatch));
	}
};

/** @mirrors ValidateJobUpdate */
export const checkJobUpdate = (errors: Errors, job: Job, old: Job, subresource: string): void => {
	if (subresource === 'status') {
		checkMetadataUpdate(errors, job.metadata, old.metadata);
		checkJobStatus(errors, job, old);
		return;
	}

	checkJob(errors, job);
	checkMetadataUpdate(errors, job.metadata, old.metadata);
	// The strategy has checked all of the Job; the update checks its spec again.
	checkSpec(errors, 'spec', job.spec);
	const keep = (name: keyof JobSpec, value: unknown = job.spec[name] ?? null): void => {
		if (!semanticEqual(job.spec[name], old.spec[name])) {
			errors.push(invalid(`spec.${name}`, value, 'field is immutable'));
		}
	};

	if (job.spec.completionMode !== 'Indexed') {
		keep('completions');
	} else if (
		job.spec.completions !== old.spec.completions &&
		job.spec.completions !== undefined &&
		job.spec.completions !== job.spec.parallelism
	) {
		errors.push(
			invalid('spec.completions', job.spec.completions, 'can only be modified in tandem with spec.parallelism'),
		);
	}

	keep('selector', shownSelector(job.spec.selector));
	checkTemplateKept(errors, job, old);
	const {podFailurePolicy, successPolicy} = job.spec;
	keep('completionMode');
	keep('podFailurePolicy', podFailurePolicy ? internalForm(podFailurePolicy, 'PodFailurePolicy') : null);
	keep('backoffLimitPerIndex');
	keep('managedBy');
	keep('successPolicy', successPolicy ? internalForm(successPolicy, 'SuccessPolicy') : null);
};

/** A suspended Job without Pods, that has not started or has been told of as suspended. */
const isAtRest = ({spec, status}: Job): boolean =>
	spec.suspend === true &&
	(status?.active ?? 0) === 0 &&
	(status?.startTime === undefined ||
		(status.conditions ?? []).some(({type, status: is}) => type === 'Suspended' && is === 'True'));

const withoutResources = (spec: PodSpec | undefined): object => ({
	...spec,
	...Object.fromEntries(
		(['initContainers', 'containers'] as const)
			.filter((kind) => spec?.[kind])
			.map((kind) => [kind, spec![kind]!.map((container: Container) => ({...container, resources: undefined}))]),
	),
	nodeSelector: undefined,
	tolerations: undefined,
	schedulingGates: undefined,
	affinity: undefined,
});

/**
Only a Job at rest may still say where its Pods go and what they need.

@mirrors validatePodTemplateUpdate
*/
const checkTemplateKept = (errors: Errors, job: Job, old: Job): void => {
	const {template} = job.spec;
	const before = old.spec.template;
	const spec = internalForm(template.spec, 'PodSpec');
	if (isAtRest(old)) {
		if (!semanticEqual(withoutResources(template.spec), withoutResources(before.spec))) {
			errors.push(invalid('spec.template.spec', spec, 'field is immutable'));
		}
	} else if (!semanticEqual(template, before)) {
		const {labels, annotations, ...rest} = template.metadata ?? {};
		const shown = {
			...rest,
			...(labels && {labels: sorted(labels)}),
			...(annotations && {annotations: sorted(annotations)}),
		};
		errors.push(invalid('spec.template', {...shown, Spec: spec}, 'field is immutable'));
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/batch/validation ValidateCronJobCreate, ValidateCronJobUpdate */
export const checkCronJob = (errors: Errors, cronJob: CronJob, old?: CronJob): void => {
	const {metadata, spec} = cronJob;
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
	} else {
		checkMetadata(errors, metadata, true, nameRules.subdomain);
	}

	if (spec.schedule) {
		checkSchedule(errors, 'spec.schedule', spec.schedule, spec.timeZone, old?.spec.schedule);
	} else {
		errors.push(required('spec.schedule'));
	}

	checkNonNegative(errors, 'spec.startingDeadlineSeconds', spec.startingDeadlineSeconds);
	if (spec.timeZone !== undefined && spec.timeZone !== old?.spec.timeZone) {
		checkTimeZone(errors, 'spec.timeZone', spec.timeZone);
	}

	const policy = spec.concurrencyPolicy as string;
	const policies = ['Allow', 'Forbid', 'Replace'];
	if (!policies.includes(policy)) {
		errors.push(policy ? notSupported('spec.concurrencyPolicy', policy, policies) : required('spec.concurrencyPolicy'));
	}

	checkTemplateOfJobs(errors, spec);
	for (const name of ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit'] as const) {
		checkNonNegative(errors, `spec.${name}`, spec[name]);
	}

	if (!old && metadata.name?.length > 52) {
		// The Job's name gets eleven more characters, and is a label that has at most 63.
		errors.push(invalid('metadata.name', metadata.name, 'must be no more than 52 characters'));
	}
};

const checkTemplateOfJobs = (errors: Errors, {jobTemplate}: CronJob['spec']): void => {
	const path = 'spec.jobTemplate';
	const spec = jobTemplate.spec!;
	checkSpec(errors, `${path}.spec`, spec);
	if (spec.selector) {
		errors.push(invalid(`${path}.spec.selector`, shownSelector(spec.selector), '`selector` will be auto-generated'));
	}

	if (spec.manualSelector) {
		errors.push(notSupported(`${path}.spec.manualSelector`, true, ['nil', 'false']));
	}
};

const checkTimeZone = (errors: Errors, field: string, zone: string): void => {
	if (zone === '') {
		errors.push(invalid(field, zone, 'timeZone must be nil or non-empty string'));
		return;
	}

	if (zone.toLowerCase() === 'local') {
		const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
		errors.push(invalid(field, zone, detail));
	}

	// The zone of the machine is one that Go knows.
	if (zone !== 'Local' && !isTimeZone(zone)) {
		errors.push(invalid(field, zone, `unknown time zone ${zone}`));
	}
};
