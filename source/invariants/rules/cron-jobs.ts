import {parseTimestamp} from '../../kernel/clock.js';
import type {Job} from '../../objects/kubernetes.generated.js';
import {controllerOf} from '../known.js';
import type {Rule} from '../rule.js';
import {isOwnedBy, runs} from '../second-reading.js';
import {isTrue} from './jobs.js';

const isFinished = (job: Job): boolean => isTrue(job, 'Complete', 'Failed');

const concurrency: Rule = {
	name: 'a CronJob that forbids or replaces concurrent Jobs has one at a time',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#concurrency-policy',
	watch: (known) => ({
		changes: {
			jobs({key, before, after}, {process}, broken) {
				if (before || !after || controllerOf(process) !== 'cronjob') {
					return;
				}

				const owner = after.metadata.ownerReferences?.find(({controller}) => controller)?.uid;
				const cron = [...known.all('cronjobs').values()].find(({metadata}) => metadata.uid === owner);
				const others = [...known.all('jobs')].filter(
					([other, job]) =>
						other !== key &&
						job.metadata.ownerReferences?.some(({controller, uid}) => controller && uid === owner) &&
						job.metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'] !== undefined &&
						!job.metadata.deletionTimestamp &&
						!isFinished(job),
				);
				if (['Forbid', 'Replace'].includes(cron?.spec?.concurrencyPolicy ?? '') && others.length > 0) {
					broken(key, `${others.map(([, {metadata}]) => metadata.name).join(', ')} has not ended`);
				}
			},
		},
	}),
};

/** The longest delay of a CronJob after its scheduled minute, without faults. */
const lateMs = 70_000;

const firing: Rule = {
	name: 'without faults, a CronJob of each minute fires each minute, and no minute twice',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/',
	watch(known) {
		/** Uid of a CronJob → since when it waits. */
		const waits = new Map<string, number>();
		/** Uid and minute of each fired Job. */
		const fired = new Set<string>();
		return {
			changes: {
				cronjobs({before, after}) {
					if (after && (!before || before.spec?.suspend !== after.spec?.suspend)) {
						waits.set(after.metadata.uid, known.timeMs);
					}
				},
				jobs({key, before, after}, {process}, broken) {
					if (before || !after || controllerOf(process) !== 'cronjob') {
						return;
					}

					const owner = after.metadata.ownerReferences?.find(({controller}) => controller)?.uid ?? '';
					const minute = after.metadata.annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'] ?? '';
					waits.set(owner, known.timeMs);
					if (fired.has(`${owner} ${minute}`)) {
						broken(key, `${minute} has had its Job`);
					} else if (parseTimestamp(minute) > known.wallMs) {
						broken(key, `${minute} is yet to come`);
					}

					fired.add(`${owner} ${minute}`);
				},
				leases(_change, _stop, broken) {
					for (const [key, {metadata, spec, status}] of known.all('cronjobs')) {
						const isOften = spec?.schedule === '* * * * *' && !spec.suspend && spec.timeZone === undefined;
						const isHeld = spec?.concurrencyPolicy === 'Forbid' && (status?.active ?? []).length > 0;
						const sinceMs = waits.get(metadata.uid) ?? known.timeMs;
						if (isHeld) {
							waits.set(metadata.uid, known.timeMs);
						} else if (isOften && !metadata.deletionTimestamp && known.isCalm && known.timeMs - sinceMs > lateMs) {
							broken(key, `nothing has come for ${(known.timeMs - sinceMs) / 1000} s`);
							waits.set(metadata.uid, known.timeMs);
						}
					}
				},
			},
		};
	},
};

const active: Rule = {
	name: 'at rest, a CronJob lists its Jobs that have not ended, and keeps as many others as its history may have',
	source: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#jobs-history-limits',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {metadata, spec, status}] of runs(known, 'cronjob') ? known.all('cronjobs') : []) {
				const jobs = [...known.all('jobs').values()].filter(
					(job) => isOwnedBy(job, metadata.uid) && !job.metadata.deletionTimestamp,
				);
				const missing = (status?.active ?? []).find(({uid}) => {
					const job = jobs.find((one) => one.metadata.uid === uid);
					return !job || isFinished(job);
				});
				if (metadata.deletionTimestamp || !runs(known, 'job')) {
					continue;
				}

				if (missing) {
					broken(key, `${missing.name} is active no more`);
				}

				const {successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1} = spec ?? {};
				const limits = [
					['Complete', successfulJobsHistoryLimit],
					['Failed', failedJobsHistoryLimit],
				] as const;
				for (const [type, limit] of limits) {
					const ended = jobs.filter((job) => isTrue(job, type)).length;
					// It checks its Jobs when one of them changes.
					if (ended > limit && known.isCalm) {
						broken(key, `${ended} Jobs are ${type}, of ${limit} to be kept`);
					}
				}
			}
		},
	}),
};

/** Rules about CronJobs. */
export const cronJobRules: readonly Rule[] = [concurrency, firing, active];
