import {parseTimestamp} from '../../kernel/clock.js';
import type {Job, JobStatus, Pod} from '../../objects/kubernetes.generated.js';
import {isPodReady} from '../../objects/pod.js';

export const finalizer = 'batch.kubernetes.io/job-tracking';
export const indexKey = 'batch.kubernetes.io/job-completion-index';

/** The completion index of a Pod of an Indexed Job. */
export const indexOf = ({metadata}: Pod): number | undefined => {
	const text = metadata.annotations?.[indexKey] ?? metadata.labels?.[indexKey];
	return text === undefined ? undefined : Number(text);
};

/** Numbers as ranges: `0-2,5`. */
export const formatIndexes = (indexes: Iterable<number>): string => {
	const ranges: Array<[number, number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last && index === last[1] + 1) {
			last[1] = index;
		} else {
			ranges.push([index, index]);
		}
	}

	return ranges
		.map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from},${to}` : `${from}-${to}`))
		.join(',');
};

/** The reverse of {@link formatIndexes}. */
export const parseIndexes = (text: string | undefined): Set<number> => {
	const indexes = new Set<number>();
	for (const range of text ? text.split(',') : []) {
		const [from, to = from] = range.split('-').map(Number) as [number, number?];
		for (let index = from; index <= to; index++) {
			indexes.add(index);
		}
	}

	return indexes;
};

/** A Job's Pods, told apart. A Pod that is being deleted has failed. */
export interface Tally {
	readonly active: readonly Pod[];
	readonly ready: number;
	readonly terminating: number;
	/** Ended and not yet counted in the status: they still bear the finalizer. */
	readonly newlySucceeded: readonly Pod[];
	readonly newlyFailed: readonly Pod[];
}

export const tally = (pods: readonly Pod[], finished: boolean): Tally => {
	const active: Pod[] = [];
	const newlySucceeded: Pod[] = [];
	const newlyFailed: Pod[] = [];
	let ready = 0;
	let terminating = 0;
	for (const pod of pods) {
		const phase = pod.status?.phase;
		const tracked = pod.metadata.finalizers?.includes(finalizer) ?? false;
		if (phase === 'Succeeded') {
			if (tracked) {
				newlySucceeded.push(pod);
			}
		} else if (phase === 'Failed' || (finished && pod.metadata.deletionTimestamp !== undefined)) {
			if (tracked) {
				newlyFailed.push(pod);
			}
		} else if (pod.metadata.deletionTimestamp !== undefined) {
			terminating++;
			if (tracked) {
				newlyFailed.push(pod);
			}
		} else {
			active.push(pod);
			ready += isPodReady(pod) ? 1 : 0;
		}
	}

	return {active, ready, terminating, newlySucceeded, newlyFailed};
};

/** Why a Job has failed. */
export interface Failure {
	readonly reason: string;
	readonly message: string;
}

/** The rule of the Pod failure policy that ends the whole Job. @mirrors job.matchPodFailurePolicy */
export const policyFailure = ({spec}: Job, failed: readonly Pod[]): Failure | undefined => {
	for (const pod of failed) {
		const rules = spec?.podFailurePolicy?.rules ?? [];
		for (const [index, {action, onExitCodes}] of rules.entries()) {
			const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
			const match = statuses.find(({name, state}) => {
				const code = state?.terminated?.exitCode;
				return (
					onExitCodes !== undefined &&
					(onExitCodes.containerName === undefined || onExitCodes.containerName === name) &&
					code !== undefined &&
					code !== 0 &&
					onExitCodes.values.includes(code) === (onExitCodes.operator === 'In')
				);
			});
			if (match && action === 'FailJob') {
				return {
					reason: 'PodFailurePolicy',
					message: `Container ${match.name} for pod ${pod.metadata.namespace}/${pod.metadata.name} failed with exit code ${match.state!.terminated!.exitCode} matching FailJob rule at index ${index}`,
				};
			}

			if (match) {
				break;
			}
		}
	}

	return undefined;
};

/** Whether the Job has failed as a whole. @param failed Pods that have failed, all told. */
export const jobFailure = (
	job: Job,
	failed: number,
	newlyFailed: readonly Pod[],
	nowMs: number,
): Failure | undefined => {
	const {backoffLimit = 6, activeDeadlineSeconds} = job.spec ?? {};
	const started = job.status?.startTime;
	const byPolicy = policyFailure(job, newlyFailed);
	if (byPolicy) {
		return byPolicy;
	}

	if (failed > backoffLimit) {
		return {reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit'};
	}

	return activeDeadlineSeconds !== undefined &&
		started &&
		nowMs - parseTimestamp(started) >= activeDeadlineSeconds * 1000
		? {reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline'}
		: undefined;
};

/** Whether enough Pods have succeeded. */
export const isComplete = ({spec}: Job, succeeded: number, active: number): boolean =>
	spec?.completions === undefined ? succeeded > 0 && active === 0 : succeeded >= spec.completions;

/** How many Pods should be active. @mirrors job.manageJob */
export const wantedActive = ({spec}: Job, succeeded: number, active: number): number => {
	const {parallelism = 1, completions, suspend} = spec ?? {};
	if (suspend) {
		return 0;
	}

	return completions === undefined
		? succeeded > 0
			? active
			: parallelism
		: Math.max(0, Math.min(parallelism, completions - succeeded));
};

/** Milliseconds to wait before the next Pod after failures: 10 s, 20 s, 40 s … since the last one, at most 10 minutes. */
export const backoffMs = (failures: number, lastFailureMs: number, nowMs: number): number =>
	failures === 0 ? 0 : Math.max(0, lastFailureMs + Math.min(600_000, 10_000 * 2 ** (failures - 1)) - nowMs);

/** Whether the Job has ended, one way or the other. */
export const isFinished = (status: JobStatus | undefined): boolean =>
	status?.conditions?.some(({type, status: value}) => (type === 'Complete' || type === 'Failed') && value === 'True') ??
	false;
