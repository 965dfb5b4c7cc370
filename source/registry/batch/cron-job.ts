import {defaultsOf} from '../defaults/type-defaults.js';
import {jobWarnings} from './job-warnings.js';
import {hasOldSpec, nameWarning} from '../pod/template-warnings.js';
import {withPodSpec} from '../pod/change-template.js';
import {describeKind} from '../kind.js';
import {invalid, notSupported, required} from '../../objects/field-error.js';
import type {CronJob} from '../../objects/kubernetes.generated.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';
import {isTimeZone} from '../../objects/cron-schedule.js';
import {checkSchedule} from './cron.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {shownSelector} from '../validation/shown-labels.js';
import {checkJobSpec} from './job-spec.js';
import {formatLabelSelector} from '../../objects/labels.js';
import {age} from '../table/cells.js';
import {ageColumn, nameColumn} from '../table/columns.js';
import {containersOf} from '../workload/columns.js';

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

	const policy: string = spec.concurrencyPolicy ?? '';
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
	checkJobSpec(errors, `${path}.spec`, spec);
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

	// Go knows the zone of the machine under this name.
	if (zone !== 'Local' && !isTimeZone(zone)) {
		errors.push(invalid(field, zone, `unknown time zone ${zone}`));
	}
};

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ */
export const cronJob = describeKind('batch/v1 CronJob', {
	validate: {create: checkCronJob, update: checkCronJob},
	generation: 'counts changes',
	changePodSpec(object, change) {
		const {jobTemplate} = object.spec ?? {};
		const template = jobTemplate?.spec?.template;
		const changed = template && withPodSpec(template, change);
		if (changed && changed !== template) {
			object.spec = {...object.spec, jobTemplate: {...jobTemplate, spec: {...jobTemplate.spec, template: changed}}};
		}
	},
	warnings: (object, old) => [
		...(old ? [] : nameWarning(object.metadata, 'Pod names and hostnames')),
		...(hasOldSpec(object, old) ? [] : jobWarnings('spec.jobTemplate.spec', object.spec.jobTemplate?.spec)),
	],
	table: {
		columns: [
			nameColumn,
			{name: 'Schedule', cell: ({spec}) => spec.schedule},
			{name: 'Timezone', cell: ({spec}) => spec.timeZone ?? '<none>'},
			{
				name: 'Suspend',
				type: 'boolean',
				cell: ({spec}) => {
					if (spec.suspend === undefined) {
						return '<unset>';
					}

					if (spec.suspend) {
						return 'True';
					}

					return 'False';
				},
			},
			{name: 'Active', type: 'integer', cell: ({status}) => status?.active?.length ?? 0},
			{
				name: 'Last Schedule',
				cell: ({status}, nowMs) => (status?.lastScheduleTime ? age(status.lastScheduleTime, nowMs) : '<none>'),
			},
			ageColumn,
			{
				name: 'Containers',
				priority: 1,
				cell: ({spec}) =>
					containersOf(spec.jobTemplate)
						.map(({name}) => name)
						.join(','),
			},
			{
				name: 'Images',
				priority: 1,
				cell: ({spec}) =>
					containersOf(spec.jobTemplate)
						.map(({image}) => image)
						.join(','),
			},
			{
				name: 'Selector',
				priority: 1,
				cell: ({spec}) => formatLabelSelector(spec.jobTemplate.spec?.selector),
			},
		],
	},
	defaults: [
		defaultsOf('batch.v1.CronJobSpec', (draft) => {
			draft.concurrencyPolicy ||= 'Allow';
			draft.suspend ??= false;
			draft.successfulJobsHistoryLimit ??= 3;
			draft.failedJobsHistoryLimit ??= 1;
		}),
	],
});
