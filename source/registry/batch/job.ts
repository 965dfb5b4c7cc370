import {takeLabels} from '../workload/take-labels.js';
import {defaultsOf, type Draft} from '../defaults/type-defaults.js';
import {indexWarnings} from './job-warnings.js';
import {hasOldSpec, nameWarning, templateWarnings} from '../pod/template-warnings.js';
import {changeTemplate} from '../pod/change-template.js';
import {describeKind, type Prepared} from '../kind.js';
import {invalid, required} from '../../objects/field-error.js';
import type {Job, JobSpec, PodSpec} from '../../objects/kubernetes.generated.js';
import {matchesLabelSelector} from '../../objects/labels.js';
import {dnsLabelErrors} from '../../objects/names.js';
import type {Errors} from '../validation/checks.js';
import {internalForm} from '../validation/internal-form.js';
import {checkJobStatus} from './job-status.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkLabelSelector, isUsableSelector} from '../validation/selectors.js';
import {mismatch, shownLabels, shownSelector} from '../validation/shown-labels.js';
import {semanticEqual} from '../../kernel/equality.js';
import {checkJobSpec} from './job-spec.js';
import {parseTimestamp} from '../../kernel/clock.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {containers, images, selector} from '../workload/columns.js';
import {humanDuration} from '../../go/duration.js';

const generated = ['controller-uid', 'job-name', 'batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'];

/** Checks that labels set by the server have no other values. */
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

/** Whether a new Job has the generated labels of its template alone: upstream adds them when it reads the Job from the store, thus unchecked. */
const isFromTemplate = ({metadata: {labels}, spec}: Job): boolean =>
	labels !== undefined &&
	labels === spec.template.metadata?.labels &&
	Object.keys(labels).every((key) => generated.includes(key));

/** @mirrors k8s.io/kubernetes/pkg/apis/batch/validation ValidateJob */
export const checkJob = (errors: Errors, job: Job): void => {
	const {metadata, spec} = job;
	checkMetadata(errors, isFromTemplate(job) ? {...metadata, labels: undefined} : metadata, true, nameRules.subdomain);
	checkJobItself(errors, job);
	const {completionMode, completions = 0} = spec;
	if (completionMode === 'Indexed' && completions > 0) {
		const hostname = `${metadata.name ?? ''}-${completions - 1}`;
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
	checkJobSpec(errors, 'spec', spec);
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
	checkJobSpec(errors, 'spec', job.spec);
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
	keep('podFailurePolicy', podFailurePolicy ? internalForm(podFailurePolicy, 'batch.v1.PodFailurePolicy') : null);
	keep('backoffLimitPerIndex');
	keep('managedBy');
	keep('successPolicy', successPolicy ? internalForm(successPolicy, 'batch.v1.SuccessPolicy') : null);
};

/** A suspended Job without Pods that has not started or has been reported as suspended. */
const isAtRest = ({spec, status}: Job): boolean =>
	spec.suspend === true &&
	(status?.active ?? 0) === 0 &&
	(status?.startTime === undefined ||
		(status.conditions ?? []).some(({type, status: is}) => type === 'Suspended' && is === 'True'));

const withoutResources = (spec: PodSpec | undefined): object => ({
	...spec,
	initContainers: spec?.initContainers?.map((container) => ({...container, resources: undefined})),
	containers: spec?.containers?.map((container) => ({...container, resources: undefined})),
	nodeSelector: undefined,
	tolerations: undefined,
	schedulingGates: undefined,
	affinity: undefined,
});

/**
Checks the template on an update: only a suspended Job without active Pods may change the placement and resources of its Pods.

@mirrors validatePodTemplateUpdate
*/
const checkTemplateKept = (errors: Errors, job: Job, old: Job): void => {
	const {template} = job.spec;
	const before = old.spec.template;
	if (isAtRest(old)) {
		if (!semanticEqual(withoutResources(template.spec), withoutResources(before.spec))) {
			const shown = internalForm(template.spec, 'core.v1.PodSpec');
			errors.push(invalid('spec.template.spec', shown, 'field is immutable'));
		}
	} else if (!semanticEqual(template, before)) {
		errors.push(invalid('spec.template', internalForm(template, 'core.v1.PodTemplateSpec'), 'field is immutable'));
	}
};

/** A Job finds its Pods by its own uid. */
const generateSelector = (job: Prepared<Job>): void => {
	const {name = '', uid = ''} = job.metadata;
	const {template, selector} = job.spec;
	const labels = {
		'job-name': name,
		'batch.kubernetes.io/job-name': name,
		'controller-uid': uid,
		'batch.kubernetes.io/controller-uid': uid,
		...template?.metadata?.labels,
	};
	// A Job without labels gets those of its template by default, and upstream both are then one map.
	if (job.metadata.labels === template?.metadata?.labels) {
		job.metadata = {...job.metadata, labels};
	}

	job.spec = {
		...job.spec,
		template: {...template, metadata: {...template?.metadata, labels}},
		selector: {...selector, matchLabels: {'batch.kubernetes.io/controller-uid': uid, ...selector?.matchLabels}},
	};
};

const jobStatus = ({metadata, status}: Job): string => {
	const has = (type: string) =>
		status?.conditions?.some((condition) => condition.type === type && condition.status === 'True');
	if (has('Complete')) {
		return 'Complete';
	}

	if (has('Failed')) {
		return 'Failed';
	}

	if (metadata.deletionTimestamp !== undefined) {
		return 'Terminating';
	}

	if (has('Suspended')) {
		return 'Suspended';
	}

	if (has('FailureTarget')) {
		return 'FailureTarget';
	}

	if (has('SuccessCriteriaMet')) {
		return 'SuccessCriteriaMet';
	}

	return 'Running';
};

const completions = ({spec, status}: Job): string => {
	const done = status?.succeeded ?? 0;
	const {parallelism = 0} = spec;
	if (spec.completions !== undefined) {
		return `${done}/${spec.completions}`;
	}

	if (parallelism > 1) {
		return `${done}/1 of ${parallelism}`;
	}

	return `${done}/1`;
};

const jobDuration = ({status}: Job, nowMs: number): string =>
	status?.startTime
		? humanDuration(
				(status.completionTime ? parseTimestamp(status.completionTime) : nowMs) - parseTimestamp(status.startTime),
			)
		: '';

const jobDefaults = defaultsOf('batch.v1.Job', (draft) => {
	const spec: Draft<JobSpec> = {...draft.spec};
	if (spec.completions === undefined && spec.parallelism === undefined) {
		spec.completions = 1;
	}

	spec.parallelism ??= 1;
	spec.backoffLimit ??= (spec.backoffLimitPerIndex ?? undefined) === undefined ? 6 : 2_147_483_647;
	spec.completionMode ??= 'NonIndexed';
	spec.suspend ??= false;
	spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed';
	spec.manualSelector ??= false;
	draft.spec = spec;
	takeLabels(draft, spec.template?.metadata?.labels);
});

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/job/ */
export const job = describeKind('batch/v1 Job', {
	validate: {create: checkJob, update: checkJobUpdate},
	generation: 'counts changes',
	prepare: {
		create(object) {
			if (!object.spec.manualSelector) {
				generateSelector(object);
			}
		},
	},
	changePodSpec: changeTemplate,
	warnings: (object, old) => [
		...(old ? [] : nameWarning(object.metadata, 'Pod names and hostnames')),
		...(old ? [] : indexWarnings('spec', object.spec)),
		...(hasOldSpec(object, old) ? [] : templateWarnings('spec.template', object.spec?.template)),
	],
	store: {orphansByDefault: true},
	table: {
		columns: [
			nameColumn,
			{name: 'Status', cell: jobStatus},
			{name: 'Completions', cell: completions},
			{name: 'Duration', cell: jobDuration},
			ageColumn,
			containers,
			images,
			selector,
		],
	},
	fields: {'status.successful': ({status}) => status?.succeeded ?? 0},
	defaults: [
		jobDefaults,
		defaultsOf('batch.v1.PodFailurePolicyOnPodConditionsPattern', (draft) => {
			draft.status ||= 'True';
		}),
	],
});
