import {parseCronSchedule} from '../../objects/cron-schedule.js';
import {invalid} from '../../objects/field-error.js';
import type {Errors} from '../validation/checks.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/batch/validation validateScheduleFormat */
export const checkSchedule = (
	errors: Errors,
	field: string,
	schedule: string,
	timeZone: string | undefined,
	old: string | undefined,
): void => {
	const found = parseCronSchedule(schedule);
	if (typeof found === 'string') {
		errors.push(invalid(field, schedule, found));
	}

	if (schedule.includes('TZ')) {
		if (!old?.includes('TZ')) {
			errors.push(invalid(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'));
		} else if (timeZone !== undefined) {
			errors.push(invalid(field, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
		}
	}
};
