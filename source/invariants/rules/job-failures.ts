import {parseTimestamp} from '../../kernel/clock.js';
import type {Job, Pod} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../known.js';
import type {Rule} from '../rule.js';
import {podsIn} from '../second-reading.js';
import {isTrue, jobByUid, jobOf} from './jobs.js';

/** Whether a policy of the Job ignores this failure. */
const isIgnored = ({spec}: Job, {status}: Pod): boolean => {
	const codes = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].flatMap(
		({name, state}) => (state?.terminated?.exitCode ? [{name, code: state.terminated.exitCode}] : []),
	);
	const first = spec?.podFailurePolicy?.rules.find(({onExitCodes, onPodConditions}) =>
		onExitCodes
			? codes.some(
					({name, code}) =>
						(onExitCodes.containerName ?? name) === name &&
						onExitCodes.values.includes(code) === (onExitCodes.operator === 'In'),
				)
			: onPodConditions?.some((wanted) =>
					status?.conditions?.some((one) => one.type === wanted.type && one.status === (wanted.status ?? 'True')),
				),
	);
	return first?.action === 'Ignore';
};

const limits: Rule = {
	name: 'a Job fails when more Pods fail than its backoffLimit allows, and not before',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-backoff-failure-policy',
	watch: (known) => ({
		changes: {
			jobs({key, before, after}, _stop, broken) {
				const failed = after?.status?.conditions?.find(
					({type, status}) => type === 'FailureTarget' && status === 'True',
				);
				const isNew = !before?.status?.conditions?.some(({type}) => type === 'FailureTarget');
				if (!after || !failed || !isNew || failed.reason !== 'BackoffLimitExceeded') {
					return;
				}

				const {backoffLimit = 6, template} = after.spec ?? {};
				const failures = podsIn(known, after.metadata.namespace, (pod) => jobOf(pod) === after.metadata.uid).filter(
					(pod) =>
						(pod.status?.phase === 'Failed' || pod.metadata.deletionTimestamp !== undefined) && !isIgnored(after, pod),
				).length;
				const counted = Math.max(failures, after.status?.failed ?? 0);
				if (template?.spec?.restartPolicy === 'Never' && counted <= backoffLimit) {
					broken(key, `${counted} Pods have failed, and ${backoffLimit} may`);
				}
			},
			pods({key, before, after}, {process}, broken) {
				const job = before ? undefined : jobByUid(known, jobOf(after))?.[1];
				const limit = job?.spec?.backoffLimit ?? 6;
				if (job && controllerOf(process) === 'job' && (job.status?.failed ?? 0) > limit) {
					broken(key, `${job.status?.failed} Pods have failed before it, and ${limit} may`);
				} else if (job?.spec?.suspend && known.isCalm) {
					broken(key, 'its Job is suspended');
				}
			},
		},
	}),
};

const deadlines: Rule = {
	name: 'without faults, a Job ends its Pods when its activeDeadlineSeconds are over',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-termination-and-cleanup',
	watch: (known) => ({
		changes: {
			leases(_change, _stop, broken) {
				for (const [key, job] of known.isCalm ? known.all('jobs') : []) {
					const {activeDeadlineSeconds, suspend} = job.spec ?? {};
					const startMs = job.status?.startTime === undefined ? undefined : parseTimestamp(job.status.startTime);
					if (
						activeDeadlineSeconds !== undefined &&
						startMs !== undefined &&
						!suspend &&
						!isTrue(job, 'FailureTarget', 'Failed', 'SuccessCriteriaMet', 'Complete') &&
						known.wallMs - startMs > (activeDeadlineSeconds + 5) * 1000
					) {
						broken(key, `it has run for ${(known.wallMs - startMs) / 1000} s`);
					}
				}
			},
		},
	}),
};

/** Each failure in a row doubles the pause before the next Pod. */
const firstPauseMs = 10_000;

const pauses: Rule = {
	name: 'without faults, a Job pauses after failures, and longer after more of them',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-backoff-failure-policy',
	watch(known) {
		/** Uid of a Job → how many Pods failed in a row, and when the last one did. */
		const failures = new Map<string, {readonly count: number; readonly atMs: number}>();
		return {
			changes: {
				pods({key, before, after}, {process}, broken) {
					const owner = jobOf(after);
					const [old, now] = [before?.status?.phase, after?.status?.phase];
					if (owner === undefined) {
						return;
					}

					const last = failures.get(owner);
					if (now === 'Failed' && old !== 'Failed') {
						failures.set(owner, {count: (last?.count ?? 0) + 1, atMs: known.timeMs});
					} else if (now === 'Succeeded') {
						failures.delete(owner);
					} else if (!before && last && controllerOf(process) === 'job' && known.isCalm) {
						const job = jobByUid(known, owner)?.[1];
						const leastMs = Math.min(600_000, firstPauseMs * 2 ** (last.count - 1));
						// The pause counts from the end of the container, which the API learns later. Pods of other indexes may be created at once.
						const isSingle =
							(job?.spec?.parallelism ?? 1) === 1 &&
							job?.spec?.backoffLimitPerIndex === undefined &&
							job?.spec?.podFailurePolicy === undefined;
						if (isSingle && known.timeMs - last.atMs < leastMs / 2) {
							broken(key, `it comes ${(known.timeMs - last.atMs) / 1000} s after failure ${last.count}`);
						}
					}
				},
			},
		};
	},
};

/** Rules about Jobs whose Pods fail, or take too long. */
export const jobFailureRules: readonly Rule[] = [limits, deadlines, pauses];
