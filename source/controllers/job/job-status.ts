import type {Job, JobCondition, JobStatus, Pod} from '../../objects/kubernetes.generated.js';
import {isFailed, verdictOn} from './failed-pod.js';
import {formatIndexes, hasValidIndex, indexOf, isIndexed} from './indexes.js';
import {isTracked, type JobEnd, type Tally} from './plan.js';

/** The findings and actions of a round of the controller. */
export interface Round {
	readonly counts: Tally;
	readonly outcome: JobEnd | undefined;
	readonly active: number;
	readonly ready: number;
	readonly terminating: number;
	readonly conditions: readonly JobCondition[];
	readonly startTime: string | undefined;
}

export const jobCondition = (
	type: string,
	value: string,
	reason: string,
	message: string,
	now: string,
): JobCondition => ({
	type,
	status: value,
	lastProbeTime: now,
	lastTransitionTime: now,
	reason,
	message,
});

/** The conditions with this one, whose time is that of its last change; a False condition is not added if the type is absent. */
export const withCondition = (
	conditions: readonly JobCondition[],
	type: string,
	value: 'True' | 'False',
	reason: string,
	message: string,
	now: string,
): readonly JobCondition[] => {
	const before = conditions.find((one) => one.type === type);
	if (!before) {
		return value === 'False' ? conditions : [...conditions, jobCondition(type, value, reason, message, now)];
	}

	return before.status === value && before.reason === reason && before.message === message
		? conditions
		: conditions.map((one) => (one === before ? jobCondition(type, value, reason, message, now) : one));
};

/**
The Pods whose finalizer may be removed: the Pod or the Job has ended, or the Job is being deleted. Pods whose count a successor has not yet
taken over are excluded.

@mirrors job.canRemoveFinalizer
*/
export const countable = (job: Job, {counts, outcome}: Round): readonly Pod[] =>
	counts.pods.filter((pod) => {
		const index = indexOf(pod);
		const isAwaited = index !== undefined && counts.awaited.get(index) === pod;
		return (
			isTracked(pod) &&
			(job.metadata.deletionTimestamp !== undefined ||
				outcome !== undefined ||
				pod.status?.phase === 'Succeeded' ||
				(isFailed(job, pod) && !isAwaited))
		);
	});

const status = (
	job: Job,
	{counts, outcome, active, ready, terminating, conditions, startTime}: Round,
	numbers: {readonly succeeded: number; readonly failed: number},
	uncounted: {readonly succeeded: readonly string[]; readonly failed: readonly string[]},
	now: string,
): JobStatus => {
	const succeeded = isIndexed(job) ? counts.succeededIndexes.size : numbers.succeeded;
	const completedIndexes = isIndexed(job) ? formatIndexes(counts.succeededIndexes) : '';
	const {failed} = numbers;
	return {
		...(startTime ? {startTime} : {}),
		...(active > 0 ? {active} : {}),
		...(succeeded ? {succeeded} : {}),
		...(failed ? {failed} : {}),
		...(completedIndexes ? {completedIndexes} : {}),
		...(counts.failedIndexes ? {failedIndexes: formatIndexes(counts.failedIndexes)} : {}),
		ready,
		terminating,
		uncountedTerminatedPods: Object.fromEntries(Object.entries(uncounted).filter(([, uids]) => uids.length > 0)),
		...(conditions.length > 0 || outcome
			? {
					conditions: outcome
						? withCondition(conditions, outcome.type, 'True', outcome.reason, outcome.message, now)
						: conditions,
				}
			: {}),
	};
};

/**
The status that names the ended Pods before their finalizers are removed, and the one that counts them after that.

@param pods those of {@link countable}.
@mirrors job.trackJobStatusAndRemoveFinalizers
*/
export const statuses = (
	job: Job,
	round: Round,
	pods: readonly Pod[],
	now: string,
): {readonly before: JobStatus; readonly after: JobStatus; readonly isFinished: boolean} => {
	const {outcome, counts} = round;
	const tracked = new Set(counts.pods.filter((pod) => isTracked(pod)).map(({metadata}) => metadata.uid));
	const named = job.status?.uncountedTerminatedPods ?? {};
	const numbers = {succeeded: job.status?.succeeded ?? 0, failed: job.status?.failed ?? 0};
	const uncounted = {succeeded: [...(named.succeeded ?? [])], failed: [...(named.failed ?? [])]};
	/** A Pod without the finalizer was counted before, or is counted now. */
	const settle = (key: 'succeeded' | 'failed', isLeft: (uid: string) => boolean): void => {
		const left = uncounted[key].filter((uid) => isLeft(uid));
		numbers[key] += uncounted[key].length - left.length;
		uncounted[key] = left;
	};

	for (const key of ['succeeded', 'failed'] as const) {
		settle(key, (uid) => tracked.has(uid));
	}

	for (const pod of pods) {
		const {uid} = pod.metadata;
		if (pod.status?.phase === 'Succeeded' && !uncounted.failed.includes(uid)) {
			if (!isIndexed(job) && !uncounted.succeeded.includes(uid)) {
				uncounted.succeeded.push(uid);
			}
		} else if (
			(isFailed(job, pod) || outcome?.type === 'FailureTarget') &&
			hasValidIndex(job, pod) &&
			!uncounted.failed.includes(uid) &&
			verdictOn(job, pod).counts
		) {
			uncounted.failed.push(uid);
		}
	}

	const before = status(job, round, {...numbers}, {...uncounted}, now);
	const removed = new Set(pods.map(({metadata}) => metadata.uid));
	for (const key of ['succeeded', 'failed'] as const) {
		settle(key, (uid) => !removed.has(uid));
	}

	const counted = status(job, {...round, conditions: before.conditions ?? []}, numbers, uncounted, now);
	if (!outcome || round.terminating > 0) {
		return {before, after: counted, isFinished: false};
	}

	const type = outcome.type === 'FailureTarget' ? 'Failed' : 'Complete';
	return {
		before,
		after: {
			...counted,
			conditions: withCondition(counted.conditions ?? [], type, 'True', outcome.reason, outcome.message, now),
			...(type === 'Complete' ? {completionTime: now} : {}),
		},
		isFinished: true,
	};
};
