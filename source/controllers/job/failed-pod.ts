import {parseTimestamp} from '../../kernel/clock.js';
import type {ContainerStatus, Job, Pod} from '../../objects/kubernetes.generated.js';
import {podCondition} from '../../objects/pod.js';

type Rule = NonNullable<NonNullable<NonNullable<Job['spec']>['podFailurePolicy']>['rules']>[number];

const failureCountKey = 'batch.kubernetes.io/job-index-failure-count';
const ignoredCountKey = 'batch.kubernetes.io/job-index-ignored-failure-count';

/** Whether a Pod is replaced only after its end, and not while it still terminates. */
export const onlyReplacesFailed = ({spec}: Job): boolean =>
	spec?.podReplacementPolicy === 'Failed' || spec?.podFailurePolicy !== undefined;

/** Whether a Pod counts as failed; a Pod in deletion does, unless the Job waits for its end. */
export const isFailed = (job: Job, {metadata, status}: Pod): boolean =>
	status?.phase === 'Failed' ||
	(!onlyReplacesFailed(job) && metadata.deletionTimestamp !== undefined && status?.phase !== 'Succeeded');

/** The decision of the first matching rule about a failed Pod. */
export interface Verdict {
	readonly action?: 'Ignore' | 'Count' | 'FailIndex' | 'FailJob';
	/** Whether the failure counts towards the limits. */
	readonly counts: boolean;
	/** Why the whole Job fails. */
	readonly message?: string;
}

const matchingContainer = (
	statuses: readonly ContainerStatus[] | undefined,
	{containerName, operator, values}: NonNullable<Rule['onExitCodes']>,
): ContainerStatus | undefined =>
	statuses?.find(({name, state}) => {
		const code = state?.terminated?.exitCode ?? 0;
		return (
			code !== 0 &&
			(containerName === undefined || containerName === name) &&
			values.includes(code) === (operator === 'In')
		);
	});

/** Why a rule matches, in the words of the Job's failure. */
const reasonOf = ({onExitCodes, onPodConditions}: Rule, {metadata, status}: Pod): string | undefined => {
	const {namespace, name} = metadata;
	if (onExitCodes) {
		const container =
			matchingContainer(status?.containerStatuses, onExitCodes) ??
			matchingContainer(status?.initContainerStatuses, onExitCodes);
		return (
			container &&
			`Container ${container.name} for pod ${namespace}/${name} failed with exit code ${container.state?.terminated?.exitCode}`
		);
	}

	const condition = status?.conditions?.find((one) =>
		(onPodConditions ?? []).some(({type, status: value = 'True'}) => type === one.type && value === one.status),
	);
	return condition && `Pod ${namespace}/${name} has condition ${condition.type}`;
};

/** @mirrors job.matchPodFailurePolicy */
export const verdictOn = ({spec}: Job, pod: Pod): Verdict => {
	for (const [index, rule] of (spec?.podFailurePolicy?.rules ?? []).entries()) {
		const reason = reasonOf(rule, pod);
		if (reason !== undefined) {
			const action = rule.action as Verdict['action'];
			return action === 'FailJob'
				? {action, counts: true, message: `${reason} matching FailJob rule at index ${index}`}
				: {action, counts: action !== 'Ignore'};
		}
	}

	return {counts: true};
};

const latestEnd = (statuses: readonly ContainerStatus[]): number | undefined => {
	const ends = statuses.map(({state}) => state?.terminated?.finishedAt);
	return ends.length > 0 && ends.every((end) => end)
		? Math.max(...ends.map((end) => parseTimestamp(end ?? '')))
		: undefined;
};

/** The end of a Pod, in milliseconds of the wall clock, as exactly as known. @mirrors job.getFinishedTime */
export const endedAtMs = (pod: Pod): number => {
	const {metadata, spec, status} = pod;
	const sidecars = new Set(
		(spec?.initContainers ?? []).filter(({restartPolicy}) => restartPolicy === 'Always').map(({name}) => name),
	);
	const end = latestEnd([
		...(status?.containerStatuses ?? []),
		...(status?.initContainerStatuses ?? []).filter(({name}) => sidecars.has(name)),
	]);
	if (end !== undefined) {
		return end;
	}

	const ready = podCondition(pod, 'Ready');
	if (ready?.status === 'False' && ready.lastTransitionTime) {
		return parseTimestamp(ready.lastTransitionTime);
	}

	return metadata.deletionTimestamp === undefined
		? parseTimestamp(metadata.creationTimestamp)
		: parseTimestamp(metadata.deletionTimestamp) - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
};

const countIn = ({metadata}: Pod, key: string): number => Number.parseInt(metadata.annotations?.[key] ?? '0', 10) || 0;

/** The number of earlier failures of this index, including those that a policy ignores. */
export const failuresBefore = (pod: Pod): number => countIn(pod, failureCountKey) + countIn(pod, ignoredCountKey);

/** Annotations that pass the number of an index's earlier failures to its next Pod. */
export const failureAnnotations = (job: Job, last: Pod | undefined): Readonly<Record<string, string>> => {
	if (!last) {
		return {[failureCountKey]: '0'};
	}

	const {counts} = verdictOn(job, last);
	const ignored = countIn(last, ignoredCountKey) + (counts ? 0 : 1);
	return {
		[failureCountKey]: String(countIn(last, failureCountKey) + (counts ? 1 : 0)),
		...(ignored > 0 ? {[ignoredCountKey]: String(ignored)} : {}),
	};
};

/** Whether a Pod's failure is the end of its index. @mirrors job.isIndexFailed */
export const failsIndex = (job: Job, pod: Pod): boolean => {
	if (!isFailed(job, pod)) {
		return false;
	}

	const {action, counts} = verdictOn(job, pod);
	return action === 'FailIndex' || (counts && countIn(pod, failureCountKey) >= (job.spec?.backoffLimitPerIndex ?? 0));
};
