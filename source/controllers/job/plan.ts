import {parseTimestamp} from '../../kernel/clock.js';
import type {Job, JobStatus, Pod} from '../../objects/kubernetes.generated.js';
import {isPodActive, isPodReady} from '../../objects/pod.js';
import {endedAtMs, failsIndex, failuresBefore, isFailed, verdictOn} from './failed-pod.js';
import {hasValidIndex, indexOf, indexesOf, isIndexed, parseIndexes} from './indexes.js';

export const finalizer = 'batch.kubernetes.io/job-tracking';

const ownController = 'kubernetes.io/job-controller';

/** Whether another controller manages the Job. */
export const isManagedElsewhere = ({spec}: Job): boolean =>
	spec?.managedBy !== undefined && spec.managedBy !== ownController;

export const isTracked = ({metadata}: Pod): boolean => metadata.finalizers?.includes(finalizer) ?? false;

/** A Job's Pods, by their state. */
export interface Tally {
	readonly pods: readonly Pod[];
	readonly active: readonly Pod[];
	readonly ready: number;
	readonly terminating: readonly Pod[];
	/** Ended Pods that the status does not count yet; they still have the finalizer. */
	readonly newlySucceeded: readonly Pod[];
	readonly newlyFailed: readonly Pod[];
	/** All that have ended; failures that a policy ignores do not count. */
	readonly succeeded: number;
	readonly failed: number;
	/** The succeeded indexes of an Indexed Job. */
	readonly succeededIndexes: ReadonlySet<number>;
	/** The failed indexes, if each index has its own limit. */
	readonly failedIndexes?: ReadonlySet<number>;
	/** Failed Pods that stay until a successor of the same index takes over their count. */
	readonly awaited: ReadonlyMap<number, Pod>;
}

export const hasLimitPerIndex = ({spec}: Job): boolean => spec?.backoffLimitPerIndex !== undefined;

const awaitedOf = (job: Job, pods: readonly Pod[], taken: ReadonlySet<number>): ReadonlyMap<number, Pod> => {
	const awaited = new Map<number, Pod>();
	for (const pod of pods) {
		const index = indexOf(pod);
		if (index === undefined || taken.has(index) || !isTracked(pod) || !hasValidIndex(job, pod) || !isFailed(job, pod)) {
			continue;
		}

		const other = awaited.get(index);
		if (!other || (failuresBefore(other) <= failuresBefore(pod) && endedAtMs(pod) >= endedAtMs(other))) {
			awaited.set(index, pod);
		}
	}

	return awaited;
};

/** @mirrors job.syncJob, as far as it counts */
export const tally = (job: Job, pods: readonly Pod[]): Tally => {
	const {status} = job;
	const completions = job.spec?.completions ?? 0;
	const uncounted = {
		succeeded: new Set(status?.uncountedTerminatedPods?.succeeded),
		failed: new Set(status?.uncountedTerminatedPods?.failed),
	};
	const active = pods.filter((pod) => isPodActive(pod));
	const fresh = pods.filter((pod) => isTracked(pod) && hasValidIndex(job, pod));
	const newlySucceeded = fresh.filter(
		({metadata, status: own}) => own?.phase === 'Succeeded' && !uncounted.succeeded.has(metadata.uid),
	);
	const newlyFailed = fresh.filter((pod) => isFailed(job, pod) && !uncounted.failed.has(pod.metadata.uid));
	const succeededIndexes = parseIndexes(status?.completedIndexes, completions);
	for (const pod of isIndexed(job) ? fresh : []) {
		if (pod.status?.phase === 'Succeeded') {
			succeededIndexes.add(indexOf(pod)!);
		}
	}

	const failedIndexes = hasLimitPerIndex(job) ? parseIndexes(status?.failedIndexes, completions) : undefined;
	for (const pod of failedIndexes ? fresh : []) {
		if (failsIndex(job, pod)) {
			failedIndexes!.add(indexOf(pod)!);
		}
	}

	return {
		pods,
		active,
		ready: active.filter((pod) => isPodReady(pod)).length,
		terminating: pods.filter(
			({metadata, status: own}) =>
				metadata.deletionTimestamp !== undefined && !['Succeeded', 'Failed'].includes(own?.phase ?? ''),
		),
		newlySucceeded,
		newlyFailed,
		succeeded: isIndexed(job)
			? succeededIndexes.size
			: (status?.succeeded ?? 0) + newlySucceeded.length + uncounted.succeeded.size,
		failed:
			(status?.failed ?? 0) + newlyFailed.filter((pod) => verdictOn(job, pod).counts).length + uncounted.failed.size,
		succeededIndexes,
		failedIndexes,
		awaited: failedIndexes
			? awaitedOf(job, pods, new Set([...indexesOf(active), ...succeededIndexes, ...failedIndexes]))
			: new Map(),
	};
};

/** The end of a Job: the first condition that announces it, and the one that is set when no Pod is left. */
export interface JobEnd {
	readonly type: 'SuccessCriteriaMet' | 'FailureTarget';
	readonly reason: string;
	readonly message: string;
}

const failure = (reason: string, message: string): JobEnd => ({type: 'FailureTarget', reason, message});

/** Remaining milliseconds of a Job; `undefined` if there is no limit. */
export const restOfDeadlineMs = ({spec, status}: Job, nowMs: number): number | undefined =>
	spec?.activeDeadlineSeconds === undefined || !status?.startTime || spec.suspend
		? undefined
		: parseTimestamp(status.startTime) + spec.activeDeadlineSeconds * 1000 - nowMs;

/** Restarts within Pods count where Pods are restarted. @mirrors job.pastBackoffLimitOnFailure */
const tooManyRestarts = ({spec}: Job, pods: readonly Pod[]): boolean => {
	if (spec?.template.spec?.restartPolicy !== 'OnFailure') {
		return false;
	}

	const {backoffLimit = 6} = spec;
	const restarts = pods
		.filter(({status}) => status?.phase === 'Running' || status?.phase === 'Pending')
		.flatMap(({status}) => [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])])
		.reduce((sum, {restartCount}) => sum + restartCount, 0);
	return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
};

/** The rule of the success policy that is met. @mirrors job.matchSuccessPolicy */
const successRule = ({spec}: Job, succeeded: ReadonlySet<number>): number | undefined => {
	const rules = succeeded.size === 0 ? [] : (spec?.successPolicy?.rules ?? []);
	const index = rules.findIndex(({succeededIndexes, succeededCount}) => {
		if (succeededIndexes === undefined) {
			return succeededCount !== undefined && succeeded.size >= succeededCount;
		}

		const required = parseIndexes(succeededIndexes, spec?.completions);
		const met = [...required].filter((one) => succeeded.has(one)).length;
		return required.size > 0 && met >= (succeededCount ?? required.size);
	});
	return index === -1 ? undefined : index;
};

const indexOutcome = ({spec}: Job, {succeededIndexes, failedIndexes}: Tally): JobEnd | undefined => {
	const failed = failedIndexes?.size ?? 0;
	if (spec?.maxFailedIndexes !== undefined && failed > spec.maxFailedIndexes) {
		return failure('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes');
	}

	return failed > 0 && failed + succeededIndexes.size >= (spec?.completions ?? 0)
		? failure('FailedIndexes', 'Job has failed indexes')
		: undefined;
};

/** Whether the Job has ended, and how, apart from having succeeded often enough. @mirrors job.syncJob */
export const outcomeOf = (job: Job, counts: Tally, nowMs: number): JobEnd | undefined => {
	const known = (type: JobEnd['type']): JobEnd | undefined => {
		const condition = job.status?.conditions?.find((one) => one.type === type && one.status === 'True');
		return condition && {type, reason: condition.reason ?? '', message: condition.message ?? ''};
	};
	const decided = known('SuccessCriteriaMet') ?? known('FailureTarget');
	if (decided) {
		return decided;
	}

	const message = counts.pods.filter((pod) => isFailed(job, pod)).map((pod) => verdictOn(job, pod).message);
	const byPolicy = message.find((one) => one !== undefined);
	if (byPolicy !== undefined) {
		return failure('PodFailurePolicy', byPolicy);
	}

	if (counts.failed > (job.spec?.backoffLimit ?? 6) || tooManyRestarts(job, counts.pods)) {
		return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
	}

	if ((restOfDeadlineMs(job, nowMs) ?? 1) <= 0) {
		return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
	}

	const byIndexes = isIndexed(job) ? indexOutcome(job, counts) : undefined;
	const rule = isIndexed(job) && !byIndexes ? successRule(job, counts.succeededIndexes) : undefined;
	return rule === undefined
		? byIndexes
		: {type: 'SuccessCriteriaMet', reason: 'SuccessPolicy', message: `Matched rules at index ${rule}`};
};

/** Whether enough Pods have succeeded and no Pod is running any more. */
export const isComplete = ({spec}: Job, succeeded: number, active: number): boolean =>
	active === 0 && (spec?.completions === undefined ? succeeded > 0 : succeeded >= spec.completions);

/** The number of Pods that should be active. @mirrors job.manageJob */
export const wantedActive = ({spec}: Job, succeeded: number, active: number): number => {
	const {parallelism = 1, completions, suspend} = spec ?? {};
	if (suspend) {
		return 0;
	}

	if (completions !== undefined) {
		return Math.max(0, Math.min(parallelism, completions - succeeded));
	}

	return succeeded > 0 ? active : parallelism;
};

/** Failures since the last success. */
export interface Failures {
	readonly count: number;
	readonly lastMs: number;
}

/** @mirrors job.backoffStore newBackoffRecord */
export const failuresAfter = (before: Failures, {newlySucceeded, newlyFailed}: Tally): Failures => {
	const ends = newlyFailed.map((pod) => endedAtMs(pod)).sort((a, b) => a - b);
	if (newlySucceeded.length === 0) {
		return ends.length === 0 ? before : {count: before.count + ends.length, lastMs: ends.at(-1) ?? 0};
	}

	const successMs = Math.max(...newlySucceeded.map((pod) => endedAtMs(pod)));
	const after = ends.filter((end) => end > successMs);
	return {count: after.length, lastMs: after.at(-1) ?? 0};
};

/** Milliseconds to wait before the next Pod after failures: 10 s, 20 s, 40 s … since the last one, at most 10 minutes. */
export const backoffMs = ({count, lastMs}: Failures, nowMs: number): number =>
	count === 0 ? 0 : Math.max(0, lastMs + Math.min(600_000, 10_000 * 2 ** (count - 1)) - nowMs);

/** Whether the Job has ended, one way or the other. */
export const isFinished = (status: JobStatus | undefined): boolean =>
	status?.conditions?.some(({type, status: value}) => (type === 'Complete' || type === 'Failed') && value === 'True') ??
	false;
