import {duplicate, invalid, omitted, required} from '../../objects/field-error.js';
import type {Job} from '../../objects/kubernetes.generated.js';
import {checkNonNegative, type Errors} from '../validation/checks.js';
import {countIndexes} from './success-policy.js';
import {semanticEqual} from '../../kernel/equality.js';

type Status = NonNullable<Job['status']>;
type ConditionType = 'Complete' | 'Failed' | 'FailureTarget' | 'SuccessCriteriaMet';

const is = ({status}: Job, type: ConditionType): boolean =>
	status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
const isFinished = (job: Job): boolean => is(job, 'Complete') || is(job, 'Failed');

/** Pods that are waiting to be counted, each once. */
const checkUncounted = (errors: Errors, status: Status): void => {
	const seen = new Set<string>();
	for (const list of ['succeeded', 'failed'] as const) {
		for (const [index, uid] of (status.uncountedTerminatedPods?.[list] ?? []).entries()) {
			const field = `status.uncountedTerminatedPods.${list}[${index}]`;
			if (uid === '') {
				errors.push(invalid(field, uid, 'must not be empty'));
			} else if (seen.has(uid)) {
				errors.push(duplicate(field, uid));
			}

			seen.add(uid);
		}
	}
};

/** The first and last index of each interval in `0,2-5`; unreadable parts are left out. */
const intervalsOf = (indexes: string): ReadonlyArray<readonly [number, number]> =>
	indexes
		.split(',')
		.filter((interval) => /^\d+(-\d+)?$/.test(interval))
		.map((interval) => {
			const [first, last = first] = interval.split('-');
			return [Number(first), Number(last)] as const;
		});

const overlapOf = (completed: string, failed: string): number | undefined => {
	for (const [first, last] of intervalsOf(completed)) {
		const met = intervalsOf(failed).find(([from, to]) => first <= to && from <= last);
		if (met) {
			return Math.max(first, met[0]);
		}
	}

	return undefined;
};

const checkIndexes = (errors: Errors, {spec, status = {}}: Job, old: Status): void => {
	const {completedIndexes = '', failedIndexes} = status;
	const completedChanged = completedIndexes !== (old.completedIndexes ?? '');
	const failedChanged = failedIndexes !== old.failedIndexes;
	const {completions, backoffLimitPerIndex, completionMode} = spec;
	const checkFormat = (name: 'completedIndexes' | 'failedIndexes', indexes: string): void => {
		const problem = completions === undefined ? 0 : countIndexes(indexes, completions);
		if (typeof problem === 'string') {
			errors.push(invalid(`status.${name}`, indexes, `error parsing ${name}: ${problem}`));
		}
	};

	if (completedChanged) {
		checkFormat('completedIndexes', completedIndexes);
	}

	if (failedChanged && backoffLimitPerIndex !== undefined && failedIndexes !== undefined) {
		checkFormat('failedIndexes', failedIndexes);
	}

	if (completedChanged && completedIndexes !== '' && completionMode !== 'Indexed') {
		const detail = 'cannot set non-empty completedIndexes when non-indexed completion mode';
		errors.push(invalid('status.completedIndexes', completedIndexes, detail));
	}

	if (failedIndexes === undefined) {
		return;
	}

	if (failedChanged && backoffLimitPerIndex === undefined) {
		const detail = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
		errors.push(invalid('status.failedIndexes', failedIndexes, detail));
	}

	const overlap =
		(failedChanged || completedChanged) && completions !== undefined
			? overlapOf(completedIndexes, failedIndexes)
			: undefined;
	if (overlap !== undefined) {
		const detail = `failedIndexes and completedIndexes overlap at index: ${overlap}`;
		errors.push(invalid('status.failedIndexes', failedIndexes, detail));
	}
};

/** The changes at the end of a Job: the rules about it are checked only then. */
interface Changes {
	readonly finished: boolean;
	readonly complete: boolean;
	readonly failed: boolean;
	readonly time: boolean;
	readonly start: boolean;
}

const refuseConditions = (errors: Errors, detail: string): void => {
	errors.push(invalid('status.conditions', omitted, detail));
};

const checkTimes = (errors: Errors, job: Job, changed: Changes): void => {
	const {startTime, completionTime} = job.status ?? {};
	const field = 'status.completionTime';
	const complete = is(job, 'Complete');
	if (changed.complete || changed.time) {
		if (completionTime !== undefined && !complete) {
			const detail = 'cannot set completionTime when there is no Complete=True condition';
			errors.push(invalid(field, completionTime, detail));
		} else if (completionTime === undefined && complete) {
			errors.push(required(field, 'completionTime is required for Complete jobs'));
		}
	}

	if ((changed.start || changed.time) && startTime && completionTime && completionTime < startTime) {
		errors.push(invalid(field, completionTime, 'must be equal to or after `startTime`'));
	}
};

/** The contradictions in a Job that has ended. */
const checkEnd = (errors: Errors, job: Job, old: Job, changed: Changes): void => {
	const {active = 0, startTime, uncountedTerminatedPods: uncounted} = job.status ?? {};
	const finished = isFinished(job);
	const before = old.status ?? {};
	if ((changed.finished || active !== (before.active ?? 0)) && active > 0 && finished) {
		errors.push(invalid('status.active', active, 'active>0 is invalid for finished job'));
	}

	const nothingToDo = job.spec.suspend === true && job.spec.completions === 0;
	if ((changed.finished || changed.start) && !nothingToDo && startTime === undefined && finished) {
		errors.push(required('status.startTime', 'startTime is required for finished job'));
	}

	if (
		(changed.finished || !semanticEqual(uncounted, before.uncountedTerminatedPods)) &&
		finished &&
		(uncounted?.failed?.length ?? 0) + (uncounted?.succeeded?.length ?? 0) > 0
	) {
		const shown = {Succeeded: uncounted?.succeeded ?? null, Failed: uncounted?.failed ?? null};
		const detail = 'must be empty for finished job';
		errors.push(invalid('status.uncountedTerminatedPods', shown, detail));
	}
};

const checkSuccess = (errors: Errors, job: Job): void => {
	if (is(job, 'SuccessCriteriaMet')) {
		for (const type of ['Failed', 'FailureTarget'] as const) {
			if (is(job, type)) {
				refuseConditions(errors, `cannot set SuccessCriteriaMet=True and ${type}=true conditions`);
			}
		}
	} else if (job.spec.successPolicy && is(job, 'Complete')) {
		refuseConditions(errors, 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True');
	}
};

/** A final state stays final, and counted Pods stay counted. */
const checkKept = (errors: Errors, job: Job, old: Job, changed: Changes): void => {
	const {failed = 0, succeeded = 0, completionTime} = job.status ?? {};
	const before = old.status ?? {};
	for (const type of ['Failed', 'Complete', 'FailureTarget'] as const) {
		if (is(old, type) && !is(job, type)) {
			refuseConditions(errors, `cannot disable the terminal ${type}=True condition`);
		}
	}

	if (failed < (before.failed ?? 0)) {
		errors.push(invalid('status.failed', failed, 'cannot decrease the failed counter'));
	}

	const {completionMode, completions, parallelism, suspend} = job.spec;
	const elastic = completionMode === 'Indexed' && completions === parallelism;
	if (!elastic && succeeded < (before.succeeded ?? 0)) {
		errors.push(invalid('status.succeeded', succeeded, 'cannot decrease the succeeded counter'));
	}

	if (completionTime && before.completionTime && changed.time) {
		errors.push(invalid('status.completionTime', completionTime, 'field is immutable'));
	}

	if (changed.start && before.startTime && !suspend) {
		errors.push(required('status.startTime', 'startTime cannot be removed for unsuspended job'));
	}

	if (is(old, 'SuccessCriteriaMet') && !is(job, 'SuccessCriteriaMet')) {
		refuseConditions(errors, 'cannot disable the SuccessCriteriaMet=True condition');
	}

	if (is(old, 'Complete') && !is(old, 'SuccessCriteriaMet') && is(job, 'SuccessCriteriaMet')) {
		const detail = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions';
		refuseConditions(errors, detail);
	}
};

/**
The progress of a Job, as its own or another controller reports it.

@mirrors k8s.io/kubernetes/pkg/apis/batch/validation ValidateJobStatusUpdate
*/
export const checkJobStatus = (errors: Errors, job: Job, old: Job): void => {
	const status = job.status ?? {};
	const before = old.status ?? {};
	for (const name of ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const) {
		checkNonNegative(errors, `status.${name}`, status[name]);
	}

	checkUncounted(errors, status);
	const differs = (type: ConditionType): boolean => is(job, type) !== is(old, type);
	const changed: Changes = {
		finished: isFinished(job) !== isFinished(old),
		complete: differs('Complete'),
		failed: differs('Failed'),
		time: status.completionTime !== before.completionTime,
		start: status.startTime !== before.startTime,
	};
	if (is(job, 'Complete')) {
		if ((changed.complete || changed.failed) && is(job, 'Failed')) {
			refuseConditions(errors, 'cannot set Complete=True and Failed=true conditions');
		}

		if ((changed.complete || differs('FailureTarget')) && is(job, 'FailureTarget')) {
			refuseConditions(errors, 'cannot set Complete=True and FailureTarget=true conditions');
		}
	}

	checkTimes(errors, job, changed);
	const failedChanged = changed.failed || differs('FailureTarget');
	if (failedChanged && is(job, 'Failed') && !is(job, 'FailureTarget')) {
		refuseConditions(errors, 'cannot set Failed=True condition without the FailureTarget=true condition');
	}

	const completeChanged = changed.complete || differs('SuccessCriteriaMet');
	if (completeChanged && is(job, 'Complete') && !is(job, 'SuccessCriteriaMet')) {
		refuseConditions(errors, 'cannot set Complete=True condition without the SuccessCriteriaMet=true condition');
	}

	checkEnd(errors, job, old, changed);
	checkIndexes(errors, job, before);
	const {terminating = 0, ready, active = 0} = status;
	if ((changed.finished || status.terminating !== before.terminating) && terminating > 0 && isFinished(job)) {
		errors.push(invalid('status.terminating', terminating, 'terminating>0 is invalid for finished job'));
	}

	const readyChanged = ready !== before.ready || active !== (before.active ?? 0);
	if (readyChanged && ready !== undefined && ready > active) {
		errors.push(invalid('status.ready', ready, 'cannot set more ready pods than active'));
	}

	checkSuccess(errors, job);
	checkKept(errors, job, old, changed);
};
